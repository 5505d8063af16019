import API
import Ledger
import Market

// The words of our own API for the values of the market, both ways.

extension AssetName {
    /// The name that a body says.
    init(checking text: String) throws {
        guard let name = AssetName(text) else { throw ServiceError.market(.unknownAsset) }
        self = name
    }
}

extension MarketName {
    /// The name that a body says.
    init(checking text: String) throws {
        guard let name = MarketName(text) else { throw ServiceError.market(.unknownMarket) }
        self = name
    }
}

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
        self = try [Self.goodTillCancelled, .immediateOrCancel, .fillOrKill].value(of: word, by: \.word)
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

extension CandleKind {
    init?(word: String?) {
        switch word {
        case "sell": self = .sell
        case "buy": self = .buy
        case "last": self = .last
        default: return nil
        }
    }
}

extension AssetKind {
    var word: String {
        switch self {
        case .points: "points"
        case .crypto: "crypto"
        case .currency: "currency"
        }
    }
}

extension TransferKind {
    var word: String {
        switch self {
        case .trade: "trade"
        case .deposit: "deposit"
        case .withdrawal: "withdrawal"
        case .received: "received"
        case .sent: "sent"
        case .points: "points"
        case .invoice: "invoice"
        }
    }
}

extension MoneyRequestKind {
    var word: String { self == .deposit ? "deposit" : "withdrawal" }
}

extension MoneyRequestStatus {
    var word: String {
        switch self {
        case .waiting: "waiting"
        case .settled: "settled"
        case .refused: "refused"
        }
    }
}

extension Sequence {
    /// The element whose word is `word`; the schema has checked that there is one.
    fileprivate func value(of word: String, by path: (Element) -> String) throws -> Element {
        guard let value = first(where: { path($0) == word }) else { throw Refusal(.requestInvalid) }
        return value
    }
}
