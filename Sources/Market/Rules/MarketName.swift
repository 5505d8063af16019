/// The name of a market, the base asset and the quote asset in one word: `ETHCLP`.
public struct MarketName: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// 4 to 20 of A–Z and 0–9.
    public let text: String

    /// The name `text`, or nil when it is not one.
    public init?(_ text: String) {
        guard (4...20).contains(text.utf8.count) else { return nil }
        for byte in text.utf8 {
            guard (byte >= 0x41 && byte <= 0x5A) || (byte >= 0x30 && byte <= 0x39) else { return nil }
        }
        self.text = text
    }

    /// The name as text, such as `ETHCLP`.
    public var description: String { text }

    /// Whether `left` comes before `right` in the order of their bytes.
    public static func < (left: MarketName, right: MarketName) -> Bool {
        left.text < right.text
    }
}
