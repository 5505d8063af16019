import API
import Basics
import Beacons
import Foundation
import Loyalty
import TestServer
import Testing

@testable import HTTPKit
@testable import LoyaltyService

/// From what phones hear to what a merchant is shown, in a centre of which everything is known.
struct CentreCountTests {
    /// One person's day in a shop, as it truly was.
    private struct TrueDay {
        let isVisit: Bool
        let minutes: Int64
    }

    private static let isLong = ProcessInfo.processInfo.environment["CERCA_LONG"] != nil

    private let calendar = VenueDays(
        day: { VenueCalendars().day(of: $0, in: "Europe/Madrid") },
        hour: { VenueCalendars().beginning(of: $0, in: "Europe/Madrid").advanced(bySeconds: Int64($1) * 3600) })

    @Test("what merchants are told of a simulated centre holds the truth, in at least 93 of 100 figures")
    func truth() async throws {
        // Two thousand phones of which three in ten report, for thirty days; usually a few of them for three days.
        let (people, days) = Self.isLong ? (600, 30) : (24, 3)
        try await World.with(.sqlite) { world in
            let counting = world.counting()
            let merchant = try await world.merchant(try await world.visitor("merchant"), of: 100)
            try await counting.keepCounting(at: world.clock.now)
            let shop = ShopKey(venue: world.uuid, major: 100)
            var random = SplitMix64(seed: 2026)
            // Credentials of both months that the days may be of.
            var phones: [(diary: HabitDiary, month: [ReportPeriod: ReportingPhone], lastVisit: Int?)] = []
            var sessions: [Session] = []
            for number in 0..<people {
                let session = try await world.visitor("p\(number)")
                sessions.append(session)
                var diary = HabitDiary()
                diary.setTerms([shop: .habits])
                phones.append((diary, [:], nil))
            }
            var truths: [Int: [Cell: Int]] = [:]
            for day in World.firstDay..<World.firstDay + days {
                let opens = calendar.hour(day, 10)
                for index in phones.indices where Int.random(in: 0..<10, using: &random) < 4 {
                    let minutes = Int64.random(in: 1...80, using: &random)
                    let truth = TrueDay(isVisit: Int.random(in: 0..<4, using: &random) > 0, minutes: minutes)
                    let from = opens.advanced(bySeconds: Int64.random(in: 0...28_800, using: &random))
                    live(truth, from: from, shop, &phones[index].diary, using: &random)
                    note(truth, on: day, &phones[index].lastVisit, &truths[day, default: [:]])
                }
                // The next morning all phones report, each in its own time.
                var due: [(phone: Int, report: PlannedReport)] = []
                for index in phones.indices {
                    phones[index].diary.plan(
                        world.uuid, calendar, at: calendar.hour(day + 1, 3), using: &random)
                    due += phones[index].diary.due(at: calendar.hour(day + 1, 9)).map { (index, $0) }
                }
                for (index, report) in due.sorted(by: { $0.report.at < $1.report.at }) {
                    let wait = report.at.milliseconds(since: world.clock.now)
                    world.clock.advance(seconds: max(0, wait / 1000 + 1))
                    let period = ReportPeriod(containing: report.place.day)
                    if phones[index].month[period] == nil {
                        phones[index].month[period] = try await ReportingPhone(counting, period, sessions[index])
                    }
                    let maker = phones[index].month[period]
                    guard var maker else { continue }
                    let made = try maker.report(report.cell, of: report.place)
                    phones[index].month[period] = maker
                    #expect(try await counting.take(made) == .counted)
                }
            }
            world.clock.advance(seconds: 10 * 86_400)
            try await counting.keepCounting(at: world.clock.now)
            let told = try await counting.figures(
                of: merchant, from: World.firstDay, through: World.firstDay + days - 1)
            var (inside, all) = (0, 0)
            for day in told.days {
                #expect(day.isReleased)
                for cell in day.cells {
                    all += 1
                    if (cell.low...cell.high).contains(truths[day.day]?[cell.cell] ?? 0) { inside += 1 }
                    // No wider than the formula by a tenth.
                    let epsilon = Double(cell.cell.cube.tenthsOfEpsilon) / 10
                    #expect(Double(cell.high - cell.low) <= 2.2 * Self.bound(epsilon))
                }
            }
            #expect(all == days * 13)
            // So few figures as usual may be a little less true by chance.
            #expect(Double(inside) >= (Self.isLong ? 0.93 : 0.85) * Double(all), "\(inside) of \(all)")
            let visits = try #require(told.totals.first { $0.name == .visitors })
            let visitors = truths.values.flatMap { $0 }.filter { [.visitor, .bounced, .engaged].contains($0.key) }
                .map(\.value).reduce(0, +)
            // Nearly always within its interval, and never as far off as twice of it.
            let width = (visits.high ?? 0) - (visits.low ?? 0)
            #expect(width > 0 && abs((visits.value ?? 0) - Double(visitors)) <= width)
        }
    }

    /// Beyond which discrete Laplace noise of this epsilon is in one draw of twenty: 2·a^(b + 1) / (1 + a) = 0.05.
    private static func bound(_ epsilon: Double) -> Double {
        let a = exp(-epsilon)
        return log(0.05 * (1 + a) / 2) / log(a) - 1
    }

    /// What the phone hears of one day.
    private func live(
        _ truth: TrueDay, from: Timestamp, _ shop: ShopKey, _ diary: inout HabitDiary, using random: inout SplitMix64
    ) {
        func reading(_ minor: UInt16, _ place: HabitPlace, _ second: Int64) -> HabitReading {
            HabitReading(
                beacon: BeaconIdentity(uuid: shop.venue, major: shop.major, minor: minor), place: place,
                at: from.advanced(bySeconds: second), metres: Double.random(in: 1...9, using: &random))
        }
        for second in stride(from: Int64(0), through: 20, by: 10) {
            diary.hear(reading(3, .outside, second), in: calendar)
        }
        guard truth.isVisit else { return }
        for second in stride(from: Int64(30), through: 30 + truth.minutes * 60, by: 15) {
            diary.hear(reading(1, .inside, second), in: calendar)
        }
        diary.prove(shop, .inside, at: from.advanced(bySeconds: 40 + truth.minutes * 60), in: calendar)
    }

    /// What that day truly was.
    private func note(_ truth: TrueDay, on day: Int, _ lastVisit: inout Int?, _ cells: inout [Cell: Int]) {
        guard truth.isVisit else { return cells[.passerBy, default: 0] += 1 }
        let kind: Cell = truth.minutes < 5 ? .bounced : truth.minutes < 20 ? .visitor : .engaged
        cells[kind, default: 0] += 1
        switch truth.minutes {
        case 60...: cells[.from60, default: 0] += 1
        case 20...: cells[.from20, default: 0] += 1
        case 5...: cells[.from5, default: 0] += 1
        case 2...: cells[.from2, default: 0] += 1
        default: break
        }
        let since = lastVisit.map { day - $0 }
        lastVisit = day
        cells[since == nil ? .first : (since ?? 0) <= 7 ? .week : .month, default: 0] += 1
    }
}
