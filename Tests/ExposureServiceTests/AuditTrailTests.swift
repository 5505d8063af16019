import Basics
import Storage
import TestServer
import Testing

@testable import AccountService
@testable import ExposureService

@Suite("The audit trail")
struct AuditTrailTests {
    private func append(_ count: Int, to world: World) async throws {
        for number in 0..<count {
            try await world.database.write { connection in
                try AuditTrail.append(
                    .published, subject: "subject \(number)", by: .account([UInt8(number)]), at: world.clock.now,
                    in: connection)
            }
        }
    }

    @Test("entries are read newest first, a page at a time", arguments: Engine.allCases)
    func reading(engine: Engine) async throws {
        try await World.with(engine) { world in
            try await append(5, to: world)
            let pages = try await world.database.read { connection in
                let first = try AuditTrail.entries(limit: 3, in: connection)
                return [first, try AuditTrail.entries(before: first.last?.number, limit: 3, in: connection)]
            }
            #expect(pages.map { $0.map(\.number) } == [[5, 4, 3], [2, 1]])
            #expect(pages[0][0].actor == .account([4]))
            #expect(pages[0][0].subject == "subject 4")
            #expect(pages[0][0].at == world.clock.now)
        }
    }

    @Test("entries that are added at once do not fork it", arguments: Engine.allCases)
    func concurrency(engine: Engine) async throws {
        try await World.with(engine) { world in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<24 {
                    group.addTask {
                        try await world.database.write { connection in
                            try AuditTrail.append(
                                .published, subject: "\(number)", by: .server, at: world.clock.now, in: connection)
                        }
                    }
                }
                try await group.waitForAll()
            }
            #expect(try await soundEntries(world) == 24)
        }
    }

    @Test(
        "what is changed, removed, moved or put in afterwards is found",
        arguments: [
            ("UPDATE audit_entries SET subject = 'other' WHERE number = 3", 3),
            ("UPDATE audit_entries SET actor = 'server' WHERE number = 3", 3),
            ("UPDATE audit_entries SET at = at + 1 WHERE number = 3", 3),
            ("UPDATE audit_entries SET action = 'code.used' WHERE number = 1", 1),
            (
                "UPDATE audit_entries SET digest = (SELECT digest FROM audit_entries WHERE number = 2) WHERE number = 3",
                3
            ),
            ("DELETE FROM audit_entries WHERE number = 3", 3),
            ("DELETE FROM audit_entries WHERE number = 1", 1),
            ("UPDATE audit_entries SET number = 9 WHERE number = 5", 5),
            ("UPDATE audit_entries SET subject = 'subject 1', actor = '01' WHERE number = 3", 3),
        ])
    func tampering(sql: String, number: Int64) async throws {
        for engine in Engine.allCases {
            try await World.with(engine) { world in
                try await append(5, to: world)
                #expect(try await soundEntries(world) == 5)
                try await world.database.write { _ = try $0.execute(sql) }
                let soundness = try await world.database.read { try AuditTrail.verify(in: $0) }
                #expect(soundness == .broken(at: number))
            }
        }
    }

    @Test("a trail that was cut short has another end than the one that was noted down")
    func cutShort() async throws {
        try await World.with(.sqlite) { world in
            try await append(5, to: world)
            let noted = try await world.database.read { try AuditTrail.verify(in: $0) }
            try await world.database.write { _ = try $0.execute("DELETE FROM audit_entries WHERE number = 5") }
            let found = try await world.database.read { try AuditTrail.verify(in: $0) }
            #expect(found != noted)
            guard case .sound(4, _) = found else {
                Issue.record("\(found)")
                return
            }
        }
    }

    @Test("an actor is written so that it is read again")
    func actors() {
        for actor in [AuditActor.operatorOfTheMachine, .server, .account([0, 1, 255])] {
            #expect(AuditActor(text: actor.text) == actor)
        }
        #expect(AuditActor(text: "") == nil)
        #expect(AuditActor(text: "nobody") == nil)
    }
}
