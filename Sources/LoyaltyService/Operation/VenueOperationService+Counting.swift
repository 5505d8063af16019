import Basics
import Beacons
import HTTPKit
import Loyalty
import ServiceKit
import Storage
import Synchronization

extension VenueOperationService {
    /// Fewer reports of a battery on one day are no median.
    static let leastReports = 3

    /// Writes down what was counted at beacons in quarters of an hour that are over, and forgets what is too old.
    ///
    /// It is to be called about once a minute, and is cheap when there is nothing to do.
    package func keepHouse(at now: Timestamp) async throws(ServiceError) {
        var chores = Chores()
        await chores.attempt { () throws(ServiceError) in try await writeDown(at: now) }
        await chores.attempt { () throws(ServiceError) in
            guard progress.isDue(at: now) else { return }
            try await database.writing { try FleetStore.prune(at: now, in: $0) }
        }
        try chores.finish()
    }

    /// Writes down what was counted in quarters that are over.
    func writeDown(at now: Timestamp) async throws(ServiceError) {
        var chores = Chores()
        for cell in loyalty.beaconCounters.takeClosed(at: now) {
            await chores.attempt { () throws(ServiceError) in
                do throws(ServiceError) {
                    let clocks = try await loyalty.clockFloors(of: cell.venue, at: now)
                    try await database.writing { try Self.write(cell, clocks: clocks, in: $0) }
                } catch {
                    loyalty.beaconCounters.putBack([cell])
                    throw error
                }
            }
        }
        try chores.finish()
    }

    private static func write(
        _ cell: BeaconCell, clocks: [BeaconRef: Int64], in connection: any Connection
    ) throws {
        let (fleet, deployment) = (
            FleetStore(connection, of: cell.venue), DeploymentStore(connection, of: cell.venue)
        )
        let end = cell.from.advanced(byMilliseconds: FleetStore.cell)
        let rotating = try LoyaltyService.rotations(of: cell.venue, in: connection)
        // In one order, so that two servers do not wait for each other.
        for (beacon, outcomes) in cell.outcomes.sorted(by: { $0.key < $1.key }) {
            try fleet.add(outcomes, of: beacon, in: cell.from)
            if let clock = clocks[beacon] { try fleet.setClock(clock, of: beacon, on: cell.from.day) }
            if outcomes.proofs > 0, rotating[beacon] == nil { try deployment.sawCode(of: beacon, at: end) }
        }
        let pairs = cell.pairs.sorted { ($0.key.first, $0.key.second) < ($1.key.first, $1.key.second) }
        for (pair, heard) in pairs { try fleet.add(heard, of: pair, on: cell.from.day) }
        guard !cell.telemetry.isEmpty else { return }
        var states = try fleet.states()
        for (beacon, frames) in cell.telemetry.sorted(by: { $0.key < $1.key }) {
            try take(frames, of: beacon, known: &states[beacon, default: FleetStore.State()], at: end, in: fleet)
        }
    }

    /// Takes what a beacon told of itself in a quarter of an hour.
    private static func take(
        _ frames: Set<EddystoneTLM>, of beacon: BeaconRef, known state: inout FleetStore.State, at end: Timestamp,
        in store: FleetStore
    ) throws {
        let day = end.advanced(byMilliseconds: -1).day
        for frame in frames where frame.millivolts > 0 {
            try store.add(
                millivolts: Int64(frame.millivolts), temperature: Int64(frame.temperature256), of: beacon, on: day)
        }
        let readings = try store.readings(of: beacon, on: day)
        if readings.reduce(0, { $0 + $1.number }) >= leastReports {
            let volts = readings.flatMap { Array(repeating: $0.millivolts, count: $0.number) }
            let degrees = readings.flatMap { reading in
                reading.temperature.map { Array(repeating: $0, count: reading.number) } ?? []
            }
            if let median = volts.median {
                try store.setMedians(millivolts: median, temperature: degrees.median, of: beacon, on: day)
            }
        }
        // One phone may say anything; of several that say when it was switched on, the middle one is believed.
        let ordered = frames.sorted {
            ($0.uptimeDeciseconds, $0.advertisements) < ($1.uptimeDeciseconds, $1.advertisements)
        }
        guard let frame = ordered.isEmpty ? nil : ordered[(ordered.count - 1) / 2] else { return }
        let told = Telemetry(
            advertisements: Int64(frame.advertisements), uptime: frame.uptime, heardAt: end.seconds(since: .zero))
        if let before = state.told {
            let step = TelemetryStep(from: before, to: told)
            if step.hasRebooted { state.rebootedAt = Timestamp(seconds: Int64(told.begunAt)) }
            state.perSecond = step.perSecond ?? state.perSecond
        }
        state.told = told
        try store.put(state, of: beacon)
    }
}

extension Timestamp {
    /// 1970-01-01T00:00:00Z.
    fileprivate static let zero = Timestamp(milliseconds: 0)
}

/// When the last round of forgetting was.
final class FleetProgress: Sendable {
    private let last = Mutex(Timestamp(milliseconds: .min))

    /// Whether an hour is over at `now`; asking takes note of it.
    func isDue(at now: Timestamp) -> Bool {
        last.withLock { last in
            let elapsed = last.milliseconds == .min ? .max : now.milliseconds(since: last)
            guard elapsed < 0 || elapsed >= 3_600_000 else { return false }
            last = now
            return true
        }
    }
}
