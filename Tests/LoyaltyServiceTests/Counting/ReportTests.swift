import AnonymousCredentials
import Basics
import Beacons
import Loyalty
import Storage
import TestServer
import Testing

@testable import HTTPKit
@testable import LoyaltyService

/// One credential a month, one report for each shop, day and cube, and nothing of what is worth nothing.
struct ReportTests {
    private let month = ReportPeriod(containing: World.firstDay)

    private func place(_ world: World, _ major: UInt16 = 100, day: Int = World.firstDay) -> ShopDay {
        ShopDay(shop: ShopKey(venue: world.uuid, major: major), day: day)
    }

    private func code(_ body: () async throws -> Void) async -> String? {
        do {
            try await body()
            return nil
        } catch {
            return (error as? ServiceError)?.code
        }
    }

    @Test("an account has one credential of a month, and the answer to its request again", arguments: Engine.allCases)
    func credentials(_ engine: Engine) async throws {
        try await World.with(engine) { world in
            let counting = world.counting()
            let ana = try await world.visitor()
            let issuers = try await counting.issuers()
            #expect(issuers.map(\.period) == [month])
            let request = try #require(CredentialRequest(context: month.context, publicKey: issuers[0].publicKey))
            let first = try await counting.issueCredential(request.bytes, of: month, to: ana)
            let again = try await counting.issueCredential(request.bytes, of: month, to: ana)
            #expect(first == again && request.credential(from: first) != nil)
            #expect(
                await code { _ = try await ReportingPhone(counting, month, ana) } == "counting.credential_had")
            for other in [month.number - 1, month.number + 1] {
                #expect(
                    await code {
                        _ = try await counting.issueCredential(
                            request.bytes, of: ReportPeriod(number: other), to: ana)
                    } == "counting.period_closed")
            }
            let bea = try await world.visitor("bea")
            #expect(
                await code {
                    _ = try await counting.issueCredential([UInt8](repeating: 1, count: 226), of: month, to: bea)
                } == "counting.invalid_request")
            // The secret of a month that is over is gone, and what was answered with it.
            world.clock.advance(seconds: 45 * 86_400)
            try await counting.keepCounting(at: world.clock.now)
            #expect(try await world.rows("report_credentials") == 0)
            #expect(try await world.rows("report_issuers") == 0)
        }
    }

    @Test(
        "a report counts once; double, forged, of another shop, month or time it counts for nothing",
        arguments: Engine.allCases)
    func reports(_ engine: Engine) async throws {
        try await World.with(engine) { world in
            let counting = world.counting()
            var phone = try await ReportingPhone(counting, month, try await world.visitor())
            var copy = phone
            let report = try phone.report(.bounced, of: place(world))
            #expect(try await counting.take(report) == .late)
            world.clock.advance(seconds: 86_400)
            #expect(try await counting.take(report) == .counted)
            #expect(try await counting.take(report) == .double)
            // The same credential again, for another cell: one report for each cube is all that an account can stuff.
            #expect(try await counting.take(try copy.report(.engaged, of: place(world))) == .double)
            let dwell = try phone.report(.from5, of: place(world))
            for (other, cell, period, outcome) in [
                (place(world, 101), Cell.from5, month, ReportOutcome.forged),
                (place(world), .first, month, .forged),
                (place(world, 55), .from5, month, .place),
                (place(world, 1), .from5, month, .place),
                (place(world, day: World.firstDay + 1), .from5, month, .late),
                (place(world, day: World.firstDay - 7), .from5, month, .late),
                (place(world), .from5, ReportPeriod(number: month.number + 1), .period),
            ] {
                let made = AnonymousReport(place: other, cell: cell, period: period, presentation: dwell.presentation)
                #expect(try await counting.take(made) == outcome)
            }
            var changed = dwell.presentation
            changed[40] ^= 1
            let forged = AnonymousReport(place: dwell.place, cell: .from5, period: month, presentation: changed)
            #expect(try await counting.take(forged) == .forged)
            #expect(try await counting.take(dwell) == .counted)
            let cells = try await world.database.read { connection in
                try connection.query("SELECT cell, people FROM report_cells ORDER BY cell").map {
                    "\(try $0.text("cell")) \(try $0.integer("people"))"
                }
            }
            #expect(cells == ["5-20 1", "bounced 1"])
            #expect(try await world.rows("report_tags") == 2)
        }
    }

    @Test(
        "a day is released once on its eighth day, every cell of every shop; true counts and marks are gone",
        arguments: Engine.allCases)
    func release(_ engine: Engine) async throws {
        try await World.with(engine) { world in
            let counting = world.counting()
            try await counting.keepCounting(at: world.clock.now)
            let before = try await world.rows("budget")
            var phone = try await ReportingPhone(counting, month, try await world.visitor())
            world.clock.advance(seconds: 86_400)
            let (kept, late) = (
                try phone.report(.bounced, of: place(world)),
                try phone.report(.from5, of: place(world))
            )
            #expect(try await counting.take(kept) == .counted)
            world.clock.advance(seconds: 6 * 86_400)
            try await counting.keepCounting(at: world.clock.now)
            #expect(try await world.rows("report_cells") == 1)
            world.clock.advance(seconds: 86_400)
            try await counting.keepCounting(at: world.clock.now)
            #expect(try await world.rows("report_cells") == 0)
            #expect(try await world.rows("report_tags") == 0)
            let released = try await world.database.read { connection in
                try FigureStore(connection).cells(
                    of: place(world).shop, from: World.firstDay, through: World.firstDay)
            }
            #expect(released[World.firstDay]?.count == 13)
            // Three shops, eight days, three cubes, and the terms of a Monday.
            #expect(try await world.rows("budget") == before + 3 * 8 * 3 + 3)
            let rows = try await world.rows("released_cells")
            try await counting.keepCounting(at: world.clock.now)
            #expect(try await world.rows("released_cells") == rows)
            #expect(try await counting.take(late) == .late)
            #expect(try await world.rows("report_cells") == 0)
            // The database itself refuses a second release.
            await #expect(throws: (any Error).self) {
                try await world.database.write { try ReportStore($0).spend(2, on: "class", of: place(world)) }
            }
        }
    }

    @Test("a release that is cut off at any statement leaves all as it was, and the next one is the only one")
    func killed() async throws {
        try await World.with(.sqlite) { world in
            let counting = world.counting()
            var phone = try await ReportingPhone(counting, month, try await world.visitor())
            world.clock.advance(seconds: 86_400)
            #expect(try await counting.take(try phone.report(.bounced, of: place(world))) == .counted)
            let majors: [UInt16] = [100, 101, 102]
            var statement = 0
            var isDone = false
            while !isDone {
                let failing = FailingDatabase(inner: world.database, statement: statement)
                do {
                    try await world.counting(failing).release(world.uuid, majors, on: World.firstDay)
                    isDone = true
                } catch {
                    #expect(try await world.rows("report_cells") == 1)
                    #expect(try await world.rows("report_tags") == 1)
                    #expect(try await world.rows("released_cells") == 0)
                    #expect(try await world.rows("budget") == 0)
                    statement += 1
                }
            }
            #expect(statement > 50)
            #expect(try await world.rows("report_cells") == 0)
            #expect(try await world.rows("report_tags") == 0)
            #expect(try await world.rows("released_cells") == 39)
            #expect(try await world.rows("budget") == 9)
            try await counting.release(world.uuid, majors, on: World.firstDay)
            #expect(try await world.rows("released_cells") == 39)
        }
    }

    @Test("how many gave each term is released once a week; a campaign's cells once it is measured, and not before")
    func termsAndCampaigns() async throws {
        try await World.with(.sqlite) { world in
            let day = World.firstDay
            let counting = world.counting().knowingCampaigns { shop, measured, _ in
                shop.major == 101 && measured == day
            }
            for number in 0..<5 { try await world.choose(100, .habits, try await world.visitor("v\(number)")) }
            try await counting.keepCounting(at: world.clock.now)
            let shop = place(world).shop
            let terms = try await world.database.read { try FigureStore($0).terms(of: shop) }
            #expect(terms?.day == CountingService.monday(of: day) && terms?.counts.count == 3)
            #expect(CountingService.monday(of: day) == day - 5)
            try await counting.keepCounting(at: world.clock.now)
            let again = try await world.database.read { try FigureStore($0).terms(of: shop) }
            #expect(again?.counts == terms?.counts)

            let campaign = ShopKey(venue: world.uuid, major: 101)
            func measured(_ shop: ShopKey) async throws -> Int? {
                try await world.database.read {
                    try CountingService.releasedCampaign(of: shop, measuredOn: day, in: $0)?.count
                }
            }
            #expect(try await measured(campaign) == nil)
            world.clock.advance(seconds: 8 * 86_400)
            try await counting.keepCounting(at: world.clock.now)
            #expect(try await measured(campaign) == 6)
            #expect(try await measured(shop) == nil)
        }
    }
}
