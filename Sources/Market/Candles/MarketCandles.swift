import Basics

/// The candles of a market that are open now, one of each kind and frame, and which of all candles have changed.
///
/// This is what the market's writer keeps: it counts each fill, stores the changed candles with the fills, and starts
/// again from the stored ones.
public struct MarketCandles: Sendable {
    /// One candle and what it counts.
    public struct Entry: Equatable, Sendable {
        /// Which trades it counts.
        public let kind: CandleKind
        /// How long it lasts.
        public let frame: CandleFrame
        /// Its prices and volume.
        public let candle: Candle

        /// An entry of these parts.
        public init(kind: CandleKind, frame: CandleFrame, candle: Candle) {
            self.kind = kind
            self.frame = frame
            self.candle = candle
        }
    }

    private struct Slot: Sendable {
        let kind: CandleKind
        let frame: CandleFrame
        var candle: Candle?
        var end = Timestamp(milliseconds: .min)
        var isChanged = false
    }

    private var slots: [Slot] = []
    /// Candles that were closed since the last `takeChanges`, with changes that have not been taken yet.
    private var closed: [Entry] = []

    /// No trade yet.
    public init() {
        for kind in CandleKind.allCases {
            for frame in CandleFrame.allCases { slots.append(Slot(kind: kind, frame: frame)) }
        }
    }

    /// Goes on from a stored candle; the latest of each kind and frame counts.
    public mutating func restore(_ entry: Entry) {
        for index in slots.indices where slots[index].kind == entry.kind && slots[index].frame == entry.frame {
            if let known = slots[index].candle, known.start > entry.candle.start { continue }
            slots[index].candle = entry.candle
            slots[index].end = entry.frame.end(of: entry.candle.start)
        }
    }

    /// The latest candle of `kind` and `frame`.
    public func latest(_ kind: CandleKind, _ frame: CandleFrame) -> Candle? {
        slots.first { $0.kind == kind && $0.frame == frame }?.candle
    }

    /// Counts a trade in the candles of its taker's side and of all trades.
    ///
    /// A trade from before an open candle counts in it, as in `CandleSeries`.
    public mutating func add(ticks: Int64, lots: Int64, takerSide: Side, at instant: Timestamp) {
        let own = CandleKind(takerSide: takerSide)
        for index in slots.indices where slots[index].kind == own || slots[index].kind == .last {
            if instant >= slots[index].end {
                if slots[index].isChanged, let candle = slots[index].candle {
                    closed.append(Entry(kind: slots[index].kind, frame: slots[index].frame, candle: candle))
                }
                let frame = slots[index].frame
                slots[index].candle = Candle(start: frame.start(of: instant), ticks: ticks, lots: lots)
                slots[index].end = frame.end(of: instant)
            } else {
                slots[index].candle?.add(ticks: ticks, lots: lots)
            }
            slots[index].isChanged = true
        }
    }

    /// The candles that changed since the last call, closed ones first, as they are now.
    public mutating func takeChanges() -> [Entry] {
        var changes = closed
        closed.removeAll(keepingCapacity: true)
        for index in slots.indices where slots[index].isChanged {
            slots[index].isChanged = false
            if let candle = slots[index].candle {
                changes.append(Entry(kind: slots[index].kind, frame: slots[index].frame, candle: candle))
            }
        }
        return changes
    }
}
