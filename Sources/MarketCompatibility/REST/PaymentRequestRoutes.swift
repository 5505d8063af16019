import API
import Basics
import HTTPKit
import Ledger
import LedgerService
import MarketService
import Network

extension RouteHandlers {
    /// Payments that people ask one another for.
    ///
    /// - Parameters:
    ///   - requireCode: Checks what is asked for before money leaves.
    ///   - requireTrader: Checks that the account may trade.
    mutating func addPaymentRequestRoutes(
        _ payments: PaymentService, _ requireCode: @escaping CodeCheck, _ requireTrader: @escaping TraderCheck
    ) {
        let market = payments.market
        @Sendable func body(_ order: PaymentOrder) -> MarketPaymentRequestBody {
            MarketPaymentRequestBody(order, at: payments.clock.now())
        }
        on(Routes.requestMarketPayment) { call, draft in
            try await requireTrader(try call.session)
            return body(
                try await payments.request(
                    draft.amount, of: try AssetName(checking: draft.asset), label: draft.label ?? "",
                    memo: draft.memo ?? "", minutes: draft.minutes ?? PaymentService.usualMinutes,
                    callback: try Self.callback(draft.callbackUrl), for: try await call.trader(market)))
        }
        on(Routes.marketCallbackSecret) { call in
            MarketCallbackSecretBody(
                madeAt: try await payments.callbackSecretMadeAt(of: try await call.trader(market)))
        }
        on(Routes.renewMarketCallbackSecret) { call in
            try await requireTrader(try call.session)
            let made = try await payments.renewCallbackSecret(of: try await call.trader(market))
            return MarketCallbackSecretBody(secret: made.secret, madeAt: made.madeAt)
        }
        on(Routes.marketPaymentRequests) { call in
            let orders = try await payments.requests(of: try await call.trader(market), limit: 50)
            return MarketPaymentRequestsBody(requests: orders.map(body))
        }
        on(Routes.marketPaymentRequest) { call in
            body(try await payments.request(try call.value(RouteParameters.id)))
        }
        on(Routes.payMarketRequest) { call, consent in
            let (id, session) = (try call.value(RouteParameters.id), try call.session)
            try await requireTrader(session)
            let receipt = try await payments.pay(
                request: id, asset: consent.asset, amount: consent.amount, from: try await call.trader(market)
            ) { try await requireCode(consent.code, session) }
            return MarketPaymentBody(
                request: body(receipt.order), transaction: MarketTransactionBody(receipt.transaction))
        }
        on(Routes.refundMarketPayment) { call, draft in
            let (id, session) = (try call.value(RouteParameters.id), try call.session)
            try await requireTrader(session)
            return body(
                try await payments.refund(request: id, amount: draft.amount, by: try await call.trader(market)) {
                    try await requireCode(draft.code, session)
                })
        }
    }
}

extension RouteHandlers {
    /// The address of a program that a body says; empty for none.
    fileprivate static func callback(_ text: String?) throws -> String {
        guard let text, !text.isEmpty else { return "" }
        guard CallbackClient.isAddress(text) else {
            throw BodyError.invalid([
                Fault(path: "$.callbackUrl", message: "must be a public http or https address with a usual port")
            ])
        }
        return text
    }
}

extension MarketPaymentRequestBody {
    /// What everybody may see who has the number: nothing that names anybody.
    fileprivate init(_ order: PaymentOrder, at now: Timestamp) {
        func text(_ units: Int128) -> String { DecimalText.text(units, exponent: order.expectedAsset.exponent) }
        let (label, memo) = (order.details.label, order.details.memo)
        self.init(
            id: String(order.address.dropFirst(PaymentOrder.addressPrefix.count)), asset: order.expectedAsset.name.text,
            amount: text(order.expectedAmount), label: label.isEmpty ? nil : label, memo: memo.isEmpty ? nil : memo,
            status: order.refunded == nil ? order.status(at: now).apiValue : .refunded, createdAt: order.createdAt,
            expiresAt: order.expiresAt, refunded: order.refunded.map(text))
    }
}

extension PaymentStatus {
    /// As it travels.
    fileprivate var apiValue: MarketPaymentStatus {
        switch self {
        case .waiting: .waiting
        case .processing: .processing
        case .paid: .paid
        case .expired: .expired
        case .notConverted: .unconverted
        }
    }
}
