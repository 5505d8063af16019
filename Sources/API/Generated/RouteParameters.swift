// Written by `make api` from the table in API/; edit that, not this.

/// What varies in paths and queries of routes.
package enum RouteParameters {
    /// The UUID of a venue.
    package static let uuid = Parameter<String>("uuid", .uuid)
    /// The UUID of the venue that somebody looks after.
    package static let venue = Parameter<String>("venue", .uuid)
    /// The number of the shop that somebody looks after.
    package static let major = Parameter<Int>("major", .uint16)
    /// A day in the venue's time zone, as `2026-11-21`.
    package static let day = Parameter<String>("day", .text(10))
    /// A day in the venue's time zone, as `2026-11-21`.
    package static let chosenDay = Parameter<String>("chosenDay", .text(10))
    /// The first day, as `2026-11-21`.
    package static let firstDay = Parameter<String>("firstDay", .text(10))
    /// The last day, as `2026-11-21`; it is among them.
    package static let lastDay = Parameter<String>("lastDay", .text(10))
    /// The version of a plan that a draft is made from; 0 before the first one.
    package static let onto = Parameter<Int>("onto", .count)
    /// Which version of a plan.
    package static let planVersion = Parameter<Int>("planVersion", .integer(1...9_007_199_254_740_991))
    /// A beacon of a venue, as `MAJOR.MINOR`.
    package static let beacon = Parameter<String>("beacon", .text(11))
    /// Which claim.
    package static let claim = Parameter<String>("claim", .hexadecimal(bytes: 16))
    /// A walk through a venue, by a number that its telephone has drawn.
    package static let walk = Parameter<String>("walk", .hexadecimal(bytes: 16))
    /// Which one.
    package static let id = Parameter<String>("id", .text(200))
    /// A provider of identities.
    package static let provider = Parameter<String>("provider", .text(30))
    /// Where in the page a sign-in goes on.
    package static let place = Parameter<SignInPlace>("place", SignInPlace.schema)
    /// The public part of an API key.
    package static let key = Parameter<String>("key", .text(200))
    /// Which record.
    package static let record = Parameter<String>("record", .hexadecimal(bytes: 16))
    /// Which photo.
    package static let photo = Parameter<String>("photo", .hexadecimal(bytes: 32))
    /// How large.
    package static let photoSize = Parameter<PhotoSize>("photoSize", PhotoSize.schema)
    /// Which attachment.
    package static let attachment = Parameter<String>("attachment", .text(200))
    /// A market, as `ETHCLP`.
    package static let market = Parameter<String>("market", .text(20))
    /// Your own name for an order.
    package static let clientId = Parameter<String>("clientId", .text(64))
    /// An asset, as `CLP`.
    package static let asset = Parameter<String>("asset", .text(20))
    /// What becomes of the areas of the level; without it, `add`.
    package static let mode = Parameter<ZoneAreaMode>("mode", ZoneAreaMode.schema)
    /// A level of areas.
    package static let level = Parameter<ZoneLevelName>("level", ZoneLevelName.schema)
    /// What is counted.
    package static let measure = Parameter<ZoneMeasureName>("measure", ZoneMeasureName.schema)
    /// News or questions.
    package static let list = Parameter<PublicationList>("list", PublicationList.schema)
    /// After which change: what the answer before calls `cursor`; without it, from the first on.
    package static let after = Parameter<Int>("after", .count)
    /// From where: what the page before calls `next`; without it, from the newest.
    package static let before = Parameter<String>("before", .text(5200))
    /// How many at most; never more than without it.
    package static let limit = Parameter<Int>("limit", .integer(1...1000))
    /// From when, in milliseconds since 1970-01-01T00:00:00Z.
    package static let from = Parameter<Int>("from", .count)
    /// Until when, in milliseconds since 1970-01-01T00:00:00Z; that instant is not in it.
    package static let to = Parameter<Int>("to", .count)
    /// The side of your order; without it, both.
    package static let side = Parameter<MarketSide>("side", MarketSide.schema)
    /// What became of your order; without it, anything.
    package static let outcome = Parameter<MarketOrderOutcome>("outcome", MarketOrderOutcome.schema)
    /// What moved the balance; without it, everything.
    package static let movement = Parameter<MarketTransactionKind>("movement", MarketTransactionKind.schema)
    /// An asset, as `CLP`; without it, all of them one after another.
    package static let chosenAsset = Parameter<String>("chosenAsset", .text(20))
    /// The asset that values are told in; without it, the one of your preferences.
    package static let base = Parameter<String>("base", .text(20))
    /// How far back.
    package static let range = Parameter<PortfolioRange>("range", PortfolioRange.schema)
    /// What stands between cells; without it, what the language has.
    package static let separator = Parameter<TableSeparator>("separator", TableSeparator.schema)
    /// The language and its region that decide how numbers are written, as `es-CL`; without it, the one of your
    /// preferences.
    package static let language = Parameter<String>("language", .text(35))
    /// The trades that candles are made of.
    package static let kind = Parameter<MarketCandleKind>("kind", MarketCandleKind.schema)
    /// The minutes of a candle: 1, 5, 15, 60, 240, 1440, 10080, or 44640 for a month.
    package static let frame = Parameter<Int>("frame", .integer(1...44_640))
}
