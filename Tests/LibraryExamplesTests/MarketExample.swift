import Market
import Testing

extension LibraryExamples {
    @Test("Market: orders meet in a book")
    func market() {
        // example
        var matching = Matching<PriceTimeBook>()
        var fills: [String] = []

        // Prices are whole ticks, amounts whole lots; `MarketRules` turns texts into them.
        matching.submit(IncomingOrder(id: 1, account: 1000, OrderTerms(.sell, lots: 3, ticks: 2500))) { _ in }
        matching.submit(IncomingOrder(id: 2, account: 1001, OrderTerms(.sell, lots: 2, ticks: 2490))) { _ in }
        matching.submit(IncomingOrder(id: 3, account: 1002, OrderTerms(.buy, lots: 4, ticks: 2500))) { event in
            if case .book(.trade(let maker, _, _, _, let ticks, let lots), taker: _) = event {
                fills.append("\(lots) of order \(maker) at \(ticks)")
            }
        }
        let left = matching.book.order(1)
        // end of example
        #expect(fills == ["2 of order 2 at 2490", "2 of order 1 at 2500"])
        #expect(left?.lots == 1)
    }
}
