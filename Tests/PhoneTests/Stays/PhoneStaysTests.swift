import API
import Basics
import Beacons
import Foundation
import Loyalty
import Testing

@testable import Phone

/// What leaves a phone for points for time, and when.
struct PhoneStaysTests {
    private static let till = StayingWorld.beacon(StayingWorld.shop, 2)

    private func withFile(_ body: (URL) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try await body(folder.appending(path: "stays.json"))
    }

    private func instant(_ day: Int64, _ hour: Int64) -> Timestamp { Timestamp(seconds: day * 86_400 + hour * 3600) }

    @Test(
        "an hour in a shop is two requests right after proofs, one stay the next morning, one payment later that day",
        arguments: 1..<6 as Range<UInt64>)
    func day(seed: UInt64) async throws {
        let world = StayingWorld()
        let phone = world.phone(seed: seed)
        try await world.pass(1800, phone)
        let came = await world.now
        try await world.pass(3600, phone, proving: Self.till)
        try await world.pass(40 * 3600, phone)

        let presences = await world.presences
        let waits = presences.map { $0.at.milliseconds(since: came) / 1000 }
        #expect(waits == [10, 1810] && presences.allSatisfy { $0.shop == StayingWorld.shop })
        #expect(presences[1].slot.number - presences[0].slot.number == 3)

        let (shown, payments) = await (world.shown, world.payments)
        #expect(shown.count == 1 && payments.count == 1)
        #expect((instant(20_787, 3)...instant(20_787, 9).advanced(bySeconds: 10)).contains(shown[0].at))
        #expect((instant(20_787, 9)...instant(20_787, 21).advanced(bySeconds: 10)).contains(payments[0].at))
        #expect(payments[0].day == StayingWorld.day)

        // What is shown can be joined with nothing that was said in the owner's name.
        let stay = try ShownStayBody(request: shown[0].body)
        #expect(stay.first == presences[0].slot.beginning && stay.last == presences[1].slot.beginning)
        for (presentation, asked) in [(stay.firstPresentation, presences[0]), (stay.lastPresentation, presences[1])] {
            let tag = await world.tag(presentation, asked.slot.context(in: asked.shop), StaySlot.presentation)
            #expect(tag != nil)
        }
        let paid = payments[0].presentation.hexadecimal
        let tag = await world.tag(paid, StayingWorld.day.context, StayDay.presentation)
        #expect(tag != nil)
        let texts =
            presences.map(\.request.hexadecimal) + [stay.request, stay.firstPresentation, stay.lastPresentation, paid]
        #expect(Set(texts.map { $0.prefix(64) }).count == 6 && Set(texts.map { $0.suffix(64) }).count == 6)
        // The key came at an instant of its own, before any of it.
        let keys = await world.keysAsked
        #expect(keys.count >= 1 && keys[0] < came)
    }

