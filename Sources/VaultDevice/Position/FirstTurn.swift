import Synchronization

/// Tells the first of several callers from the others.
final class FirstTurn: Sendable {
    private let isTaken = Atomic(false)

    /// Whether nobody took the turn before.
    func take() -> Bool {
        isTaken.compareExchange(expected: false, desired: true, ordering: .relaxed).exchanged
    }
}
