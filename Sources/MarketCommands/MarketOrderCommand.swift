import ArgumentParser
import CommandOutput
import Encodings
import Market
import MarketClient

/// `cerca market order`: places an order.
struct MarketOrderCommand: MarketSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "order", abstract: "Place an order: at a price, at any price, or once a price is reached.",
        discussion: """
            Without --price the order takes the best prices there are. With --stop as well as --price it sleeps until \
            a trade reaches the stop. What it would come to is shown on standard error before it is placed.
            """)

    @ParentCommand var parent: MarketCommand
    @OptionGroup var options: MarketOptions

    @OptionGroup var trade: TradeArguments

    @Option(help: "The worst price.")
    var price: AmountArgument?

    @Option(help: "The price that wakes the order.")
    var stop: AmountArgument?

    @Flag(help: "Place it without asking; only a terminal is asked.")
    var yes = false

    func validate() throws {
        if stop != nil, price == nil { throw ValidationError("--stop needs a --price") }
    }

    func run() async throws {
        let client = try signingClient()
        let asks = !yes && Terminal.canAsk
        if asks || !isJSON { try await preview(client) }
        guard !asks || Terminal.confirms("Place it? [y/n] ") else { throw CommandFailure("nothing was placed") }
        let draft = MarketOrderDraft(
            market: trade.market.name, side: trade.side.side, amount: trade.amount.text, kind: kind)
        let order: MarketOrder
        do throws(MarketClientError) {
            order = try await client.place(draft)
        } catch {
            throw MarketRefusal.doubt(error, client, "see cerca market orders \(trade.market.name)")
        }
        if isJSON { return try MarketWords.write([MarketWords.json(order)]) }
        try OutputLines.write(TerminalText.harmless(OrderWords.outcome(order)))
    }

    private var kind: MarketOrderDraft.Kind {
        switch (price?.text, stop?.text) {
        case (let price?, let stop?): .stopLimit(price: price, stop: stop)
        case (let price?, nil): .limit(price: price)
        case (nil, _): .market
        }
    }

    /// Says what the order would come to, as the book is now.
    private func preview(_ client: MarketClient) async throws {
        let (side, amount) = (trade.side.side, trade.amount.number)
        let (levels, rates, details) = try await exchanging(client) { () throws(MarketClientError) in
            // An order that sleeps meets a book that nobody knows.
            let levels =
                stop == nil
                ? try await client.book(trade.market.name, side: side.opposite, reaching: amount) : []
            return (levels, try await client.ratesIfAllowed(), try await client.details())
        }
        let assets = AssetPair(of: trade.market.name, in: details)
        guard
            let estimate = OrderEstimate(
                side: side, amount: amount, limit: price?.number, levels: levels, taker: rates?.taker ?? .zero,
                maker: rates?.maker ?? .zero)
        else { throw CommandFailure("the amount is too large", exitCode: 2) }
        OrderWords.preview(
            estimate, side: side, amount: amount, price: price?.number, stop: stop?.number, assets: assets,
            knowsFees: rates != nil)
    }
}

/// What is to be traded.
struct TradeArguments: ParsableArguments {
    @Argument(help: "The market, as ETHCLP.")
    var market: MarketArgument

    @Argument(help: "buy or sell.")
    var side: SideArgument

    @Argument(help: "How much to buy or sell, in the asset that is traded.")
    var amount: AmountArgument
}

extension MarketClient {
    /// What one pays; nil when the key may not ask.
    func ratesIfAllowed() async throws(MarketClientError) -> MarketRates? {
        do throws(MarketClientError) {
            return try await rates()
        } catch .refused(status: 403, message: _) {
            return nil
        } catch {
            throw error
        }
    }
}

/// What is said of orders.
enum OrderWords {
    /// Writes to standard error what an order would come to.
    static func preview(
        _ estimate: OrderEstimate, side: Side, amount: ExactDecimal, price: ExactDecimal?, stop: ExactDecimal?,
        assets: AssetPair, knowsFees: Bool
    ) {
        let (given, received) = assets.names(side)
        var lines = ["\(side == .buy ? "Buy" : "Sell") \(amount) \(assets.base)" + limit(price, stop, assets.quote)]
        if stop == nil {
            if let worst = estimate.worstPrice {
                let reach = side == .buy ? "up to" : "down to"
                lines.append("At once:  \(estimate.traded) \(assets.base), at prices \(reach) \(worst) \(assets.quote)")
            } else {
                lines.append("At once:  nothing")
            }
        }
        if estimate.resting.isPositive {
            lines.append("\(stop == nil ? "Waiting: " : "Sleeping:") \(estimate.resting) \(assets.base)")
        } else if price == nil, let short = amount.subtracting(estimate.traded), short.isPositive {
            lines.append("The book has too little: \(short) \(assets.base) would not trade")
        }
        lines.append("Cost:     \(estimate.needed?.text ?? "?") \(given)")
        if knowsFees {
            lines.append("Fee:      \(estimate.fee.adding(estimate.restingFee)?.text ?? "?") \(received)")
        } else {
            lines.append("Fee:      unknown, as the API key may not ask")
        }
        lines.append("Result:   \(estimate.receivedInAll?.text ?? "?") \(received)")
        for line in lines { StandardError.write(TerminalText.harmless(line)) }
    }

    private static func limit(_ price: ExactDecimal?, _ stop: ExactDecimal?, _ quote: String) -> String {
        (price.map { " at \($0) \(quote)" } ?? " at any price") + (stop.map { ", once \($0) is reached" } ?? "")
    }

    /// What became of an order, in a line.
    static func outcome(_ order: MarketOrder) -> String {
        var words = "\(order.id) \(status(order))"
        if let executed = order.executed, executed != "0" {
            words += ": \(executed) of \(order.original)"
            if let price = MarketWords.price(order.averagePrice) { words += " at \(price) on average" }
            if let fee = order.fee, fee != "0" { words += ", fee \(fee)" }
        }
        return words
    }

    /// The status in a word that people use.
    static func status(_ order: MarketOrder) -> String {
        switch order.status {
        case "queued", "active": "is in the book"
        case "filled", "executed": "is filled"
        case "cancelled": "is cancelled"
        default: order.status
        }
    }
}
