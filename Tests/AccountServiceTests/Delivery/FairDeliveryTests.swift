import Basics
import Forwarding
import Foundation
import HTTPKit
import Logging
import Network
import Storage
import Synchronization
import TestServer
import Testing

@testable import AccountService

/// Hands over to hosts whose names it resolves, as callers of merchants' programs and of push services do.
private final class ResolvingCarrier: DeliveryCarrier {
    private let resolver: NameResolver
    private let hosts = Mutex<[String]>([])

    var taken: [String] { hosts.withLock { $0 } }
    var isAvailable: Bool { true }

    init(_ resolver: NameResolver) {
        self.resolver = resolver
    }

    func deliver(_ delivery: Delivery, at now: Timestamp) async throws(DeliveryFault) {
        guard await !resolver.addresses(of: delivery.text, for: delivery.owner).isEmpty else {
            throw .later(after: nil, cause: "unreachable")
        }
        hosts.withLock { $0.append(delivery.text) }
    }
}

@Suite("Turns of what is handed over")
struct FairDeliveryTests {
    @Test("sixty dead names of one merchant hold up neither another merchant's call nor a push")
    func deadNames() async throws {
        try await Engine.sqlite.withDatabase { database in
            let asked = Mutex(0)
            let resolver = NameResolver { name in
                if name.hasSuffix(".slow.example") {
                    asked.withLock { $0 += 1 }
                    Thread.sleep(forTimeInterval: 10)
                }
                return [IPAddress("9.9.9.9")].compactMap { $0 }
            }
            let clock = TestClock()
            let carrier = ResolvingCarrier(resolver)
            let queue = DeliveryQueue(
                database: database, clock: clock.serverClock, carriers: [.callback: carrier, .web: carrier])
            func add(_ id: String, _ host: String, of owner: String, _ lane: DeliveryLane = .callback) async throws {
                let now = clock.now
                try await database.write { connection in
                    try DeliveryStore(connection).insert(
                        Delivery(
                            id: id, lane: lane, owner: owner, recipient: id, subject: "", text: host,
                            expiresAt: now.advanced(bySeconds: 86_400)), at: now)
                }
            }
            for number in 0..<60 { try await add("\(number)", "a\(number).slow.example", of: "eve") }
            let run = Task { try await DeliveryRun(queue, logger: Logger(label: "test")).run() }
            while asked.withLock({ $0 }) < 2 { try await Task.sleep(for: .milliseconds(10)) }
            let start = ContinuousClock.now
            try await add("ben", "shop.example", of: "ben")
            try await add("ana", "push.example", of: "ana", .web)
            while carrier.taken.count < 2, ContinuousClock.now - start < .seconds(20) {
                try await Task.sleep(for: .milliseconds(10))
            }
            #expect(ContinuousClock.now - start < .seconds(2))
            #expect(Set(carrier.taken) == ["shop.example", "push.example"])
            // The names of one owner take two threads, whatever their number.
            #expect(asked.withLock { $0 } == 2)
            run.cancel()
            try? await run.value
        }
    }
}
