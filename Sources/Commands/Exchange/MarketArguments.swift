import ArgumentParser
import Market
import MarketClient

/// The name of a market as it was typed; small letters do as well.
struct MarketArgument: ExpressibleByArgument, Sendable {
    let name: String

    init?(argument: String) {
        let name = argument.uppercased()
        guard (2...24).contains(name.utf8.count), Self.isName(name) else { return nil }
        self.name = name
    }

    /// Whether a text has letters and digits alone.
    static func isName(_ text: String) -> Bool {
        text.utf8.allSatisfy {
            (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
        }
    }
}

/// The name of an asset as it was typed; small letters do as well.
struct AssetArgument: ExpressibleByArgument, Sendable {
    let name: String

    init?(argument: String) {
        let name = argument.uppercased()
        guard (2...10).contains(name.utf8.count), MarketArgument.isName(name) else { return nil }
        self.name = name
    }
}

/// An amount or a price: a decimal number above zero.
struct AmountArgument: ExpressibleByArgument, Sendable {
    let number: ExactDecimal

    /// As it is sent.
    var text: String { number.text }

    init?(argument: String) {
        guard let number = ExactDecimal(argument), number.isPositive else { return nil }
        self.number = number
    }
}

/// `buy` or `sell`.
struct SideArgument: ExpressibleByArgument, Sendable {
    let side: Side

    static let allValueStrings = [Side.buy, .sell].map(\.word)

    init?(argument: String) {
        guard let side = [Side.buy, .sell].first(where: { $0.word == argument.lowercased() }) else { return nil }
        self.side = side
    }
}

/// How long a candle lasts: `1h`, or minutes.
struct FrameArgument: ExpressibleByArgument, Sendable {
    private static let names: KeyValuePairs<String, CandleFrame> = [
        "1m": .minute, "5m": .fiveMinutes, "15m": .fifteenMinutes, "1h": .hour, "4h": .fourHours, "1d": .day,
        "1w": .week, "1M": .month,
    ]

    let frame: CandleFrame

    // Not `allValueStrings`: a wrong value would be answered with a list of many lines.
    static let defaultCompletionKind = CompletionKind.list(names.map(\.key))

    init?(argument: String) {
        let named = Self.names.first { $0.key == argument }?.value
        guard let frame = named ?? Int64(argument).flatMap(CandleFrame.init) else { return nil }
        self.frame = frame
    }

    var defaultValueDescription: String {
        Self.names.first { $0.value == frame }?.key ?? ""
    }
}

/// The two assets of a market.
struct AssetPair: Sendable {
    let base: String
    let quote: String

    /// The assets as the exchange says them, or as they are read out of the name, as all of CryptoMarket's are.
    init(of market: String, in details: [MarketDetails]?) {
        if let known = details?.first(where: { $0.name == market }) {
            (base, quote) = (known.base, known.quote)
        } else {
            (base, quote) = (String(market.dropLast(3)), String(market.suffix(3)))
        }
    }

    /// What a side gives and what it receives.
    func names(_ side: Side) -> (given: String, received: String) {
        side == .buy ? (quote, base) : (base, quote)
    }
}
