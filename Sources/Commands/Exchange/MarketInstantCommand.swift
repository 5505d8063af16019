import ArgumentParser
import Basics
import Market
import MarketClient
import Strings

/// `cerca market instant`: an exchange at once, within a bound.
struct MarketInstantCommand: MarketSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "instant", abstract: "Buy or sell an amount at once, never worse than a bound.",
        discussion: """
            The whole amount or nothing, at the best prices there are. --at-most bounds what a purchase costs, \
            --at-least what a sale brings after the fee, in the asset that is paid with. Without a bound any price is \
            taken. An exchange that knows no bounds is sent an order at the worst price of the estimate instead, and \
            what of it does not trade at once is cancelled.
            """)

    @ParentCommand var parent: MarketCommand
    @OptionGroup var options: MarketOptions

    @OptionGroup var trade: TradeArguments

    @Option(help: "The least that a sale must bring.")
    var atLeast: AmountArgument?

    @Option(help: "The most that a purchase may cost.")
    var atMost: AmountArgument?

    @Flag(help: "Exchange without asking; only a terminal is asked.")
    var yes = false

    func validate() throws {
        if trade.side.side == .buy, atLeast != nil { throw ValidationError("--at-least is for sales; use --at-most") }
        if trade.side.side == .sell, atMost != nil {
            throw ValidationError("--at-most is for purchases; use --at-least")
        }
    }

    func run() async throws {
        let client = try signingClient()
        let asks = !yes && Terminal.canAsk
        let (side, amount, bound) = (trade.side.side, trade.amount.number, (atLeast ?? atMost)?.number)
        let (levels, rates, details) = try await exchanging(client) { () throws(MarketClientError) in
            (
                try await client.book(trade.market.name, side: side.opposite, reaching: amount),
                try await client.rates(), try await client.details()
            )
        }
        let assets = AssetPair(of: trade.market.name, in: details)
        guard
            let estimate = OrderEstimate(
                side: side, amount: amount, limit: nil, levels: levels, taker: rates.taker, maker: rates.maker)
        else { throw CommandFailure(MarketStrings.orderTooLarge.text, exitCode: 2) }
        guard estimate.traded == amount else {
            let amount = "\(estimate.traded) \(assets.base)"
            throw CommandFailure(
                side == .buy
                    ? MarketStrings.instantOnlyToBuy(amount: amount).text
                    : MarketStrings.instantOnlyToSell(amount: amount).text)
        }
        try check(estimate, bound, assets)
        if asks || !isJSON {
            let offer = offer(estimate, assets)
            (bound == nil ? MarketStrings.instantUnbound(offer: offer) : offer).say()
        }
        guard !asks || Terminal.confirms(MarketStrings.instantAsk.text) else {
            throw CommandFailure(MarketStrings.instantNotExchanged.text)
        }
        let exchange = InstantTrade(
            client: client, market: trade.market.name, side: side, amount: amount, bound: bound, estimate: estimate,
            taker: rates.taker)
        let order = try await exchange.execute(knowsBounds: details != nil)
        try tell(order, estimate, assets)
    }

    /// What the exchange would come to.
    private func offer(_ estimate: OrderEstimate, _ assets: AssetPair) -> Phrase {
        let side = trade.side.side
        let (given, received) = assets.names(side)
        let amount = "\(trade.amount.number) \(assets.base)"
        let value = "\(estimate.notional) \(assets.quote)"
        let moved = ("\(estimate.given) \(given)", "\(estimate.received) \(received)", "\(estimate.fee) \(received)")
        return side == .buy
            ? MarketStrings.instantBuy(amount: amount, value: value, given: moved.0, received: moved.1, fee: moved.2)
            : MarketStrings.instantSell(amount: amount, value: value, given: moved.0, received: moved.1, fee: moved.2)
    }

    /// Refuses what would be worse than the bound already by the estimate.
    private func check(_ estimate: OrderEstimate, _ bound: ExactDecimal?, _ assets: AssetPair) throws {
        guard let bound else { return }
        switch trade.side.side {
        case .buy where estimate.given > bound:
            throw CommandFailure(
                MarketStrings.instantTooDear(amount: "\(estimate.given) \(assets.quote)", bound: bound.text).text)
        case .sell where estimate.received < bound:
            throw CommandFailure(
                MarketStrings.instantTooLittle(amount: "\(estimate.received) \(assets.quote)", bound: bound.text).text)
        default: break
        }
    }

    private func tell(_ order: MarketOrder, _ estimate: OrderEstimate, _ assets: AssetPair) throws {
        let moved = order.moved
        let (given, received) = assets.names(trade.side.side)
        if isJSON {
            return try MarketWords.write([
                .object([
                    "id": .string(order.id), "market": .string(trade.market.name),
                    "side": .string(trade.side.side.word),
                    "amount": .string(trade.amount.text), "executed": MarketWords.json(order.executed),
                    "estimate": .object([
                        "required": .string(estimate.given.text), "obtained": .string(estimate.received.text),
                    ]), "required": MarketWords.json(moved?.given.text),
                    "requiredAsset": .string(given), "obtained": MarketWords.json(moved?.received.text),
                    "obtainedAsset": .string(received), "fee": MarketWords.json(moved?.fee.text ?? order.fee),
                    "averagePrice": MarketWords.json(MarketWords.price(order.averagePrice)),
                ])
            ])
        }
        guard let moved else { return try OutputLines.write(TerminalText.harmless(OrderWords.outcome(order))) }
        try OutputLines.write(
            TerminalText.harmless(
                MarketStrings.instantDone(
                    order: order.id, given: "\(moved.given) \(given)", received: "\(moved.received) \(received)",
                    fee: "\(moved.fee) \(received)", price: MarketWords.price(order.averagePrice) ?? "?"
                ).text))
    }
}

