import API
import HTTPKit
import Ledger
import Market

/// Why the market or the ledger refuses something; nothing has changed then.
package enum MarketError: ServiceFault, Equatable {
    /// There is no market of this name.
    case unknownMarket
    /// The market takes no orders now.
    case marketInactive
    /// This trader has no such order; somebody else's order is no different.
    case unknownOrder
    /// The order is filled or cancelled already.
    case notOpen
    /// Less is available than the order, transfer or withdrawal needs.
    case notEnoughBalance
    /// The order's price or amount is none that this market takes.
    case order(OrderFault)
    /// The order would trade at once, which its sender does not want.
    case postOnlyWouldTake
    /// The order cannot be filled whole at once, and its sender wants nothing less.
    case fillOrKillShort
    /// The order would trade with another one of the same trader.
    case selfTrade
    /// What can be had now is worse than the bound, or the book is too thin.
    case boundNotMet
    /// The draft contradicts itself, as a market order with a price of its own.
    case invalidOrder
    /// There is no asset of this name, or it is not in use.
    case unknownAsset
    /// The amount is none that the asset can have.
    case amount(AmountFault)
    /// The trader has as many open orders as one may have.
    case limitReached
    /// The market does not work at the moment.
    case disabled
    /// Nobody has this address.
    case unknownAddress
    /// There is no such request.
    case unknownRequest
    /// The request is settled or refused already.
    case requestDecided
    /// A text of the request is empty, too long or has control characters.
    case invalidText
    /// There is no account with this e-mail address.
    case unknownAccount
    /// There is a market or an asset of this name.
    case nameTaken
    /// The rules are none that a market can have.
    case invalidRules

    /// The stable text that names the case.
    package var code: String {
        switch self {
        case .unknownMarket: "market.unknown_market"
        case .marketInactive: "market.inactive"
        case .unknownOrder: "market.unknown_order"
        case .notOpen: "market.not_open"
        case .notEnoughBalance: "market.not_enough_balance"
        case .order: "market.invalid_order"
        case .postOnlyWouldTake: "market.post_only_would_take"
        case .fillOrKillShort: "market.fill_or_kill_short"
        case .selfTrade: "market.self_trade"
        case .boundNotMet: "market.bound_not_met"
        case .invalidOrder: "market.invalid_order"
        case .unknownAsset: "market.unknown_asset"
        case .amount: "market.invalid_amount"
        case .limitReached: "market.limit_reached"
        case .disabled: "market.disabled"
        case .unknownAddress: "market.unknown_address"
        case .unknownRequest: "market.unknown_request"
        case .requestDecided: "market.request_decided"
        case .invalidText: "market.invalid_text"
        case .unknownAccount: "market.unknown_account"
        case .nameTaken: "market.name_taken"
        case .invalidRules: "market.invalid_rules"
        }
    }

    /// The status of an HTTP answer that tells of it.
    package var httpStatus: Int {
        switch self {
        case .unknownMarket, .unknownOrder, .unknownAsset, .unknownAddress, .unknownRequest, .unknownAccount: 404
        case .notOpen, .requestDecided, .nameTaken: 409
        case .disabled: 503
        case .limitReached: 429
        case .marketInactive, .notEnoughBalance, .order, .postOnlyWouldTake, .fillOrKillShort, .selfTrade,
            .boundNotMet, .invalidOrder, .amount, .invalidText, .invalidRules:
            422
        }
    }
}

extension ServiceError {
    /// A fault of markets, orders or the ledger.
    package static func market(_ error: MarketError) -> ServiceError { .refused(error) }
}

extension MarketError {
    /// What is wrong with which property of the body, when the error is about one.
    var faults: [Fault]? {
        switch self {
        case .order(let fault):
            switch fault {
            case .malformedAmount: [Fault(path: "$.amount", message: "must be a plain decimal number")]
            case .malformedPrice: [Fault(path: "$.price", message: "must be a plain decimal number")]
            case .zeroPrice: [Fault(path: "$.price", message: "must not be zero")]
            case .offTick: [Fault(path: "$.price", message: "must be a whole number of the market's ticks")]
            case .offLot: [Fault(path: "$.amount", message: "must be a whole number of the market's lots")]
            case .belowMinimum: [Fault(path: "$.amount", message: "is below the market's minimum")]
            case .tooLarge: [Fault(path: "$.amount", message: "is too large, or its price is")]
            }
        case .amount(let fault):
            switch fault {
            case .malformed: [Fault(path: "$.amount", message: "must be a plain decimal number above zero")]
            case .overPrecise: [Fault(path: "$.amount", message: "has more decimal places than the asset")]
            case .tooLarge: [Fault(path: "$.amount", message: "is too large")]
            }
        default: nil
        }
    }

    /// Says which property of the body is wrong, when the error is about one.
    package func complete(_ problem: inout ProblemBody) { problem.faults = faults }
}
