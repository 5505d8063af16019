/// A part of what is received, in parts per million.
public struct FeeRate: RawRepresentable, Hashable, Comparable, Sendable {
    /// Parts per million, 0 to 1,000,000.
    public let rawValue: UInt32

    /// The rate of `rawValue` parts per million, or nil above 1,000,000.
    public init?(rawValue: UInt32) {
        guard rawValue <= 1_000_000 else { return nil }
        self.rawValue = rawValue
    }

    private init(partsPerMillion: UInt32) {
        rawValue = partsPerMillion
    }

    /// No fee.
    public static let none = FeeRate(partsPerMillion: 0)
    /// 0.39 %, CryptoMarket's fee for an order that waited in the book.
    public static let standardMaker = FeeRate(partsPerMillion: 3900)
    /// 0.68 %, CryptoMarket's fee for an order that met one.
    public static let standardTaker = FeeRate(partsPerMillion: 6800)

    /// The fee on `received` minor units, rounded down; 0 for an amount below zero.
    public func fee(of received: Int128) -> Int128 {
        guard received > 0 else { return 0 }
        // In two steps, so that nothing overflows: neither part is more than what is received.
        let (millions, rest) = received.quotientAndRemainder(dividingBy: 1_000_000)
        return millions * Int128(rawValue) + rest * Int128(rawValue) / 1_000_000
    }

    /// Whether `left` is the lower rate.
    public static func < (left: FeeRate, right: FeeRate) -> Bool {
        left.rawValue < right.rawValue
    }
}
