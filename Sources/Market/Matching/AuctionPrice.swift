/// At which price an auction would trade, and how much.
public struct AuctionPrice: Equatable, Sendable {
    /// The price in ticks.
    public let ticks: Int64
    /// How many lots trade at it.
    public let lots: Int128
    /// By how many lots more is wanted at that price than is offered; below zero when more is offered.
    public let surplus: Int128

    /// The price at which most is traded.
    ///
    /// Of several the one that leaves the least over, and of those the one that is nearest to `last`, the lower one of
    /// two; nil when nobody bids what somebody asks.
    ///
    /// Before the first trade the middle between the best bid and the best ask takes the place of the last price.
    public static func find(in book: borrowing some OrderBook & ~Copyable, last: Int64?) -> AuctionPrice? {
        guard let bid = book.bestBid, let ask = book.bestAsk, bid >= ask else { return nil }
        // Nothing trades above the best bid or below the best ask.
        var bids: [(ticks: Int64, lots: Int64)] = []
        var asks: [(ticks: Int64, lots: Int64)] = []
        book.forEachLevel(.buy) { ticks, lots in
            guard ticks >= ask else { return false }
            bids.append((ticks, lots))
            return true
        }
        book.forEachLevel(.sell) { ticks, lots in
            guard ticks <= bid else { return false }
            asks.append((ticks, lots))
            return true
        }
        let middle = ask + (bid - ask) / 2
        return best(bids: bids.reversed(), asks: asks, near: last ?? middle)
    }

    /// The same, of the prices that cross, the lowest first.
    private static func best(
        bids: [(ticks: Int64, lots: Int64)], asks: [(ticks: Int64, lots: Int64)], near reference: Int64
    ) -> AuctionPrice? {
        // What is wanted falls with the price, and what is offered rises.
        var wanted = bids.reduce(0 as Int128) { $0 + Int128($1.lots) }
        var offered: Int128 = 0
        var (nextBid, nextAsk) = (0, 0)
        var best: AuctionPrice?
        func consider(_ ticks: Int64) {
            let price = AuctionPrice(ticks: ticks, lots: min(wanted, offered), surplus: wanted - offered)
            guard let known = best else { return best = price }
            if price.isBetter(than: known, near: reference) { best = price }
        }
        while true {
            let ticks = min(
                nextBid < bids.count ? bids[nextBid].ticks : .max, nextAsk < asks.count ? asks[nextAsk].ticks : .max)
            if ticks == .max { break }
            if nextAsk < asks.count, asks[nextAsk].ticks == ticks {
                offered += Int128(asks[nextAsk].lots)
                nextAsk += 1
            }
            consider(ticks)
            if nextBid < bids.count, bids[nextBid].ticks == ticks {
                wanted -= Int128(bids[nextBid].lots)
                nextBid += 1
            }
            // Between this price and the next one at which somebody has an order, all are the same but in their place.
            let next = min(
                nextBid < bids.count ? bids[nextBid].ticks : .max, nextAsk < asks.count ? asks[nextAsk].ticks : .max)
            if next != .max, next - ticks > 1 { consider(min(max(reference, ticks + 1), next - 1)) }
        }
        return best.flatMap { $0.lots > 0 ? $0 : nil }
    }

    private func isBetter(than other: AuctionPrice, near reference: Int64) -> Bool {
        if lots != other.lots { return lots > other.lots }
        if surplus.magnitude != other.surplus.magnitude { return surplus.magnitude < other.surplus.magnitude }
        // Prices are considered from the lowest on, so that the lower one of two stays.
        return (Int128(ticks) - Int128(reference)).magnitude < (Int128(other.ticks) - Int128(reference)).magnitude
    }
}
