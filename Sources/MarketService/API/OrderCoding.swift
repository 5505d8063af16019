import API
import Ledger
import Market

// Orders as our own API reads and writes them: whoever adds a kind or a condition of orders adds it here.

// MARK: - Reading

extension OrderDraft {
    /// The order that a body asks for.
    init(_ body: MarketOrderRequestBody) throws {
        self.init(
            market: try MarketName(checking: body.market), side: try Side(word: body.side),
            kind: try OrderKind(word: body.type), amount: body.amount, price: body.price, stop: body.stop,
            conditions: try OrderConditions(body))
    }
}

extension OrderConditions {
    /// What a body allows and forbids.
    init(_ body: MarketOrderRequestBody) throws {
        self.init()
        if let word = body.timeInForce { timeInForce = try TimeInForce(word: word) }
        if let value = body.isPostOnly { isPostOnly = value }
        if let word = body.selfTrade { selfTrade = try SelfTradePrevention(word: word) }
    }
}

extension Sequence {
    /// The element whose word is `word`; the schema has checked that there is one.
    fileprivate func value(of word: String, by path: (Element) -> String) throws -> Element {
        guard let value = first(where: { path($0) == word }) else { throw Refusal(.requestInvalid) }
        return value
    }
}

// MARK: - Writing

extension MarketOrderBody {
    init(_ order: OrderRecord) {
        let (rules, terms) = (order.market, order.terms)
        self.init(
            id: OrderIdentifier.text(order.id), market: rules.name.text, side: terms.side.word,
            type: terms.kind.word, status: order.status.word, reason: order.reason?.word,
            price: terms.ticks.map(rules.priceText), stop: terms.stop.map(rules.priceText),
            amount: rules.amountText(terms.lots),
            executed: rules.amountText(order.executed), remaining: rules.amountText(order.remaining),
            averagePrice: order.averagePriceText, fee: order.feeText, feeAsset: order.feeAsset.name.text,
            timeInForce: terms.conditions.timeInForce.word, isPostOnly: terms.conditions.isPostOnly,
            createdAt: order.createdAt,
            updatedAt: order.updatedAt)
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

// MARK: - Words

extension Side {
    var word: String { self == .buy ? "buy" : "sell" }

    init(word: String) throws {
        self = try Self.allCases.value(of: word, by: \.word)
    }
}

extension OrderKind {
    var word: String {
        switch self {
        case .limit: "limit"
        case .market: "market"
        case .stopLimit: "stop-limit"
        }
    }

    init(word: String) throws {
        self = try Self.allCases.value(of: word, by: \.word)
    }
}

extension OrderStatus {
    var word: String {
        switch self {
        case .waiting: "waiting"
        case .queued: "queued"
        case .filled: "filled"
        case .cancelled: "cancelled"
        }
    }
}

extension OrderReason {
    var word: String {
        switch self {
        case .user: "user"
        case .selfTrade: "self-trade"
        case .immediateRest: "immediate-rest"
        case .stopPostOnly: "stop-post-only"
        case .stopFillOrKill: "stop-fill-or-kill"
        case .stopRefused: "stop-refused"
        }
    }
}

extension TimeInForce {
    var word: String {
        switch self {
        case .goodTillCancelled: "good-till-cancelled"
        case .immediateOrCancel: "immediate-or-cancel"
        case .fillOrKill: "fill-or-kill"
        }
    }

    init(word: String) throws {
        self = try Self.allCases.value(of: word, by: \.word)
    }
}

extension SelfTradePrevention {
    var word: String {
        switch self {
        case .cancelNewest: "cancel-newest"
        case .cancelOldest: "cancel-oldest"
        case .cancelBoth: "cancel-both"
        // Nobody can ask for it; it is how invoices are changed.
        case .passOver: "pass-over"
        }
    }

    init(word: String) throws {
        self = try [Self.cancelNewest, .cancelOldest, .cancelBoth].value(of: word, by: \.word)
    }
}
