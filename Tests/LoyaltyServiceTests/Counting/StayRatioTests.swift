import API
import AccountService
import Basics
import Beacons
import HTTPKit
import Loyalty
import ServiceKit
import Storage
import TestServer
import Testing

@testable import LoyaltyService

/// Phones come to a shop and prove nothing (F3).
@Suite("Stays that are not verified")
struct StayRatioTests {
    /// A day of `entered` stays, each proved with probability `share`.
    private func day(_ entered: Int, _ share: Double, using random: inout SplitMix64) -> BeaconTraffic {
        BeaconTraffic(entered: entered, proved: (0..<entered).count { _ in random.uniform() < share })
    }

    /// Days whose share is around `share`, different from day to day, as those of the week are.
    private func days(
        _ numbers: Range<Int>, entered: ClosedRange<Int>, share: Double, using random: inout SplitMix64
    ) -> [Int: BeaconTraffic] {
        Dictionary(
            uniqueKeysWithValues: numbers.map { number in
                let own = share * (0.9 + 0.2 * random.uniform())
                return (number, day(Int.random(in: entered, using: &random), own, using: &random))
            })
    }

    @Test("no honest day is odd, whatever the share, the size and the hour", arguments: [0.06, 0.2, 0.5, 0.9])
    func honest(share: Double) {
        var random = SplitMix64(seed: 3)
        for entered in [2...12, 30...60, 150...300] {
            for _ in 0..<4 {
                let known = days(0..<56, entered: entered, share: share, using: &random)
                for number in 0..<56 {
                    let own = share * (0.9 + 0.2 * random.uniform())
                    var sofar = BeaconTraffic(entered: 0, proved: 0)
                    for _ in 0..<12 {
                        let hour = day(entered.upperBound / 10, own, using: &random)
                        sofar = BeaconTraffic(
                            entered: sofar.entered + hour.entered, proved: sofar.proved + hour.proved)
                        #expect(!StayRatios.judge(sofar, on: number, isClosed: false, before: known).isOdd)
                    }
                }
            }
        }
    }

