import API
import Banks
import Basics
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
    /// The order is filled or cancelled already; which of them, where that is known.
    case notOpen(OrderClosing?)
    /// Less is available than the order, transfer or withdrawal needs.
    case notEnoughBalance
    /// The order's price or amount is none that this market takes.
    case order(OrderFault)
    /// The price at which a stop-limit order enters the book is none that this market takes.
    case stop(OrderFault)
    /// Of a pair, the limit of the stop-limit order is none that this market takes.
    case stopPrice(OrderFault)
    /// Parts of the order forbid one another.
    case contradiction([OrderContradiction])
    /// What is not executed yet of an order whose price is to change is below the market's minimum.
    case restBelowMinimum
    /// The order would trade at once, which its sender does not want.
    case postOnlyWouldTake
    /// The order cannot be filled whole at once, and its sender wants nothing less.
    case fillOrKillShort
    /// The order would trade with another one of the same trader.
    case selfTrade
    /// What can be had now is worse than the bound, or the book is too thin.
    case boundNotMet
    /// The draft contradicts itself, as a pair of two sides.
    case invalidOrder
    /// The bound of an instant exchange is none that the asset can have.
    case bound(AmountFault)
    /// The day that was named is none.
    case invalidDate
    /// Somebody sends money to themselves.
    case toOneself
    /// What is to be paid out of a withdrawal is no whole number of the steps in which the asset leaves.
    case withdrawalOffStep(least: String, step: String)
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
    /// The request is settled, refused or taken back already.
    case requestDecided
    /// Whoever decides about the request is its owner.
    case ownRequest
    /// Whoever approves the request has done so already, and a second person has to.
    case secondPersonNeeded
    /// A withdrawal is below the operator's minimum, or nothing of it would be left after the fee; the least is told.
    case withdrawalTooSmall(least: String)
    /// More would leave than the account may send away in 24 hours; what it still may is told.
    case dailyLimit(left: String)
    /// The account's address book has no such entry for this asset.
    case unknownDestination
    /// The entry of the address book is too new.
    case destinationWaits(until: Timestamp)
    /// The account's owner lets money go to the places of the address book alone, and this is none.
    case notInAddressBook
    /// What was written is no bank account.
    case bankAccount(BankAccountFault)
    /// A text of the request is empty, too long or has control characters.
    case invalidText
    /// There is no account with this e-mail address.
    case unknownAccount
    /// There is a market or an asset of this name.
    case nameTaken
    /// The rules are none that a market can have.
    case invalidRules
    /// The account has another order that its sender calls the same.
    case clientIDUsed
    /// An order was to be for no more than is executed of it.
    case amountExecuted
    /// The market is halted.
    case halted
    /// The market collects orders for an auction, and the order would not wait for it.
    case collecting
    /// The order would trade too far from the last price.
    case priceCollar
    /// The order was to end before it has begun, or too late.
    case invalidExpiry
    /// Of a pair of orders, the last trade has reached the stop already.
    case stopReached
    /// The order is one of a pair, which is not amended.
    case paired
    /// The market is not in the phase that this needs.
    case wrongPhase

    /// What an answer calls it; the table of the API has its status and its title.
    package var problem: ProblemCode {
        switch self {
        case .unknownMarket: .marketUnknownMarket
        case .marketInactive: .marketInactive
        case .unknownOrder: .marketUnknownOrder
        case .notOpen: .marketNotOpen
        case .notEnoughBalance: .marketNotEnoughBalance
        case .order, .stop, .stopPrice, .contradiction, .restBelowMinimum: .marketInvalidOrder
        case .bound, .withdrawalOffStep: .marketInvalidAmount
        case .invalidDate: .marketInvalidText
        case .toOneself: .marketTransferToOneself
        case .postOnlyWouldTake: .marketPostOnlyWouldTake
        case .fillOrKillShort: .marketFillOrKillShort
        case .selfTrade: .marketSelfTrade
        case .boundNotMet: .marketBoundNotMet
        case .invalidOrder: .marketInvalidOrder
        case .unknownAsset: .marketUnknownAsset
        case .amount: .marketInvalidAmount
        case .limitReached: .marketLimitReached
        case .disabled: .marketDisabled
        case .unknownAddress: .marketUnknownAddress
        case .unknownRequest: .marketUnknownRequest
        case .requestDecided: .marketRequestDecided
        case .ownRequest: .marketOwnRequest
        case .secondPersonNeeded: .marketSecondPersonNeeded
        case .withdrawalTooSmall: .marketWithdrawalTooSmall
        case .dailyLimit: .marketDailyLimit
        case .unknownDestination: .marketUnknownDestination
        case .destinationWaits: .marketDestinationWaits
        case .notInAddressBook: .marketNotInAddressBook
        case .bankAccount: .marketInvalidBankAccount
        case .invalidText: .marketInvalidText
        case .unknownAccount: .marketUnknownAccount
        case .nameTaken: .marketNameTaken
        case .invalidRules: .marketInvalidRules
        case .clientIDUsed: .marketClientIdUsed
        case .amountExecuted: .marketAmountExecuted
        case .halted: .marketHalted
        case .collecting: .marketCollecting
        case .priceCollar: .marketPriceCollar
        case .invalidExpiry: .marketInvalidExpiry
        case .stopReached: .marketStopReached
        case .paired: .marketPaired
        case .wrongPhase: .marketWrongPhase
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
        case .order(let fault): [fault.fault(of: "price")]
        case .stop(let fault): [fault.fault(of: "stop")]
        case .stopPrice(let fault): [fault.fault(of: "stopPrice")]
        case .contradiction(let contradictions): contradictions.map(\.fault)
        case .restBelowMinimum:
            [Fault(path: "$.price", message: "cannot change: what is left of the order is below the market's minimum")]
        case .amount(let fault): [fault.fault(of: "amount")]
        case .bound(let fault): [fault.fault(of: "bound")]
        case .invalidDate: [Fault(path: "$.date", message: "must be a day, as 21/11/2026 or 2026-11-21")]
        case .withdrawalOffStep(let least, let step):
            [Fault(path: "$.amount", message: "must be at least \(least), in steps of \(step)")]
        case .withdrawalTooSmall(let least): [Fault(path: "$.amount", message: "must be at least \(least)")]
        case .destinationWaits(let instant):
            [Fault(path: "$.destination", message: "can be used from \(instant.rfc3339) on")]
        case .bankAccount(let fault):
            switch fault {
            case .country: [Fault(path: "$.country", message: "must be two capital letters")]
            case .holder: [Fault(path: "$.holder", message: "must be 1 to 60 characters that are shown")]
            case .bank: [Fault(path: "$.bank", message: "must be 1 to 60 characters that are shown")]
            case .number:
                [Fault(path: "$.number", message: "is no account number of this country, or its check is wrong")]
            case .taxNumber:
                [Fault(path: "$.taxNumber", message: "is needed in Chile alone, and its check must be right")]
            }
        case .dailyLimit(let left): [Fault(path: "$.amount", message: "must be at most \(left) now")]
        default: nil
        }
    }

    /// Says which property of the body is wrong, when the error is about one.
    package func complete(_ problem: inout ProblemBody) {
        problem.faults = faults
        if case .notOpen(let closing?) = self { problem.detail = closing.sentence }
    }
}

