import Ledger
import Market
import Storage
import Time

/// The SQL of candles, within one transaction.
struct CandleStore {
    private let connection: any Connection

    init(_ connection: any Connection) {
        self.connection = connection
    }

    /// How candles are written many at a time.
    static func inserter() -> RowInserter {
        RowInserter(
            table: "candles",
            columns: ["market", "kind", "frame", "start", "open", "high", "low", "close", "volume", "count"],
            suffix: """
                ON CONFLICT (market, kind, frame, start) DO UPDATE SET open = excluded.open, high = excluded.high, \
                low = excluded.low, close = excluded.close, volume = excluded.volume, count = excluded.count
                """)
    }

    /// Keeps a candle.
    func put(_ entry: MarketCandles.Entry, market: Int, with rows: inout RowInserter) throws {
        try rows.add(to: connection) { values in
            values.append(.integer(Int64(market)))
            values.append(.integer(entry.kind.rawValue))
            values.append(.integer(entry.frame.rawValue))
            values.append(.integer(entry.candle.start.milliseconds))
            values.append(.integer(entry.candle.open))
            values.append(.integer(entry.candle.high))
            values.append(.integer(entry.candle.low))
            values.append(.integer(entry.candle.close))
            values.append(.amount(entry.candle.volume))
            values.append(.integer(entry.candle.count))
        }
    }

    /// A market's candles of one kind and frame that began before `before`, newest first.
    func candles(
        market: Int, kind: CandleKind, frame: CandleFrame, from: Timestamp = Timestamp(milliseconds: .min),
        before: Timestamp = Timestamp(milliseconds: .max), limit: Int, offset: Int = 0
    ) throws -> [Candle] {
        try connection.query(
            """
            SELECT start, open, high, low, close, volume, count FROM candles
            WHERE market = ?1 AND kind = ?2 AND frame = ?3 AND start < ?4 AND start >= ?5
            ORDER BY start DESC LIMIT ?6 OFFSET ?7
            """,
            [
                .integer(Int64(market)), .integer(kind.rawValue), .integer(frame.rawValue),
                .integer(before.milliseconds), .integer(from.milliseconds), .integer(Int64(limit)),
                .integer(Int64(offset)),
            ]
        ).map { row in
            Candle(
                start: try row.timestamp(0), open: try row.integer(1), high: try row.integer(2),
                low: try row.integer(3), close: try row.integer(4), volume: try row.amount(5),
                count: try row.integer(6))
        }
    }

    /// The newest candle of each kind and frame.
    func latest(market: Int) throws -> MarketCandles {
        var candles = MarketCandles()
        for kind in CandleKind.allCases {
            for frame in CandleFrame.allCases {
                if let candle = try self.candles(market: market, kind: kind, frame: frame, limit: 1).first {
                    candles.restore(MarketCandles.Entry(kind: kind, frame: frame, candle: candle))
                }
            }
        }
        return candles
    }
}
