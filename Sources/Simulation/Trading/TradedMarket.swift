import Market

/// A market of the demo: about what its price is, and how much an order is.
struct TradedMarket: Sendable {
    /// The name.
    let name: String
    /// The price around which it wanders, in the quote asset.
    let price: String
    /// What one order is about, in the base asset.
    let amount: String

    /// The markets of a new database, and one of points.
    static let all = [
        TradedMarket(name: "ETHCLP", price: "213600", amount: "0.05"),
        TradedMarket(name: "BTCCLP", price: "7914600", amount: "0.002"),
        TradedMarket(name: "XLMCLP", price: "43.45", amount: "200"),
        TradedMarket(name: "EOSCLP", price: "2100", amount: "5"),
        TradedMarket(name: "ETHEUR", price: "240", amount: "0.05"),
        TradedMarket(name: "BTCEUR", price: "8900", amount: "0.002"),
        TradedMarket(name: "ETHARS", price: "9800", amount: "0.05"),
        TradedMarket(name: "PTSCLP", price: "10", amount: "20"),
    ]

    /// The market of points, which a new database does not have.
    static let points = "PTSCLP"

    /// What a market maker begins with of every asset; nobody asks where it is from.
    static let float = "1000000000"
}
