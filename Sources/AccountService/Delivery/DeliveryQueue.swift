import Basics
import HTTPKit
import Logging
import ServiceKit
import ServiceLifecycle
import Storage

/// What waits in the database until somebody has taken it, so that nothing is lost when the process ends.
///
/// A row is written in the transaction of what it tells about. It is handed over at least once: a process that ends
/// between handing it over and noting that leads to a second time, with the same identifier.
package struct DeliveryQueue: Sendable {
    /// For how long at most the database takes a server for one that is there, after it said so; half of it at least.
    ///
    /// The deliveries of a server are free from then on. The server says again that it is there while it hands one over.
    package static let leaseSeconds: Int64 = 60
    /// The longest pause between two tries.
    package static let longestPauseSeconds: Int64 = 3600
    /// The shortest pause after which something waits in the database, for the next whole hour.
    private static let coarsePauseSeconds: Int64 = 900
    /// The failures after which something that another server tried before goes on.
    private static let failuresOfTried: Int64 = 5
    /// How many deliveries are looked at together at least, so that mails go in their order.
    private static let fewestLookedAt = 20
    /// Seconds until something is tried again that could not be written down.
    private static let unwrittenSeconds: Int64 = 60

    let database: any Database
    let clock: ServerClock
    private let carriers: [DeliveryLane: any DeliveryCarrier]
    /// What this server holds.
    let schedule: DeliverySchedule

    /// What waits in `database`, for `carriers`.
    package init(database: any Database, clock: ServerClock, carriers: [DeliveryLane: any DeliveryCarrier]) {
        self.database = database
        self.clock = clock
        self.carriers = carriers
        schedule = DeliverySchedule(name: ServerRandom.system.identifier().hexadecimal)
    }

    /// Whether anything goes by this way at all.
    package func isAvailable(_ lane: DeliveryLane) -> Bool { carriers[lane]?.isAvailable == true }

    /// Hands over what is due by one way until nothing is left, and returns how much was taken.
    ///
    /// - Parameter failed: Is called with the reason why something was not taken, and neither with whom nor with what.
    package func deliverDue(
        _ lane: DeliveryLane, failed: @escaping @Sendable (DeliveryFault) -> Void = { _ in }
    ) async throws(ServiceError) -> Int {
        do {
            return try await withThrowingTaskGroup(of: Bool.self) { group in
                var (taken, running) = (0, 0)
                while true {
                    for next in try await begin(lane, failed) {
                        group.addTask { try await handOver(next, failed) }
                        running += 1
                    }
                    guard running > 0 else { return taken }
                    if try await group.next() == true { taken += 1 }
                    running -= 1
                }
            }
        } catch {
            throw .from(error)
        }
    }

    /// What has its turn now by one way: each has a place, which ``handOver(_:_:)`` gives back.
    func begin(
        _ lane: DeliveryLane, _ failed: @escaping @Sendable (DeliveryFault) -> Void
    ) async throws(ServiceError) -> [Delivery] {
        guard isAvailable(lane) else { return [] }
        let now = clock.now()
        var begun = schedule.beginDue(lane, at: now)
        do throws(ServiceError) {
            if let until = schedule.announcement(at: now, beginning: !begun.isEmpty) {
                try await announce(until, at: now)
            }
            begun.merge(try await beginFree(lane, at: now)) { known, _ in known }
            return try await deliveries(begun, lane, at: now, failed)
        } catch {
            for (id, failures) in begun { postpone(id, failures: failures) }
            throw error
        }
    }

    /// Takes places for what no server holds, and notes that it is held here.
    private func beginFree(_ lane: DeliveryLane, at now: Timestamp) async throws(ServiceError) -> [String: Int64] {
        var begun: [String: Int64] = [:]
        let name = schedule.name
        while true {
            let (room, without) = schedule.standing(lane)
            let limit = max(Self.fewestLookedAt, room * 2)
            let free = try await database.reading {
                try DeliveryStore($0).free(lane, at: now, without: without, for: name, limit: limit)
            }
            let chosen = schedule.ordered(free).filter { free in
                schedule.begin(free.id, of: free.owner, lane, failures: free.wasTried ? Self.failuresOfTried : 0)
            }
            schedule.setFull(!free.isEmpty && chosen.isEmpty, lane, at: now)
            guard !chosen.isEmpty else { return begun }
            let until = schedule.announcement(at: now, beginning: true)
            let claimed: Set<String>
            do throws(ServiceError) {
                claimed = try await database.writing { connection in
                    let store = DeliveryStore(connection)
                    if let until { try store.announce(name, until: until, at: now) }
                    return Set(try chosen.filter { try store.claim($0, by: name) }.map(\.id))
                }
            } catch {
                for free in chosen { schedule.end(free.id) }
                for id in begun.keys { postpone(id, failures: begun[id] ?? 0) }
                throw error
            }
            if let until { schedule.announced(until: until) }
            for free in chosen {
                guard claimed.contains(free.id) else {
                    schedule.end(free.id)
                    continue
                }
                begun[free.id] = free.wasTried ? Self.failuresOfTried : 0
            }
            guard free.count == limit, schedule.standing(lane).room > 0 else { return begun }
        }
    }

    /// Reads what has its turn; what was deleted or is held by another server by now loses it.
    private func deliveries(
        _ begun: [String: Int64], _ lane: DeliveryLane, at now: Timestamp,
        _ failed: @Sendable (DeliveryFault) -> Void
    ) async throws(ServiceError) -> [Delivery] {
        guard !begun.isEmpty else { return [] }
        let (name, ids) = (schedule.name, begun.keys.sorted())
        let found = try await database.reading { try DeliveryStore($0).held(ids, by: name) }
        var ready: [Delivery] = []
        var left = Set(ids)
        for (id, delivery) in found {
            left.remove(id)
            guard var delivery else {
                failed(.ours(cause: "unreadable"))
                let until = now.advanced(bySeconds: Self.coarsePauseSeconds)
                try await database.writing { try DeliveryStore($0).release(id, until: until) }
                schedule.end(id)
                continue
            }
            delivery.failures = begun[id] ?? 0
            ready.append(delivery)
        }
        for id in left { schedule.end(id) }
        return ready
    }

    private func announce(_ until: Timestamp, at now: Timestamp) async throws(ServiceError) {
        let name = schedule.name
        try await database.writing { try DeliveryStore($0).announce(name, until: until, at: now) }
        schedule.announced(until: until)
    }

    /// Frees what this server holds, which hands over nothing more.
    package func leave() async throws(ServiceError) {
        let name = schedule.name
        try await database.writing { try DeliveryStore($0).withdraw(name) }
    }

    /// Holds something whose outcome could not be written down, and tries it again a while later.
    private func postpone(_ id: String, failures: Int64) {
        schedule.end(
            id, failures: failures, heldUntil: clock.now().advanced(bySeconds: Self.unwrittenSeconds))
    }

    /// Hands over one that has its turn; whether it was taken.
    func handOver(
        _ delivery: Delivery, _ failed: @Sendable (DeliveryFault) -> Void
    ) async throws(ServiceError) -> Bool {
        do throws(ServiceError) {
            return try await settle(delivery, failed)
        } catch {
            // When this was taken, it is handed over a second time, which is better than never.
            postpone(delivery.id, failures: delivery.failures)
            throw error
        }
    }

    private func settle(
        _ delivery: Delivery, _ failed: @Sendable (DeliveryFault) -> Void
    ) async throws(ServiceError) -> Bool {
        let now = clock.now()
        var isTaken = false
        if now < delivery.expiresAt, let carrier = carriers[delivery.lane] {
            do throws(DeliveryFault) {
                try await carrier.deliver(delivery, at: now)
                isTaken = true
            } catch {
                failed(error)
                if case .later(let seconds, _) = error {
                    try await putOff(delivery, for: seconds ?? 0)
                    return false
                }
            }
        }
        try await database.writing { try DeliveryStore($0).delete(delivery.id) }
        schedule.end(delivery.id)
        return isTaken
    }

    /// Lets something wait: here for minutes, and in the database for longer.
    private func putOff(_ delivery: Delivery, for seconds: Int64) async throws(ServiceError) {
        let (id, failures) = (delivery.id, delivery.failures + 1)
        let pause = max(seconds, Self.pauseSeconds(after: failures))
        if pause < Self.coarsePauseSeconds, schedule.hasRoom(delivery.lane) {
            if delivery.failures == 0 { try await database.writing { try DeliveryStore($0).setTried(id) } }
            schedule.end(id, failures: failures, heldUntil: clock.now().advanced(bySeconds: pause))
        } else {
            let instant = clock.now().advanced(bySeconds: max(seconds, Self.coarsePauseSeconds))
            try await database.writing { try DeliveryStore($0).release(id, until: instant) }
            schedule.end(id)
        }
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
        // A server that could not say that it goes is taken for gone a minute later.
        try? await queue.leave()
    }

    private func run(_ lane: DeliveryLane) async {
        let (logger, way) = (logger, lane.rawValue)
        let failed: @Sendable (DeliveryFault) -> Void = { fault in
            let details: Logger.Metadata = ["way": "\(way)", "cause": "\(fault.cause)"]
            switch fault {
            case .gone: logger.info("a recipient is gone", metadata: details)
            case .later: logger.warning("a message was not taken", metadata: details)
            // An operator has to look: a key, a name or a message of ours is wrong.
            case .ours: logger.error("messages are refused", metadata: details)
            }
        }
        @Sendable func report(_ error: ServiceError) {
            guard !Task.isCancelled else { return }
            logger.warning("what waits to be sent cannot be read", metadata: ["cause": "\(error)"])
        }
        // Whatever ends makes room for the next one at once; besides, the database is read twice a second.
        let (wakes, waker) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        await withDiscardingTaskGroup { group in
            group.addTask {
                while (try? await Task.sleep(for: .milliseconds(500))) != nil { waker.yield() }
                waker.finish()
            }
            for await _ in wakes {
                do throws(ServiceError) {
                    for next in try await queue.begin(lane, failed) {
                        group.addTask {
                            do throws(ServiceError) { _ = try await queue.handOver(next, failed) } catch {
                                report(error)
                            }
                            waker.yield()
                        }
                    }
                } catch {
                    report(error)
                }
                // What ends meanwhile is gathered.
                try? await Task.sleep(for: .milliseconds(20))
            }
        }
    }
}
