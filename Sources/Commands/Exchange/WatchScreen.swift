import MarketClient
import Strings

/// The screen of a watched exchange: markets, the latest trades, one's own open orders and balances.
struct WatchScreen {
    /// Trades that are shown.
    private static let mostTrades = 10

    private let address: String
    private let markets: [String]
    private var state = MarketStrings.watchConnecting
    private var prices: [String: WatchedPrices] = [:]
    private var bests: [String: WatchedBest] = [:]
    private var last: [String: String] = [:]
    private var trades: [WatchedTrade] = []
    private var orders: [WatchedOrder] = []
    private var balances: [String: WatchedBalance] = [:]

    /// A screen on which nothing has happened yet.
    ///
    /// - Parameter tickers: What is known of the markets already: the stream tells prices of trades to come.
    init(address: String, markets: [String], tickers: [MarketTicker]) {
        self.address = address
        self.markets = markets
        for ticker in tickers { last[ticker.market] = MarketWords.price(ticker.lastPrice) }
    }

    /// Takes something that happened.
    mutating func take(_ news: FeedChange) {
        switch news {
        case .connected: state = MarketStrings.watchConnected
        case .disconnected(let reason, let seconds):
            state = MarketStrings.watchScreenLost(reason: reason, seconds: "\(seconds)")
        case .prices(let new): prices[new.market] = new
        case .best(let new): bests[new.market] = new
        case .trade(let new):
            last[new.market] = new.price
            trades.insert(new, at: 0)
            trades = Array(trades.prefix(Self.mostTrades))
        case .order(let new):
            orders.removeAll { $0.id == new.id }
            if new.state == .open { orders.insert(new, at: 0) }
        case .balance(let new): balances[new.asset] = new
        }
    }

    /// Draws everything anew, from the upper left corner, as far as there are rows.
    func write(to output: inout OutputBuffer) {
        let screen = Terminal.screen
        output.text("\u{1B}[H\u{1B}[J")
        output.line(TerminalText.truncated(TerminalText.harmless("\(address)  \(state.text)"), to: screen.columns))
        // The headings with the blank lines before them, and the line of the cursor.
        var rows = screen.rows - 2
        write(markets.count, &rows, to: &output) { marketTable(markets.prefix($0)) }
        write(balances.count, &rows, to: &output) { balanceTable($0) }
        write(orders.count, &rows, to: &output) { orderTable(orders.prefix($0)) }
        write(trades.count, &rows, to: &output) { tradeTable(trades.prefix($0)) }
    }

    /// Writes a table of as many rows as there is room for.
    private func write(_ count: Int, _ rows: inout Int, to output: inout OutputBuffer, _ table: (Int) -> TextTable) {
        let shown = min(count, rows - 2)
        guard shown > 0 else { return }
        rows -= shown + 2
        output.line("")
        table(shown).write(to: &output, width: Terminal.screen.columns)
    }

    private func marketTable(_ markets: ArraySlice<String>) -> TextTable {
        var table = TextTable([
            .init(MarketStrings.headingMarket.text), .init(MarketStrings.headingAmount.text, right: true),
            .init(MarketStrings.headingBid.text, right: true), .init(MarketStrings.headingAsk.text, right: true),
            .init(MarketStrings.headingAmount.text, right: true), .init(MarketStrings.headingLast.text, right: true),
            .init(MarketStrings.headingDay.text, right: true),
            .init(MarketStrings.headingWeek.text, right: true),
        ])
        func column(_ text: (String) -> String?) -> [String] { MarketWords.column(markets.map(text)) }
        let columns = [
            column { bests[$0]?.bid?.amount }, column { bests[$0]?.bid?.price ?? prices[$0]?.bid },
            column { bests[$0]?.ask?.price ?? prices[$0]?.ask }, column { bests[$0]?.ask?.amount },
            column { last[$0] }, markets.map { MarketWords.percent(prices[$0]?.change1d) },
            markets.map { MarketWords.percent(prices[$0]?.change7d) },
        ]
        for (index, market) in markets.enumerated() { table.add([market] + columns.map { $0[index] }) }
        return table
    }

    private func balanceTable(_ count: Int) -> TextTable {
        var table = TextTable([
            .init(MarketStrings.headingAsset.text), .init(MarketStrings.headingAvailable.text, right: true),
            .init(MarketStrings.headingBalance.text, right: true),
        ])
        let shown = balances.values.sorted { $0.asset < $1.asset }.prefix(count)
        let available = MarketWords.column(shown.map(\.available))
        let totals = MarketWords.column(shown.map(\.balance))
        for (index, balance) in shown.enumerated() { table.add([balance.asset, available[index], totals[index]]) }
        return table
    }

    private func orderTable(_ orders: ArraySlice<WatchedOrder>) -> TextTable {
        var table = TextTable([
            .init(MarketStrings.headingOrder.text), .init(MarketStrings.headingMarket.text),
            .init(MarketStrings.headingSide.text), .init(MarketStrings.headingPrice.text, right: true),
            .init(MarketStrings.headingLeft.text, right: true),
            .init(MarketStrings.headingAmount.text, right: true),
        ])
        let prices = MarketWords.column(orders.map(\.price))
        let parts = MarketWords.column(orders.map(\.remaining))
        let amounts = MarketWords.column(orders.map(\.original))
        for (index, order) in orders.enumerated() {
            table.add([
                order.id, order.market, MarketWords.side(order.side), prices[index], parts[index], amounts[index],
            ])
        }
        return table
    }

    private func tradeTable(_ trades: ArraySlice<WatchedTrade>) -> TextTable {
        var table = TextTable([
            .init(MarketStrings.headingTime.text), .init(MarketStrings.headingMarket.text),
            .init(MarketStrings.headingSide.text), .init(MarketStrings.headingPrice.text, right: true),
            .init(MarketStrings.headingAmount.text, right: true),
        ])
        let prices = MarketWords.column(trades.map(\.price))
        let amounts = MarketWords.column(trades.map(\.amount))
        for (index, trade) in trades.enumerated() {
            table.add([
                WatchLines.clock(trade.time), trade.market, MarketWords.side(trade.takerSide), prices[index],
                amounts[index],
            ])
        }
        return table
    }
}
