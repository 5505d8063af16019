/// The twelve digits with which the authority lets somebody report.
public struct ReportCode: Hashable, Sendable {
    /// How many digits there are.
    public static let length = 12

    /// The digits alone, ASCII; secret until they are spent.
    public let digits: String

    /// The code in what somebody typed or pasted; nil unless it is twelve digits, grouped by spaces or hyphens or not.
    public init?(_ text: String) {
        var digits = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "0"..."9": digits.unicodeScalars.append(scalar)
            // A hyphen, and what word processors make of one; a space, and what web pages make of one.
            case " ", "-", "\u{2010}", "\u{2011}", "\u{2013}", "\u{00A0}", "\u{202F}", "\t", "\n", "\r": continue
            default: return nil
            }
            guard digits.utf8.count <= Self.length else { return nil }
        }
        guard digits.utf8.count == Self.length else { return nil }
        self.digits = digits
    }

    private init(digits: String) {
        self.digits = digits
    }

    /// Any code, for an upload that only looks like a report.
    public static func random(using random: inout some RandomNumberGenerator) -> ReportCode {
        ReportCode(digits: (0..<length).map { _ in String(Int.random(in: 0...9, using: &random)) }.joined())
    }
}

extension ReportCode: CustomStringConvertible {
    /// Nothing of the code, so that it cannot reach a log.
    public var description: String { "a report code" }
}
