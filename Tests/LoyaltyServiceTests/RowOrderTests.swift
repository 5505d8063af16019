import Accounts
import Basics
import Beacons
import Foundation
import Ledger
import Loyalty
import Storage
import TestServer
import Testing

@testable import AccountService
@testable import HTTPKit
@testable import LedgerService
@testable import LoyaltyService
@testable import MarketService
@testable import ServiceKit

/// The reader of a copied database, who tries to name the owners of pseudonyms by the order in which things lie.
@Suite("What the order of rows tells")
struct RowOrderTests {
    /// How many people visit every shop, each time in another order.
    private static let people = 20
    private static let shops: [UInt16] = [100, 101, 102]

    @Test("once half an hour is over no order joins an account to a pseudonym", arguments: Engine.allCases)
    func orders(engine: Engine) async throws {
        try await World.with(engine, Self.centre()) { world in
            var far = Centre()
            far.uuid = "11111111-2222-3333-4444-555555555555"
            far.latitude = -40
            try await world.loyalty.importVenue(try far.venue())
            var random = SplitMix64(seed: 20)
            var day = Day()
            for number in 0..<Self.people {
                let session = try await world.visitor("p\(number)", choosing: Self.shops)
                day.sessions.append(session)
            }
            // Everybody is in every shop once, one after another, a few minutes apart: morning, noon and afternoon.
            for (part, shop) in Self.shops.enumerated() {
                let order = day.sessions.indices.shuffled(using: &random)
                for person in order {
                    try await day.visit(shop, by: person, in: world)
                    try await world.live(seconds: Int64.random(in: 60...400, using: &random))
                }
                // One copy during the day: whoever has it knows who was in the first shop, and still not as whom.
                if part == 0 {
                    for session in day.sessions { try await world.accounts.signOut(session) }
                    try await world.live(seconds: 1800)
                    try await day.expectUnnamed(in: Copy(of: world.database, engine), but: ["last_places"], "by day")
                    for (person, session) in day.sessions.enumerated() {
                        day.sessions[person] = try await world.accounts.signIn(
                            email: "p\(person)@example.org", password: "long enough"
                        ).session
                        #expect(session.accountID == day.sessions[person].accountID)
                    }
                }
            }
            for session in day.sessions { try await world.accounts.signOut(session) }
            try await world.live(seconds: 1800)
            // Of the last visit of each account the rule on impossible journeys knows the quarter of an hour.
            try await day.expectUnnamed(in: Copy(of: world.database, engine), but: ["last_places"], "in the evening")
            try await world.live(seconds: 23 * 3600, step: 600)
            try await day.expectUnnamed(in: Copy(of: world.database, engine), but: [], "a day later")
            #expect(try await Contents(of: world.database).count("last_places") == 0)
            #expect(day.pseudonyms.count == Self.people * Self.shops.count)
        }
    }

    @Test("the adversary finds everybody where a table is written visit by visit", arguments: Engine.allCases)
    func adversary(engine: Engine) async throws {
        try await World.with(engine, Self.centre()) { world in
            var day = Day()
            var random = SplitMix64(seed: 21)
            for number in 0..<Self.people {
                day.sessions.append(try await world.visitor("p\(number)", choosing: Self.shops))
            }
            for person in day.sessions.indices.shuffled(using: &random) {
                try await day.visit(100, by: person, in: world)
                world.clock.advance(seconds: 60)
            }
            // Nothing is settled: the fresh coupons lie as the visits came.
            let copy = try await Copy(of: world.database, engine)
            #expect(copy.orders.contains { day.named(by: $0, in: 100) == Self.people })
        }
    }

    @Test("what was settled is there once, also after a process that ended in between", arguments: Engine.allCases)
    func restart(engine: Engine) async throws {
        try await World.with(engine, Self.centre()) { world in
            let ana = try await world.visitor(choosing: [100])
            let receipt = try await world.prove(world.sighting(100, 1), ana)
            for _ in 0..<3 {
                let again = LoyaltyService(
                    database: world.database, clock: world.clock.serverClock, events: EventHub())
                #expect(try await again.coupons(of: ana) == receipt.coupons)
                try await again.settle(at: world.clock.now)
                #expect(try await again.coupons(of: ana) == receipt.coupons)
            }
            let contents = try await Contents(of: world.database)
            #expect(contents.count("fresh_coupons") == 0 && contents.count("coupons") == 1)
            #expect(contents.count("transfers") == 1 && contents.count("postings") == 2)
            #expect(try await LedgerAdministration(database: world.database).audit().isClean)
        }
    }

