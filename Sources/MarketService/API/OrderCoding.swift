import API
import HTTPKit
import Ledger
import LedgerService
import Market

// Orders as our own API reads and writes them: whoever adds a kind or a condition of orders adds it here.

// MARK: - Reading

extension OrderDraft {
    /// The order that a body asks for.
    init(_ body: MarketOrderRequestBody) throws {
        self.init(
            market: try MarketName(checking: body.market), side: Side(body.side),
            kind: OrderKind(body.type), amount: body.amount, price: body.price, stop: body.stop,
            conditions: OrderConditions(body), clientID: try body.clientId.map(ClientOrderID.init(checking:)),
            expiresAt: body.expiresAt)
    }
}

extension ClientOrderID {
    /// The name that a body says.
    init(checking text: String) throws {
        guard let clientID = ClientOrderID(text) else {
            throw BodyError.invalid([
                Fault(
                    path: "$.clientId",
                    message: "must be 1 to \(Self.longest) letters, digits, '.', '_' or '-', a letter or digit first")
            ])
        }
        self = clientID
    }
}

extension OrderConditions {
    /// What a body allows and forbids.
    init(_ body: MarketOrderRequestBody) {
        self.init()
        if let value = body.timeInForce { timeInForce = TimeInForce(value) }
        if let value = body.isPostOnly { isPostOnly = value }
        if let value = body.selfTrade { selfTrade = SelfTradePrevention(value) }
    }
}

// MARK: - Writing

extension MarketOrderBody {
    init(_ order: OrderRecord) {
        let (rules, terms) = (order.market, order.terms)
        self.init(
            id: OrderIdentifier.text(order.id), market: rules.name.text, side: terms.side.apiValue,
            type: terms.kind.apiValue, status: order.status.apiValue, reason: order.reason?.apiValue,
            price: terms.ticks.map(rules.priceText), stop: terms.stop.map(rules.priceText),
            amount: rules.amountText(terms.lots),
            executed: rules.amountText(order.executed), remaining: rules.amountText(order.remaining),
            averagePrice: order.averagePriceText, fee: order.feeText, feeAsset: order.feeAsset.name.text,
            timeInForce: terms.conditions.timeInForce.apiValue, isPostOnly: terms.conditions.isPostOnly,
            createdAt: order.createdAt,
            updatedAt: order.updatedAt, clientId: order.clientID?.text,
            replacedBy: order.successor.map(OrderIdentifier.text), expiresAt: order.expiresAt,
            partner: order.partner.map(OrderIdentifier.text))
    }
}

extension MarketAmendmentBody {
    init(_ amendment: Amendment) {
        self.init(
            order: MarketOrderBody(amendment.order), keepsPlace: amendment.replaced == nil,
            replaced: amendment.replaced.map(MarketOrderBody.init))
    }
}

extension AmendDraft {
    /// The amendment that a body asks for.
    init(_ body: MarketAmendRequestBody) throws {
        guard body.amount != nil || body.price != nil else {
            throw BodyError.invalid([Fault(path: "$", message: "must say an amount, a price or both")])
        }
        self.init(
            amount: body.amount, price: body.price, clientID: try body.clientId.map(ClientOrderID.init(checking:)))
    }
}

extension MarketOrdersBody {
    init(_ page: Paged<OrderRecord>) {
        self.init(orders: page.items.map(MarketOrderBody.init), next: page.next?.text)
    }
}

extension MarketFillBody {
    init(_ fill: FillRecord) {
        self.init(
            id: String(fill.id), price: fill.market.priceText(fill.ticks), amount: fill.market.amountText(fill.lots),
            fee: fill.feeAsset.text(fill.fee), isMaker: fill.isMaker, at: fill.at)
    }
}

// MARK: - Closed sets

extension Side {
    /// As it travels.
    var apiValue: MarketSide { self == .buy ? .buy : .sell }

    init(_ wire: MarketSide) {
        self = wire == .buy ? .buy : .sell
    }
}

extension OrderKind {
    /// As it travels.
    var apiValue: MarketOrderType {
        switch self {
        case .limit: .limit
        case .market: .market
        case .stopLimit: .stopLimit
        }
    }

    init(_ wire: MarketOrderType) {
        switch wire {
        case .limit: self = .limit
        case .market: self = .market
        case .stopLimit: self = .stopLimit
        }
    }
}

extension OrderStatus {
    /// As it travels.
    var apiValue: MarketOrderStatus {
        switch self {
        case .waiting: .waiting
        case .queued: .queued
        case .filled: .filled
        case .cancelled: .cancelled
        }
    }
}

extension OrderReason {
    /// As it travels.
    var apiValue: MarketOrderReason {
        switch self {
        case .user: .user
        case .selfTrade: .selfTrade
        case .immediateRest: .immediateRest
        case .stopPostOnly: .stopPostOnly
        case .stopFillOrKill: .stopFillOrKill
        case .stopRefused: .stopRefused
        case .replaced: .replaced
        case .expired: .expired
        case .timer: .cancelTimer
        case .partner: .partner
        case .operator: .operator
        case .paused: .marketPaused
        case .account: .accountDisabled
        case .collar: .priceCollar
        }
    }
}

extension TimeInForce {
    /// As it travels.
    var apiValue: MarketTimeInForce {
        switch self {
        case .goodTillCancelled: .goodTillCancelled
        case .immediateOrCancel: .immediateOrCancel
        case .fillOrKill: .fillOrKill
        }
    }

    init(_ wire: MarketTimeInForce) {
        switch wire {
        case .goodTillCancelled: self = .goodTillCancelled
        case .immediateOrCancel: self = .immediateOrCancel
        case .fillOrKill: self = .fillOrKill
        }
    }
}

extension SelfTradePrevention {
    /// What somebody asks for; that orders pass one another over is how invoices are changed, and nobody's to ask.
    init(_ wire: MarketSelfTrade) {
        switch wire {
        case .cancelNewest: self = .cancelNewest
        case .cancelOldest: self = .cancelOldest
        case .cancelBoth: self = .cancelBoth
        }
    }
}
