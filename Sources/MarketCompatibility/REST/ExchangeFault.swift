import API
import Accounts
import Basics
import HTTPKit
import HTTPTypes
import Hummingbird
import Ledger
import LedgerService
import Market
import NIOCore

/// Why a request of the exchange's API is refused, as its clients understand it.
///
/// `message` is a stable text. `id` is one of the kinds of error for which the official clients have a class each; they
/// take it from `errors`, and where there is none from the status.
struct ExchangeFault: Error, Equatable {
    let status: Int
    let id: String
    let message: String
    /// What is wrong in particular, for a person who reads it; `message` when nothing is to be added.
    var detail: String?
    var retryAfter: Int?

    private init(_ status: Int, _ id: String, _ message: String, detail: String? = nil, retryAfter: Int? = nil) {
        self.status = status
        self.id = id
        self.message = message
        self.detail = detail
        self.retryAfter = retryAfter
    }

    // MARK: - Who asks

    /// No signature, one that is wrong, or a key that nobody has: which of them is not said.
    static let notAuthentic = ExchangeFault(401, "authentication_error", "authentication_error")
    /// The timestamp is too far from the server's.
    static func stale(serverTime now: Timestamp) -> ExchangeFault {
        ExchangeFault(
            401, "authentication_error", staleMessage,
            detail: "the timestamp may be 30 seconds from the server's time, which is \(ExchangeTime.seconds(now))")
    }
    private static let staleMessage = "timestamp_out_of_window"
    private static let wrongUnitMessage = "timestamp_not_in_seconds"

    /// The timestamp is in a smaller unit than seconds.
    static func wrongUnit(_ unit: String) -> ExchangeFault {
        ExchangeFault(
            401, "authentication_error", wrongUnitMessage,
            detail: "\(SignedRequest.timestampField) is in \(unit); send seconds since 1970, as 1795253653.658")
    }

    /// The signature has been used before.
    static let replayed = ExchangeFault(401, "authentication_error", "signature_already_used")
    /// The key may not do this.
    static let outOfScope = ExchangeFault(403, "invalid_scope", "invalid_scope")
    /// The key may not be used from here.
    static let wrongAddress = ExchangeFault(403, "invalid_scope", "address_not_allowed")

    /// More requests than the key or the address may send.
    static func tooMany(retryAfter seconds: Int) -> ExchangeFault {
        ExchangeFault(429, "rate_limit_exceeded", "rate_limit_exceeded", retryAfter: seconds)
    }

    /// Why it is refused, where that is for safety's sake; nil else.
    var securityReason: SecurityCounter.Reason? {
        switch self {
        case .notAuthentic: .badSignature
        case .replayed: .replayedSignature
        case .outOfScope, .wrongAddress: .keyOutOfScope
        default:
            switch message {
            case Self.staleMessage, Self.wrongUnitMessage: .staleSignature
            default: status == 429 ? .throttled : nil
            }
        }
    }

    // MARK: - What is asked

    /// The request cannot be understood.
    static func malformed(_ detail: String) -> ExchangeFault {
        ExchangeFault(400, "invalid_request", "invalid_request", detail: detail)
    }

    /// A field is missing.
    static func missing(_ name: String) -> ExchangeFault {
        ExchangeFault(400, "param_required", "invalid_request", detail: "\(name) is required")
    }

    /// A field has a value that it cannot have.
    static func invalid(_ message: String, detail: String? = nil) -> ExchangeFault {
        ExchangeFault(422, "validation_error", message, detail: detail)
    }

    /// The end of an order is in another unit than milliseconds.
    static func expiryUnit(_ unit: String) -> ExchangeFault {
        invalid(
            "expires_at_not_in_milliseconds",
            detail: "expires_at is in \(unit); send milliseconds since 1970, as 1795253653658")
    }

    /// Nothing is at this path.
    static let notFound = ExchangeFault(404, "not_found", "not_found")
    /// There is no such order, or it is somebody else's.
    static let unknownOrder = ExchangeFault(404, "not_found", "invalid_request", detail: "there is no such order")
    /// There is no such market.
    static let unknownMarket = ExchangeFault(404, "not_found", "pair_not_active")
    /// There is no such invoice, or it is somebody else's.
    static let unknownInvoice = ExchangeFault(404, "not_found", "payment_not_found")
    /// The server has too much to do, or cannot reach its database.
    static let unavailable = ExchangeFault(503, "internal_server_error", "temporarily disabled", retryAfter: 1)
    /// It may have been done: nobody knows yet.
    static let outcomeUnknown = ExchangeFault(
        504, "internal_server_error", "outcome_unknown",
        detail: "nobody knows whether this was done; look before asking again")
    /// Something of ours went wrong.
    static let internalError = ExchangeFault(500, "internal_server_error", "internal_server_error")

    // MARK: - What services say

    /// The fault that tells of what a use case threw, and whether that belongs in the log.
    static func of(_ error: any Error) -> (fault: ExchangeFault, isOurs: Bool) {
        switch error {
        case let fault as ExchangeFault: return (fault, false)
        case let refusal as Refusal: return (ExchangeFault(refusal), refusal.cause != nil)
        case is CancellationError: return (.unavailable, false)
        case ServiceError.refused(let error as MarketError), let error as MarketError:
            return (ExchangeFault(error), false)
        case let error as ServiceError:
            if error.problem.status == 503 { return (.unavailable, true) }
            if error.problem == .requestOutcomeUnknown { return (.outcomeUnknown, true) }
            return (.internalError, true)
        default: return (.internalError, true)
        }
    }

