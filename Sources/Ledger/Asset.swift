/// The short name of an asset, as `CLP` or `BTC`.
public struct AssetName: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// 2 to 10 of A–Z and 0–9, a letter first.
    public let text: String

    /// The name `text`, or nil when it is not one.
    public init?(_ text: String) {
        guard let first = text.utf8.first, first >= 0x41, first <= 0x5A, (2...10).contains(text.utf8.count) else {
            return nil
        }
        for byte in text.utf8 {
            guard (byte >= 0x41 && byte <= 0x5A) || (byte >= 0x30 && byte <= 0x39) else { return nil }
        }
        self.text = text
    }

    /// The name as text, such as `CLP`.
    public var description: String { text }

    /// Whether `left` comes before `right` in the order of their bytes.
    public static func < (left: AssetName, right: AssetName) -> Bool {
        left.text < right.text
    }
}

/// What an asset is; the raw value is the `kind` of CryptoMarket's `currencies` event.
public enum AssetKind: Int64, Sendable, CaseIterable {
    /// Points that shops give, without money's worth by law.
    case points = 0
    /// A crypto-currency.
    case crypto = 1
    /// A state's currency.
    case currency = 2
}

/// Something that accounts hold: a currency, a crypto-currency or points.
public struct Asset: Equatable, Sendable {
    /// What names the asset in balances and postings, 1 to 65,535.
    public let number: Int
    /// The short name, unique.
    public let name: AssetName
    /// Whether it is a currency, a crypto-currency or points.
    public let kind: AssetKind
    /// How many decimal places a minor unit has, 0 to 18: one whole is 10^exponent units.
    public let exponent: Int
    /// How many decimal places are shown to people, 0 to `exponent`.
    public let decimals: Int
    /// The name in words, as `Peso Chileno`.
    public let title: String
    /// What stands before an amount, as `$`; may be empty.
    public let prefix: String
    /// What stands after an amount, as ` ETH`; may be empty.
    public let postfix: String
    /// Whether it may be deposited, withdrawn and traded.
    public let isActive: Bool

    /// An asset of these facts.
    public init(
        number: Int, name: AssetName, kind: AssetKind, exponent: Int, decimals: Int, title: String,
        prefix: String = "", postfix: String = "", isActive: Bool = true
    ) {
        self.number = number
        self.name = name
        self.kind = kind
        self.exponent = exponent
        self.decimals = decimals
        self.title = title
        self.prefix = prefix
        self.postfix = postfix
        self.isActive = isActive
    }

    /// The smallest part of it that can leave the exchange, in minor units: of a currency what its banks pay, which is the
    /// last place that is shown; of everything else a minor unit.
    public var leavingStep: Int128 {
        guard kind == .currency else { return 1 }
        return Int128(DecimalText.powerOfTen(min(max(0, exponent - decimals), 18)))
    }
}
