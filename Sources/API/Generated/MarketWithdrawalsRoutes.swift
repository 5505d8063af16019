// Written by `make api` from the table in API/; edit that, not this.
import HTTPTypes

extension Routes {
    /// Tells what money of an asset may leave now, what is kept of it, and what you will be asked for.
    package static let marketWithdrawalTerms = Endpoint<NoBody, MarketWithdrawalTermsBody>(
        "marketWithdrawalTerms", .get, "/api/market/balances/{asset}/withdrawal-terms",
        "Tells what money of an asset may leave now, what is kept of it, and what you will be asked for.",
        needsSession: true)
    /// Takes back a deposit or withdrawal of yours that waits; what was held is free again.
    package static let cancelMarketRequest = Endpoint<NoBody, MarketMoneyRequestBody>(
        "cancelMarketRequest", .delete, "/api/market/requests/{id}",
        "Takes back a deposit or withdrawal of yours that waits; what was held is free again.", needsSession: true)

    /// These, in the order in which documents list them.
    static let marketWithdrawalsRoutes: [Route] = [marketWithdrawalTerms.route, cancelMarketRequest.route]
}
