import Accounts
import Basics
import Storage

/// The SQL of codes and links that go to addresses, within one transaction.
struct AddressStore {
    private let connection: any Connection

    init(_ connection: any Connection) {
        self.connection = connection
    }

    // MARK: - Challenges

    /// Lets something wait for the code that goes to an address.
    func insert(_ challenge: AddressChallenge) throws {
        _ = try connection.execute(
            """
            INSERT INTO address_challenges
            (digest, purpose, email, code, account_id, password, device, label, attempts, expires_at)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, 0, ?9)
            """,
            [
                .blob(challenge.digest), .text(challenge.purpose.rawValue), .text(challenge.email),
                SQLValue(challenge.code), SQLValue(challenge.account), SQLValue(challenge.password),
                SQLValue(challenge.device), SQLValue(challenge.label), .integer(challenge.expiresAt.milliseconds),
            ])
    }

    /// Counts a try of a challenge and gives it; nil when there is none, or when it was tried too often or too late.
    ///
    /// One statement counts and compares, so that tries side by side are counted as well.
    func attempt(
        _ digest: [UInt8], for purpose: AddressChallenge.Purpose, at now: Timestamp
    ) throws -> AddressChallenge? {
        let row = try connection.first(
            """
            UPDATE address_challenges SET attempts = attempts + 1
            WHERE digest = ?1 AND purpose = ?2 AND attempts < ?3 AND expires_at > ?4
            RETURNING email, code, account_id, password, device, label, expires_at
            """,
            [
                .blob(digest), .text(purpose.rawValue), .integer(MailboxCode.attempts), .integer(now.milliseconds),
            ])
        return try row.map { row in
            AddressChallenge(
                digest: digest, purpose: purpose, email: try row.text("email"), code: try row.optionalBlob("code"),
                account: try row.optionalBlob("account_id"), password: try row.optionalText("password"),
                device: try row.optionalBlob("device"), label: try row.optionalText("label"),
                expiresAt: Timestamp(milliseconds: try row.integer("expires_at")))
        }
    }

    /// Ends a challenge; false when somebody else was faster.
    func delete(_ digest: [UInt8]) throws -> Bool {
        try connection.execute("DELETE FROM address_challenges WHERE digest = ?1", [.blob(digest)]) == 1
    }

    /// Ends what an account waits for; all of it unless a purpose is named.
    func deleteChallenges(of account: [UInt8], for purpose: AddressChallenge.Purpose? = nil) throws {
        for each in purpose.map({ [$0] }) ?? AddressChallenge.Purpose.allCases {
            _ = try connection.execute(
                "DELETE FROM address_challenges WHERE account_id = ?1 AND purpose = ?2",
                [.blob(account), .text(each.rawValue)])
        }
    }

    // MARK: - Changes that can be undone

    /// Whether an address has an account, or had one that can still take it back.
    func isTaken(_ email: EmailAddress, at now: Timestamp) throws -> Bool {
        try connection.first("SELECT 1 FROM accounts WHERE email = ?1", [.text(email.text)]) != nil
            || connection.first(
                "SELECT 1 FROM address_changes WHERE former = ?1 AND expires_at > ?2",
                [.text(email.text), .integer(now.milliseconds)]) != nil
    }

    /// Keeps a former address, to which a link with this digest has gone.
    func insertChange(
        _ digest: [UInt8], of account: [UInt8], former: String, proof: AddressProof, until instant: Timestamp
    ) throws {
        _ = try connection.execute(
            """
            INSERT INTO address_changes (digest, account_id, former, former_proof, expires_at)
            VALUES (?1, ?2, ?3, ?4, ?5)
            """,
            [
                .blob(digest), .blob(account), .text(former), .text(proof.rawValue), .integer(instant.milliseconds),
            ])
    }

    /// Uses a link up and gives what it takes back; nil when there is none, or when it is too late.
    func useChange(
        _ digest: [UInt8], at now: Timestamp
    ) throws -> (account: [UInt8], former: String, proof: AddressProof)? {
        let row = try connection.first(
            """
            DELETE FROM address_changes WHERE digest = ?1 AND expires_at > ?2
            RETURNING account_id, former, former_proof
            """,
            [.blob(digest), .integer(now.milliseconds)])
        return try row.map { row in
            (
                try row.blob("account_id"), try row.text("former"),
                AddressProof(rawValue: try row.text("former_proof")) ?? .none
            )
        }
    }

