import Basics
import Foundation
import Ledger
import Market
import Storage
import TestServer
import Testing

@testable import HTTPKit
@testable import LedgerService
@testable import MarketService

@Suite("Histories of which some entries are wanted, and tables of them")
struct FilteredHistoryTests {
    /// What one page after another gives, from the newest on.
    private static func all<Item: Sendable>(
        limit: Int, _ read: (Page) async throws -> Paged<Item>
    ) async throws -> [Item] {
        var items: [Item] = []
        var cursor: HistoryCursor?
        repeat {
            let page = try await read(Page(from: cursor, limit: limit))
            #expect(page.items.count <= limit && page.hasMore == (page.next != nil))
            items += page.items
            cursor = page.next.flatMap { HistoryCursor($0.text) }
        } while cursor != nil
        return items
    }

    /// Two traders with a past in two markets; each of them was buyer and seller, at once and later.
    private static func makePast(in world: MarketWorld, _ random: inout SplitMix64) async throws -> (Trader, Trader) {
        let ana = try await world.person(1, ["CLP": "1000000", "XLM": "1000", "ETH": "100"])
        let ben = try await world.person(2, ["CLP": "1000000", "XLM": "1000", "ETH": "100"])
        for _ in 0..<24 {
            if Bool.random(using: &random) { world.clock.advance(seconds: Int64.random(in: 1...9, using: &random)) }
            let market = Bool.random(using: &random) ? MarketWorld.ethclp : MarketWorld.xlmclp
            let (maker, taker) = Bool.random(using: &random) ? (ana, ben) : (ben, ana)
            let side: Side = Bool.random(using: &random) ? .buy : .sell
            try await world.limit(maker, side, "2", at: "50", in: market)
            if Bool.random(using: &random) {
                try await world.limit(maker, side, "3", at: side == .buy ? "49" : "51", in: market)
            }
            try await world.take(taker, side.opposite, "1", in: market)
            _ = try await world.market.cancelAll(market: market, for: maker)
            if Int.random(in: 0..<4, using: &random) == 0 { _ = try await world.person(1, ["CLP": "7"]) }
        }
        return (ana, ben)
    }

    /// Every order of a trader that has ended, by the rows of the table, those closed last first.
    private static func ended(of trader: Trader, in world: MarketWorld) async throws -> [OrderRecord] {
        let markets = try await world.market.markets()
        return try await world.database.read { connection in
            try markets.flatMap { rules in
                try OrderStore(connection).orders(market: rules.number, after: 0, limit: 10_000)
                    .filter { $0.account == trader.number && !$0.status.isOpen }.map { $0.record(rules) }
            }
        }.sorted { ($0.updatedAt, $0.id) > ($1.updatedAt, $1.id) }
    }

