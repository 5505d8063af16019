import Accounts
import Basics
import Storage

/// The SQL of approved devices and of those that wait for it, within one transaction.
struct DeviceStore {
    private let connection: any Connection

    init(_ connection: any Connection) {
        self.connection = connection
    }

    /// Whether an account has approved a device.
    func isApproved(_ digest: [UInt8], of account: [UInt8]) throws -> Bool {
        try connection.first(
            "SELECT 1 FROM devices WHERE account_id = ?1 AND digest = ?2", [.blob(account), .blob(digest)]) != nil
    }

    /// Notes that an approved device was seen on a day; false when the account has not approved it.
    func see(_ digest: [UInt8], of account: [UInt8], day: Int64) throws -> Bool {
        let row = try connection.first(
            "SELECT seen_day FROM devices WHERE account_id = ?1 AND digest = ?2", [.blob(account), .blob(digest)])
        guard let row else { return false }
        if try row.integer("seen_day") < day {
            _ = try connection.execute(
                "UPDATE devices SET seen_day = ?3 WHERE account_id = ?1 AND digest = ?2",
                [.blob(account), .blob(digest), .integer(day)])
        }
        return true
    }

    /// Approves a device; the one that was not seen for the longest time goes when there are too many.
    func approve(_ digest: [UInt8], of account: [UInt8], label: String, day: Int64, atMost limit: Int) throws {
        _ = try connection.execute(
            """
            INSERT INTO devices (account_id, digest, label, approved_day, seen_day) VALUES (?1, ?2, ?3, ?4, ?4)
            ON CONFLICT (account_id, digest) DO UPDATE SET label = excluded.label, seen_day = excluded.seen_day
            """,
            [.blob(account), .blob(digest), .text(label), .integer(day)])
        let others = try connection.query(
            "SELECT digest FROM devices WHERE account_id = ?1 AND digest <> ?2 ORDER BY seen_day DESC, digest",
            [.blob(account), .blob(digest)])
        for row in others.dropFirst(limit - 1) { _ = try delete(try row.blob("digest"), of: account) }
    }

    /// The approved devices of an account, those seen last first.
    func list(of account: [UInt8]) throws -> [StoredDevice] {
        try connection.query(
            """
            SELECT digest, label, approved_day, seen_day FROM devices
            WHERE account_id = ?1 ORDER BY seen_day DESC, approved_day DESC, digest
            """,
            [.blob(account)]
        ).map { row in
            StoredDevice(
                digest: try row.blob("digest"), label: try row.text("label"),
                approvedDay: try row.integer("approved_day"),
                seenDay: try row.integer("seen_day"))
        }
    }

    /// Forgets a device; false when the account has not approved it.
    func delete(_ digest: [UInt8], of account: [UInt8]) throws -> Bool {
        try connection.execute(
            "DELETE FROM devices WHERE account_id = ?1 AND digest = ?2", [.blob(account), .blob(digest)]) == 1
    }

    /// Forgets every device of an account, and those that wait.
    func deleteAll(of account: [UInt8]) throws {
        _ = try connection.execute("DELETE FROM devices WHERE account_id = ?1", [.blob(account)])
        try deleteChallenges(of: account)
    }

    // MARK: - Challenges

    /// Lets a sign-in wait for the code that went out by mail.
    func insert(_ challenge: DeviceChallenge) throws {
        _ = try connection.execute(
            """
            INSERT INTO device_challenges (digest, account_id, code, device, label, attempts, expires_at)
            VALUES (?1, ?2, ?3, ?4, ?5, 0, ?6)
            """,
            [
                .blob(challenge.digest), .blob(challenge.account), .blob(challenge.code), SQLValue(challenge.device),
                .text(challenge.label), .integer(challenge.expiresAt.milliseconds),
            ])
    }

    /// Counts a try of a challenge and gives it; nil when there is none, or when it was tried too often or too late.
    ///
    /// One statement counts and compares, so that tries side by side are counted as well.
    func attempt(_ digest: [UInt8], at now: Timestamp) throws -> DeviceChallenge? {
        let row = try connection.first(
            """
            UPDATE device_challenges SET attempts = attempts + 1
            WHERE digest = ?1 AND attempts < ?2 AND expires_at > ?3
            RETURNING account_id, code, device, label, expires_at
            """,
            [.blob(digest), .integer(DeviceCode.attempts), .integer(now.milliseconds)])
        return try row.map { row in
            DeviceChallenge(
                digest: digest, account: try row.blob("account_id"), code: try row.blob("code"),
                device: try row.optionalBlob("device"),
                label: try row.text("label"), expiresAt: Timestamp(milliseconds: try row.integer("expires_at")))
        }
    }

    /// Ends every challenge of an account.
    func deleteChallenges(of account: [UInt8]) throws {
        _ = try connection.execute("DELETE FROM device_challenges WHERE account_id = ?1", [.blob(account)])
    }
}

/// A device as it is stored.
struct StoredDevice: Sendable {
    let digest: [UInt8]
    let label: String
    let approvedDay: Int64
    let seenDay: Int64
}

/// A sign-in that waits for the code from a mail, as it is stored.
struct DeviceChallenge: Sendable {
    let digest: [UInt8]
    let account: [UInt8]
    /// A digest of the code, bound to the challenge.
    let code: [UInt8]
    /// The digest of what the device showed; nil when it showed nothing and is given a token.
    let device: [UInt8]?
    let label: String
    let expiresAt: Timestamp
}