    /// What was refused before the exchange saw it: a body that is too large, a wrong method, too many requests.
    init(_ refusal: Refusal) {
        let seconds = refusal.headers[.retryAfter].flatMap { Int($0) }
        switch refusal.problem.status {
        case 429: self = .tooMany(retryAfter: seconds ?? 1)
        case 404: self = .notFound
        case 503: self = .unavailable
        case 504: self = .outcomeUnknown
        case 500...: self = .internalError
        default: self.init(refusal.problem.status, "invalid_request", "invalid_request", detail: refusal.problem.title)
        }
    }

    /// What the market says.
    init(_ error: MarketError) {
        self =
            switch error {
            case .unknownMarket: .unknownMarket
            case .marketInactive: .invalid("pair_not_active")
            case .unknownOrder: .unknownOrder
            case .notOpen(let closing): .invalid("order_not_active", detail: closing?.sentence)
            case .notEnoughBalance: .invalid("not_enough_balance")
            case .order(.longAmount): .invalid("invalid_amount", detail: Self.longNumber)
            case .order(.longPrice): .invalid("invalid_price", detail: Self.longNumber)
            case .order(.largePrice): .invalid("amount_too_large", detail: "the price is too large")
            case .order(let fault): .invalid(Self.message(fault))
            case .stop(let fault), .stopPrice(let fault):
                .invalid(Self.message(fault), detail: "the stop: \(Self.message(fault))")
            case .contradiction(let contradictions):
                .invalid("invalid_order", detail: contradictions.map(Self.explanation).joined(separator: "; "))
            case .restBelowMinimum:
                .invalid("amount_too_small", detail: "what is left of the order is below the market's minimum")
            case .postOnlyWouldTake: .invalid("post_only_would_take")
            case .fillOrKillShort: .invalid("fill_or_kill_short")
            case .selfTrade: .invalid("self_trade")
            case .boundNotMet: .invalid("not_enough_liquidity")
            case .invalidOrder: .invalid("invalid_order")
            case .unknownAsset: ExchangeFault(404, "not_found", "currency_not_active")
            case .amount(let fault): .invalid(Self.message(fault), detail: fault == .tooLong ? Self.longNumber : nil)
            case .bound(let fault): .invalid(Self.message(fault), detail: "bound: \(Self.message(fault))")
            case .withdrawalOffStep(let least, let step):
                .invalid("amount_too_precise", detail: "the least is \(least), in steps of \(step)")
            case .invalidDate: .invalid("invalid_date", detail: "a day is written dd/mm/yyyy")
            case .toOneself: .invalid("address_is_own", detail: "this is an address of your own account")
            case .limitReached: .invalid("too_many_orders")
            case .disabled: .unavailable
            case .unknownAddress: ExchangeFault(404, "not_found", "address_not_found")
            case .unknownRequest, .unknownAccount: .notFound
            case .requestDecided, .ownRequest, .secondPersonNeeded, .nameTaken, .invalidRules:
                .invalid("invalid_request")
            case .invalidText: .invalid("invalid_text")
            case .clientIDUsed: .invalid("client_id_used")
            case .withdrawalTooSmall: .invalid("amount_too_small")
            case .dailyLimit: .invalid("daily_limit_reached")
            case .unknownDestination, .notInAddressBook: .invalid("not_in_address_book")
            case .destinationWaits: .invalid("address_too_new")
            case .bankAccount: .invalid("invalid_bank_account")
            case .amountExecuted: .invalid("amount_executed")
            case .halted: .invalid("market_halted")
            case .collecting: .invalid("market_in_auction")
            case .priceCollar: .invalid("price_collar")
            case .invalidExpiry: .invalid("invalid_expires_at")
            case .stopReached: .invalid("stop_reached")
            case .paired: .invalid("order_of_pair")
            case .wrongPhase: .invalid("invalid_request")
            }
    }

    private static let longNumber = "a number has at most \(DecimalText.maximumLength) characters"

    private static func message(_ fault: OrderFault) -> String {
        switch fault {
        case .malformedAmount, .longAmount: "invalid_amount"
        case .malformedPrice, .longPrice, .zeroPrice: "invalid_price"
        case .offTick: "price_not_on_tick"
        case .offLot: "amount_not_on_lot"
        case .belowMinimum: "amount_too_small"
        case .tooLarge, .largePrice: "amount_too_large"
        }
    }

    private static func message(_ fault: AmountFault) -> String {
        switch fault {
        case .malformed, .tooLong: "invalid_amount"
        case .overPrecise: "amount_too_precise"
        case .tooLarge: "amount_too_large"
        }
    }

    /// A contradiction in the words that this API has for the fields.
    private static func explanation(_ contradiction: OrderContradiction) -> String {
        switch contradiction {
        case .missingPrice: "price is required"
        case .needlessPrice: "a market order has no price"
        case .missingStop: "stop is required"
        case .needlessStop: "only a stop-limit order has a stop"
        case .needlessExpiry: "only an order that can wait in the book has expires_at"
        case .needlessPostOnly: "an order that trades at once cannot be post_only"
        }
    }

    // MARK: - The answer

    /// The answer to the client.
    ///
    /// - Parameter more: Header fields that belong to it, such as the methods that a path knows.
    func response(headers more: HTTPFields = [:]) -> Response {
        let body: JSONValue = .object([
            "status": "error", "message": .string(message),
            "errors": [.object(["id": .string(id), "message": .string(detail ?? message)])],
        ])
        var headers = more
        headers[.contentType] = "application/json"
        if let retryAfter { headers[.retryAfter] = String(retryAfter) }
        return Response(
            status: .init(code: status), headers: headers, body: .init(byteBuffer: ByteBuffer(string: body.compactText))
        )
    }
}
