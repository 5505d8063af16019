import Basics
import Exposure
import Storage
import TestServer
import Testing

@testable import AccountService
@testable import ExposureService
@testable import HTTPKit

@Suite("Onsets beside codes")
struct OnsetTests {
    private static let token = "0123456789abcdef0123456789abcdef"

    private func today(_ world: World) -> UTCDay { UTCDay(containing: world.clock.now) }

    /// A code whose report reaches back to two days before an onset of some days ago.
    private func code(onsetDaysAgo days: Int, _ world: World) async throws -> IssuedCode {
        let issued = try await world.exposure.issueCode(by: .operatorOfTheMachine)
        try await world.exposure.setOnset(today(world).advanced(by: -days), ofCode: issued.id)
        return issued
    }

    /// Whether any value of any table holds these bytes.
    private func holds(_ contents: Contents, _ bytes: [UInt8]) -> Bool {
        contents.rows.values.joined().contains { row in
            (0..<row.count).contains { column in
                if case .blob(let value) = row[column] { value.contains(bytes) } else { false }
            }
        }
    }

    private func onsets(_ world: World) async throws -> Int {
        try await world.database.read { connection in
            try connection.query("SELECT id FROM exposure_codes WHERE onset_day IS NOT NULL").count
        }
    }

    @Test("what is published begins two days before, and the rest of the key is nowhere", arguments: Engine.allCases)
    func published(engine: Engine) async throws {
        try await World.with(engine) { world in
            let issued = try await code(onsetDaysAgo: 4, world)
            let uploaded = world.dayKey(1, daysAgo: 14)
            let expected = try #require(uploaded.key(on: today(world).advanced(by: -6)))
            #expect(await world.outcome([uploaded], code: issued.code, retry: Self.token) == "taken")
            let release = world.nextRelease
            // The same words again are answered as before, and another key is not.
            #expect(await world.outcome([uploaded], code: issued.code, retry: Self.token) == "taken")
            #expect(await world.outcome([world.dayKey(2)], code: issued.code, retry: Self.token) == "code")
            let day = today(world)
            world.advance(to: release.advanced(bySeconds: 60))
            #expect(
                try await world.keys(of: release) == [PublishedKey(key: expected, day: day.advanced(by: -6))])
            #expect(try await onsets(world) == 0)
            let contents = try await Contents(of: world.database)
            #expect(holds(contents, expected.bytes) && !holds(contents, uploaded.key.bytes))
        }
    }

    @Test("a key that begins later stays, and so does every key without an onset", arguments: Engine.allCases)
    func unchanged(engine: Engine) async throws {
        try await World.with(engine) { world in
            let recent = world.dayKey(1, daysAgo: 5)
            let old = world.dayKey(2, daysAgo: 14)
            #expect(await world.outcome([recent], code: try await code(onsetDaysAgo: 4, world).code) == "taken")
            let forgotten = try await code(onsetDaysAgo: 4, world)
            try await world.exposure.setOnset(nil, ofCode: forgotten.id)
            #expect(await world.outcome([old], code: forgotten.code) == "taken")
            let release = world.nextRelease
            world.advance(to: release.advanced(bySeconds: 60))
            #expect(try await world.keys(of: release) == [recent, old])
        }
    }

    @Test("several keys of a phone are cut to the same one")
    func several() async throws {
        try await World.with(.sqlite) { world in
            let keys = try world.chain(1, daysAgo: [14, 3])
            let cut = try #require(keys[0].key(on: today(world).advanced(by: -2)))
            let day = today(world)
            #expect(await world.outcome(keys, code: try await code(onsetDaysAgo: 0, world).code) == "taken")
            let release = world.nextRelease
            world.advance(to: release.advanced(bySeconds: 60))
            #expect(try await world.keys(of: release) == [PublishedKey(key: cut, day: day.advanced(by: -2))])
        }
    }

    @Test("it is kept for codes that wait, and for these only as long", arguments: Engine.allCases)
    func waiting(engine: Engine) async throws {
        try await World.with(engine) { world in
            let onset = today(world)
            func outcome(_ id: String) async -> String? {
                do throws(ServiceError) {
                    try await world.exposure.setOnset(onset, ofCode: id)
                    return nil
                } catch {
                    return error.code
                }
            }
            #expect(await outcome("nobody's") == "exposure.unknown_code")
            let used = try await world.exposure.issueCode(by: .operatorOfTheMachine)
            #expect(await world.outcome([world.dayKey(1)], code: used.code) == "taken")
            #expect(await outcome(used.id) == "exposure.unknown_code")
            let withdrawn = try await world.exposure.issueCode(by: .operatorOfTheMachine)
            try await world.exposure.withdrawCode(withdrawn.id, by: .operatorOfTheMachine)
            #expect(await outcome(withdrawn.id) == "exposure.unknown_code")
            let waiting = try await world.exposure.issueCode(by: .operatorOfTheMachine)
            #expect(await outcome(waiting.id) == nil)
            #expect(try await onsets(world) == 1)
            // On the fourth day after its own nobody can use it any more.
            world.clock.advance(seconds: 3 * 86_400)
            try await world.exposure.prune(at: world.clock.now)
            #expect(try await onsets(world) == 1)
            world.clock.advance(seconds: 86_400)
            try await world.exposure.prune(at: world.clock.now)
            #expect(try await onsets(world) == 0)
            #expect(await outcome(waiting.id) == "exposure.unknown_code")
        }
    }

    @Test("days that no key reaches are none")
    func range() async throws {
        try await World.with(.sqlite) { world in
            let day = today(world)
            #expect([0, -1, -21].allSatisfy { world.exposure.canBeOnset(day.advanced(by: $0)) })
            #expect([1, -22, .min, .max].allSatisfy { !world.exposure.canBeOnset(day.advanced(by: $0)) })
        }
    }
}
