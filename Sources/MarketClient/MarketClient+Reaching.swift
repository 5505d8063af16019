import Market

extension MarketClient {
    /// The best orders of a side, as many as it takes to trade `amount`; fewer when the book or patience ends.
    ///
    /// A book that changes between two of its pages may show an order twice or not at all: what is worked out from it
    /// is an estimate.
    public func book(
        _ market: String, side: Side, reaching amount: ExactDecimal
    ) async throws(MarketClientError) -> [(price: ExactDecimal, amount: ExactDecimal)] {
        var levels: [(price: ExactDecimal, amount: ExactDecimal)] = []
        var sum = ExactDecimal.zero
        for number in 0..<Self.mostPages {
            let page = try await book(market, side: side, page: number)
            for entry in page.items {
                guard let price = ExactDecimal(entry.price), let part = ExactDecimal(entry.amount),
                    let more = sum.adding(part)
                else { throw .unexpectedAnswer }
                levels.append((price, part))
                sum = more
            }
            if !page.hasMore || sum >= amount { break }
        }
        return levels
    }

    /// The best orders of a side, as many as it takes to see so many prices.
    public func book(_ market: String, side: Side, prices: Int) async throws(MarketClientError) -> [BookEntry] {
        var entries: [BookEntry] = []
        for number in 0..<Self.mostPages {
            let page = try await book(market, side: side, page: number)
            entries += page.items
            // One price more, so that the last one is whole.
            if !page.hasMore || BookPanel.prices(entries) > prices { break }
        }
        return entries
    }

    /// All of the account's open orders in a market, up to some thousands.
    public func allActiveOrders(_ market: String) async throws(MarketClientError) -> [MarketOrder] {
        var orders: [MarketOrder] = []
        for number in 0..<Self.mostPages {
            let page = try await activeOrders(market, page: number)
            orders += page.items
            if !page.hasMore { break }
        }
        return orders
    }

    /// Pages that are read of one list.
    private static let mostPages = 50
}
