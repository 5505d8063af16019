/// The twelve digits with which the authority lets a person report: eleven by chance, and a check digit.
///
/// The check digit is H. Michael Damm's (2004): it finds every single wrong digit and every two neighbours that changed
/// places. Codes of other servers, and those issued before there was one, may have any digit there.
public struct ReportCode: Hashable, Sendable {
    /// How many digits there are.
    public static let length = 12

    /// The digits alone, ASCII; secret until they are spent.
    public let digits: String

    /// The code in what was typed or pasted; nil unless it is twelve digits, grouped by spaces or hyphens or not.
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

    /// A code by chance, each as likely as any other: one to be issued, or for an upload that only looks like a report.
    public static func random(using random: inout some RandomNumberGenerator) -> ReportCode {
        let drawn = (0..<length - 1).map { _ in UInt8.random(in: 0...9, using: &random) }
        return ReportCode(digits: (drawn + [remainder(drawn)]).map { String($0) }.joined())
    }

    /// Whether the last digit follows from the others.
    public var hasRightCheckDigit: Bool {
        Self.remainder(digits.utf8.map { $0 - 0x30 }) == 0
    }

    /// What Damm's table makes of digits; 0 when the last of them is their check digit.
    private static func remainder(_ digits: [UInt8]) -> UInt8 {
        digits.reduce(0) { table[Int($0)][Int($1)] }
    }

    /// The totally anti-symmetric quasigroup of Damm's thesis.
    private static let table: [[UInt8]] = [
        [0, 3, 1, 7, 5, 9, 8, 6, 4, 2], [7, 0, 9, 2, 1, 5, 4, 8, 6, 3], [4, 2, 0, 6, 8, 7, 1, 3, 5, 9],
        [1, 7, 5, 0, 9, 8, 3, 4, 2, 6], [6, 1, 2, 3, 0, 4, 5, 9, 7, 8], [3, 6, 7, 4, 2, 0, 9, 5, 8, 1],
        [5, 8, 6, 9, 7, 2, 0, 1, 3, 4], [8, 9, 4, 5, 3, 6, 2, 0, 1, 7], [9, 4, 3, 8, 6, 1, 7, 2, 0, 5],
        [2, 5, 8, 1, 4, 3, 6, 7, 9, 0],
    ]
}

extension ReportCode: CustomStringConvertible {
    /// Nothing of the code, so that it cannot reach a log.
    public var description: String { "a report code" }
}
