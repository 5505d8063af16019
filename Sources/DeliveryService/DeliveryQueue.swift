import HTTPKit
import Logging
import ServiceKit
import ServiceLifecycle
import Storage
import Time

/// What waits in the database until somebody has taken it, so that nothing is lost when the process ends.
///
/// A row is written in the transaction of what it tells about. It is handed over at least once: a process that ends
/// between handing it over and noting that leads to a second time, with the same identifier.
package struct DeliveryQueue: Sendable {
    /// For how long something belongs to the server that hands it over; longer than handing over may take.
    package static let leaseSeconds: Int64 = 240
    /// The longest pause between two tries.
    package static let longestPauseSeconds: Int64 = 3600

    let database: any Database
    let clock: ServerClock
    private let carriers: [DeliveryLane: any DeliveryCarrier]

    /// What waits in `database`, for `carriers`.
    package init(database: any Database, clock: ServerClock, carriers: [DeliveryLane: any DeliveryCarrier]) {
        self.database = database
        self.clock = clock
        self.carriers = carriers
    }

    /// Whether anything goes by this way at all.
    package func isAvailable(_ lane: DeliveryLane) -> Bool { carriers[lane]?.isAvailable == true }

    /// Hands over what is due by one way, and says how much was taken; what failed waits longer each time.
    ///
    /// - Parameter failed: Is told why something was not taken, and neither of whom nor what.
    package func deliverDue(
        _ lane: DeliveryLane, failed: @escaping @Sendable (DeliveryFault) -> Void = { _ in }
    ) async throws(ServiceError) -> Int {
        guard let carrier = carriers[lane], carrier.isAvailable else { return 0 }
        let now = clock.now()
        let due = try await database.reading { try DeliveryStore($0).due(lane, at: now, limit: lane.batch) }
        do {
            return try await withThrowingTaskGroup(of: Bool.self) { group in
                var (taken, waiting) = (0, due[...])
                func begin() {
                    guard let next = waiting.popFirst() else { return }
                    group.addTask { try await handOver(next, by: carrier, failed) }
                }
                for _ in 0..<lane.width { begin() }
                while let isTaken = try await group.next() {
                    if isTaken { taken += 1 }
                    begin()
                }
                return taken
            }
        } catch {
            throw .from(error)
        }
    }

    /// Hands over one unless another server does; whether it was taken.
    private func handOver(
        _ delivery: Delivery, by carrier: any DeliveryCarrier, _ failed: @Sendable (DeliveryFault) -> Void
    ) async throws(ServiceError) -> Bool {
        let now = clock.now()
        let isOurs = try await database.writing { connection in
            try DeliveryStore(connection).claim(delivery, until: now.advanced(bySeconds: Self.leaseSeconds))
        }
        guard isOurs else { return false }
        guard now < delivery.expiresAt else {
            try await remove(delivery)
            return false
        }
        do throws(DeliveryFault) {
            try await carrier.deliver(delivery, at: now)
        } catch {
            failed(error)
            guard case .later(let seconds, _) = error else {
                try await remove(delivery)
                return false
            }
            let pause = max(seconds ?? 0, Self.pauseSeconds(after: delivery.attempts + 1))
            let next = clock.now().advanced(bySeconds: pause)
            try await database.writing { try DeliveryStore($0).postpone(delivery.id, until: next) }
            return false
        }
        // When this fails it is taken a second time, which is better than never.
        try await remove(delivery)
        return true
    }

    private func remove(_ delivery: Delivery) async throws(ServiceError) {
        try await database.writing { try DeliveryStore($0).delete(delivery.id) }
    }

    /// How long something waits after so many failures: 5 seconds, then three times as long each time.
    package static func pauseSeconds(after failures: Int64) -> Int64 {
        (1..<max(1, min(failures, 16))).reduce(5) { pause, _ in min(longestPauseSeconds, pause * 3) }
    }
}

/// Hands over what waits for as long as the server runs.
package struct DeliveryRun: NamedService {
    private let queue: DeliveryQueue
    private let logger: Logger

    /// Hands over what waits in `queue`; the log is told how much failed, and never of whom or what.
    package init(_ queue: DeliveryQueue, logger: Logger) {
        self.queue = queue
        self.logger = logger
    }

    /// Runs until the server stops.
    package func run() async throws {
        let lanes = DeliveryLane.allCases.filter(queue.isAvailable)
        guard !lanes.isEmpty else { return try await gracefulShutdown() }
        await cancelWhenGracefulShutdown {
            await withTaskGroup(of: Void.self) { group in
                for lane in lanes { group.addTask { await run(lane) } }
            }
        }
    }

    private func run(_ lane: DeliveryLane) async {
        let (logger, way) = (logger, lane.rawValue)
        while (try? await Task.sleep(for: .milliseconds(500))) != nil {
            do {
                _ = try await queue.deliverDue(lane) { fault in
                    let details: Logger.Metadata = ["way": "\(way)", "cause": "\(fault.cause)"]
                    switch fault {
                    case .gone: logger.info("a recipient is gone", metadata: details)
                    case .later: logger.warning("a message was not taken", metadata: details)
                    // Somebody has to look: a key, a name or a message of ours is wrong.
                    case .ours: logger.error("messages are refused", metadata: details)
                    }
                }
            } catch {
                guard !Task.isCancelled else { break }
                logger.warning("what waits to be sent cannot be read", metadata: ["cause": "\(error)"])
            }
        }
    }
}