/// How an order ended.
package enum OrderClosing: Equatable, Sendable {
    /// All of it was executed.
    case filled
    /// It was cancelled, by its owner or otherwise.
    case cancelled

    /// The same in words.
    package var sentence: String {
        switch self {
        case .filled: "The order has been filled."
        case .cancelled: "The order has been cancelled."
        }
    }
}

extension OrderFault {
    /// The fault of a body in which the price is called `price`.
    fileprivate func fault(of price: String) -> Fault {
        switch self {
        case .malformedAmount: Fault(path: "$.amount", message: "must be a plain decimal number")
        case .malformedPrice: Fault(path: "$.\(price)", message: "must be a plain decimal number")
        case .zeroPrice: Fault(path: "$.\(price)", message: "must not be zero")
        case .offTick: Fault(path: "$.\(price)", message: "must be a whole number of the market's ticks")
        case .offLot: Fault(path: "$.amount", message: "must be a whole number of the market's lots")
        case .belowMinimum: Fault(path: "$.amount", message: "is below the market's minimum")
        case .tooLarge: Fault(path: "$.amount", message: "is too large, or its price is")
        case .largePrice: Fault(path: "$.\(price)", message: "is too large")
        case .longAmount: Fault(path: "$.amount", message: AmountFault.longNumber)
        case .longPrice: Fault(path: "$.\(price)", message: AmountFault.longNumber)
        }
    }
}

extension AmountFault {
    fileprivate static let longNumber = "must have at most \(DecimalText.maximumLength) characters"

    /// The fault of a property with this name.
    fileprivate func fault(of name: String) -> Fault {
        let message =
            switch self {
            case .malformed: "must be a plain decimal number above zero"
            case .overPrecise: "has more decimal places than the asset"
            case .tooLarge: "is too large"
            case .tooLong: Self.longNumber
            }
        return Fault(path: "$.\(name)", message: message)
    }
}

extension OrderContradiction {
    /// Which property it is about, and what is wrong with it.
    package var fault: Fault {
        switch self {
        case .missingPrice: Fault(path: "$.price", message: "is missing: limit and stop-limit orders have one")
        case .needlessPrice: Fault(path: "$.price", message: "must be left out of a market order")
        case .missingStop: Fault(path: "$.stop", message: "is missing: a stop-limit order has one")
        case .needlessStop: Fault(path: "$.stop", message: "must be left out: only a stop-limit order has one")
        case .needlessExpiry:
            Fault(path: "$.expiresAt", message: "must be left out: only an order that can wait in the book has an end")
        case .needlessPostOnly:
            Fault(path: "$.isPostOnly", message: "must be false: the order trades at once or not at all")
        }
    }
}
