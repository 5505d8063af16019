/// Numbers of orders, fills and other transfers: a sequence times 1,024, and the number of the market.
///
/// They grow with their market's sequence and tell the market; what happens outside of markets has market 0.
package enum MarketNumbering {
    private static let places: Int64 = 1024

    /// What happens in a market at a sequence.
    package static func number(at sequence: Int64, market: Int) -> Int64 {
        sequence * places + Int64(market)
    }

    /// The highest number of any market at a sequence.
    package static func last(at sequence: Int64) -> Int64 {
        sequence * places + places - 1
    }

    /// The sequence that a number tells.
    package static func sequence(of number: Int64) -> Int64 {
        number / places
    }

    /// The market that a number tells; 0 for what is no number.
    package static func market(of number: Int64) -> Int {
        number > 0 ? Int(number % places) : 0
    }
}
