import API
import AccountService
import Accounts
import HTTPKit
import HTTPTypes
import Hummingbird
import InboxService
import Logging
import MarketService

/// The exchange's API: CryptoMarket's paths under `/v1` and `/v2`, as its own clients ask them.
///
/// Beside them stand other people's paths under `/v1`. The use cases are in extensions, one file for each kind of them.
struct ExchangeAPI: Sendable {
    let market: MarketService
    let tickets: SocketTickets
    let payments: PaymentService
    let authority: RequestAuthority
    let clock: ServerClock

    init(
        market: MarketService, inbox: InboxService, keys: APIKeyService, clock: ServerClock, perKey: ServerLimits.Rate?
    ) {
        self.market = market
        self.tickets = SocketTickets(database: market.database)
        self.payments = PaymentService(market: market, inbox: inbox)
        self.authority = RequestAuthority(
            keys: keys, log: RequestLog(market.database), clock: clock, perKey: perKey)
        self.clock = clock
    }

    /// What is done for a request that nobody needs to sign.
    typealias Open = @Sendable (ExchangeRequest) async throws -> ExchangeAnswer
    /// What is done for a trader.
    typealias Signed = @Sendable (ExchangeRequest, Trader) async throws -> ExchangeAnswer

    /// The trader who signed `request` with a key of this scope.
    func trader(of request: ExchangeRequest, for scope: APIScope) async throws -> Trader {
        try await market.trader(of: authority.key(of: request, for: scope).account)
    }

    /// Whether a path is one of the exchange's, known or not, and not one of the other protocol under `/v1`.
    static func owns(_ path: String) -> Bool {
        // Most paths are others' and need not be taken apart.
        guard path.hasPrefix("/v") else { return false }
        let segments = path.split(separator: "/", maxSplits: 2)
        switch segments.first {
        case "v2": return true
        case "v1": return segments.count > 1 && firstSegmentsOfV1.contains(String(segments[1]))
        default: return false
        }
    }

    private static let firstSegmentsOfV1: Set<String> = [
        "account", "balance", "book", "market", "orders", "payment", "prices", "request", "ticker", "trades",
        "transactions", "transfer",
    ]
}

/// Requests that failed for what may be gone a little later.
private let passing = RepeatedLine("market requests failed", level: .error)

extension RouteHandlers {
    /// The exchange's API of both generations, and what of our own stands on its invoices.
    ///
    /// - Parameters:
    ///   - perKey: How many requests one key may send; nil for no limit.
    ///   - isSecure: Whether the server speaks TLS.
    ///   - requireCode: Checks what is asked for before money leaves by our own API.
    ///   - requireTrader: Checks there that the account may trade.
    package mutating func addExchangeRoutes(
        _ market: MarketService, inbox: InboxService, keys: APIKeyService, clock: ServerClock,
        perKey: ServerLimits.Rate?, isSecure: Bool, requireCode: @escaping CodeCheck,
        requireTrader: @escaping TraderCheck
    ) {
        answer(
            NativeProtocol(tellsRates: true, owns: ExchangeAPI.owns) { refusal in
                ExchangeFault(refusal).response(headers: refusal.headers)
            })
        // The page and the picture of an invoice stand where the exchange's clients look for them.
        answer(NativeProtocol(owns: { $0.hasPrefix("/invoice/") }))
        let api = ExchangeAPI(market: market, inbox: inbox, keys: keys, clock: clock, perKey: perKey)
        for version in APIVersion.allCases {
            addMarketDataRoutes(api, version)
            addOrderRoutes(api, version)
            addWalletRoutes(api, version)
        }
        addBulkRoutes(api)
        addInstantRoutes(api)
        addPaymentRoutes(api, isSecure: isSecure)
        addPaymentRequestRoutes(api.payments, requireCode, requireTrader)
    }

    /// Answers a path that everybody may ask; a signature is not looked at, though clients send one.
    mutating func open(_ path: String, _ version: APIVersion, _ perform: @escaping ExchangeAPI.Open) {
        openToPages([Self.name(path, version)])
        native(.get, PathTemplate("/\(version.rawValue)/\(path)"), Self.name(path, version)) { call in
            await Self.answer(call) { try await perform(ExchangeRequest(call, version: version)) }
        }
    }

    /// Answers a path that asks for a signature of a key with this scope.
    mutating func signed(
        _ method: HTTPRequest.Method, _ path: String, _ version: APIVersion, _ api: ExchangeAPI, scope: APIScope,
        _ perform: @escaping ExchangeAPI.Signed
    ) {
        native(method, PathTemplate("/\(version.rawValue)/\(path)"), Self.name(path, version)) { call in
            await Self.answer(call) {
                let request = try await ExchangeRequest(call, version: version)
                return try await perform(request, api.trader(of: request, for: scope))
            }
        }
    }

    /// A name for the figures, as `marketV2OrdersCreate`.
    private static func name(_ path: String, _ version: APIVersion) -> String {
        (["market", version.rawValue] + path.split(separator: "/").map(String.init)).enumerated()
            .map { $0.offset == 0 ? $0.element : $0.element.prefix(1).uppercased() + $0.element.dropFirst() }.joined()
    }

    private static func answer(
        _ call: RouteCall, _ perform: () async throws -> ExchangeAnswer
    ) async -> Response {
        do {
            return try await perform().response
        } catch {
            let (fault, isOurs) = ExchangeFault.of(error)
            if let reason = fault.securityReason { call.security.count(reason) }
            if isOurs, fault.status == 500 {
                call.logger.error("market request failed", metadata: ["cause": "\(error)"])
            } else if isOurs {
                passing.tell(call.logger, ["cause": "\(error)"])
            }
            return fault.response()
        }
    }
}
