/// Something that accounts hold: a currency, a crypto-currency or points.
public struct MarketAssetBody: APIBody {
    /// The short name, as `CLP`.
    public var name: String
    /// What it is.
    public var kind: String
    /// The name in words.
    public var title: String
    /// What stands before an amount; may be empty.
    public var prefix: String
    /// What stands after an amount; may be empty.
    public var postfix: String
    /// How many decimal places are shown.
    public var decimals: Int
    /// How many decimal places an amount can have.
    public var exponent: Int
    /// Whether it may be deposited, withdrawn and traded.
    public var isActive: Bool

    /// Something that accounts hold: a currency, a crypto-currency or points.
    public init(
        name: String, kind: String, title: String, prefix: String, postfix: String, decimals: Int, exponent: Int,
        isActive: Bool
    ) {
        self.name = name
        self.kind = kind
        self.title = title
        self.prefix = prefix
        self.postfix = postfix
        self.decimals = decimals
        self.exponent = exponent
        self.isActive = isActive
    }

    /// Its shape in JSON.
    public static let schema = Schema.object(
        "MarketAsset", "Something that accounts hold: a currency, a crypto-currency or points.",
        [
            .required("name", .text(20), "The short name, as `CLP`."),
            .required("kind", .oneOf(["points", "crypto", "currency"]), "What it is."),
            .required("title", .text(100), "The name in words."),
            .required("prefix", .text(20), "What stands before an amount; may be empty."),
            .required("postfix", .text(20), "What stands after an amount; may be empty."),
            .required("decimals", .integer(0...18), "How many decimal places are shown."),
            .required("exponent", .integer(0...18), "How many decimal places an amount can have."),
            .required("isActive", .boolean, "Whether it may be deposited, withdrawn and traded."),
        ])
    /// An example with every optional property present.
    public static let example = MarketAssetBody(
        name: "CLP", kind: "currency", title: "Peso Chileno", prefix: "$", postfix: "", decimals: 0, exponent: 18,
        isActive: true)
}

/// All assets.
public struct MarketAssetsBody: APIBody {
    /// The assets, by age.
    public var assets: [MarketAssetBody]

    /// All assets.
    public init(assets: [MarketAssetBody]) {
        self.assets = assets
    }

    /// Its shape in JSON.
    public static let schema = Schema.object(
        "MarketAssets", "All assets.",
        [
            .required("assets", .list(of: MarketAssetBody.schema), "The assets, by age.")
        ])
    /// An example with every optional property present.
    public static let example = MarketAssetsBody(assets: [.example])
}

/// The fees of accounts that trade at least so much.
public struct MarketFeeTierBody: APIBody {
    /// The volume of 30 days from which they hold, in the quote asset.
    public var threshold: String
    /// The fee of an order that waited in the book, in parts per million of what is received.
    public var maker: Int
    /// The fee of an order that met one, in parts per million of what is received.
    public var taker: Int

    /// The fees of accounts that trade at least so much.
    public init(threshold: String, maker: Int, taker: Int) {
        self.threshold = threshold
        self.maker = maker
        self.taker = taker
    }

    /// Its shape in JSON.
    public static let schema = Schema.object(
        "MarketFeeTier", "The fees of accounts that trade at least so much.",
        [
            .required("threshold", .text(40), "The volume of 30 days from which they hold, in the quote asset."),
            .required(
                "maker", .integer(0...1_000_000),
                "The fee of an order that waited in the book, in parts per million of what is "
                    + "received."),
            .required(
                "taker", .integer(0...1_000_000),
                "The fee of an order that met one, in parts per million of what is "
                    + "received."),
        ])
    /// An example with every optional property present.
    public static let example = MarketFeeTierBody(threshold: "0", maker: 3900, taker: 6800)
}

/// A market: its assets, its steps, its minimum and its fees.
public struct MarketBody: APIBody {
    /// The name.
    public var name: String
    /// The asset that is bought and sold.
    public var base: String
    /// The asset that prices are in.
    public var quote: String
    /// The step of prices.
    public var tick: String
    /// The step of amounts.
    public var lot: String
    /// The least amount of an order.
    public var minimum: String
    /// The fees, by rising threshold.
    public var fees: [MarketFeeTierBody]
    /// Whether orders are taken.
    public var isActive: Bool

    /// A market: its assets, its steps, its minimum and its fees.
    public init(
        name: String, base: String, quote: String, tick: String, lot: String, minimum: String,
        fees: [MarketFeeTierBody], isActive: Bool
    ) {
        self.name = name
        self.base = base
        self.quote = quote
        self.tick = tick
        self.lot = lot
        self.minimum = minimum
        self.fees = fees
        self.isActive = isActive
    }

    /// Its shape in JSON.
    public static let schema = Schema.object(
        "Market", "A market: its assets, its steps, its minimum and its fees.",
        [
            .required("name", .text(20), "The name."),
            .required("base", .text(20), "The asset that is bought and sold."),
            .required("quote", .text(20), "The asset that prices are in."),
            .required("tick", .text(40), "The step of prices."),
            .required("lot", .text(40), "The step of amounts."),
            .required("minimum", .text(40), "The least amount of an order."),
            .required("fees", .array(of: MarketFeeTierBody.schema, count: 1...32), "The fees, by rising threshold."),
            .required("isActive", .boolean, "Whether orders are taken."),
        ])
    /// An example with every optional property present.
    public static let example = MarketBody(
        name: "ETHCLP", base: "ETH", quote: "CLP", tick: "10", lot: "0.00000001", minimum: "0.001", fees: [.example],
        isActive: true)
}

/// All markets.
public struct MarketsBody: APIBody {
    /// The markets, by age.
    public var markets: [MarketBody]

    /// All markets.
    public init(markets: [MarketBody]) {
        self.markets = markets
    }

    /// Its shape in JSON.
    public static let schema = Schema.object(
        "Markets", "All markets.",
        [
            .required("markets", .list(of: MarketBody.schema), "The markets, by age.")
        ])
    /// An example with every optional property present.
    public static let example = MarketsBody(markets: [.example])
}
