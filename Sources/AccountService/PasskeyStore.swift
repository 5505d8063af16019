import Basics
import Passkeys
import ServiceKit
import Storage

/// What a challenge was sent for.
enum PasskeyPurpose: String, Sendable {
    /// Adding a passkey.
    case registration
    /// Signing in, or a second factor.
    case signIn = "sign_in"
    /// Showing once more who somebody is.
    case confirmation
}

/// The SQL of passkeys and of challenges that wait for an answer, within one transaction.
struct PasskeyStore {
    private let connection: any Connection

    init(_ connection: any Connection) {
        self.connection = connection
    }

    /// The passkey of this name and whose it is, or nil.
    func find(_ credential: [UInt8]) throws -> StoredPasskey? {
        try connection.first(Self.columns + "WHERE credential = ?1", [.blob(credential)]).map(Self.stored)
    }

    /// The passkeys of an account, those of the last day first.
    func list(of account: [UInt8]) throws -> [StoredPasskey] {
        try connection.query(
            Self.columns + "WHERE account_id = ?1 ORDER BY made_day DESC, credential", [.blob(account)]
        ).map(Self.stored)
    }

    /// Keeps a passkey; false when there is one of this name.
    func insert(_ passkey: Passkey, of account: [UInt8], label: String, day: Int64) throws -> Bool {
        try connection.execute(
            """
            INSERT INTO passkeys (credential, account_id, public_key, counter, can_be_backed_up, label, made_day)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7) ON CONFLICT DO NOTHING
            """,
            [
                .blob(passkey.id), .blob(account), .blob(passkey.cose), .integer(Int64(passkey.counter)),
                .integer(passkey.canBeBackedUp ? 1 : 0), .text(label), .integer(day),
            ]) == 1
    }

    /// Notes that a passkey signed, on which day, and how often its authenticator has by now.
    func use(_ credential: [UInt8], counter: UInt32, day: Int64) throws {
        _ = try connection.execute(
            "UPDATE passkeys SET counter = ?2, used_day = ?3 WHERE credential = ?1",
            [.blob(credential), .integer(Int64(counter)), .integer(day)])
    }

    /// Calls a passkey otherwise.
    func rename(_ credential: [UInt8], to label: String) throws {
        _ = try connection.execute(
            "UPDATE passkeys SET label = ?2 WHERE credential = ?1", [.blob(credential), .text(label)])
    }

    /// Forgets a passkey.
    func delete(_ credential: [UInt8]) throws {
        _ = try connection.execute("DELETE FROM passkeys WHERE credential = ?1", [.blob(credential)])
    }

    /// Forgets all passkeys of an account, and its challenges.
    func deleteAll(of account: [UInt8]) throws {
        _ = try connection.execute("DELETE FROM passkeys WHERE account_id = ?1", [.blob(account)])
        try deleteChallenges(of: account)
    }

    // MARK: - Challenges

    /// Lets a challenge wait for its answer.
    func insertChallenge(
        _ digest: [UInt8], for purpose: PasskeyPurpose, of account: [UInt8]?, until instant: Timestamp
    ) throws {
        _ = try connection.execute(
            "INSERT INTO passkey_challenges (digest, purpose, account_id, expires_at) VALUES (?1, ?2, ?3, ?4)",
            [.blob(digest), .text(purpose.rawValue), SQLValue(account), .integer(instant.milliseconds)])
    }

    /// Takes a challenge away, for its one answer; false when there is none for this.
    ///
    /// One statement looks and takes, so that of two answers side by side one finds nothing.
    func takeChallenge(
        _ digest: [UInt8], for purpose: PasskeyPurpose, of account: [UInt8]?, at now: Timestamp
    ) throws -> Bool {
        let row = try connection.first(
            """
            DELETE FROM passkey_challenges WHERE digest = ?1 AND purpose = ?2 AND expires_at > ?3
            RETURNING account_id
            """,
            [.blob(digest), .text(purpose.rawValue), .integer(now.milliseconds)])
        return try row.map { try $0.optionalBlob("account_id") == account } ?? false
    }

    /// Forgets the challenges of an account.
    func deleteChallenges(of account: [UInt8]) throws {
        _ = try connection.execute("DELETE FROM passkey_challenges WHERE account_id = ?1", [.blob(account)])
    }

    /// Forgets challenges that nobody answered in time.
    func deleteExpired(at now: Timestamp) throws {
        _ = try connection.execute(
            "DELETE FROM passkey_challenges WHERE expires_at <= ?1", [.integer(now.milliseconds)])
    }

    private static let columns = """
        SELECT credential, account_id, public_key, counter, can_be_backed_up, label, made_day, used_day FROM passkeys

        """

    private static func stored(_ row: Row) throws -> StoredPasskey {
        StoredPasskey(
            passkey: try Passkey(
                id: try row.blob("credential"), cose: try row.blob("public_key"),
                counter: UInt32(clamping: try row.integer("counter")),
                canBeBackedUp: try row.integer("can_be_backed_up") != 0),
            account: try row.blob("account_id"), label: try row.text("label"), madeDay: try row.integer("made_day"),
            usedDay: try row.optionalInteger("used_day"))
    }
}

/// A passkey as it is stored.
struct StoredPasskey: Sendable {
    let passkey: Passkey
    let account: [UInt8]
    let label: String
    let madeDay: Int64
    let usedDay: Int64?
}
