// Written by `make api` from the table in API/; edit that, not this.
import HTTPTypes

extension Routes {
    /// Gives both sides of a book as series, from where the stream's changes go on.
    package static let marketDepth = Endpoint<NoBody, MarketDepthBody>(
        "marketDepth", .get, "/api/market/markets/{market}/depth",
        "Gives both sides of a book as series, from where the stream's changes go on.")
    /// Gives the candles of a span of time, up to 1,500, with the frames in which nothing was traded.
    package static let marketChart = Endpoint<NoBody, MarketChartBody>(
        "marketChart", .get, "/api/market/markets/{market}/chart",
        "Gives the candles of a span of time, up to 1,500, with the frames in which nothing was traded.",
        query: ["kind", "frame", "from", "to"])
    /// Lists a hundred executions of your orders, in a market, or in every one when none is named, newest first.
    package static let marketFills = Endpoint<NoBody, MarketFillsBody>(
        "marketFills", .get, "/api/market/fills",
        "Lists a hundred executions of your orders, in a market, or in every one when none is named, newest first.",
        query: ["market", "side", "from", "to", "before", "limit"], needsSession: true)
    /// Gives your orders that have ended, with a trade or without one, as a table, newest first.
    package static let exportMarketOrders = Route(
        "exportMarketOrders", .get, "/api/market/exports/orders",
        "Gives your orders that have ended, with a trade or without one, as a table, newest first.",
        query: ["market", "side", "outcome", "from", "to", "separator", "language"], needsSession: true,
        answer: .text(mediaType: "text/csv"))
    /// Gives the executions of your orders as a table, newest first.
    package static let exportMarketFills = Route(
        "exportMarketFills", .get, "/api/market/exports/fills",
        "Gives the executions of your orders as a table, newest first.",
        query: ["market", "side", "from", "to", "separator", "language"], needsSession: true,
        answer: .text(mediaType: "text/csv"))
    /// Gives your statement as a table, in one asset or in all together, newest first.
    package static let exportMarketStatement = Route(
        "exportMarketStatement", .get, "/api/market/exports/statement",
        "Gives your statement as a table, in one asset or in all together, newest first.",
        query: ["chosenAsset", "market", "from", "to", "separator", "language"], needsSession: true,
        answer: .text(mediaType: "text/csv"))
    /// Tells what all that you have is worth by the last prices.
    package static let marketValuation = Endpoint<NoBody, MarketValuationBody>(
        "marketValuation", .get, "/api/market/valuation", "Tells what all that you have is worth by the last prices.",
        query: ["base"], needsSession: true)
    /// Tells what all that you had was worth at the ends of days in UTC, and what came and went.
    package static let marketPortfolio = Endpoint<NoBody, MarketPortfolioBody>(
        "marketPortfolio", .get, "/api/market/portfolio/{range}",
        "Tells what all that you had was worth at the ends of days in UTC, and what came and went.", query: ["base"],
        needsSession: true)
    /// Tells how you want to see money, words and times.
    package static let accountPreferences = Endpoint<NoBody, AccountPreferencesBody>(
        "accountPreferences", .get, "/api/account/preferences", "Tells how you want to see money, words and times.",
        needsSession: true)
    /// Keeps how you want to see money, words and times; what is left out is as usual.
    package static let setAccountPreferences = Endpoint<AccountPreferencesBody, AccountPreferencesBody>(
        "setAccountPreferences", .put, "/api/account/preferences",
        "Keeps how you want to see money, words and times; what is left out is as usual.", needsSession: true)

    /// These, in the order in which documents list them.
    static let marketReadsRoutes: [Route] = [
        marketDepth.route, marketChart.route, marketFills.route, exportMarketOrders, exportMarketFills,
        exportMarketStatement, marketValuation.route, marketPortfolio.route, accountPreferences.route,
        setAccountPreferences.route,
    ]
}