    @Test("the instants of showing and paying are spread over their hours, and say nothing of one another")
    func instants() async throws {
        var (shown, paid): ([Int64], [Int64]) = ([], [])
        for seed in 10..<40 as Range<UInt64> {
            let world = StayingWorld()
            let phone = world.phone(seed: seed)
            try await world.pass(700, phone)
            try await world.pass(1900, phone, proving: Self.till)
            try await world.pass(36 * 3600, phone)
            shown += await world.shown.map { $0.at.milliseconds(since: instant(20_787, 3)) / 1000 }
            paid += await world.payments.map { $0.at.milliseconds(since: instant(20_787, 9)) / 1000 }
        }
        try #require(shown.count == 30 && paid.count == 30)
        // Thirty of a uniform chance fall into each third: fewer than two are there once in seven thousand.
        for (instants, length) in [(shown, 6 * 3600), (paid, 12 * 3600)] as [([Int64], Int64)] {
            for third in 0..<3 as Range<Int64> {
                let within = instants.filter { ($0 * 3 / length).clamped(to: 0...2) == third }
                #expect(within.count >= 2, "\(third)")
            }
        }
        // Rank by rank: of thirty pairs without a tie of chance, 0.6 is more than three standard errors.
        let ranks = [shown, paid].map { values in values.map { value in values.filter { $0 < value }.count } }
        let squares = zip(ranks[0], ranks[1]).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) }
        let correlation = 1 - 6 * Double(squares) / Double(30 * (900 - 1))
        #expect(abs(correlation) < 0.6)
    }

    @Test("at a window, on terms of coupons alone, without points, or for twenty minutes nothing is shown")
    func nothing() async throws {
        let window = StayingWorld.beacon(StayingWorld.shop, 1)
        for (term, points, beacon, seconds, asked) in [
            (Term.visits, 5, window, 3600, 0), (.coupons, 5, Self.till, 3600, 0), (.visits, 0, Self.till, 3600, 0),
            (.habits, 5, Self.till, 1200, 1),
        ] as [(Term, Int, BeaconIdentity, Int64, Int)] {
            let world = StayingWorld()
            let phone = world.phone(term: term, points: points)
            try await world.pass(700, phone)
            try await world.pass(seconds, phone, proving: beacon)
            try await world.pass(30 * 3600, phone)
            let (presences, shown) = await (world.presences, world.shown)
            #expect(presences.count == asked && shown.isEmpty)
            if points == 0 { #expect(await world.keysAsked.isEmpty) }
        }
    }

    @Test("who goes away for a quarter of an hour begins anew; after one stay nothing more is asked that day")
    func gaps() async throws {
        let world = StayingWorld()
        let phone = world.phone()
        try await world.pass(700, phone)
        try await world.pass(1200, phone, proving: Self.till)
        try await world.pass(1200, phone)
        try await world.pass(1200, phone, proving: Self.till)
        let before = await world.presences
        #expect(before.count == 2 && before[0].slot != before[1].slot)
        try await world.pass(1200, phone, proving: Self.till)
        #expect(await world.presences.count == 3)
        try await world.pass(3 * 3600, phone, proving: StayingWorld.beacon(StayingWorld.other, 2))
        #expect(await world.presences.count == 3)
        try await world.pass(34 * 3600, phone)
        let (shown, payments) = await (world.shown, world.payments)
        #expect(shown.count == 1 && payments.count == 1)
    }

    @Test("lost answers are asked for again with the same bytes, and what a refusal ends is not tried again")
    func lostAnswers() async throws {
        let world = StayingWorld()
        await world.lose(3, "presence")
        await world.lose(2, "show")
        await world.lose(2, "pay")
        let phone = world.phone()
        try await world.pass(700, phone)
        try await world.pass(1900, phone, proving: Self.till)
        try await world.pass(60 * 3600, phone)
        let presences = await world.presences
        #expect(presences.count == 5 && Set(presences.prefix(4).map(\.request)).count == 1)
        let (shown, payments) = await (world.shown, world.payments)
        #expect(shown.count == 3 && Set(shown.map(\.body)).count == 1)
        #expect(payments.count == 3 && Set(payments.map(\.presentation)).count == 1)

        let refusing = StayingWorld()
        await refusing.refuse("presence")
        let other = refusing.phone()
        try await refusing.pass(700, other)
        try await refusing.pass(550, other, proving: Self.till)
        try await refusing.pass(30 * 3600, other)
        let (asked, left) = await (refusing.presences.count, refusing.shown.count)
        #expect(asked == 1 && left == 0)
    }

    @Test("each step goes on in the next process, from a file for its owner alone that has no credential")
    func restarts() async throws {
        try await withFile { file in
            let world = StayingWorld()
            let first = world.phone(file: file)
            try await world.pass(700, first)
            try await world.pass(1200, first, proving: Self.till)
            let second = world.phone(file: file, seed: 2)
            try await world.pass(700, second, proving: Self.till)
            #expect(await world.presences.count == 2)
            let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
            #expect(attributes[.posixPermissions] as? Int == 0o600)
            let third = world.phone(file: file, seed: 3)
            try await world.pass(24 * 3600 - 3000, third)
            #expect(await world.shown.count == 1)
            #expect(await world.payments.isEmpty)
            let fourth = world.phone(file: file, seed: 4)
            try await world.pass(14 * 3600, fourth)
            let (shown, payments) = await (world.shown, world.payments)
            #expect(shown.count == 1 && payments.count == 1)
            let fifth = world.phone(file: file, seed: 5)
            try await world.pass(24 * 3600, fifth)
            #expect(await world.payments.count == 1)
            #expect(StayRecords(file: file).finished.isEmpty && StayRecords(file: file).grants.isEmpty)
        }
    }

    @Test("a phone that was off when it should have shown a stay shows it at another instant, not at once")
    func missed() async throws {
        try await withFile { file in
            let world = StayingWorld()
            let first = world.phone(file: file)
            try await world.pass(700, first)
            try await world.pass(1900, first, proving: Self.till)
            // Nobody is there for two days.
            let idle = world.phone(points: 0)
            try await world.pass(48 * 3600, idle)
            let back = await world.now
            let second = world.phone(file: file, seed: 8)
            try await world.pass(48 * 3600, second)
            let (shown, payments) = await (world.shown, world.payments)
            try #require(shown.count == 1 && payments.count == 1)
            #expect(shown[0].at.milliseconds(since: back) > 20_000)
            // It is paid in the next hours of asking, whenever it was shown.
            let hour = payments[0].at.seconds % 86_400 / 3600
            #expect((9..<22).contains(hour) && payments[0].at > shown[0].at)
            // What is over is dropped.
            let third = StayingWorld()
            let late = third.phone()
            try await third.pass(700, late)
            try await third.pass(1900, late, proving: Self.till)
            #expect(await late.records.finished.count == 1)
            try await third.pass(9 * 86_400, third.phone(points: 0))
            try await third.pass(20, late)
            #expect(await late.records.finished.isEmpty)
            #expect(await third.shown.isEmpty)
        }
    }

    @Test("another key than before ends it: nothing is asked of a server that may have one for each phone")
    func otherKey() async throws {
        try await withFile { file in
            let world = StayingWorld()
            let phone = world.phone(file: file)
            try await world.pass(700, phone)
            await world.changeKey()
            try await world.pass(36 * 3600, phone)
            #expect(await world.keysAsked.count == 2)
            let second = world.phone(file: file, seed: 2)
            try await world.pass(3600, second, proving: Self.till)
            try await world.pass(30 * 3600, second)
            let (presences, keys) = await (world.presences, world.keysAsked)
            #expect(presences.isEmpty && keys.count == 2)
        }
    }

    @Test("a file with numbers with which one cannot reckon is read without what they are in")
    func hostileFile() async throws {
        try await withFile { file in
            let most = Int64.max
            let text = """
                {"format":1,"differs":false,"key":"00","going":[{"venue":"\(StayingWorld.shop.venue)","major":100,
                "going":{"progress":{"first":\(most),"day":\(most),"proved":\(Int64.min)},"presentation":"00"}}],
                "finished":[{"venue":"x","major":1,"day":1,"first":\(most),"firstPresentation":"","last":\(most),
                "lastPresentation":"","notBefore":0}],"grants":[{"venue":"x","day":\(most),"presentation":"",
                "notBefore":\(Int64.min)}]}
                """
            try Data(text.utf8).write(to: file)
            let records = StayRecords(file: file)
            #expect(records.going.isEmpty && records.finished.isEmpty && records.grants.isEmpty)
            let world = StayingWorld()
            try await world.pass(1200, world.phone(file: file), proving: Self.till)
        }
    }
}

extension Int64 {
    fileprivate func clamped(to range: ClosedRange<Int64>) -> Int64 {
        Swift.min(Swift.max(self, range.lowerBound), range.upperBound)
    }
}
