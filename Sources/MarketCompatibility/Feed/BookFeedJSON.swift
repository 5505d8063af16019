import Basics
import Ledger
import Market
import MarketService

/// Writes a market's book for sockets; what was written of an order is kept until the order changes.
struct BookFeedJSON: Sendable {
    /// Orders of each side that are told, best first.
    ///
    /// A book that is published whole would be as large as somebody wants to make it.
    static let ordersOfASide = 1000
    /// Digits of a price or an amount.
    static let digits = 36

    private struct Written: Sendable {
        let lots: Int64
        let json: JSONValue
    }

    private var written: [Int64: Written] = [:]

    /// The 2020 generation's book: orders to buy under `1`, to sell under `2`.
    mutating func book(_ snapshot: BookSnapshot, of market: MarketRules) -> JSONValue {
        var kept: [Int64: Written] = [:]
        kept.reserveCapacity(snapshot.bids.count + snapshot.asks.count)
        func side(_ lines: [BookLine], _ side: Side) -> JSONValue {
            .array(
                lines.map { line in
                    let json: JSONValue
                    if let known = written[line.id], known.lots == line.lots {
                        json = known.json
                    } else {
                        json = Self.order(line, side, market)
                    }
                    kept[line.id] = Written(lots: line.lots, json: json)
                    return json
                })
        }
        defer { written = kept }
        return .object([.init("1", side(snapshot.bids, .buy)), .init("2", side(snapshot.asks, .sell))])
    }

    private static func order(_ line: BookLine, _ side: Side, _ market: MarketRules) -> JSONValue {
        FeedOrder(
            id: line.id, side: side, type: 2, price: price(line.ticks, market), amount: amount(line.lots, market),
            initialAmount: amount(line.initialLots, market), at: line.at, market: market
        ).json()
    }

    /// The 2018 generation's book.
    static func orders(_ snapshot: BookSnapshot, of market: MarketRules) -> JSONValue {
        func side(_ lines: [BookLine], _ side: Side) -> JSONValue {
            .array(
                lines.map { line in
                    .object([
                        .init("amount", .string(text18(market.amountUnits(line.lots), market.base.exponent))),
                        .init("base", .integer(line.id >> 10)), .init("classification", 2),
                        .init("id", .integer(line.id)),
                        .init("price", .string(text18(market.priceUnits(line.ticks), market.quote.exponent))),
                        .init("status", 0), .init("type", .integer(side.rawValue)),
                    ])
                })
        }
        return .object([.init("buy", side(snapshot.bids, .buy)), .init("sell", side(snapshot.asks, .sell))])
    }

    /// With 18 digits after the point.
    private static func text18(_ units: Int128, _ exponent: Int) -> String {
        let plain = DecimalText.text(units, exponent: exponent)
        let places = plain.split(separator: ".").dropFirst().first?.utf8.count ?? 0
        guard places < 18 else { return plain }
        return plain + (places == 0 ? "." : "") + String(repeating: "0", count: 18 - places)
    }

    /// A price as the 2020 generation reads it.
    static func price(_ ticks: Int64, _ market: MarketRules) -> String {
        DecimalText.text(market.priceUnits(ticks), exponent: market.quote.exponent, significantDigits: digits)
    }

    /// An amount as the 2020 generation reads it.
    static func amount(_ lots: Int64, _ market: MarketRules) -> String {
        DecimalText.text(market.amountUnits(lots), exponent: market.base.exponent, significantDigits: digits)
    }
}
