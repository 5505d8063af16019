import Basics
import Ledger
import LedgerService
import Market
import ServiceKit
import Storage

/// The columns of `candles`.
enum CandleColumn: String, TableColumn {
    case market, kind, frame, start, open, high, low, close, volume, count
}

extension Candle {
    /// The candle in a row.
    fileprivate init(_ row: TableRow<CandleColumn>) throws {
        self.init(
            start: try row.timestamp(.start), open: try row.integer(.open), high: try row.integer(.high),
            low: try row.integer(.low), close: try row.integer(.close), volume: try row.amount(.volume),
            count: try row.integer(.count))
    }
}

/// The SQL of candles, within one transaction.
struct CandleStore {
    private let connection: any Connection

    init(_ connection: any Connection) {
        self.connection = connection
    }

    /// How candles are written many at a time.
    static func inserter() -> TableInserter<CandleColumn> {
        let figures = CandleColumn.replacements([.open, .high, .low, .close, .volume, .count])
        return TableInserter(
            table: "candles", suffix: "ON CONFLICT (market, kind, frame, start) DO UPDATE SET \(figures)")
    }

    /// Keeps a candle.
    func put(_ entry: MarketCandles.Entry, market: Int, with rows: inout TableInserter<CandleColumn>) throws {
        try rows.add(to: connection) { column in
            switch column {
            case .market: .integer(Int64(market))
            case .kind: .integer(entry.kind.rawValue)
            case .frame: .integer(entry.frame.rawValue)
            case .start: .integer(entry.candle.start.milliseconds)
            case .open: .integer(entry.candle.open)
            case .high: .integer(entry.candle.high)
            case .low: .integer(entry.candle.low)
            case .close: .integer(entry.candle.close)
            case .volume: .amount(entry.candle.volume)
            case .count: .integer(entry.candle.count)
            }
        }
    }

    /// A market's candles of one kind and frame that began before `before`, newest first.
    func candles(
        market: Int, kind: CandleKind, frame: CandleFrame, from: Timestamp = Timestamp(milliseconds: .min),
        before: Timestamp = Timestamp(milliseconds: .max), limit: Int, offset: Int = 0
    ) throws -> [Candle] {
        try connection.query(
            CandleColumn.self,
            """
            SELECT \(CandleColumn.list) FROM candles
            WHERE market = ?1 AND kind = ?2 AND frame = ?3 AND start < ?4 AND start >= ?5
            ORDER BY start DESC LIMIT ?6 OFFSET ?7
            """,
            [
                .integer(Int64(market)), .integer(kind.rawValue), .integer(frame.rawValue),
                .integer(before.milliseconds), .integer(from.milliseconds), .integer(Int64(limit)),
                .integer(Int64(offset)),
            ]
        ).map { try Candle($0) }
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
