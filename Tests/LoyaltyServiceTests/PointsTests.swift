import Accounts
import Basics
import Beacons
import HTTPKit
import Ledger
import LedgerService
import Market
import MarketService
import Storage
import TestServer
import Testing

@testable import LoyaltyService

@Suite("Points as balances")
struct PointsTests {
    /// A person's points and how they came, without starting the market.
    private func points(
        of session: Session, in world: World
    ) async throws -> (total: Int128?, postings: [TransactionRecord]) {
        let market = MarketService(database: world.database, clock: world.clock.serverClock)
        let trader = try await market.trader(of: session.accountID)
        let balance = try await market.balances(of: trader).first { $0.asset.name.text == "PTS" }
        guard let balance else { return (nil, []) }
        let page = try await market.transactions(of: trader, asset: balance.asset.name, page: Page())
        return (balance.balance.total, page.items)
    }

    @Test(
        "an offer's points are in the account's balance once they are settled, and once alone",
        arguments: Engine.allCases)
    func granted(engine: Engine) async throws {
        try await World.with(engine) { world in
            let ana = try await world.visitor(choosing: [100])
            #expect(try await points(of: ana, in: world).total ?? 0 == 0)
            let coupons = try await world.prove(world.sighting(100, 1), ana).coupons
            let worth = Int128(coupons.reduce(0) { $0 + $1.points })
            #expect(worth == 10)
            try await world.settle()
            #expect(try await points(of: ana, in: world).total == worth)
            world.clock.advance(seconds: 60)
            try await world.prove(world.sighting(100, 1), ana)
            try await world.settle()
            let after = try await points(of: ana, in: world)
            #expect(after.total == worth && after.postings.map(\.amount) == [worth])
            let audit = try await LedgerAdministration(database: world.database, clock: world.clock.serverClock).audit()
            #expect(audit.isClean)
        }
    }

    @Test("a posting of points tells the day, and neither shop nor visit nor instant", arguments: Engine.allCases)
    func privacy(engine: Engine) async throws {
        try await World.with(engine) { world in
            let ana = try await world.visitor(choosing: [100])
            let receipt = try await world.prove(world.sighting(100, 1), ana)
            try await world.settle()
            let posting = try #require(try await points(of: ana, in: world).postings.first)
            // Midnight in Madrid, as on the coupon.
            #expect(posting.at == Timestamp(rfc3339: "2026-11-20T23:00:00Z"))
            #expect(posting.kind == .points && posting.memo == nil && posting.address == nil)
            let telling: [SQLValue] = [
                .integer(receipt.at.milliseconds), .text(receipt.visit), .text(receipt.shop.name),
                .blob(world.uuid.bytes), .text(receipt.coupons[0].id), .integer(100),
            ]
            let rows = try await world.database.read { connection in
                try ["ledger_accounts", "transfers", "postings", "balances"].flatMap {
                    try connection.query("SELECT * FROM \($0)")
                }
            }
            #expect(rows.count > 4)
            for row in rows {
                for column in 0..<row.count { #expect(!telling.contains(row[column])) }
            }
        }
    }

    @Test("numbers of points sort by the day and tell nothing within it", arguments: Engine.allCases)
    func numbers(engine: Engine) async throws {
        try await World.with(engine) { world in
            let guests = try await world.visitors(24, choosing: [100])
            let administration = LedgerAdministration(database: world.database, clock: world.clock.serverClock)
            let clp = try #require(AssetName("CLP"))
            var days: [[Int64]] = []
            for day in [guests[..<16], guests[16...]] {
                var numbers: [Int64] = []
                for guest in day {
                    // Something at a known time between any two visits, whose numbers count up.
                    try await administration.deposit(toAccount: guest.accountID, asset: clp, amount: "1")
                    try await world.prove(world.sighting(100, 1), guest)
                    try await world.settle()
                    let account = guest.accountID
                    let rows = try await world.database.read {
                        try $0.query(
                            """
                            SELECT p.transfer FROM postings p JOIN transfers t ON t.id = p.transfer
                            JOIN ledger_accounts l ON l.number = p.account WHERE l.account_id = ?1 AND t.kind = 6
                            """, [.blob(account)])
                    }
                    #expect(rows.count == 1)
                    numbers.append(try rows[0].integer(0))
                    world.clock.advance(seconds: 600)
                }
                days.append(numbers)
                world.clock.advance(seconds: 86_400)
            }
            #expect(days.allSatisfy { $0 != $0.sorted() && Set($0).count == $0.count })
            #expect(try #require(days[0].max()) < #require(days[1].min()))
            let rows = try await world.database.read { connection in
                (
                    try connection.query("SELECT id FROM transfers WHERE kind = 2 ORDER BY id"),
                    try connection.query("SELECT balance FROM postings WHERE account = 3")
                )
            }
            // Counted numbers leave no gap where a visit was, and the issuer's account no running sum.
            #expect(try rows.0.map { try $0.integer(0) } == Array(1...24))
            #expect(try rows.1.allSatisfy { try $0.text(0) == "0" } && rows.1.count == 24)
            #expect(try await administration.audit().isClean)
        }
    }

    @Test("a visit that is refused or brings no offer brings no points", arguments: Engine.allCases)
    func nothing(engine: Engine) async throws {
        try await World.with(engine) { world in
            let ana = try await world.visitor(choosing: [101])
            #expect(await world.refusal(of: world.sighting(100, 1), ana) == "loyalty.not_chosen")
            try await world.prove(world.sighting(101, 1), ana)
            try await world.settle()
            let contents = try await Contents(of: world.database)
            for table in ["balances", "transfers", "postings"] { #expect(contents.count(table) == 0) }
        }
    }
}