    @Test("a filter gives exactly what it fits, page after page, while other things happen", arguments: Engine.allCases)
    func filters(engine: Engine) async throws {
        try await MarketWorld.with(engine) { world in
            var random = SplitMix64(seed: 5)
            let begun = world.clock.now
            let (ana, ben) = try await Self.makePast(in: world, &random)
            let (market, clp) = (world.market, MarketWorld.asset("CLP"))
            let span = world.clock.now.milliseconds - begun.milliseconds
            let whole = Page(limit: 1000)
            let fills = try await market.fills(of: ana, market: nil, HistoryFilter(), page: whole).items
            let orders = try await market.endedOrders(of: ana, market: nil, HistoryFilter(), page: whole).items
            let traded = try await market.closedOrders(of: ana, market: nil, page: whole).items
            let lines = try await market.transactions(of: ana, asset: clp, page: whole).items
            #expect(fills.count == 24 && traded.count == 24 && lines.count > 24)
            // Whatever has ended is among them, and each once; the protocols' history is what of it traded.
            #expect(orders == (try await Self.ended(of: ana, in: world)))
            #expect(orders.count > traded.count)
            #expect(orders.filter { $0.executed > 0 } == traded)
            var kept = 0
            for round in 0..<16 {
                func instant() -> Timestamp? {
                    Bool.random(using: &random)
                        ? nil : begun.advanced(byMilliseconds: Int64.random(in: 0...span + 1, using: &random))
                }
                let filter = HistoryFilter(
                    side: [nil, .buy, .sell][round % 3],
                    outcome: [nil, .untraded, .partlyFilled, .filled][round % 4], from: instant(), to: instant())
                let name = [nil, MarketWorld.xlmclp, MarketWorld.ethclp][Int.random(in: 0..<3, using: &random)]
                func fits(_ at: Timestamp, _ side: Side, _ rules: MarketRules) -> Bool {
                    (filter.from.map { at >= $0 } ?? true) && (filter.to.map { at < $0 } ?? true)
                        && (filter.side ?? side) == side && (name ?? rules.name) == rules.name
                }
                let limit = Int.random(in: 1...7, using: &random)
                let someFills = try await Self.all(limit: limit) {
                    try await market.fills(of: ana, market: name, filter, page: $0)
                }
                #expect(someFills == fills.filter { fits($0.at, $0.side, $0.market) })
                let someOrders = try await Self.all(limit: limit) {
                    try await market.endedOrders(of: ana, market: name, filter, page: $0)
                }
                #expect(
                    someOrders
                        == orders.filter {
                            fits($0.updatedAt, $0.terms.side, $0.market)
                                && (filter.outcome ?? OrderOutcome(of: $0)) == OrderOutcome(of: $0)
                        })
                kept += someFills.count
                let kind: TransferKind? = [nil, .trade, .deposit][round % 3]
                let someLines = try await Self.all(limit: limit) {
                    try await market.transactions(of: ana, asset: clp, kind: kind, market: name, filter, page: $0)
                }
                let numbers = [MarketWorld.xlmclp: 3, MarketWorld.ethclp: 1]
                #expect(
                    someLines
                        == lines.filter { line in
                            (filter.from.map { line.at >= $0 } ?? true) && (filter.to.map { line.at < $0 } ?? true)
                                && (kind ?? line.kind) == line.kind
                                && (name.map { numbers[$0] == MarketNumbering.market(of: line.id) } ?? true)
                        })
            }
            #expect(kept > 20)
            // New entries move none of the pages that are read on from a place.
            let first = try await market.fills(of: ana, market: nil, HistoryFilter(), page: Page(from: nil, limit: 5))
            try await world.limit(ben, .sell, "1", at: "50")
            try await world.take(ana, .buy, "1")
            let second = try await market.fills(
                of: ana, market: nil, HistoryFilter(), page: Page(from: first.next, limit: 5))
            #expect(first.items + second.items == Array(fills.prefix(10)))
            let begin = try await market.endedOrders(of: ana, market: nil, HistoryFilter(), page: Page(limit: 5))
            let stray = try await world.limit(ana, .buy, "1", at: "2")
            _ = try await market.cancel(stray.id, for: ana)
            let onward = try await market.endedOrders(
                of: ana, market: nil, HistoryFilter(), page: Page(from: begin.next, limit: 5))
            #expect(begin.items.dropFirst() + onward.items == orders.prefix(9))
            let stolen = try await market.endedOrders(
                of: ben, market: nil, HistoryFilter(), page: Page(from: begin.next, limit: 50))
            #expect(stolen.items.isEmpty)
            // Another's place shows nothing of theirs.
            let foreign = try await market.fills(
                of: ben, market: nil, HistoryFilter(), page: Page(from: first.next, limit: 5))
            #expect(foreign.items.allSatisfy { fill in !fills.contains(fill) })
        }
    }

    @Test("a page looks at so many entries at most, and the next one goes on there")
    func bounded() throws {
        func history(from place: Int64) -> History<Int64> {
            History(
                [
                    HistoryList(from: place, number: { $0 }) { place, count in
                        let end = max(0, place - Int64(count))
                        return (Array(stride(from: place, to: end, by: -1)), end)
                    }
                ], isBefore: >)
        }
        var (place, found, pages) = (Int64(100), [Int64](), 0)
        while place > 0 {
            var some = history(from: place)
            let page = try some.page(of: 5, lookingAt: 12) { $0 % 40 == 0 ? .take : .pass }
            found += page.items
            pages += 1
            #expect(page.items.count < 5)
            place = page.next?.number ?? 0
        }
        #expect(found == [80, 40] && pages == 9)
        var ended = history(from: 100)
        let page = try ended.page(of: 50, lookingAt: 1000) { $0 < 90 ? .end : .take }
        #expect(page.items.count == 11 && page.next == nil)
    }

    private static func table(_ export: HistoryExport) async throws -> (bytes: [UInt8], pieces: Int) {
        try await export.prepare()
        var (bytes, pieces, largest) = ([UInt8](), 0, 0)
        while let piece = try await export.next() {
            bytes += piece
            pieces += 1
            largest = max(largest, piece.count)
        }
        #expect(largest < 500 * 250)
        return (bytes, pieces)
    }

    private static func records(_ bytes: [UInt8], _ separators: [Unicode.Scalar] = [","]) throws -> [[String]] {
        var rules = DelimitedText.Rules(mostFields: 30)
        rules.separators = separators
        var (text, records) = (DelimitedText(bytes, rules), [[String]]())
        while let record = try text.record() { records.append(record.map(\.text)) }
        return records
    }

    @Test(
        "a table of thousands of fills has each of them once, to the last unit, in bounded pieces",
        arguments: Engine.allCases)
    func manyFills(engine: Engine) async throws {
        try await MarketWorld.with(engine) { world in
            let maker = try await world.person(1, ["XLM": "900000"])
            let taker = try await world.person(2, ["CLP": "900000000"])
            let rounds = engine == .sqlite ? 6 : 2
            for round in 0..<rounds {
                world.clock.advance(seconds: 60)
                for bulk in 0..<9 {
                    let drafts = (0..<100).map { number in
                        OrderDraft(
                            market: MarketWorld.xlmclp, side: .sell, kind: .limit, amount: "1.\(number + 1)",
                            price: "\(50 + round).\(bulk + 1)")
                    }
                    for result in await world.market.place(drafts, for: maker) { _ = try result.get() }
                }
                try await world.take(taker, .buy, "1800")
            }
            let fills = try await Self.all(limit: 100) {
                try await world.market.fills(of: taker, market: nil, HistoryFilter(), page: $0)
            }
            #expect(fills.count > 800 * rounds)
            let style = ExportStyle(language: "en", separator: nil, timeZone: nil)
            let (bytes, pieces) = try await Self.table(
                HistoryExport(.fills, of: taker, in: world.market, market: nil, HistoryFilter(), style: style))
            #expect(bytes.starts(with: [0xEF, 0xBB, 0xBF]) && pieces > fills.count / 500)
            let records = try Self.records(bytes)
            #expect(records.count == fills.count + 1)
            let header = try #require(records.first)
            let (fee, amount) = (
                try #require(header.firstIndex(of: "fee")), try #require(header.firstIndex(of: "amount"))
            )
            func sum(_ column: Int) throws -> Int128 {
                try records.dropFirst().reduce(0) { try $0 + DecimalText.units($1[column], exponent: 18) }
            }
            #expect(try sum(fee) == fills.reduce(0) { $0 + $1.fee })
            #expect(try sum(amount) == fills.reduce(0) { $0 + world.xlm.amountUnits($1.lots) })
            #expect(records.dropFirst().map { $0[2] } == fills.map { String($0.id) })
            // Of a span of time, only that.
            let last = HistoryFilter(from: world.clock.now)
            let some = try await Self.table(
                HistoryExport(.fills, of: taker, in: world.market, market: nil, last, style: style))
            #expect(try Self.records(some.bytes).count == fills.filter { $0.at >= world.clock.now }.count + 1)
            let orders = try await Self.table(
                HistoryExport(.orders, of: maker, in: world.market, market: nil, HistoryFilter(), style: style))
            let closed = try await Self.all(limit: 100) {
                try await world.market.endedOrders(of: maker, market: nil, HistoryFilter(), page: $0)
            }
            #expect(try Self.records(orders.bytes).dropFirst().map { $0[4] } == closed.map { "O\($0.id)" })
        }
    }

    @Test("a statement is written for its language, and what somebody typed is no formula", arguments: Engine.allCases)
    func statement(engine: Engine) async throws {
        try await MarketWorld.with(engine) { world in
            let ana = try await world.person(1, ["CLP": "1000", "XLM": "2.5"])
            let ben = try await world.person(2)
            let address = try await world.market.address(of: ben, asset: MarketWorld.asset("CLP"))
            try await world.market.transfer(
                to: address, amount: "0.5", asset: MarketWorld.asset("CLP"), memo: "=1+1;\"x\"", from: ana)
            func table(_ history: ExportedHistory, _ style: ExportStyle) async throws -> [[String]] {
                let export = HistoryExport(
                    history, of: ana, in: world.market, market: nil, HistoryFilter(), style: style)
                return try Self.records(try await Self.table(export).bytes, [";", ","])
            }
            let chilean = ExportStyle(language: "es-CL", separator: nil, timeZone: "America/Santiago")
            let all = try await table(.statement(nil), chilean)
            #expect(all.first?[1] == "time local (America/Santiago)")
            #expect(all.dropFirst().map { $0[3] } == ["CLP", "XLM", "CLP"])
            #expect(all.dropFirst().map { $0[5] } == ["-0,5", "2,5", "1000"])
            #expect(all.dropFirst().first?.last == "'=1+1;\"x\"")
            let english = ExportStyle(language: "en", separator: nil, timeZone: nil)
            let one = try await table(.statement(MarketWorld.asset("XLM")), english)
            #expect(one.dropFirst().map { $0[5] } == ["2.5"])
            #expect(one.dropFirst().first?[1].hasSuffix("+00:00") == true)
            let nothing = HistoryExport(
                .statement(MarketWorld.asset("NOPE")), of: ana, in: world.market, market: nil, HistoryFilter(),
                style: english)
            #expect(try await refusal { try await nothing.prepare() } == .unknownAsset)
        }
    }

    @Test(
        "the statement of all assets goes by time, in the order in which each asset is shown",
        arguments: Engine.allCases)
    func statementOrder(engine: Engine) async throws {
        try await MarketWorld.with(engine) { world in
            var random = SplitMix64(seed: 7)
            let (ana, _) = try await Self.makePast(in: world, &random)
            let style = ExportStyle(language: "en", separator: nil, timeZone: nil)
            let export = HistoryExport(
                .statement(nil), of: ana, in: world.market, market: nil, HistoryFilter(), style: style)
            let rows = try Self.records(try await Self.table(export).bytes).dropFirst()
            var expected: [String: [String]] = [:]
            for name in ["CLP", "XLM", "ETH"] {
                let lines = try await Self.all(limit: 7) {
                    try await world.market.transactions(
                        of: ana, asset: MarketWorld.asset(name), kind: nil, market: nil, HistoryFilter(), page: $0)
                }
                expected[name] = lines.map { String($0.id) }
            }
            // Each asset's lines are those of the page and of the API, in their order.
            for (name, numbers) in expected { #expect(rows.filter { $0[3] == name }.map { $0[2] } == numbers) }
            #expect(rows.count == expected.values.reduce(0) { $0 + $1.count })
            let instants = rows.map { $0[0] }
            #expect(instants == instants.sorted(by: >))
            // Of one instant the higher number is first, and the two lines of a trade are beside each other.
            for (earlier, later) in zip(rows, rows.dropFirst()) where earlier[0] == later[0] {
                let numbers = (try #require(Int64(earlier[2])), try #require(Int64(later[2])))
                #expect(numbers.0 > numbers.1 || (numbers.0 == numbers.1 && earlier[3] < later[3]))
            }
            for (number, lines) in Dictionary(grouping: rows.enumerated(), by: { $0.element[2] })
            where lines.count == 2 {
                #expect(abs(lines[0].offset - lines[1].offset) == 1, "trade \(number)")
            }
        }
    }

    @Test("local times are those of the zone, twice the same when the clocks go back")
    func localTimes() throws {
        let zone = try #require(TimeZone(identifier: "America/Santiago"))
        func local(_ text: String, _ zone: TimeZone) throws -> String {
            HistoryExport.local(try #require(Timestamp(rfc3339: text)), in: zone)
        }
        #expect(try local("2026-04-05T02:30:00.000Z", zone) == "2026-04-04T23:30:00.000-03:00")
        #expect(try local("2026-04-05T03:30:00.000Z", zone) == "2026-04-04T23:30:00.000-04:00")
        let india = try #require(TimeZone(identifier: "Asia/Kolkata"))
        #expect(try local("2026-04-05T02:30:00.000Z", india) == "2026-04-05T08:00:00.000+05:30")
    }

    @Test("what an account prefers is kept, replaced and checked", arguments: Engine.allCases)
    func preferences(engine: Engine) async throws {
        try await MarketWorld.with(engine) { world in
            let ana = try await world.person(1)
            #expect(try await world.market.preferences(of: ana.account) == AccountPreferences())
            let chilean = AccountPreferences(
                base: MarketWorld.asset("CLP"), language: "es-CL", timeZone: "America/Santiago")
            try await world.market.setPreferences(chilean, of: ana.account)
            #expect(try await world.market.preferences(of: ana.account) == chilean)
            try await world.market.setPreferences(AccountPreferences(language: "pt-BR"), of: ana.account)
            #expect(try await world.market.preferences(of: ana.account) == AccountPreferences(language: "pt-BR"))
            let unknown = AccountPreferences(base: MarketWorld.asset("NOPE"))
            #expect(
                try await refusal { try await world.market.setPreferences(unknown, of: ana.account) } == .unknownAsset)
        }
        for good in ["es", "es-CL", "pt-BR", "zh-Hant-TW", "sr-Latn"] { #expect(AccountPreferences.isLanguage(good)) }
        for bad in ["", "e", "es-", "-es", "es_CL", "español", "1es", "es-CLxxxxxxx"] {
            #expect(!AccountPreferences.isLanguage(bad))
        }
    }
}
