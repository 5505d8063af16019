import Basics
import Beacons
import Loyalty
import Presence
import Synchronization

/// What happened at the beacons of a venue in one quarter of an hour: numbers, and nothing of anybody.
package struct BeaconCell: Sendable {
    /// The venue.
    package let venue: UUID128
    /// The beginning of the quarter.
    package let from: Timestamp
    /// How sightings ended.
    package fileprivate(set) var outcomes: [BeaconRef: OutcomeDay] = [:]
    /// How often two beacons were proved by somebody within ten seconds.
    package fileprivate(set) var pairs: [BeaconPair: Int] = [:]
    /// What beacons told of themselves, by whoever heard it, in no order that says when.
    package fileprivate(set) var telemetry: [BeaconRef: Set<EddystoneTLM>] = [:]

    fileprivate mutating func add(_ other: BeaconCell) {
        for (beacon, outcomes) in other.outcomes { self.outcomes[beacon, default: OutcomeDay()] += outcomes }
        pairs.merge(other.pairs, uniquingKeysWith: +)
        telemetry.merge(other.telemetry) { $0.union($1) }
    }
}

/// What happens at beacons, counted in memory until a quarter of an hour is over.
///
/// What is lost when the server stops is a quarter's counts. Of telemetry one report of a beacon, day and account is taken:
/// who has reported is known by a number that only this process can make, for as long as the day lasts.
package final class BeaconCounters: Sendable {
    /// How many reports of one beacon are taken in a quarter.
    static let mostReports = 64
    /// How many reports of a day are told apart by who made them; beyond, none is taken.
    private static let mostReporters = 200_000
    /// Two beacons that somebody proves within so many seconds are near each other.
    static let pairSeconds = 10.0

    private struct Key: Hashable {
        let venue: UUID128
        let from: Timestamp
    }

    private struct State {
        var cells: [Key: BeaconCell] = [:]
        var day: Int64 = 0
        var reporters: Set<Int> = []
    }

    private let state = Mutex(State())

    /// Counters of nothing yet.
    init() {}

    /// Counts how a sighting at a beacon of ours ended.
    func count(_ outcome: CountedOutcome, at beacon: BeaconRef, of venue: UUID128, now: Timestamp) {
        change(venue, now) { cell in
            switch outcome {
            case .accepted: cell.outcomes[beacon, default: OutcomeDay()].proofs += 1
            case .disputed:
                cell.outcomes[beacon, default: OutcomeDay()].proofs += 1
                cell.outcomes[beacon, default: OutcomeDay()].disputed += 1
            case .refused(.codeMismatch): cell.outcomes[beacon, default: OutcomeDay()].mismatches += 1
            case .refused(.stale): cell.outcomes[beacon, default: OutcomeDay()].stale += 1
            case .refused: cell.outcomes[beacon, default: OutcomeDay()].others += 1
            }
        }
    }

    /// Counts that somebody has proved two beacons, one right after the other.
    func count(_ pair: BeaconPair, of venue: UUID128, now: Timestamp) {
        change(venue, now) { $0.pairs[pair, default: 0] += 1 }
    }

    /// Takes what a beacon told of itself, by way of somebody who has proved it, once a day.
    func take(_ telemetry: EddystoneTLM, of beacon: BeaconRef, in venue: UUID128, from account: [UInt8], now: Timestamp)
    {
        // A process has a seed of its own for such numbers.
        var hasher = Hasher()
        hasher.combine(venue)
        hasher.combine(beacon)
        hasher.combine(account)
        let reporter = hasher.finalize()
        let day = now.milliseconds.flooredQuotient(by: 86_400_000)
        let isNew = state.withLock { state in
            if state.day != day { (state.day, state.reporters) = (day, []) }
            return state.reporters.count < Self.mostReporters && state.reporters.insert(reporter).inserted
        }
        guard isNew else { return }
        change(venue, now) { cell in
            guard cell.telemetry[beacon]?.count ?? 0 < Self.mostReports else { return }
            cell.telemetry[beacon, default: []].insert(telemetry)
        }
    }

    /// Takes out what was counted in quarters that are over at `now`.
    package func takeClosed(at now: Timestamp) -> [BeaconCell] {
        let open = VenuePicture.cell(of: now)
        return state.withLock { state in
            let closed = state.cells.filter { $0.key.from < open }
            for key in closed.keys { state.cells[key] = nil }
            return closed.values.sorted { $0.from < $1.from }
        }
    }

    /// Puts back what could not be written.
    package func putBack(_ closed: [BeaconCell]) {
        state.withLock { state in
            for cell in closed {
                let key = Key(venue: cell.venue, from: cell.from)
                state.cells[key, default: BeaconCell(venue: cell.venue, from: cell.from)].add(cell)
            }
        }
    }

    private func change(_ venue: UUID128, _ now: Timestamp, _ body: (inout BeaconCell) -> Void) {
        let key = Key(venue: venue, from: VenuePicture.cell(of: now))
        state.withLock { state in
            body(&state.cells[key, default: BeaconCell(venue: venue, from: key.from)])
        }
    }
}
