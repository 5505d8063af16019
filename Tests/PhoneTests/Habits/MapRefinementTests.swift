import API
import AnonymousCredentials
import Basics
import Beacons
import Foundation
import Loyalty
import RadioMaps
import Testing

@testable import Phone

/// What a phone tells of radio maps, and when.
struct MapRefinementTests {
    private func residual(_ minor: UInt16, _ decibels: Double, number: Int64 = 3) -> MapResidual {
        MapResidual(
            beacon: BeaconIdentity(uuid: CountingWorld.shop.venue, major: 100, minor: minor), number: number,
            decibels: decibels)
    }

    /// A day with ten minutes beside beacons, and the two days after it.
    private func days(_ world: CountingWorld, _ phone: PhoneCounting, _ residuals: [MapResidual]) async throws {
        try await world.pass(3600, phone)
        try await world.pass(600, phone, residuals: residuals)
        try await world.pass(62 * 3600, phone)
    }

    @Test("who agrees tells of one beacon, once, on the next day, with a credential of the month and of one length")
    func told() async throws {
        var (lengths, minors, instants) = (Set<Int>(), Set<Int>(), [Timestamp]())
        for seed in 1...8 as ClosedRange<UInt64> {
            let world = CountingWorld()
            let phone = world.phone(term: .coupons, seed: seed, map: 3, refines: true)
            try await days(world, phone, [residual(2, -4.4), residual(300, 30), residual(9, 0)])
            let (asked, residuals, reports) = await (world.asked, world.residuals, world.reports)
            #expect(asked.count == 1 && residuals.count == 1 && reports.isEmpty)
            let (at, json) = try #require(residuals.first)
            #expect(at.seconds / 86_400 == 20_787)
            instants.append(at)
            let body = try RadioResidualBody(request: json)
            #expect(body.number == 3 && body.major == 100 && body.day == "2026-11-29")
            #expect(body.decibels == [2: -4, 300: 12, 9: 0][body.minor])
            minors.insert(body.minor)
            lengths.insert(json.count)
            let presentation = try #require([UInt8](hexadecimal: body.presentation))
            #expect(world.issuer.tag(of: presentation, for: BeaconResidual.context(of: 20_786)) != nil)
            #expect(!String(decoding: json, as: UTF8.self).contains("-4.4"))
        }
        #expect(lengths.count == 1 && minors.count > 1, "\(lengths) \(minors)")
        let hours = instants.map { $0.seconds % 86_400 / 3600 }
        #expect(Set(hours).count > 3 && (hours.max() ?? 0) - (hours.min() ?? 0) > 8, "\(hours)")
    }

    @Test("without the agreement, without a server's map, or with too few strengths nothing is asked or told")
    func nothing() async throws {
        for (number, refines, count) in [(3, false, 60), (0, true, 60), (3, true, 2)] as [(Int64, Bool, Int64)] {
            let world = CountingWorld()
            let phone = world.phone(term: .coupons, map: number, refines: refines)
            try await world.pass(3600, phone)
            try await world.pass(count * 10, phone, residuals: [residual(2, -5, number: number)])
            try await world.pass(62 * 3600, phone)
            let (asked, residuals) = await (world.asked, world.residuals)
            #expect(residuals.isEmpty)
            #expect(asked.isEmpty == !(refines && number > 0))
        }
    }

    @Test("what was heard by a map that is no longer in force is not told")
    func otherMap() async throws {
        let world = CountingWorld()
        let phone = world.phone(term: .coupons, map: 4, refines: true)
        try await days(world, phone, [residual(2, -5, number: 3)])
        let residuals = await world.residuals
        #expect(residuals.isEmpty)
    }

    @Test("a report that was lost is sent again with the same bytes; once the owner agrees no more, never")
    func lost() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let world = CountingWorld()
        let phone = world.phone(term: .coupons, files: folder, map: 3, refines: true)
        try await world.pass(3600, phone)
        try await world.pass(600, phone, residuals: [residual(2, -5)])
        await world.fail(.max)
        try await world.pass(38 * 3600, phone)
        let tries = await world.residuals
        #expect(tries.count > 1 && Set(tries.map(\.body)).count == 1)
        await world.fail(0)
        let unwilling = world.phone(term: .coupons, files: folder, map: 3)
        try await world.pass(3 * 3600, unwilling)
        let after = await world.residuals.count
        #expect(after == tries.count)
    }
}
