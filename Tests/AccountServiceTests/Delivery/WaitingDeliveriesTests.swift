import AccountService
import Basics
import HTTPKit
import Network
import Storage
import TestServer
import Testing

@testable import ServerApp

@Suite("How much waits to be handed over")
struct WaitingDeliveriesTests {
    private struct Refusing: DeliveryCarrier {
        var isAvailable: Bool { true }
        func deliver(_ delivery: Delivery, at now: Timestamp) async throws(DeliveryFault) {
            throw .later(after: 60, cause: "busy")
        }
    }

    @Test(
        "is told by way, with what was refused and how late it is, and nothing of whom it is for",
        arguments: Engine.allCases)
    func waiting(engine: Engine) async throws {
        try await engine.withDatabase { database in
            let clock = TestClock()
            let queue = DeliveryQueue(
                database: database, clock: clock.serverClock, carriers: [.callback: Refusing(), .mail: Refusing()])
            try await database.write { connection in
                for number in 0..<3 {
                    try DeliveryStore(connection).insertCallback(
                        id: "\(number)", to: "ana", body: "", usefulFor: 86_400, at: clock.now)
                }
            }
            func told() async throws -> [String] {
                try await queue.waiting().map { "\($0.lane) \($0.count) \($0.failing) \($0.overdueSeconds)" }
            }
            #expect(try await told() == ["mail 0 0 0", "callback 3 0 0"])
            clock.advance(seconds: 90)
            #expect(try await told() == ["mail 0 0 0", "callback 3 0 90"])
            #expect(try await queue.deliverDue(.callback) == 0)
            // They wait for their next turn now.
            #expect(try await told() == ["mail 0 0 0", "callback 3 3 0"])
            clock.advance(seconds: 100)
            #expect(try await told() == ["mail 0 0 0", "callback 3 3 40"])
        }
    }
}
