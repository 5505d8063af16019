// Written by `make api` from the table in API/; edit that, not this.
import HTTPTypes

extension Routes {
    /// Lists the fifty newest payments that you have asked for.
    package static let marketPaymentRequests = Endpoint<NoBody, MarketPaymentRequestsBody>(
        "marketPaymentRequests", .get, "/api/market/payment-requests",
        "Lists the fifty newest payments that you have asked for.", needsSession: true)
    /// Asks for a payment; whoever has the number of the request can see it and pay it, once.
    package static let requestMarketPayment = Endpoint<MarketPaymentDraftBody, MarketPaymentRequestBody>(
        "requestMarketPayment", .post, "/api/market/payment-requests",
        "Asks for a payment; whoever has the number of the request can see it and pay it, once.", needsSession: true,
        status: 201)
    /// Tells what a request asks for, to whoever has its number.
    package static let marketPaymentRequest = Endpoint<NoBody, MarketPaymentRequestBody>(
        "marketPaymentRequest", .get, "/api/market/payment-requests/{id}",
        "Tells what a request asks for, to whoever has its number.")
    /// Pays what a request asks for; however often you send it, it is one payment.
    package static let payMarketRequest = Endpoint<MarketPaymentConsentBody, MarketPaymentBody>(
        "payMarketRequest", .post, "/api/market/payment-requests/{id}/pay",
        "Pays what a request asks for; however often you send it, it is one payment.", needsSession: true, status: 201)
    /// Sends back what somebody paid you, or a part of it, once.
    package static let refundMarketPayment = Endpoint<MarketRefundDraftBody, MarketPaymentRequestBody>(
        "refundMarketPayment", .post, "/api/market/payment-requests/{id}/refund",
        "Sends back what somebody paid you, or a part of it, once.", needsSession: true, status: 201)
    /// Tells when the secret was made with which calls to your programs are signed; the secret itself is told once.
    package static let marketCallbackSecret = Endpoint<NoBody, MarketCallbackSecretBody>(
        "marketCallbackSecret", .get, "/api/market/callback-secret",
        "Tells when the secret was made with which calls to your programs are signed; the secret itself is told once.",
        needsSession: true)
    /// Makes a new secret for calls to your programs, in place of the old one, and tells it this once.
    package static let renewMarketCallbackSecret = Endpoint<NoBody, MarketCallbackSecretBody>(
        "renewMarketCallbackSecret", .post, "/api/market/callback-secret",
        "Makes a new secret for calls to your programs, in place of the old one, and tells it this once.",
        needsSession: true, status: 201)

    /// These, in the order in which documents list them.
    static let marketPaymentsRoutes: [Route] = [
        marketPaymentRequests.route, requestMarketPayment.route, marketPaymentRequest.route, payMarketRequest.route,
        refundMarketPayment.route, marketCallbackSecret.route, renewMarketCallbackSecret.route,
    ]
}