    @Test("a coupon is deleted and restored before it is settled and afterwards", arguments: Engine.allCases)
    func deletion(engine: Engine) async throws {
        try await World.with(engine, Self.centre()) { world in
            let ana = try await world.visitor(choosing: [100])
            let coupon = try await world.prove(world.sighting(100, 1), ana).coupons[0]
            try await world.loyalty.deleteCoupon(coupon.id, of: ana)
            try await world.settle()
            #expect(try await world.loyalty.coupons(of: ana) == [])
            world.clock.advance(seconds: 60)
            #expect(try await world.prove(world.sighting(100, 1), ana).coupons == [])
            #expect(try await world.loyalty.restoreCoupon(coupon.id, of: ana) == coupon)
            #expect(try await world.loyalty.coupons(of: ana) == [coupon])
        }
    }

    @Test(
        "many coupons are settled in parts, of which none is left out", arguments: [1, 2000, 2001, 70_000, 10_000_000])
    func parts(rows: Int) {
        let parts = SettlementStore.Part.all(of: rows)
        #expect(parts.count <= 256 && (parts.count == 256 || parts.count * SettlementStore.Part.rows >= rows))
        for value in 0..<256 {
            let id = String(value + 256, radix: 16).dropFirst() + "ffffffffffffffffffffffffffffff"
            #expect(parts.count { $0.identifiers.from <= id && id < $0.identifiers.until } == 1, "\(id)")
        }
    }

    private static func centre() -> Centre {
        var centre = Centre()
        centre.offers = shops.map { Centre.offer("offer-\($0)", Int($0), "Welcome", points: 10) }
        return centre
    }
}

extension World {
    /// Lets time go by, with what a server does each minute.
    fileprivate func live(seconds: Int64, step: Int64 = 60) async throws {
        var left = seconds
        while left > 0 {
            clock.advance(seconds: min(step, left))
            left -= step
            try await loyalty.prune(at: clock.now)
        }
    }
}

/// The truth about a day: who was where, when, and under which pseudonym.
private struct Day {
    var sessions: [Session] = []
    var pseudonyms: Set<String> = []
    /// The people in the order of their visits, by shop.
    private var visits: [UInt16: [Int]] = [:]
    /// The rows of coupons by the offer in them.
    private static func offer(_ shop: UInt16) -> SQLValue { .text("offer-\(shop)") }

    mutating func visit(_ shop: UInt16, by person: Int, in world: World) async throws {
        let session = sessions[person]
        try await world.prove(world.sighting(shop, 1), session)
        visits[shop, default: []].append(person)
        pseudonyms.insert(session.pseudonymKey.pseudonym(venue: world.uuid.bytes, shop: shop).text)
    }

    /// How many pseudonyms of a shop get their owner's name when the people in an order, forwards or backwards, are laid
    /// beside the pseudonyms in the order of their visits, which the table of visits tells.
    func named(by order: Order, in shop: UInt16) -> Int {
        let people = order.people(sessions, beside: Self.offer(shop))
        let truth = visits[shop] ?? []
        guard people.count == truth.count else { return 0 }
        let forwards = zip(people, truth).count { $0 == $1 }
        let backwards = zip(people.reversed(), truth).count { $0 == $1 }
        return max(forwards, backwards)
    }

    /// How far an order follows the visits of a shop: 1 for the same order, -1 for the opposite one; it is Kendall’s tau.
    private func agreement(of order: Order, in shop: UInt16) -> Double {
        let people = order.people(sessions, beside: Self.offer(shop))
        let truth = visits[shop] ?? []
        guard people.count == truth.count else { return 0 }
        let ranks = people.map { truth.firstIndex(of: $0) ?? 0 }
        var sum = 0
        for (index, rank) in ranks.enumerated() {
            for other in ranks[(index + 1)...] { sum += other > rank ? 1 : -1 }
        }
        return Double(sum) / Double(ranks.count * (ranks.count - 1) / 2)
    }

