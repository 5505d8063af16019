import Beacons
import Crypto
import Ledger
import Storage
import Time

/// Ids with which a trader's client shows on a socket who it is, so that no key has to travel there.
///
/// An id is worth 24 hours. The table has digests only: who reads it cannot use what is in it. Nothing is kept in
/// memory, so ids outlive a restart and hold on every server of the database.
public struct SocketTickets: Sendable {
    /// How long a ticket lasts.
    public static let seconds: Int64 = 86_400
    /// Tickets that one trader may have at once; the next one ends the oldest.
    static let mostForOneTrader = 64

    /// The three texts that `GET /v2/socket/auth` answers.
    public struct Ticket: Sendable, Equatable {
        /// Names the ticket; it says nothing about the person.
        public let uid: String
        /// The secret that goes with it.
        public let socid: String
        /// A second secret, which only some clients send on.
        public let verify: String
    }

    private let database: any Database
    private let random: ServerRandom

    /// The tickets of a database.
    public init(database: any Database, random: ServerRandom = .system) {
        self.database = database
        self.random = random
    }

    /// A new ticket for `trader`, to be used within 24 hours of `now`.
    public func issue(for trader: Trader, now: Timestamp) async throws(ServiceError) -> Ticket {
        let ticket = Ticket(
            uid: random.identifier().hexadecimal, socid: random.identifier().hexadecimal,
            verify: random.identifier().hexadecimal)
        let row = (
            digest: Self.digest(ticket.uid, ticket.socid), verify: Self.digest(ticket.verify),
            expiresAt: now.advanced(bySeconds: Self.seconds)
        )
        try await database.writing { connection in
            let store = SocketTicketStore(connection)
            try store.removeExpired(of: trader, at: now)
            try store.insert(row.digest, verify: row.verify, of: trader, expiresAt: row.expiresAt)
            try store.removeOldest(of: trader, keeping: Self.mostForOneTrader)
        }
        return ticket
    }

    /// The trader whose ticket these texts are; nil for none, and for one that has expired.
    ///
    /// - Parameter verify: Nil when the client does not send it on; when it does, it must be the right one.
    public func check(
        uid: String, socid: String, verify: String?, now: Timestamp
    ) async throws(ServiceError) -> Trader? {
        guard [uid, socid, verify ?? ""].allSatisfy({ $0.utf8.count <= 64 }) else { return nil }
        let digest = Self.digest(uid, socid)
        let found = try await database.reading { try SocketTicketStore($0).ticket(digest) }
        guard let found, now < found.expiresAt else { return nil }
        if let verify, !Self.isEqual(Self.digest(verify), found.verify) { return nil }
        return found.trader
    }

    /// SHA-256 of the texts, each ended by a zero so that no two lists of texts run together.
    private static func digest(_ texts: String...) -> [UInt8] {
        var hash = SHA256()
        for text in texts { hash.update(data: Array(text.utf8) + [0]) }
        return Array(hash.finalize())
    }

    /// Whether two digests are equal, in a time that does not tell where they differ.
    private static func isEqual(_ first: [UInt8], _ second: [UInt8]) -> Bool {
        first.count == second.count && zip(first, second).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }
}

/// The SQL of tickets, within one transaction.
struct SocketTicketStore {
    private let connection: any Connection

    init(_ connection: any Connection) {
        self.connection = connection
    }

    func insert(_ digest: [UInt8], verify: [UInt8], of trader: Trader, expiresAt: Timestamp) throws {
        try connection.execute(
            """
            INSERT INTO socket_tickets (digest, verify_digest, trader, account_id, expires_at)
            VALUES (?1, ?2, ?3, ?4, ?5)
            """,
            [
                .blob(digest), .blob(verify), .integer(trader.number.rawValue), .blob(trader.account),
                .integer(expiresAt.milliseconds),
            ])
    }

    func ticket(_ digest: [UInt8]) throws -> (trader: Trader, verify: [UInt8], expiresAt: Timestamp)? {
        let row = try connection.first(
            "SELECT trader, account_id, verify_digest, expires_at FROM socket_tickets WHERE digest = ?1",
            [.blob(digest)])
        guard let row else { return nil }
        return (
            Trader(number: LedgerAccount(rawValue: try row.integer(0)), account: try row.blob(1)), try row.blob(2),
            Timestamp(milliseconds: try row.integer(3))
        )
    }

    func removeExpired(of trader: Trader, at now: Timestamp) throws {
        try connection.execute(
            "DELETE FROM socket_tickets WHERE trader = ?1 AND expires_at <= ?2",
            [.integer(trader.number.rawValue), .integer(now.milliseconds)])
    }

    /// Ends all tickets of an account.
    ///
    /// A socket that was opened with one lives on: it shows its owner what is the owner's, until it is closed.
    func removeAll(of account: [UInt8]) throws {
        try connection.execute(
            """
            DELETE FROM socket_tickets
            WHERE trader IN (SELECT number FROM ledger_accounts WHERE account_id = ?1)
            """, [.blob(account)])
    }

    /// Removes what is worth nothing any more, of everybody.
    func removeExpired(at now: Timestamp) throws {
        try connection.execute(
            "DELETE FROM socket_tickets WHERE expires_at <= ?1", [.integer(now.milliseconds)])
    }

    func removeOldest(of trader: Trader, keeping count: Int) throws {
        try connection.execute(
            """
            DELETE FROM socket_tickets WHERE trader = ?1 AND digest NOT IN
            (SELECT digest FROM socket_tickets WHERE trader = ?1 ORDER BY expires_at DESC, digest LIMIT ?2)
            """,
            [.integer(trader.number.rawValue), .integer(Int64(count))])
    }
}
