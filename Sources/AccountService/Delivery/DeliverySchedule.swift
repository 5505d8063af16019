import Basics
import Synchronization

/// The deliveries that this server holds, with the exact instants of their next tries.
///
/// These instants follow from when something happened, which the database must not tell of an account. So they are here
/// alone; a delivery that has to wait for longer goes back to the database, until a whole hour.
final class DeliverySchedule: Sendable {
    /// How many deliveries of one way wait here at most; others wait in the database.
    static let mostHeld = 1000
    /// Of how many new deliveries the order is known here.
    private static let mostOrdered = 2000

    private struct Held {
        let owner: String
        let lane: DeliveryLane
        var failures: Int64
        /// When it is tried next; nil while it is handed over.
        var dueAt: Timestamp?
    }

    private struct State {
        var held: [String: Held] = [:]
        var turns: [DeliveryLane: DeliveryTurns] = [:]
        /// Since when there is more to do by a way than there are places.
        var fullSince: [DeliveryLane: Timestamp] = [:]
        var announcedUntil = Timestamp(milliseconds: 0)
        /// The order in which this server let deliveries wait, which the database does not tell.
        var order: [String: Int] = [:]
        var nextOrder = 0
    }

    /// What the database calls this server.
    let name: String
    private let state = Mutex(State())

    /// A schedule without deliveries, of the server with this name.
    init(name: String) {
        self.name = name
    }

    /// Notes that a delivery comes after all that were noted before.
    func note(_ id: String) {
        state.withLock { state in
            // What is forgotten is handed over in any order.
            if state.order.count >= Self.mostOrdered { state.order = [:] }
            state.order[id] = state.nextOrder
            state.nextOrder += 1
        }
    }

    /// Deliveries in the order in which this server let them wait; those that it does not know come last.
    func ordered(_ free: [DeliveryStore.Free]) -> [DeliveryStore.Free] {
        let order = state.withLock { $0.order }
        return free.sorted { (order[$0.id] ?? Int.max, $0.id) < (order[$1.id] ?? Int.max, $1.id) }
    }

    /// Takes places for what is due here; returns how often each was tried, by its identifier.
    func beginDue(_ lane: DeliveryLane, at now: Timestamp) -> [String: Int64] {
        state.withLock { state in
            var begun: [String: Int64] = [:]
            let due = state.held.compactMap { id, held in
                held.lane == lane ? held.dueAt.flatMap { $0 <= now ? (id: id, held: held, at: $0) : nil } : nil
            }.sorted { ($0.at.milliseconds, $0.id) < ($1.at.milliseconds, $1.id) }
            for (id, held, _) in due where state.turns[lane, default: DeliveryTurns(lane)].begin(held.owner) {
                state.held[id]?.dueAt = nil
                begun[id] = held.failures
            }
            return begun
        }
    }

    /// Takes a place for a delivery that is in the database alone; false when its owner has no turn, or it is here already.
    func begin(_ id: String, of owner: String, _ lane: DeliveryLane, failures: Int64) -> Bool {
        state.withLock { state in
            guard state.held[id] == nil, state.turns[lane, default: DeliveryTurns(lane)].begin(owner) else {
                return false
            }
            state.held[id] = Held(owner: owner, lane: lane, failures: failures, dueAt: nil)
            return true
        }
    }

    /// The free places of a way, and the owners who can have none of them.
    func standing(_ lane: DeliveryLane) -> (room: Int, without: [String]) {
        state.withLock { state in
            let turns = state.turns[lane, default: DeliveryTurns(lane)]
            return (turns.room, turns.waitingOwners)
        }
    }

    /// Gives the place of a delivery back.
    ///
    /// - Parameter dueAt: When it is tried next, if it stays here.
    func end(_ id: String, failures: Int64 = 0, heldUntil dueAt: Timestamp? = nil) {
        state.withLock { state in
            guard let held = state.held[id], held.dueAt == nil else { return }
            state.turns[held.lane]?.end(held.owner)
            if let dueAt {
                state.held[id]?.dueAt = dueAt
                state.held[id]?.failures = failures
            } else {
                state.held[id] = nil
                state.order[id] = nil
            }
        }
    }

    /// Whether another delivery of a way may wait here.
    func hasRoom(_ lane: DeliveryLane) -> Bool {
        state.withLock { state in state.held.values.count { $0.lane == lane } <= Self.mostHeld }
    }

    /// Notes whether there is more to do by a way than there are places.
    func setFull(_ isFull: Bool, _ lane: DeliveryLane, at now: Timestamp) {
        state.withLock { $0.fullSince[lane] = isFull ? $0.fullSince[lane] ?? now : nil }
    }

    /// For how many seconds something is due that this server holds or has no place for.
    func overdueSeconds(_ lane: DeliveryLane, at now: Timestamp) -> Int64 {
        state.withLock { state in
            let due = state.held.values.filter { $0.lane == lane }.compactMap(\.dueAt) + [state.fullSince[lane] ?? now]
            return due.map { max(0, now.milliseconds(since: $0) / 1000) }.max() ?? 0
        }
    }

    /// Until when the database has to say that this server is there; nil when it says so for long enough, or need not.
    ///
    /// It is a whole half minute, so that it does not tell when the server began to hold something.
    func announcement(at now: Timestamp, beginning: Bool) -> Timestamp? {
        state.withLock { state in
            let half = DeliveryQueue.leaseSeconds / 2
            guard beginning || !state.held.isEmpty, state.announcedUntil <= now.advanced(bySeconds: half) else {
                return nil
            }
            return Timestamp(milliseconds: (now.milliseconds / (half * 1000) + 2) * half * 1000)
        }
    }

    /// Notes until when the database says that this server is there.
    func announced(until instant: Timestamp) {
        state.withLock { $0.announcedUntil = max($0.announcedUntil, instant) }
    }
}