    /// Expects that no order names anybody better than chance does, and that no table of days has two transactions.
    ///
    /// Of 20 people laid beside 20 pseudonyms by chance one is right on the average; eight or more in either direction
    /// come about once in 50,000 orders, and a tau of 0.66 (four standard deviations) about as seldom.
    func expectUnnamed(in copy: Copy, but exempt: Set<String>, _ when: String) async throws {
        var tried = 0
        for order in copy.orders where !exempt.contains(order.table) {
            for shop in visits.keys.sorted() {
                let count = named(by: order, in: shop)
                let tau = agreement(of: order, in: shop)
                #expect(count < 8 && abs(tau) < 0.66, "\(when): \(order.name) in \(shop): \(count) of 20, tau \(tau)")
                tried += 1
            }
        }
        #expect(tried > 20)
        for (table, transactions) in copy.transactions where !exempt.contains(table) {
            #expect(transactions == 1, "\(when): \(table) was written by \(transactions) transactions")
        }
    }
}

/// Something that puts rows, or places in a file, in an order.
private struct Order {
    let table: String
    let name: String
    /// The rows, or single values, in this order.
    let rows: [[SQLValue]]
    /// Which value each account has beside its identifier: its number in the ledger.
    let numbers: [[UInt8]: SQLValue]

    /// The people named in the rows, each once, in the order; rows that name another shop's offer are left out.
    func people(_ sessions: [Session], beside offer: SQLValue) -> [Int] {
        people(ids: sessions.map(\.accountID), beside: offer)
    }

    /// The accounts with these identifiers, in the same way.
    func people(ids: [[UInt8]], beside offer: SQLValue) -> [Int] {
        var people: [Int] = []
        for row in rows {
            let offers = row.filter { if case .text(let text) = $0 { text.hasPrefix("offer-") } else { false } }
            guard offers.allSatisfy({ $0 == offer }) else { continue }
            for (person, id) in ids.enumerated() {
                let number = numbers[id]
                guard row.contains(.blob(id)) || number.map(row.contains) ?? false else { continue }
                if !people.contains(person) { people.append(person) }
            }
        }
        return people
    }
}

/// What somebody has who has copied the whole database, and all orders that are in it.
private struct Copy {
    private(set) var orders: [Order] = []
    /// How many transactions wrote the rows of the tables that are dated by the day (PostgreSQL tells).
    private(set) var transactions: [String: Int] = [:]

    init(of database: any Database, _ engine: Engine) async throws {
        let tables = Contents.tables.filter { $0 != "visits" }
        let numbers = try await database.read { connection in
            Dictionary(
                try connection.query("SELECT account_id, number FROM ledger_accounts WHERE account_id IS NOT NULL").map
                {
                    (try $0.blob(0), $0[1])
                }, uniquingKeysWith: { first, _ in first })
        }
        for table in tables {
            let rows = try await database.read { connection in
                if engine == .postgres {
                    return try connection.query("SELECT ctid::text, * FROM \(table) ORDER BY ctid")
                }
                // One without row numbers lies in the order of its key.
                let isKeyed = try connection.first(
                    "SELECT 1 FROM pragma_table_list WHERE name = ?1 AND wr = 1", [.text(table)])
                return try connection.query(
                    isKeyed == nil ? "SELECT rowid, * FROM \(table) ORDER BY rowid" : "SELECT 0, * FROM \(table)")
            }.map { row in (0..<row.count).map { row[$0] } }
            guard !rows.isEmpty else { continue }
            func add(_ name: String, _ rows: [[SQLValue]]) {
                // The numbers of ledgers are small enough to be met by accident elsewhere.
                let isLedger = ["balances", "postings"].contains(table)
                let values = rows.map { Array($0.dropFirst()) }
                orders.append(
                    Order(table: table, name: "\(table) by \(name)", rows: values, numbers: isLedger ? numbers : [:]))
            }
            add("place", rows)
            // Every column is an order as well: instants, counts, identifiers.
            for column in 1..<rows[0].count { add("column \(column)", rows.sorted { $0[column] < $1[column] }) }
        }
        // Points are joined to their owners through two tables.
        let points = try await database.read { connection in
            try connection.query(
                """
                SELECT CAST(0 AS BIGINT), l.account_id, t.id FROM transfers t JOIN postings p ON p.transfer = t.id
                JOIN ledger_accounts l ON l.number = p.account
                ORDER BY \(engine == .sqlite ? "t.rowid" : "t.ctid")
                """
            ).map { row in (0..<row.count).map { row[$0] } }
        }
        orders.append(Order(table: "transfers", name: "transfers by place", rows: points, numbers: [:]))
        orders.append(
            Order(table: "transfers", name: "transfers by number", rows: points.sorted { $0[2] < $1[2] }, numbers: [:]))
        switch engine {
        case .sqlite: try await addBytes(of: database)
        case .postgres: try await addTransactions(of: database, tables, numbers)
        }
    }

