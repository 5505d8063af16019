// Written by `make api` from the table in API/; edit that, not this.

/// What varies in paths and queries of routes.
public enum RouteParameters {
    /// The UUID of a venue.
    public static let uuid = Parameter<String>("uuid", .uuid)
    /// Which one.
    public static let id = Parameter<String>("id", .text(200))
    /// The public part of an API key.
    public static let key = Parameter<String>("key", .text(200))
    /// Which record.
    public static let record = Parameter<String>("record", .hexadecimal(bytes: 16))
    /// Which attachment.
    public static let attachment = Parameter<String>("attachment", .text(200))
    /// A market, as `ETHCLP`.
    public static let market = Parameter<String>("market", .text(20))
    /// An asset, as `CLP`.
    public static let asset = Parameter<String>("asset", .text(20))
    /// A level of areas.
    public static let level = Parameter<ZoneLevelName>("level", ZoneLevelName.schema)
    /// What is counted.
    public static let measure = Parameter<ZoneMeasureName>("measure", ZoneMeasureName.schema)
    /// News or questions.
    public static let list = Parameter<PublicationList>("list", PublicationList.schema)
    /// After which change: what the answer before calls `cursor`; without it, from the first on.
    public static let after = Parameter<Int>("after", .count)
    /// From where: what the page before calls `next`; without it, from the newest.
    public static let before = Parameter<String>("before", .text(5200))
    /// How many at most; never more than without it.
    public static let limit = Parameter<Int>("limit", .integer(1...1000))
    /// The trades that candles are made of.
    public static let kind = Parameter<MarketCandleKind>("kind", MarketCandleKind.schema)
    /// The minutes of a candle: 1, 5, 15, 60, 240, 1440, 10080, or 44640 for a month.
    public static let frame = Parameter<Int>("frame", .integer(1...44_640))
}
