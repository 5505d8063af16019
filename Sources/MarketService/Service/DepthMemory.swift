import Market
import Synchronization

/// Both sides of a market's book as series, at one instant.
package struct MarketDepth: Sendable, Equatable {
    /// The market's sequence: a number that grows with its changes.
    package let sequence: Int64
    /// Orders to buy.
    package let bids: BookDepth
    /// Orders to sell.
    package let asks: BookDepth

    /// The sides of a book at a sequence.
    package init(sequence: Int64, bids: BookDepth, asks: BookDepth) {
        self.sequence = sequence
        self.bids = bids
        self.asks = asks
    }

    /// The same sides, by another number.
    package func numbered(_ sequence: Int64) -> MarketDepth {
        MarketDepth(sequence: sequence, bids: bids, asks: asks)
    }
}

/// What followers of a stream were told of markets' depths last, so that whoever asks for one gets a state from which the
/// stream's next change goes on.
final class DepthMemory: Sendable {
    private let told = Mutex<[Int: MarketDepth]>([:])

    /// What was told of a market last; nil while nobody follows it.
    func depth(of market: Int) -> MarketDepth? { told.withLock { $0[market] } }

    /// Keeps what was told of a market, or forgets it.
    func keep(_ depth: MarketDepth?, of market: Int) { told.withLock { $0[market] = depth } }
}
