import ArgumentParser
import Basics
import MarketClient
import Strings

/// `cerca market cancel`: takes orders back.
struct MarketCancelCommand: MarketSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "cancel", abstract: "Cancel orders, or all open ones of a market.")

    @ParentCommand var parent: MarketCommand
    @OptionGroup var options: MarketOptions

    @Argument(help: ArgumentHelp("The orders.", valueName: "id"))
    var ids: [String] = []

    @Option(help: ArgumentHelp("All open orders of this market.", valueName: "market"))
    var all: MarketArgument?

    func validate() throws {
        guard ids.isEmpty != (all == nil) else { throw ValidationError("either orders are needed, or --all MARKET") }
        for id in ids where id.isEmpty || id.utf8.count > 64 { throw ValidationError("this is not an order: \(id)") }
    }

    func run() async throws {
        let client = try signingClient()
        var ids = ids
        if let all {
            ids = try await exchanging(client) { () throws(MarketClientError) in
                try await client.allActiveOrders(all.name).map(\.id)
            }
            if ids.isEmpty { return MarketStrings.emptyOpenOrdersOf(market: all.name).say() }
        }
        var refused: [(id: String, message: String)] = []
        while !ids.isEmpty {
            let some = Array(ids.prefix(20))
            ids.removeFirst(some.count)
            let answer: MarketCancellations
            do throws(MarketClientError) {
                answer = try await client.cancel(some)
            } catch {
                throw MarketRefusal.doubt(error, client, see: "cerca market orders")
            }
            if isJSON {
                try MarketWords.write(answer.cancelled.map(MarketWords.json))
            } else {
                for order in answer.cancelled {
                    try OutputLines.write(TerminalText.harmless(OrderWords.outcome(order)))
                }
            }
            // Between the list and the request an order may have been filled: then there is nothing left to cancel.
            refused += answer.refused.filter { all == nil || $0.message != "order_not_active" }
        }
        guard let first = refused.first else { return }
        let order = TerminalText.harmless(first.id)
        let reason =
            first.message == "invalid_request"
            ? MarketStrings.cancelUnknown(order: order)
            : MarketStrings.cancelRefused(order: order, reason: MarketRefusal.words(422, first.message))
        throw CommandFailure(
            refused.count > 1
                ? MarketStrings.cancelAndMore(reason: reason, number: refused.count - 1).text : reason.text)
    }
}

/// `cerca market orders`: one's own orders.
struct MarketOrdersCommand: MarketSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "orders", abstract: "List your open orders, or those that have traded.")

    @ParentCommand var parent: MarketCommand
    @OptionGroup var options: MarketOptions

    @Argument(help: "The market, as ETHCLP; without it, all.")
    var market: MarketArgument?

    @Flag(help: "Those that have traded and are over, latest first.")
    var executed = false

    @Option(help: "How many of each market with --executed, 1 to 100.")
    var limit = 20

    func validate() throws {
        guard (1...100).contains(limit) else { throw ValidationError("--limit must be from 1 to 100") }
    }

    func run() async throws {
        let client = try signingClient()
        let orders = try await exchanging(client) { () throws(MarketClientError) in
            var orders: [MarketOrder] = []
            var names = [market?.name].compactMap(\.self)
            if names.isEmpty { names = try await client.markets() }
            for name in names {
                if executed {
                    orders += try await client.executedOrders(name, limit: max(limit, 20)).items.prefix(limit)
                } else {
                    orders += try await client.allActiveOrders(name)
                }
            }
            return orders
        }
        if isJSON { return try MarketWords.write(orders.map(MarketWords.json)) }
        var table = TextTable([
            .init(MarketStrings.headingOrder.text), .init(MarketStrings.headingMarket.text),
            .init(MarketStrings.headingSide.text), .init(MarketStrings.headingType.text),
            .init(MarketStrings.headingPrice.text, right: true),
            .init(MarketStrings.headingAmount.text, right: true),
            .init((executed ? MarketStrings.headingTraded : MarketStrings.headingLeft).text, right: true),
            .init((executed ? MarketStrings.headingAverage : MarketStrings.headingStop).text, right: true),
            .init(MarketStrings.headingPlaced.text),
        ])
        let prices = MarketWords.column(orders.map { MarketWords.price($0.price) })
        let amounts = MarketWords.column(orders.map(\.original))
        let parts = MarketWords.column(orders.map { executed ? $0.executed : $0.remaining })
        let others = MarketWords.column(orders.map { executed ? MarketWords.price($0.averagePrice) : $0.stop })
        for (index, order) in orders.enumerated() {
            table.add([
                order.id, order.market, order.side.map(MarketWords.side) ?? "", order.type ?? "", prices[index],
                amounts[index],
                parts[index], others[index], MarketWords.time(order.createdAt ?? ""),
            ])
        }
        try MarketWords.write(
            table, isEmpty: orders.isEmpty, executed ? MarketStrings.emptyExecutedOrders : MarketStrings.emptyOpenOrders
        )
    }
}
