import Basics
import Beacons
import HTTPKit
import Loyalty
import Storage

/// The SQL of points for time, within one transaction.
struct StayStore {
    private let connection: any Connection

    init(_ connection: any Connection) {
        self.connection = connection
    }

    // MARK: - The issuer

    /// What credentials are issued with, or nil when there is none yet.
    func secret() throws -> [UInt8]? {
        guard let row = try connection.first("SELECT secret FROM stay_issuers WHERE number = 1") else { return nil }
        guard let secret = try connection.sealing.secret(in: StaySecrets.issuer, row, of: [.integer(1)]) else {
            throw StorageError.corrupt
        }
        return secret
    }

    /// Keeps a new secret unless another server was faster.
    func insert(secret: [UInt8]) throws {
        let value = try connection.sealing.value(secret, in: StaySecrets.issuer, of: [.integer(1)])
        try connection.execute(
            "INSERT INTO stay_issuers (number, secret) VALUES (1, ?1) ON CONFLICT DO NOTHING", [value])
    }

    // MARK: - Credentials of ten minutes

    /// What an account was answered, and the digest of what it asked.
    struct Answer: Sendable {
        let request: [UInt8]
        let response: [UInt8]
    }

    /// What an account was answered in a shop and slot, or nil.
    func answer(to account: [UInt8], in shop: ShopKey, _ slot: StaySlot) throws -> Answer? {
        try connection.first(
            """
            SELECT request, response FROM stay_credentials
            WHERE account_id = ?1 AND venue = ?2 AND major = ?3 AND slot = ?4
            """, key(account, shop, slot)
        ).map { Answer(request: try $0.blob("request"), response: try $0.blob("response")) }
    }

    /// Keeps the answer to an account; false when it has had one.
    func insertAnswer(
        _ response: [UInt8], to request: [UInt8], of account: [UInt8], in shop: ShopKey, _ slot: StaySlot
    ) throws -> Bool {
        try connection.execute(
            """
            INSERT INTO stay_credentials (account_id, venue, major, slot, request, response)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6) ON CONFLICT DO NOTHING
            """, key(account, shop, slot) + [.blob(request), .blob(response)]) == 1
    }

    private func key(_ account: [UInt8], _ shop: ShopKey, _ slot: StaySlot) -> [SQLValue] {
        [
            .blob(account), .blob(shop.venue.bytes), .integer(Int64(shop.major)),
            .integer(slot.beginning.milliseconds),
        ]
    }

    /// Forgets who had credentials of slots before `slot`, and gives how many they were.
    func deleteCredentials(before slot: StaySlot) throws -> Int {
        try connection.execute(
            "DELETE FROM stay_credentials WHERE slot < ?1", [.integer(slot.beginning.milliseconds)])
    }

    // MARK: - What was used

    /// Uses both credentials of a stay up and keeps the answer, or gives the one that was kept for the same; throws
    /// `StayError.used` when one of them was used for anything else.
    func exchange(_ marks: [[UInt8]], for response: [UInt8], as exchange: [UInt8], on day: Int) throws -> [UInt8] {
        if let known = try self.response(to: exchange) { return known }
        // In one order for all, so that two transactions never wait for one another.
        for mark in marks.sorted(by: { $0.lexicographicallyPrecedes($1) }) {
            if try use(mark, on: day) { continue }
            if let known = try self.response(to: exchange) { return known }
            throw try refusal(of: mark)
        }
        try connection.execute(
            "INSERT INTO stay_exchanges (exchange, day, response) VALUES (?1, ?2, ?3)",
            [.blob(exchange), .integer(Int64(day)), .blob(response)])
        return response
    }

    private func response(to exchange: [UInt8]) throws -> [UInt8]? {
        try connection.first("SELECT response FROM stay_exchanges WHERE exchange = ?1", [.blob(exchange)])?
            .blob("response")
    }

    private func use(_ mark: [UInt8], on day: Int) throws -> Bool {
        try connection.execute(
            "INSERT INTO stay_marks (mark, day) VALUES (?1, ?2) ON CONFLICT DO NOTHING",
            [.blob(mark), .integer(Int64(day))]) == 1
    }

    /// Why a mark cannot be used: it was before, or by a transaction that this one does not see and has to come after.
    private func refusal(of mark: [UInt8]) throws -> any Error {
        let isSeen = try connection.first("SELECT 1 FROM stay_marks WHERE mark = ?1", [.blob(mark)]) != nil
        return isSeen ? ServiceError.stays(.used) : StorageError.busy
    }

    // MARK: - Payments

    /// Keeps a payment and uses its credential up; false when the account was paid for the day, and throws
    /// `StayError.used` when somebody was paid for the credential.
    func insert(_ payment: StayPayment) throws -> Bool {
        let isFirst =
            try connection.execute(
                """
                INSERT INTO stay_payments (account_id, venue, day, points, mark) VALUES (?1, ?2, ?3, ?4, ?5)
                ON CONFLICT DO NOTHING
                """,
                [
                    .blob(payment.account), .blob(payment.day.venue.bytes), .integer(Int64(payment.day.day)),
                    .integer(Int64(payment.points)), .blob(payment.mark),
                ]) == 1
        guard isFirst else { return false }
        guard try use(payment.mark, on: payment.day.day) else { throw try refusal(of: payment.mark) }
        return true
    }

    /// The points that the account was paid with the same credential; throws `StayError.paid` when it was another one.
    func points(paidBefore payment: StayPayment) throws -> Int {
        let row = try connection.first(
            "SELECT points, mark FROM stay_payments WHERE account_id = ?1 AND venue = ?2 AND day = ?3",
            [.blob(payment.account), .blob(payment.day.venue.bytes), .integer(Int64(payment.day.day))])
        guard let row else { throw StorageError.busy }
        guard try row.blob("mark") == payment.mark else { throw ServiceError.stays(.paid) }
        return Int(try row.integer("points"))
    }

    /// Forgets what was used and paid of days up to `day`.
    func deleteDays(through day: Int) throws {
        for table in ["stay_marks", "stay_exchanges", "stay_payments"] {
            try connection.execute("DELETE FROM \(table) WHERE day <= ?1", [.integer(Int64(day))])
        }
    }
}