    /// Ends the links that take an account back to an address.
    func deleteChanges(of account: [UInt8], from former: String) throws {
        _ = try connection.execute(
            "DELETE FROM address_changes WHERE account_id = ?1 AND former = ?2", [.blob(account), .text(former)])
    }

    /// The former addresses that can still take a change of an account's address back.
    func formerAddresses(of account: [UInt8], at now: Timestamp) throws -> [String] {
        try connection.query(
            "SELECT former FROM address_changes WHERE account_id = ?1 AND expires_at > ?2 ORDER BY former",
            [.blob(account), .integer(now.milliseconds)]
        ).map { try $0.text("former") }
    }

    /// Ends every link that takes back a change of an account.
    func deleteChanges(of account: [UInt8]) throws {
        _ = try connection.execute("DELETE FROM address_changes WHERE account_id = ?1", [.blob(account)])
    }

    // MARK: - Resets

    /// Notes that somebody asks for a reset of the password of whoever has an address.
    func insertRequest(_ id: [UInt8], email: String, language: String, until instant: Timestamp) throws {
        _ = try connection.execute(
            "INSERT INTO reset_requests (id, email, language, expires_at) VALUES (?1, ?2, ?3, ?4)",
            [.blob(id), .text(email), .text(language), .integer(instant.milliseconds)])
    }

    /// The requests that nobody has looked at, those that end first before the others.
    func requests(limit: Int) throws -> [(id: [UInt8], email: String, language: String)] {
        try connection.query(
            "SELECT id, email, language FROM reset_requests ORDER BY expires_at, id LIMIT ?1",
            [.integer(Int64(limit))]
        ).map { (try $0.blob("id"), try $0.text("email"), try $0.text("language")) }
    }

    /// Takes a request; false when another server was faster.
    func deleteRequest(_ id: [UInt8]) throws -> Bool {
        try connection.execute("DELETE FROM reset_requests WHERE id = ?1", [.blob(id)]) == 1
    }

    /// Keeps the one link of an account; an older one ends.
    func setReset(_ digest: [UInt8], of account: [UInt8], password: [UInt8], until instant: Timestamp) throws {
        try deleteReset(of: account)
        _ = try connection.execute(
            "INSERT INTO password_resets (account_id, digest, password, expires_at) VALUES (?1, ?2, ?3, ?4)",
            [.blob(account), .blob(digest), .blob(password), .integer(instant.milliseconds)])
    }

    /// Uses a link up and says whose it is and which password it replaces; nil when there is none or it is too late.
    ///
    /// One statement finds and removes it, so that of two that come at once one finds it.
    func useReset(_ digest: [UInt8], at now: Timestamp) throws -> (account: [UInt8], password: [UInt8])? {
        try connection.first(
            "DELETE FROM password_resets WHERE digest = ?1 AND expires_at > ?2 RETURNING account_id, password",
            [.blob(digest), .integer(now.milliseconds)]
        ).map { (try $0.blob("account_id"), try $0.blob("password")) }
    }

    /// Ends the link of an account.
    func deleteReset(of account: [UInt8]) throws {
        _ = try connection.execute("DELETE FROM password_resets WHERE account_id = ?1", [.blob(account)])
    }

    // MARK: - All of them

    /// Removes what nobody can use any more.
    func deleteExpired(at now: Timestamp) throws {
        for table in ["address_challenges", "reset_requests", "password_resets", "address_changes"] {
            _ = try connection.execute("DELETE FROM \(table) WHERE expires_at <= ?1", [.integer(now.milliseconds)])
        }
    }

    /// Removes what names an account.
    func deleteAll(of account: [UInt8]) throws {
        try deleteChallenges(of: account)
        try deleteChanges(of: account)
        try deleteReset(of: account)
    }
}

/// Something that waits for the code that went to an address, as it is stored.
struct AddressChallenge: Sendable {
    /// What the code is for.
    enum Purpose: String, CaseIterable, Sendable {
        /// A new account.
        case signUp = "sign-up"
        /// That an account's address is its owner's.
        case proof
        /// Another address for an account.
        case change
    }

    let digest: [UInt8]
    let purpose: Purpose
    /// Where the code went.
    let email: String
    /// A digest of the code, bound to the challenge; nil when no code fits.
    let code: [UInt8]?
    /// Whose it is; nil for an account that is not there yet.
    var account: [UInt8]?
    /// The hash of the password of an account that is not there yet.
    var password: String?
    /// The digest of what the device showed that signs up.
    var device: [UInt8]?
    var label: String?
    let expiresAt: Timestamp
}