    @Test("a shop at which nothing is proved any more is odd within hours, and stays so for a week")
    func mute() {
        var random = SplitMix64(seed: 4)
        var known = days(0..<28, entered: 150...250, share: 0.2, using: &random)
        let usual = StayRatios.judge(BeaconTraffic(entered: 100, proved: 0), on: 28, isClosed: false, before: known)
        #expect(usual.isOdd && abs((usual.usual ?? 0) - 0.2) < 0.03)
        // Fewer stays than chance allows for say nothing, and nine never do.
        #expect(
            !StayRatios.judge(BeaconTraffic(entered: 25, proved: 0), on: 28, isClosed: false, before: known).isOdd)
        for number in 28..<35 {
            let dead = BeaconTraffic(entered: 200, proved: 0)
            #expect(StayRatios.judge(dead, on: number, isClosed: true, before: known).isOdd, "day \(number)")
            known[number] = dead
        }
        // Repaired, it is as usual again.
        #expect(
            !StayRatios.judge(BeaconTraffic(entered: 200, proved: 40), on: 35, isClosed: true, before: known).isOdd)
    }

    @Test("where nearly all stays are proved, a dozen without a proof are enough")
    func near() {
        var random = SplitMix64(seed: 5)
        let known = days(0..<28, entered: 40...80, share: 0.9, using: &random)
        #expect(StayRatios.judge(BeaconTraffic(entered: 12, proved: 0), on: 28, isClosed: false, before: known).isOdd)
        #expect(!StayRatios.judge(BeaconTraffic(entered: 9, proved: 0), on: 28, isClosed: false, before: known).isOdd)
    }

    @Test("a shop whose usual is not known is odd only when nothing at all is proved there")
    func new() {
        let none = StayRatios.judge(BeaconTraffic(entered: 240, proved: 0), on: 3, isClosed: true, before: [:])
        #expect(none.isOdd && none.usual == nil)
        #expect(!StayRatios.judge(BeaconTraffic(entered: 240, proved: 1), on: 3, isClosed: true, before: [:]).isOdd)
        #expect(!StayRatios.judge(BeaconTraffic(entered: 60, proved: 0), on: 3, isClosed: true, before: [:]).isOdd)
        // Nor does a shop that never proved anything get used to it.
        let dead = Dictionary(uniqueKeysWithValues: (0..<28).map { ($0, BeaconTraffic(entered: 240, proved: 0)) })
        #expect(StayRatios.judge(BeaconTraffic(entered: 240, proved: 0), on: 28, isClosed: true, before: dead).isOdd)
    }

    @Test(
        "enters with less than fifteen minutes between are one stay, proved if any of them is",
        arguments: Engine.allCases)
    func stays(_ engine: Engine) async throws {
        try await World.with(engine) { world in
            let noon = world.clock.now.milliseconds / 60_000
            let rows: [(UInt16, UInt16, VisitEvent.Kind, Int64, String, Bool)] = [
                // Two beacons in the same minute, a third one ten minutes later: one stay, proved at the last.
                (100, 1, .enter, 0, "ana", false), (100, 2, .enter, 0, "ana", false), (100, 3, .enter, 10, "ana", true),
                // Fifteen minutes after it another one, without a proof; leaving says nothing.
                (100, 1, .enter, 25, "ana", false), (100, 1, .exit, 45, "ana", true),
                (100, 1, .enter, 3, "bea", true), (101, 1, .enter, 4, "other", false),
            ]
            try await world.database.write { connection in
                for (major, minor, kind, minute, pseudonym, isProved) in rows {
                    let event = VisitEvent(
                        kind, at: BeaconIdentity(uuid: world.uuid, major: major, minor: minor),
                        Timestamp(milliseconds: (noon + minute) * 60_000))
                    _ = try EventStore(connection).insert(event, pseudonym: pseudonym, isProved: isProved)
                }
            }
            let stays = try await world.database.read {
                try EventStore($0).stays(of: world.uuid, from: noon, until: noon + 60)
            }
            let counted: [UInt16: BeaconTraffic] = [
                100: BeaconTraffic(entered: 3, proved: 2), 101: BeaconTraffic(entered: 1, proved: 0),
            ]
            #expect(stays == counted)
            let own = try await world.database.read {
                try EventStore($0).stays(of: world.uuid, major: 101, from: noon, until: noon + 60)
            }
            #expect(own.keys.sorted() == [101])
            // Closed, the day is kept by shop.
            let counting = world.counting()
            try await counting.keepCounting(at: world.clock.now)
            world.clock.advance(seconds: 86_400)
            try await counting.keepCounting(at: world.clock.now)
            let merchant = try await world.merchant(try await world.visitor("merchant"), of: 100)
            let told = try await counting.stays(of: merchant, from: World.firstDay, through: World.firstDay)
            #expect(told.map(\.entered) == [3] && told.map(\.proved) == [2] && told.allSatisfy { !$0.isOdd })
        }
    }

    @Test("operators are told of the shop that went deaf, and nobody else is", arguments: Engine.allCases)
    func operators(_ engine: Engine) async throws {
        try await World.with(engine) { world in
            let counting = world.counting()
            var random = SplitMix64(seed: 6)
            let today = World.firstDay
            let known = [UInt16](100...102).map {
                ($0, days(today - 28..<today, entered: 150...250, share: 0.2, using: &random))
            }
            let noon = world.clock.now.milliseconds / 60_000
            let shares: [UInt16: Double] = [100: 0.2, 101: 0, 102: 0.2]
            var rows: [(UInt16, String, Bool)] = []
            for (major, share) in shares {
                let number = major == 102 ? 9 : 120
                rows += (0..<number).map { (major, "\(major)-\($0)", random.uniform() < share) }
            }
            let events = rows
            try await world.database.write { connection in
                let store = EventStore(connection)
                for (major, days) in known {
                    for (day, traffic) in days { try store.keep([major: traffic], of: world.uuid, on: day) }
                }
                for (major, pseudonym, isProved) in events {
                    let event = VisitEvent(
                        .enter, at: BeaconIdentity(uuid: world.uuid, major: major, minor: 1),
                        Timestamp(milliseconds: (noon - 60) * 60_000))
                    _ = try store.insert(event, pseudonym: pseudonym, isProved: isProved)
                }
            }
            let staff = VenueStaffService(database: world.database, clock: world.clock.serverClock)
            let ben = try await world.visitor("ben").accountID
            try await staff.give(.operator(venue: world.uuid), to: ben, by: .operatorOfTheMachine)
            let odd = try await counting.oddShops(of: world.uuid, by: ben)
            #expect(odd.map(\.major) == [101] && odd.map(\.name) == ["Bruma"])
            let stays = try #require(odd.first?.stays)
            #expect(stays.entered == 120 && stays.proved == 0 && !stays.isClosed && stays.day == today)
            #expect(abs((stays.usual ?? 0) - 0.2) < 0.03)
            let eva = try await world.visitor("eva")
            let merchant = try await world.merchant(eva, of: 101)
            let told = try await counting.stays(of: merchant, from: today, through: today)
            #expect(told == [stays])
            for account in [eva.accountID, try await world.visitor("ana").accountID] {
                await #expect(
                    code { _ = try await counting.oddShops(of: world.uuid, by: account) } == "staff.not_yours")
            }
            await #expect(
                code { _ = try await counting.oddShops(of: UUID128(high: 1, low: 1), by: ben) } == "staff.not_yours")
        }
    }
}
