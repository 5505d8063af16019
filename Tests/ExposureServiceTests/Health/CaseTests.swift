import Basics
import Exposure
import ExposureWire
import Storage
import TestServer
import Testing

@testable import ExposureService
@testable import HTTPKit

@Suite("Cases of the health authority")
struct CaseTests {
    @Test("a case shows what it would publish and the phone's words, and waits", arguments: Engine.allCases)
    func register(engine: Engine) async throws {
        try await World.with(engine) { world in
            let staff = try await Staff.add(to: world)
            let shown = ShownCase(daysAgo: 13, now: world.clock.now)
            let (registered, isDuplicate) = try await world.health.register(shown.address, by: staff.actor)
            #expect(!isDuplicate && registered.state == .pending)
            #expect(registered.firstDay.description == "2026-11-08")
            #expect(registered.registeredOn.description == "2026-11-21")
            #expect(registered.checkWords == shown.words && registered.decidedOn == nil)
            #expect(try await world.health.cases() == [registered])
            #expect(try await Contents(of: world.database).count("exposure_keys") == 0)
            #expect(try await world.trail() == ["role.given", "case.registered 1"])
        }
    }

    @Test("an approved case's key is published with the next batch, and gone from the case", arguments: Engine.allCases)
    func approve(engine: Engine) async throws {
        try await World.with(engine) { world in
            let staff = try await Staff.add(to: world)
            let shown = ShownCase(now: world.clock.now)
            let id = try await world.health.register(shown.text, by: staff.actor).registered.id
            let approved = try await world.health.approve(id, by: staff.actor)
            #expect(approved.state == .approved && approved.checkWords == nil)
            #expect(approved.decidedOn == UTCDay(containing: world.clock.now))
            try await expectNoKey(shown, in: "cases", world)
            let release = BatchTime.next(after: world.clock.now)
            world.clock.advance(seconds: 7200)
            let batch = try await KeyBatch(protobuf: Array(world.exposure.batch(release).protobuf))
            #expect(batch.keys == [PublishedKey(key: shown.key, day: shown.day)])
            #expect(try await world.trail() == ["role.given", "case.approved 1", "case.registered 1"])
        }
    }

    @Test("a rejected case publishes nothing, and its key is gone", arguments: Engine.allCases)
    func reject(engine: Engine) async throws {
        try await World.with(engine) { world in
            let staff = try await Staff.add(to: world)
            let shown = ShownCase(now: world.clock.now)
            let id = try await world.health.register(shown.text, by: staff.actor).registered.id
            #expect(try await world.health.reject(id, by: staff.actor).state == .rejected)
            try await expectNoKey(shown, in: "cases", world)
            #expect(try await Contents(of: world.database).count("exposure_keys") == 0)
            // The person may come back with the same phone.
            let again = try await world.health.register(shown.text, by: staff.actor)
            #expect(!again.isDuplicate && again.registered.id != id)
        }
    }

    @Test("a case is decided once", arguments: Engine.allCases)
    func decidedOnce(engine: Engine) async throws {
        try await World.with(engine) { world in
            let staff = try await Staff.add(to: world)
            let health = world.health
            let actor = staff.actor
            let shown = ShownCase(now: world.clock.now)
            let id = try await health.register(shown.text, by: actor).registered.id
            let outcomes = await withTaskGroup(of: String?.self) { group in
                for number in 0..<8 {
                    group.addTask {
                        await code {
                            if number.isMultiple(of: 2) {
                                _ = try await health.approve(id, by: actor)
                            } else {
                                _ = try await health.reject(id, by: actor)
                            }
                        }
                    }
                }
                return await group.reduce(into: []) { $0.append($1) }
            }
            #expect(outcomes.filter { $0 == nil }.count == 1)
            #expect(outcomes.filter { $0 == "exposure.unknown_case" }.count == 7)
            let contents = try await Contents(of: world.database)
            let state = try await health.cases().map(\.state)
            #expect(contents.count("exposure_keys") == (state == [.approved] ? 1 : 0))
            await #expect(code { _ = try await health.approve("nothing", by: actor) } == "exposure.unknown_case")
        }
    }

