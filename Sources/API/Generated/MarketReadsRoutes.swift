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

    /// These, in the order in which documents list them.
    static let marketReadsRoutes: [Route] = [marketDepth.route, marketChart.route]
}
