import Ledger
import LedgerService
import Market
import Time

/// Which entries of a history are wanted.
package struct HistoryFilter: Sendable, Equatable {
    /// The side of the trader's order; nil for both.
    package let side: Side?
    /// The first instant; nil for the beginning.
    package let from: Timestamp?
    /// The instant before which entries are; nil for now.
    package let to: Timestamp?

    /// Everything but what is said.
    package init(side: Side? = nil, from: Timestamp? = nil, to: Timestamp? = nil) {
        self.side = side
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
}
