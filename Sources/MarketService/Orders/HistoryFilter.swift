import Basics
import Ledger
import LedgerService
import Market

/// What became of an order that is closed.
package enum OrderOutcome: Sendable, CaseIterable {
    /// It was executed to its last unit.
    case filled
    /// It ended after a trade and before its last unit.
    case partlyFilled
    /// It ended without a trade.
    case untraded

    /// What became of a closed order.
    init(of order: OrderRecord) {
        self = order.status == .filled ? .filled : order.executed > 0 ? .partlyFilled : .untraded
    }
}

/// Which entries of a history are wanted.
package struct HistoryFilter: Sendable, Equatable {
    /// The side of the trader's order; nil for both.
    package let side: Side?
    /// What became of the trader's order, of those that are closed; nil for anything.
    package let outcome: OrderOutcome?
    /// The first instant; nil for the beginning.
    package let from: Timestamp?
    /// The instant before which entries are; nil for now.
    package let to: Timestamp?

    /// Everything but what is said.
    package init(
        side: Side? = nil, outcome: OrderOutcome? = nil, from: Timestamp? = nil, to: Timestamp? = nil
    ) {
        self.side = side
        self.outcome = outcome
        self.from = from
        self.to = to
    }

    /// Entries of a history that one page looks at, so that a filter which fits few of them costs no more than others;
    /// the next page goes on from there.
    static let mostLookedAt = 5000

    /// Whether an entry of that instant and side is wanted; a history goes back in time.
    func verdict(at instant: Timestamp, _ other: Side? = nil) -> HistoryVerdict {
        if let from, instant < from { return .end }
        if let to, instant >= to { return .pass }
        if let side, let other, side != other { return .pass }
        return .take
    }

    /// Whether a closed order is wanted, by when it was closed.
    func verdict(_ order: OrderRecord) -> HistoryVerdict {
        let verdict = verdict(at: order.updatedAt, order.terms.side)
        guard case .take = verdict, let outcome else { return verdict }
        return OrderOutcome(of: order) == outcome ? .take : .pass
    }
}
