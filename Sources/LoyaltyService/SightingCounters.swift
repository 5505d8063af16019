import Basics
import Presence
import Synchronization

/// How a sighting ended, as far as it is counted.
enum CountedOutcome: Hashable, Sendable {
    /// It proved a visit.
    case accepted
    /// It proved a visit with a code that too many accounts used.
    case disputed
    /// It proved nothing.
    case refused(PresenceRejection)

    /// The text that names it in a table.
    var code: String {
        switch self {
        case .accepted: "accepted"
        case .disputed: "disputed"
        case .refused(let rejection): rejection.code
        }
    }
}

/// How sightings ended in each venue, by quarters of an hour: numbers only, and in memory until a quarter is over.
///
/// A sighting at a shop that was not chosen is not counted, and none is counted by shop.
final class SightingCounters: Sendable {
    /// What was counted in one venue and quarter.
    struct Cell: Sendable {
        let venue: UUID128
        let from: Timestamp
        let numbers: [CountedOutcome: Int]
    }

    private struct Key: Hashable {
        let venue: UUID128
        let from: Timestamp
    }

    private let cells = Mutex<[Key: [CountedOutcome: Int]]>([:])

    /// Counts a sighting.
    func count(_ outcome: CountedOutcome, in venue: UUID128, at now: Timestamp) {
        let key = Key(venue: venue, from: VenuePicture.cell(of: now))
        cells.withLock { $0[key, default: [:]][outcome, default: 0] += 1 }
    }

    /// Takes out what was counted in quarters that are over at `now`.
    func takeClosed(at now: Timestamp) -> [Cell] {
        let open = VenuePicture.cell(of: now)
        return cells.withLock { cells in
            let closed = cells.filter { $0.key.from < open }
            for key in closed.keys { cells[key] = nil }
            return closed.map { Cell(venue: $0.key.venue, from: $0.key.from, numbers: $0.value) }
        }
    }

    /// Puts back what could not be written.
    func putBack(_ closed: [Cell]) {
        cells.withLock { cells in
            for cell in closed {
                cells[Key(venue: cell.venue, from: cell.from), default: [:]].merge(cell.numbers, uniquingKeysWith: +)
            }
        }
    }
}