    @Test("a key that waits is told, and one that is published as well", arguments: Engine.allCases)
    func duplicates(engine: Engine) async throws {
        try await World.with(engine) { world in
            let staff = try await Staff.add(to: world)
            var shown = ShownCase(now: world.clock.now)
            let first = try await world.health.register(shown.text, by: staff.actor)
            let second = try await world.health.register(shown.address, by: staff.actor)
            #expect(second.isDuplicate && second.registered == first.registered)
            // Another installation with the same key would be a copy; it is no second case either.
            shown.application = [UInt8](repeating: 9, count: 16)
            #expect(try await world.health.register(shown.text, by: staff.actor).isDuplicate)
            _ = try await world.health.approve(first.registered.id, by: staff.actor)
            await #expect(
                code { _ = try await world.health.register(shown.text, by: staff.actor) } == "exposure.already_reported"
            )
            #expect(try await world.trail() == ["role.given", "case.approved 1", "case.registered 1"])
        }
    }

    @Test("what is no case, or has a day that cannot be published, is refused", arguments: Engine.allCases)
    func refused(engine: Engine) async throws {
        try await World.with(engine) { world in
            let staff = try await Staff.add(to: world)
            let now = world.clock.now
            let before = try await Contents(of: world.database)
            let texts = [
                "", "V1.", "hello", ShownCase(daysAgo: -1, now: now).text, ShownCase(daysAgo: 22, now: now).text,
                ShownCase(daysAgo: 20_000, now: now).text,
            ]
            for text in texts {
                await #expect(
                    code { _ = try await world.health.register(text, by: staff.actor) } == "exposure.invalid_case")
            }
            #expect(try await Contents(of: world.database) == before)
        }
    }

    @Test("a case that nobody decides loses its key after three days", arguments: Engine.allCases)
    func expire(engine: Engine) async throws {
        try await World.with(engine) { world in
            let staff = try await Staff.add(to: world)
            let shown = ShownCase(now: world.clock.now)
            let id = try await world.health.register(shown.text, by: staff.actor).registered.id
            world.clock.advance(seconds: 2 * 86_400)
            try await world.health.prune(at: world.clock.now)
            #expect(try await world.health.cases().map(\.state) == [.pending])
            world.clock.advance(seconds: 86_400)
            try await world.health.prune(at: world.clock.now)
            #expect(try await world.health.cases().map(\.state) == [.expired])
            try await expectNoKey(shown, in: "cases", world)
            await #expect(code { _ = try await world.health.approve(id, by: staff.actor) } == "exposure.unknown_case")
            world.clock.advance(seconds: 14 * 86_400)
            try await world.health.prune(at: world.clock.now)
            #expect(try await world.health.cases().isEmpty)
        }
    }

    @Test("nothing joins a case to a code, a phone, somebody of the staff or an hour", arguments: Engine.allCases)
    func privacy(engine: Engine) async throws {
        try await World.with(engine) { world in
            let staff = try await Staff.add(to: world)
            let issued = try await world.exposure.issueCode(by: staff.actor)
            let shown = ShownCase(now: world.clock.now)
            _ = try await world.health.register(shown.text, by: staff.actor)
            let rows = try await Contents(of: world.database).rows
            let known: [SQLValue] = [
                .blob(staff.account), .text(issued.id), .text(issued.code), .blob(shown.application),
                .integer(world.clock.now.milliseconds), .text(shown.text),
            ]
            for row in rows["cases"] ?? [] {
                for column in 0..<row.count { #expect(!known.contains(row[column])) }
            }
            // The trail says that somebody registered a case on a day, and not which.
            #expect(try await world.trail() == ["role.given", "case.registered 1", "code.issued 1"])
            try await expectNoKey(shown, in: "audit_entries", world)
            try await expectNoKey(shown, in: "audit_days", world)
        }
    }

    private func expectNoKey(_ shown: ShownCase, in table: String, _ world: World) async throws {
        for row in try await Contents(of: world.database).rows[table] ?? [] {
            for column in 0..<row.count {
                #expect(row[column] != .blob(shown.key.bytes))
                #expect(row[column] != .text(shown.key.bytes.hexadecimal))
                #expect(row[column] != .text(shown.words))
            }
        }
    }
}