/// One exchange at once, in the way that the exchange can do it.
struct InstantTrade: Sendable {
    let client: MarketClient
    let market: String
    let side: Side
    let amount: ExactDecimal
    let bound: ExactDecimal?
    let estimate: OrderEstimate
    /// The part of what is received that it costs.
    let taker: ExactDecimal

    /// Exchanges; the order with its trades.
    ///
    /// - Parameter knowsBounds: Whether the exchange keeps to a bound by itself.
    func execute(knowsBounds: Bool) async throws(CommandFailure) -> MarketOrder {
        if knowsBounds { return try await executeWithBound() }
        return try await executeByLimit()
    }

    private func executeWithBound() async throws(CommandFailure) -> MarketOrder {
        let before = try await exchanging(client) { () throws(MarketClientError) in
            Set(try await client.executedOrders(market).items.map(\.id))
        }
        do throws(MarketClientError) {
            try await client.exchange(market, side: side, amount: amount.text, bound: bound?.text)
        } catch {
            throw MarketRefusal.doubt(error, client, see: "cerca market orders \(market) --executed")
        }
        // The answer does not name the order: it is the one that was not there before.
        let found = try await exchanging(client) { () throws(MarketClientError) -> MarketOrder? in
            let order = try await client.executedOrders(market).items.first { order in
                !before.contains(order.id) && order.type != "limit" && order.side == side.word
                    && ExactDecimal(order.original) == amount
            }
            guard let order else { return nil }
            return try await client.order(order.id)
        }
        guard let found else {
            throw CommandFailure(MarketStrings.instantNotListed.text)
        }
        return found
    }

    /// An order at the worst price of the estimate cannot come out worse than the amount at that price.
    private func executeByLimit() async throws(CommandFailure) -> MarketOrder {
        var kind = MarketOrderDraft.Kind.market
        if let bound, let worst = estimate.worstPrice {
            guard let value = worst.multiplied(by: amount), let fee = value.multiplied(by: taker),
                let proceeds = value.subtracting(fee), side == .buy ? value <= bound : proceeds >= bound
            else {
                throw CommandFailure(
                    MarketStrings.instantNoBounds(amount: amount.text, price: worst.text).text)
            }
            kind = .limit(price: worst.text)
        }
        do throws(MarketClientError) {
            let order = try await client.place(
                MarketOrderDraft(market: market, side: side, amount: amount.text, kind: kind))
            if order.status != "filled", order.status != "executed" {
                do throws(MarketClientError) {
                    _ = try await client.cancel(order.id)
                } catch .refused {
                    // It has been filled by now, and the next answer says so.
                }
            }
            return try await client.order(order.id)
        } catch {
            throw MarketRefusal.doubt(error, client, see: "cerca market orders \(market)")
        }
    }
}
