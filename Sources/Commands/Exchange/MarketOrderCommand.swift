import ArgumentParser
import Basics
import Market
import MarketClient
import Strings

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
        guard !asks || Terminal.confirms(MarketStrings.orderAsk.text) else {
            throw CommandFailure(MarketStrings.orderNotPlaced.text)
        }
        let draft = MarketOrderDraft(
            market: trade.market.name, side: trade.side.side, amount: trade.amount.text, kind: kind)
        let order: MarketOrder
        do throws(MarketClientError) {
            order = try await client.place(draft)
        } catch {
            throw MarketRefusal.doubt(error, client, see: "cerca market orders \(trade.market.name)")
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
        else { throw CommandFailure(MarketStrings.orderTooLarge.text, exitCode: 2) }
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
        var rows: [(label: Phrase, value: any Speakable)] = []
        if stop == nil { rows.append((MarketStrings.orderAtOnce, traded(estimate, side, assets))) }
        if estimate.resting.isPositive {
            let label = stop == nil ? MarketStrings.orderWaiting : MarketStrings.orderSleeping
            rows.append((label, "\(estimate.resting) \(assets.base)"))
        }
        rows.append((MarketStrings.orderCost, "\(estimate.needed?.text ?? "?") \(given)"))
        if knowsFees {
            let fee = estimate.fee.adding(estimate.restingFee)?.text ?? "?"
            rows.append((MarketStrings.orderFee, "\(fee) \(received)"))
        } else {
            rows.append((MarketStrings.orderFee, MarketStrings.orderUnknownFee))
        }
        rows.append((MarketStrings.orderResult, "\(estimate.receivedInAll?.text ?? "?") \(received)"))
        say(heading(side, amount, price, stop, assets).text)
        if price == nil, !estimate.resting.isPositive, let short = amount.subtracting(estimate.traded), short.isPositive
        {
            say(MarketStrings.orderShortBook(amount: "\(short) \(assets.base)").text)
        }
        let width = rows.map { TerminalText.width(of: $0.label.text) }.max() ?? 0
        for (label, value) in rows {
            let gap = String(repeating: " ", count: width - TerminalText.width(of: label.text) + 1)
            say(label.text + gap + value.text)
        }
    }

    private static func say(_ line: String) {
        StandardError.write(TerminalText.harmless(line))
    }

    private static func heading(
        _ side: Side, _ amount: ExactDecimal, _ price: ExactDecimal?, _ stop: ExactDecimal?, _ assets: AssetPair
    ) -> Phrase {
        let worst: any Speakable = price.map { "\($0) \(assets.quote)" } ?? MarketStrings.orderAnyPrice.text
        let order =
            side == .buy
            ? MarketStrings.orderBuy(amount: amount.text, asset: assets.base, price: worst)
            : MarketStrings.orderSell(amount: amount.text, asset: assets.base, price: worst)
        return stop.map { MarketStrings.orderOnce(order: order, stop: $0.text) } ?? order
    }

    private static func traded(_ estimate: OrderEstimate, _ side: Side, _ assets: AssetPair) -> Phrase {
        guard let worst = estimate.worstPrice else { return MarketStrings.orderNothing }
        let (amount, price) = ("\(estimate.traded) \(assets.base)", "\(worst) \(assets.quote)")
        return side == .buy
            ? MarketStrings.orderUpTo(amount: amount, price: price)
            : MarketStrings.orderDownTo(amount: amount, price: price)
    }

    /// What became of an order, in a line.
    static func outcome(_ order: MarketOrder) -> String {
        let became = MarketStrings.orderOutcome(order: order.id, status: status(order)).text
        guard let executed = order.executed, executed != "0" else { return became }
        var words = "\(became): \(MarketStrings.orderExecuted(executed: executed, amount: order.original).text)"
        if let price = MarketWords.price(order.averagePrice) {
            words += " " + MarketStrings.orderAverage(price: price).text
        }
        if let fee = order.fee, fee != "0" { words += ", " + MarketStrings.orderCharged(fee: fee).text }
        return words
    }

    /// The status in a word that people use.
    static func status(_ order: MarketOrder) -> any Speakable {
        switch order.status {
        case "queued", "active": MarketStrings.orderInBook
        case "filled", "executed": MarketStrings.orderFilled
        case "cancelled": MarketStrings.orderCancelled
        default: order.status
        }
    }
}
