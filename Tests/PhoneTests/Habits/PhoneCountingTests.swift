import API
import AnonymousCredentials
import Basics
import Beacons
import Foundation
import Loyalty
import Testing

@testable import Phone

/// What leaves a phone of somebody's visits, and when.
struct PhoneCountingTests {
    private func withFolder(_ body: (URL) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try await body(folder)
    }

    private func instant(_ day: Int64, _ hour: Int64) -> Timestamp {
        Timestamp(seconds: day * 86_400 + hour * 3600)
    }

    @Test(
        "a visit sends events later, and the next morning reports of one length, each good once; nothing at the visit")
    func day() async throws {
        let world = CountingWorld()
        let phone = world.phone(seed: 3)
        try await world.pass(3600, phone)
        let before = await world.now
        try await world.pass(1500, phone, inside: true)
        let after = await world.now
        try await world.pass(26 * 3600, phone)

        let events = await world.events
        #expect(events.flatMap(\.batch).map(\.kind) == [.enter, .exit])
        for (at, batch) in events {
            let waits = batch.map { at.milliseconds(since: $0.at) }
            #expect(waits.allSatisfy { (300_000...370_000).contains($0) })
        }

        let asked = await world.asked
        #expect(asked.count == 1)
        let beyond = asked.filter { $0 < before || $0 > after.advanced(bySeconds: 290) }
        #expect(beyond == asked)

        let reports = await world.reports
        #expect(Set(reports.map(\.body.count)).count == 1)
        let window = instant(20_787, 3)...instant(20_787, 9).advanced(bySeconds: 10)
        #expect(reports.allSatisfy { window.contains($0.at) })
        let instants = reports.map(\.at.rfc3339)
        #expect(Set(instants).count == 3, "\(instants)")
        var (cells, tags) = (Set<String>(), Set<[UInt8]>())
        for (_, body) in reports {
            let report = try ReportBody(request: body)
            let cube = try #require(Cube(rawValue: report.cube.rawValue))
            let presentation = try #require([UInt8](hexadecimal: report.presentation))
            let place = ShopDay(shop: CountingWorld.shop, day: 20_786)
            let tag = world.issuer.tag(of: presentation, for: place.context(cube))
            tags.insert(try #require(tag))
            cells.insert(report.cell)
            #expect(report.day == "2026-11-29" && report.period == "2026-11")
        }
        #expect(cells == ["engaged", "20-60", "first"] && tags.count == 3)
    }

    @Test("who stays in a shop all day is asked nothing of a credential until well after")
    func staysAllDay() async throws {
        let world = CountingWorld()
        let phone = world.phone()
        try await world.pass(8 * 3600, phone, inside: true)
        let during = await world.asked
        #expect(during.isEmpty)
        let left = await world.now
        try await world.pass(3 * 3600, phone)
        let asked = await world.asked
        #expect(asked.count == 1 && asked.allSatisfy { $0.milliseconds(since: left) >= 290_000 })
    }

    @Test("a credential whose answer was lost is asked for again with the same request, and serves")
    func lostAnswer() async throws {
        let world = CountingWorld()
        await world.loseAnswers(2)
        let phone = world.phone()
        try await world.pass(1500, phone, inside: true)
        try await world.pass(27 * 3600, phone)
        let (asked, reports) = await (world.asked, world.reports)
        #expect(asked.count == 3 && reports.count == 3)
    }

    @Test("with a lower term there are no reports and no credential; with the lowest no events either")
    func terms() async throws {
        for (term, count) in [(Term.visits, 2), (.coupons, 0)] {
            let world = CountingWorld()
            let phone = world.phone(term: term)
            try await world.pass(1500, phone, inside: true)
            try await world.pass(24 * 3600, phone)
            let (events, asked, reports) = await (world.events, world.asked, world.reports)
            #expect(events.flatMap(\.batch).count == count && asked.isEmpty && reports.isEmpty)
        }
    }

    @Test("a report that was lost is sent again with the very same bytes, by the next process too, and never made anew")
    func restart() async throws {
        try await withFolder { folder in
            let world = CountingWorld()
            let first = world.phone(files: folder)
            try await world.pass(1500, first, inside: true)
            try await world.pass(17 * 3600, first)
            await world.fail(.max)
            try await world.pass(7 * 3600, first)
            try await first.save()
            let lost = Set(await world.reports.map(\.body))
            #expect(lost.count == 3)

            await world.fail(0)
            let sent = await world.reports.count
            let second = world.phone(files: folder, seed: 2)
            try await world.pass(3 * 3600, second)
            let again = await world.reports.dropFirst(sent).map(\.body)
            #expect(again.count == 3 && Set(again) == lost)
            let asked = await world.asked
            #expect(asked.count == 1)
        }
    }

    @Test("the diary goes on in the next process, in a file for its owner alone")
    func diary() async throws {
        try await withFolder { folder in
            let world = CountingWorld()
            let first = world.phone(files: folder)
            try await world.pass(1500, first, inside: true)
            try await world.pass(8 * 3600, first)
            try await first.save()
            for name in ["habits.json", "reports.json"] {
                let attributes = try FileManager.default.attributesOfItem(atPath: folder.appending(path: name).path)
                #expect(attributes[.posixPermissions] as? Int == 0o600)
            }
            let second = world.phone(files: folder, seed: 2)
            try await world.pass(18 * 3600, second)
            let cells = try await world.reports.map { try ReportBody(request: $0.body).cell }
            #expect(Set(cells) == ["engaged", "20-60", "first"] && cells.count == 3)
        }
    }

    @Test("a presentation leaves the file before its report can be sent, and is there no more after a restart")
    func once() async throws {
        try await withFolder { folder in
            let file = folder.appending(path: "reports.json")
            let place = ShopDay(shop: CountingWorld.shop, day: 20_786)
            let report = PlannedReport(place: place, cell: .first, at: CountingWorld.start)
            var store = PresentationStore(file: file)
            try store.keep([(place, .recency, Array(repeating: 13, count: 292))], of: ReportPeriod(containing: 20_786))
            let isMade = try store.prepare(report)
            var next = PresentationStore(file: file)
            let isMadeAgain = try next.prepare(report)
            #expect(isMade && !isMadeAgain && next.count == 0)
            #expect(next.outgoing == store.outgoing && next.outgoing.count == 1)
        }
    }

    @Test("every report is as long as any other, whatever its shop and cell")
    func lengths() throws {
        var lengths: Set<Int> = []
        for cell in Cell.allCases {
            for major in [0, 7, 100, 65_535] as [UInt16] {
                let shop = ShopKey(venue: CountingWorld.shop.venue, major: major)
                let report = PlannedReport(
                    place: ShopDay(shop: shop, day: 20_786), cell: cell, at: CountingWorld.start)
                let body = try #require(ReportBody(report, presentation: String(repeating: "0d", count: 292)))
                lengths.insert(try body.json().count)
                #expect(throws: Never.self) { try ReportBody(request: try body.json()) }
            }
        }
        #expect(lengths.count == 1)
    }
}
