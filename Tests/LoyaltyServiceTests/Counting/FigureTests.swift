import API
import AnonymousCredentials
import Basics
import Beacons
import Loyalty
import Statistics
import Storage
import TestServer
import Testing

@testable import HTTPKit
@testable import LoyaltyService
@testable import ServiceKit

/// What a merchant is told: exact figures of proved visits, released cells with intervals that hold the truth.
struct FigureTests {
    private func figure(_ name: FigureName, in figures: [Figure]) -> Figure? { figures.first { $0.name == name } }

    @Test(
        "visitors, stays, quarters; what is disputed is shown apart and counts for nobody", arguments: Engine.allCases)
    func exact(_ engine: Engine) async throws {
        try await World.with(engine) { world in
            let counting = world.counting()
            let merchant = try await world.merchant(try await world.visitor("merchant"), of: 100)
            let visitors = try await world.visitors(2, choosing: [100])
            for _ in 0..<3 {
                for visitor in visitors { try await world.prove(world.sighting(100, 1), visitor) }
                world.clock.advance(seconds: 600)
            }
            world.clock.advance(seconds: 1200)
            try await world.prove(world.sighting(100, 2), visitors[0])
            // A code of which all that new accounts may use has been used: none of them is a visitor.
            world.clock.advance(seconds: 3600)
            let crowd = try await world.visitors(5, choosing: [100], named: "crowd")
            for one in crowd { _ = await world.refusal(of: world.sighting(100, 2), one) }
            let day = World.firstDay
            let early = try await counting.figures(of: merchant, from: day, through: day)
            #expect(early.days.map(\.isCounted) == [false] && early.days.map(\.isReleased) == [false])
            world.clock.advance(seconds: 86_400)
            try await counting.keepCounting(at: world.clock.now)

            let told = try await counting.figures(of: merchant, from: day, through: day)
            let figures = try #require(told.days.first)
            #expect(figure(.provedVisitors, in: figures.figures)?.value == 2)
            #expect(figure(.stays, in: figures.figures)?.value == 3)
            #expect(figures.disputed == 5)
            #expect(figure(.visitors, in: figures.figures) == nil)
            let quarters = try await counting.quarters(of: merchant, on: day)
            #expect(quarters.quarters.map(\.visitors) == [2, 2, 1, 0])
            #expect(quarters.quarters.map(\.disputed) == [0, 0, 0, 5])
            #expect(quarters.until == quarters.quarters[0].from.advanced(bySeconds: 12 * 3600 + 1800))
            for (first, last) in [(day + 1, day), (day, day + 2), (day - 400, day)] {
                await #expect(throws: ServiceError.self) {
                    _ = try await counting.figures(of: merchant, from: first, through: last)
                }
            }
        }
    }

    @Test(
        "a count at the door gives the coverage, and a merchant of another shop gets nothing",
        arguments: Engine.allCases)
    func doors(_ engine: Engine) async throws {
        try await World.with(engine) { world in
            let counting = world.counting()
            let owner = try await world.visitor("merchant")
            let merchant = try await world.merchant(owner, of: 100)
            for visitor in try await world.visitors(3, choosing: [100]) {
                try await world.prove(world.sighting(100, 1), visitor)
            }
            world.clock.advance(seconds: 86_400)
            try await counting.keepCounting(at: world.clock.now)
            try await counting.setDoorCount(30, on: World.firstDay, of: merchant)
            let told = try await counting.figures(of: merchant, from: World.firstDay, through: World.firstDay)
            let coverage = try #require(figure(.coverage, in: told.totals))
            let wilson = try Wilson.interval(3, of: 30)
            #expect(coverage.value == 0.1 && abs((coverage.low ?? 0) - wilson.low) < 1e-4)
            #expect(told.days[0].doorCount == 30)
            #expect(FigureTable.text(told).contains("2026-11-21,door,30,30,30,exact,1,typed"))
            try await counting.setDoorCount(nil, on: World.firstDay, of: merchant)
            #expect(try await world.rows("door_counts") == 0)
            #expect(try await world.rows("venue_journal") == 3)

            let other = CountingService.MerchantShop(venue: world.uuid, major: 101, session: owner)
            let stranger = CountingService.MerchantShop(
                venue: world.uuid, major: 100, session: try await world.visitor("stranger"))
            let nowhere = CountingService.MerchantShop(venue: UUID128(high: 1, low: 1), major: 100, session: owner)
            for asked in [other, stranger, nowhere] {
                for ask: () async throws -> Void in [
                    { _ = try await counting.figures(of: asked, from: nil, through: nil) },
                    { _ = try await counting.quarters(of: asked, on: nil) },
                    { _ = try await counting.beacons(of: asked, from: nil, through: nil) },
                    { try await counting.setDoorCount(1, on: World.firstDay, of: asked) },
                ] {
                    do {
                        try await ask()
                        Issue.record("somebody without the role was told something")
                    } catch {
                        #expect((error as? ServiceError)?.code == "staff.not_yours")
                    }
                }
            }
            #expect(try await world.rows("door_counts") == 0)
        }
    }

    @Test("a clone's beacon is odd within the hour, and no other one in thirty days")
    func clones() async throws {
        try await World.with(.sqlite) { world in
            let counting = world.counting()
            let merchant = try await world.merchant(try await world.visitor("merchant"), of: 100)
            var random = SplitMix64(seed: 5)
            try await counting.keepCounting(at: world.clock.now)
            // Thirty days of events, of which one in twelve has no proof; then a clone of beacon 2 at a busy place.
            for day in 0..<31 {
                for hour in 8..<20 {
                    let begins = world.clock.now.milliseconds / 60_000 - 690 + Int64(hour * 60)
                    var rows: [(UInt16, Bool)] = (0..<8).flatMap { _ in
                        [UInt16(1), 2, 3].map { ($0, Int.random(in: 0..<12, using: &random) > 0) }
                    }
                    if day == 30, hour == 9 { rows += (0..<30).map { _ in (2, false) } }
                    if day == 30, hour >= 10 { rows = [] }
                    let kept = rows.enumerated().map { index, row in
                        (row.0, row.1, begins + Int64(index % 50), "p\(day)-\(hour)-\(index)")
                    }
                    try await world.database.write { connection in
                        for (minor, isProved, minute, pseudonym) in kept {
                            let event = VisitEvent(
                                .enter, at: BeaconIdentity(uuid: world.uuid, major: 100, minor: minor),
                                Timestamp(milliseconds: minute * 60_000))
                            _ = try EventStore(connection).insert(event, pseudonym: pseudonym, isProved: isProved)
                        }
                    }
                }
                if day < 30 {
                    world.clock.advance(seconds: 86_400)
                    try await counting.keepCounting(at: world.clock.now)
                }
            }
            let today = World.firstDay + 30
            let told = try await counting.beacons(of: merchant, from: World.firstDay, through: today)
            #expect(told.map(\.minor) == [1, 2, 3])
            let odd = told.flatMap { beacon in beacon.days.filter(\.isOdd).map { (beacon.minor, $0.day) } }
            #expect(odd.map(\.0) == [2] && odd.map(\.1) == [today])
            #expect(told.flatMap(\.days).filter { !$0.isClosed }.count == 3)
        }
    }

    /// A centre of which everything is known: so many people a day in one shop, drawn by chance.
    private func truth(_ people: Int, using random: inout SplitMix64) -> [Cell: Int] {
        var cells: [Cell: Int] = [:]
        for _ in 0..<people {
            let minutes = Int64.random(in: 1...90, using: &random)
            let days = Bool.random(using: &random) ? nil : Int.random(in: 1...60, using: &random)
            if Int.random(in: 0..<3, using: &random) == 0 {
                cells[.passerBy, default: 0] += 1
                continue
            }
            cells[minutes < 5 ? .bounced : minutes < 20 ? .visitor : .engaged, default: 0] += 1
            if let dwell = Cell.dwell(milliseconds: minutes * 60_000) { cells[dwell, default: 0] += 1 }
            cells[Cell.recency(days: days), default: 0] += 1
        }
        return cells
    }

    @Test(
        "in at least 93 of 100 figures of known truth the truth lies in the interval, which is no wider than it must be"
    )
    func intervals() async throws {
        try await World.with(.sqlite) { world in
            let counting = world.counting()
            let merchant = try await world.merchant(try await world.visitor("merchant"), of: 100)
            try await counting.keepCounting(at: world.clock.now)
            var random = SplitMix64(seed: 9)
            let days = World.firstDay..<World.firstDay + 30
            var truths: [Int: [Cell: Int]] = [:]
            for day in days { truths[day] = truth(20 + 12 * (day - World.firstDay), using: &random) }
            let known = truths
            try await world.database.write { connection in
                for (day, cells) in known {
                    for (cell, people) in cells {
                        _ = try connection.execute(
                            "INSERT INTO report_cells (venue, major, day, cube, cell, people) VALUES (?1, 100, ?2, ?3, ?4, ?5)",
                            [
                                .blob(world.uuid.bytes), .integer(Int64(day)), .text(cell.cube.rawValue),
                                .text(cell.rawValue), .integer(Int64(people)),
                            ])
                    }
                }
            }
            world.clock.advance(seconds: 38 * 86_400)
            try await counting.keepCounting(at: world.clock.now)
            let told = try await counting.figures(of: merchant, from: days.lowerBound, through: days.upperBound - 1)
            var (inside, all) = (0, 0)
            func check(_ truth: Double, _ low: Double?, _ high: Double?) {
                all += 1
                if let low, let high, low <= truth, truth <= high { inside += 1 }
            }
            for day in told.days {
                let cells = try #require(truths[day.day])
                func count(_ names: [Cell]) -> Double { Double(names.map { cells[$0] ?? 0 }.reduce(0, +)) }
                for cell in day.cells where cell.cell.cube != .campaign {
                    check(count([cell.cell]), Double(cell.low), Double(cell.high))
                    let bound = try CountNoise.noise(tenths: cell.cell.cube.tenthsOfEpsilon).bound(.ninetyFive)
                    #expect(cell.high - cell.low <= 2 * bound)
                }
                let visits = count([.visitor, .bounced, .engaged])
                for (name, value) in [
                    (FigureName.visitors, visits), (.passersBy, count([.passerBy])),
                    (.capture, visits / (visits + count([.passerBy]))), (.bounce, count([.bounced]) / visits),
                    (.engagement, count([.engaged]) / visits),
                    (.returning, count([.week, .month, .year]) / count([.first, .week, .month, .year])),
                ] {
                    let shown = try #require(figure(name, in: day.figures))
                    check(value, shown.low, shown.high)
                }
            }
            #expect(all == 30 * 19)
            #expect(Double(inside) >= 0.93 * Double(all), "\(inside) of \(all)")
            #expect(told.tenthsSpent == 30 * 8)
        }
    }
}
