// Written by `make api` from the table in API/; edit that, not this.
import HTTPTypes

extension Routes {
    /// Gives the order that you placed under a name of your own, with its executions.
    package static let marketOrderByClientID = Endpoint<NoBody, MarketOrderDetailsBody>(
        "marketOrderByClientID", .get, "/api/market/orders/by-client-id/{clientId}",
        "Gives the order that you placed under a name of your own, with its executions.", needsSession: true)

    /// These, in the order in which documents list them.
    static let marketProtocolRoutes: [Route] = [marketOrderByClientID.route]
}
