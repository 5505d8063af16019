// Written by `make api` from the table in API/; edit that, not this.
import HTTPTypes

extension Routes {
    /// Places a limit order and a stop-limit order of which one ends when anything happens to the other.
    package static let placeMarketPair = Endpoint<MarketPairRequestBody, MarketPairBody>(
        "placeMarketPair", .post, "/api/market/pairs",
        "Places a limit order and a stop-limit order of which one ends when anything happens to the other.",
        needsSession: true, status: 201)
    /// Tells when all your open orders end unless you say before that you are still there.
    package static let marketCancelTimer = Endpoint<NoBody, MarketCancelTimerBody>(
        "marketCancelTimer", .get, "/api/market/cancel-timer",
        "Tells when all your open orders end unless you say before that you are still there.", needsSession: true)
    /// Lets all your open orders end after so many seconds, unless this is said again before; 0 lets them stay.
    package static let setMarketCancelTimer = Endpoint<MarketCancelTimerRequestBody, MarketCancelTimerBody>(
        "setMarketCancelTimer", .put, "/api/market/cancel-timer",
        "Lets all your open orders end after so many seconds, unless this is said again before; 0 lets them stay.",
        needsSession: true)
    /// Tells whether a market trades, and at which price its auction would if it ended now.
    package static let marketAuction = Endpoint<NoBody, MarketAuctionBody>(
        "marketAuction", .get, "/api/market/markets/{market}/auction",
        "Tells whether a market trades, and at which price its auction would if it ended now.")

    /// These, in the order in which documents list them.
    static let marketTradingRoutes: [Route] = [
        placeMarketPair.route, marketCancelTimer.route, setMarketCancelTimer.route, marketAuction.route,
    ]
}
