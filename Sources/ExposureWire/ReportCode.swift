import TypedText

/// The twelve digits with which the authority lets a person report: eleven by chance, and a check digit.
///
/// The check digit is H. Michael Damm's (2004): it finds every single wrong digit and every two neighbours that changed
/// places. Codes of other servers, and those issued before there was one, may have any digit there.
public struct ReportCode: Hashable, Sendable {
    /// How many digits there are.
    public static let length = 12

    /// The digits alone, ASCII; secret until they are spent.
    public let digits: String

    /// The code in what was typed or pasted; nil unless it is twelve digits of any script, grouped in any way
    /// (`TypedCode`).
    public init?(_ text: String) {
        guard text.unicodeScalars.count <= Self.longestText else { return nil }
        let digits = TypedCode.characters(in: text)
        guard digits.utf8.count == Self.length, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            return nil
        }
        self.digits = digits
    }

    /// The most characters that are looked at: a message with a code is shorter.
    static let longestText = 400

    init(digits: String) {
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
