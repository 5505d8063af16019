import API
import HTTPKit
import Ledger
import LedgerService
import Market

extension RouteHandlers {
    /// What a person traded, for themselves.
    mutating func addMarketHistoryRoutes(_ market: MarketService) {
        on(Routes.marketFills) { call in
            let (name, filter, page) = (try call.chosenMarket, try call.historyFilter, try call.page(of: 100))
            let fills = try await market.fills(of: try await call.trader(market), market: name, filter, page: page)
            return MarketFillsBody(fills: fills.items.map(MarketFillLineBody.init), next: fills.next?.text)
        }
        on(Routes.closedMarketOrders) { call in
            let (name, filter, page) = (try call.chosenMarket, try call.historyFilter, try call.page(of: 50))
            return MarketOrdersBody(
                try await market.endedOrders(of: try await call.trader(market), market: name, filter, page: page))
        }
        on(Routes.marketTransactions) { call in
            let (asset, filter, page) = (try call.assetName, try call.historyFilter, try call.page(of: 50))
            let kind = try call.optional(RouteParameters.movement).map(TransferKind.init)
            let lines = try await market.transactions(
                of: try await call.trader(market), asset: asset, kind: kind, market: try call.chosenMarket, filter,
                page: page)
            return MarketTransactionsBody(
                transactions: lines.items.map(MarketTransactionBody.init), next: lines.next?.text)
        }
    }
}

extension RouteCall {
    /// Which entries of a history the query asks for.
    var historyFilter: HistoryFilter {
        get throws {
            HistoryFilter(
                side: parameters[RouteParameters.side.name] == nil
                    ? nil : Side(try value(RouteParameters.side)),
                outcome: try optional(RouteParameters.outcome).map(OrderOutcome.init),
                from: try instant(RouteParameters.from), to: try instant(RouteParameters.to))
        }
    }
}

extension OrderOutcome {
    /// What a query asks for.
    init(_ wire: MarketOrderOutcome) {
        switch wire {
        case .filled: self = .filled
        case .partlyFilled: self = .partlyFilled
        case .untraded: self = .untraded
        }
    }
}

extension TransferKind {
    /// What a query asks for.
    init(_ wire: MarketTransactionKind) {
        switch wire {
        case .trade: self = .trade
        case .deposit: self = .deposit
        case .withdrawal: self = .withdrawal
        case .received: self = .received
        case .sent: self = .sent
        case .points: self = .points
        case .invoice: self = .invoice
        case .time: self = .time
        }
    }
}

extension MarketFillLineBody {
    init(_ fill: FillRecord) {
        let rules = fill.market
        // It was multiplied when it was traded.
        let notional = (try? rules.notional(ticks: fill.ticks, lots: fill.lots)) ?? 0
        self.init(
            id: String(fill.id), order: OrderIdentifier.text(fill.order), market: rules.name.text,
            side: fill.side.apiValue, price: rules.priceText(fill.ticks), amount: rules.amountText(fill.lots),
            value: rules.quote.text(notional), fee: fill.feeAsset.text(fill.fee), feeAsset: fill.feeAsset.name.text,
            isMaker: fill.isMaker, at: fill.at)
    }
}
