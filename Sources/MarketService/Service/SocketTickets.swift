import AccountService
import Accounts
import Basics
import Crypto
import HTTPKit
import Ledger
import LedgerService
import ServiceKit
import Storage

/// Ids with which a trader's client shows on a socket who it is, so that no key has to travel there.
///
/// An id is worth 24 hours, and no longer than the key or the session that obtained it is open. The table has digests
/// only: who reads it cannot use what is in it. Nothing is kept in memory, so ids outlive a restart and hold on every
/// server of the database.
package struct SocketTickets: Sendable {
    /// How long a ticket lasts.
    package static let seconds: Int64 = 86_400
    /// Tickets that one trader may have at once; the next one ends the oldest.
    static let mostForOneTrader = 64

    /// The three texts that `GET /v2/socket/auth` answers.
    package struct Ticket: Sendable, Equatable {
        /// Names the ticket; it says nothing about the person.
        package let uid: String
        /// The secret that goes with it.
        package let socid: String
        /// A second secret, which only some clients send on.
        package let verify: String
    }

    /// What somebody obtained a ticket with.
    package enum Holder: Hashable, Sendable {
        /// An API key, by its public text.
        case key(String)
        /// A session, by the digest of its token.
        case session([UInt8])
    }

    /// Whose ticket it is that somebody shows.
    package struct Bearer: Equatable, Sendable {
        /// Whose it is.
        package let trader: Trader
        /// What it was obtained with.
        package let holder: Holder
    }

    private let database: any Database
    private let random: ServerRandom

    /// The tickets of a database.
    package init(database: any Database, random: ServerRandom = .system) {
        self.database = database
        self.random = random
    }

    /// A new ticket for `trader`, to be used within 24 hours of `now` and for as long as there is its `holder`.
    package func issue(
        for trader: Trader, by holder: Holder, now: Timestamp
    ) async throws(ServiceError) -> Ticket {
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
            try store.insert(row.digest, verify: row.verify, of: trader, by: holder, expiresAt: row.expiresAt)
            try store.removeOldest(of: trader, keeping: Self.mostForOneTrader)
        }
        return ticket
    }

    /// Whose ticket these texts are; nil for none, for one that has expired, and for one whose holder has ended.
    ///
    /// - Parameter verify: Nil when the client does not send it on; when it does, it must be the right one.
    package func check(uid: String, socid: String, verify: String?, now: Timestamp) async throws(ServiceError)
        -> Bearer?
    {
        guard [uid, socid, verify ?? ""].allSatisfy({ $0.utf8.count <= 64 }) else { return nil }
        let digest = Self.digest(uid, socid)
        let found = try await database.reading { connection in
            try SocketTicketStore(connection).ticket(digest).flatMap {
                try Self.isOpen($0.bearer.holder, at: now, connection) ? $0 : nil
            }
        }
        guard let found, now < found.expiresAt else { return nil }
        if let verify, !ConstantTime.areEqual(Self.digest(verify), found.verify) { return nil }
        return found.bearer
    }

    /// Those of `holders` that are worth nothing any more: keys that were revoked, sessions that were ended, and both
    /// when they have expired or their account was stopped.
    package func ended(among holders: Set<Holder>, now: Timestamp) async throws(ServiceError) -> Set<Holder> {
        try await database.reading { connection in
            try holders.filter { try !Self.isOpen($0, at: now, connection) }
        }
    }

    private static func isOpen(_ holder: Holder, at now: Timestamp, _ connection: any Connection) throws -> Bool {
        switch holder {
        case .key(let publicText): try OpenWays(connection).isOpen(apiKey: publicText, at: now)
        case .session(let digest): try OpenWays(connection).isOpen(session: digest, at: now)
        }
    }

    /// Removes tickets that are worth nothing any more: without it, the last ones would stay for as long as nobody comes.
    func prune(at now: Timestamp) async throws(ServiceError) {
        try await database.writing { try SocketTicketStore($0).removeExpired(at: now) }
    }

    /// SHA-256 of the texts, each ended by a zero so that no two lists of texts run together.
    private static func digest(_ texts: String...) -> [UInt8] {
        var hash = SHA256()
        for text in texts { hash.update(data: Array(text.utf8) + [0]) }
        return Array(hash.finalize())
    }
}

/// The columns of `socket_tickets`.
private enum TicketColumn: String, TableColumn {
    case digest
    case verifyDigest = "verify_digest"
    case trader
    case account = "account_id"
    case expiresAt = "expires_at"
    case apiKey = "api_key"
    case sessionDigest = "session_digest"
}

/// The SQL of tickets, within one transaction.
struct SocketTicketStore {
    private let connection: any Connection

    init(_ connection: any Connection) {
        self.connection = connection
    }

    func insert(
        _ digest: [UInt8], verify: [UInt8], of trader: Trader, by holder: SocketTickets.Holder, expiresAt: Timestamp
    ) throws {
        let (key, session): (String?, [UInt8]?) =
            switch holder {
            case .key(let publicText): (publicText, nil)
            case .session(let digest): (nil, digest)
            }
        let values = TicketColumn.allCases.map { column -> SQLValue in
            switch column {
            case .digest: .blob(digest)
            case .verifyDigest: .blob(verify)
            case .trader: .integer(trader.number.rawValue)
            case .account: .blob(trader.account)
            case .expiresAt: .integer(expiresAt.milliseconds)
            case .apiKey: SQLValue(key)
            case .sessionDigest: SQLValue(session)
            }
        }
        try connection.execute(TicketColumn.insertion(into: "socket_tickets"), values)
    }

    func ticket(
        _ digest: [UInt8]
    ) throws -> (bearer: SocketTickets.Bearer, verify: [UInt8], expiresAt: Timestamp)? {
        let row = try connection.first(
            TicketColumn.self, "SELECT \(TicketColumn.list) FROM socket_tickets WHERE digest = ?1", [.blob(digest)])
        guard let row else { return nil }
        let holder: SocketTickets.Holder
        switch (try row.optionalText(.apiKey), try row.optionalBlob(.sessionDigest)) {
        case (let key?, nil): holder = .key(key)
        case (nil, let session?): holder = .session(session)
        default: throw StorageError.corrupt
        }
        let trader = Trader(number: try row.account(.trader), account: try row.blob(.account))
        return (
            SocketTickets.Bearer(trader: trader, holder: holder), try row.blob(.verifyDigest),
            try row.timestamp(.expiresAt)
        )
    }

    func removeExpired(of trader: Trader, at now: Timestamp) throws {
        try connection.execute(
            "DELETE FROM socket_tickets WHERE trader = ?1 AND expires_at <= ?2",
            [.integer(trader.number.rawValue), .integer(now.milliseconds)])
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
