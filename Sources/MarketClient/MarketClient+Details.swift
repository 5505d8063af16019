import Basics

/// What Cerca's own API says of a market beyond the contract; other exchanges say nothing of it.
public struct MarketDetails: Equatable, Sendable {
    /// The market's name.
    public let name: String
    /// The asset that is traded, and the one that it is paid with.
    public let base, quote: String
    /// The steps of prices and of amounts, and the smallest amount, decimal texts.
    public let tick, lot, minimum: String

    init(_ json: JSONValue) throws(MarketClientError) {
        name = try json.text("name")
        base = try json.text("base")
        quote = try json.text("quote")
        tick = try json.text("tick")
        lot = try json.text("lot")
        minimum = try json.text("minimum")
    }
}

/// How far a market's price is from what it was, in parts of that; nil without a price then.
public struct MarketChange: Equatable, Sendable {
    /// Since a day ago, and since a week ago.
    public let day, week: Double?

    init(_ json: JSONValue) {
        func number(_ name: String) -> Double? {
            switch json[name] {
            case .integer(let number)?: Double(number)
            case .number(let number)?: number.double
            default: nil
            }
        }
        day = number("change1d")
        week = number("change7d")
    }
}

extension MarketClient {
    /// The markets as Cerca's own API describes them; nil from an exchange that has none.
    ///
    /// Such an exchange heeds what ours does beyond the contract as well, as the bound of an instant exchange.
    public func details() async throws(MarketClientError) -> [MarketDetails]? {
        guard case .array(let rows)? = try await own("/api/market/markets")?["markets"] else { return nil }
        var details: [MarketDetails] = []
        for row in rows { details.append(try MarketDetails(row)) }
        return details
    }

    /// How the price of each market has changed, by the market's name; empty from an exchange that does not say.
    public func changes() async throws(MarketClientError) -> [String: MarketChange] {
        guard case .array(let rows)? = try await own("/api/market/tickers")?["tickers"] else { return [:] }
        var changes: [String: MarketChange] = [:]
        for row in rows { changes[try row.text("market")] = MarketChange(row) }
        return changes
    }

    /// The latest candles of all trades, latest first.
    ///
    /// The contract knows candles of each side alone; where the exchange has no others, those are put together.
    public func candlesOfAllTrades(
        _ market: String, minutes: Int, count: Int
    ) async throws(MarketClientError) -> [MarketCandle] {
        if let page = try await own("/api/market/markets/\(market)/candles?kind=last&frame=\(minutes)") {
            guard case .array(let rows)? = page["candles"] else { throw .unexpectedAnswer }
            var candles: [MarketCandle] = []
            for row in rows.prefix(count) { candles.append(try MarketCandle(own: row)) }
            return candles
        }
        let sides = try await candles(market, minutes: minutes, limit: min(max(count, 20), 100))
        return Array(MarketCandle.merged(sides.ask, sides.bid).prefix(count))
    }

    /// What Cerca's own API answers at a path; nil where there is no such path, or no such thing at it.
    private func own(_ path: String) async throws(MarketClientError) -> JSONValue? {
        let (status, bytes) = try await answer(to: .get(path, .everybody))
        guard status == 200, let value = try? JSONValue(parsing: bytes), case .object = value else {
            // A foreign exchange may answer anything to a path of ours, but an exchange that is overloaded is none.
            if status == 429 || status >= 500 { throw .refused(status: status, message: "HTTP status \(status)") }
            return nil
        }
        return value
    }
}