    /// The places of accounts in the bytes of the file and of the write-ahead log, pages that are free included.
    private mutating func addBytes(of database: any Database) async throws {
        let path = try await database.read {
            try $0.first("SELECT file FROM pragma_database_list WHERE name = 'main'")?.text(0)
        }
        let (accounts, exempt) = try await database.read { connection in
            (
                try connection.query("SELECT id FROM accounts").map { try $0.blob(0) },
                Set(
                    try connection.query("SELECT rootpage FROM sqlite_schema WHERE tbl_name = 'last_places'").map {
                        Int(try $0.integer(0))
                    })
            )
        }
        for suffix in ["", "-wal"] {
            guard let bytes = FileManager.default.contents(atPath: try #require(path) + suffix), !bytes.isEmpty else {
                continue
            }
            var places: [(place: Int, account: [UInt8])] = []
            for account in accounts {
                var from = bytes.startIndex
                while let range = bytes.range(of: Data(account), in: from..<bytes.endIndex) {
                    from = range.upperBound
                    // What may still tell of the last visit has its table, of one page, looked at by itself.
                    let page = Self.page(of: range.lowerBound, in: bytes, isLog: !suffix.isEmpty)
                    if !exempt.contains(page) { places.append((range.lowerBound, account)) }
                }
            }
            places.sort { $0.place < $1.place }
            let rows = places.map { [SQLValue.blob($0.account)] }
            orders.append(Order(table: "", name: "first bytes in file\(suffix)", rows: rows, numbers: [:]))
            orders.append(Order(table: "", name: "last bytes in file\(suffix)", rows: rows.reversed(), numbers: [:]))
            // A table's rows lie in pages of their own: each page alone is an order.
            let pages = Dictionary(grouping: places) { $0.place / 4096 }
            for (page, places) in pages where places.count >= accounts.count {
                let rows = places.map { [SQLValue.blob($0.account)] }
                orders.append(Order(table: "", name: "page \(page) of file\(suffix)", rows: rows, numbers: [:]))
            }
        }
    }

    /// The number of the page in which a byte is, in the file itself or in a frame of the log.
    private static func page(of place: Int, in bytes: Data, isLog: Bool) -> Int {
        guard isLog else { return place / 4096 + 1 }
        let frame = 32 + (place - 32) / (4096 + 24) * (4096 + 24)
        return bytes[frame..<frame + 4].reduce(0) { $0 << 8 | Int($1) }
    }

    /// The numbers of the transactions that wrote the rows.
    private mutating func addTransactions(
        of database: any Database, _ tables: [String], _ numbers: [[UInt8]: SQLValue]
    ) async throws {
        for table in tables {
            let rows = try await database.read { connection in
                try connection.query("SELECT CAST(xmin::text AS BIGINT), * FROM \(table) ORDER BY 1")
            }.map { row in (0..<row.count).map { row[$0] } }
            let isLedger = ["balances", "postings"].contains(table)
            let values = rows.map { Array($0.dropFirst()) }
            orders.append(
                Order(table: table, name: "\(table) by xmin", rows: values, numbers: isLedger ? numbers : [:]))
            if ["coupons", "transfers", "postings", "balances"].contains(table), !rows.isEmpty {
                transactions[table] = Set(try rows.map { try $0[0].number }).count
            }
        }
    }
}

extension SQLValue {
    /// The whole number that it is.
    fileprivate var number: Int64 {
        get throws {
            guard case .integer(let number) = self else { throw StorageError.corrupt }
            return number
        }
    }

    /// An order of any two values.
    fileprivate static func < (left: SQLValue, right: SQLValue) -> Bool {
        switch (left, right) {
        case (.integer(let left), .integer(let right)): left < right
        case (.text(let left), .text(let right)): left < right
        case (.blob(let left), .blob(let right)): left.lexicographicallyPrecedes(right)
        default: "\(left)" < "\(right)"
        }
    }
}
