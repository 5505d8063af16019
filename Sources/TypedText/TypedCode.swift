import Foundation

/// Codes that people type, paste and scan: report codes, coupons, Base32 secrets, invitations and console codes.
///
/// Every reader of such a code normalizes it here first, then checks its own alphabet and length. The page does the same in
/// `Web/src/typed.ts`; both are tested with `codes.json` and `secrets.json` in `Tests/TypedTextTests/Fixtures`.
package enum TypedCode {
    /// Returns the characters of `text` that can belong to a code.
    ///
    /// The text is brought into normalization form KC (Unicode Standard Annex 15), and each digit of any script becomes the
    /// ASCII digit of its value. Spaces, dashes, dots, quotation marks, controls and characters without a shape (format
    /// characters, byte order marks, variation selectors) are dropped: keyboards, messages, word processors and scanners
    /// add them. Letters keep their case. The caller bounds the length of `text`.
    package static func characters(in text: String) -> String {
        normalized(text, keepsDashes: false)
    }

    /// Returns the characters of `text` that can belong to a secret in base64url, such as the one in an invitation's link.
    ///
    /// The text is normalized like a code, but every dash becomes a hyphen, which is a character of base64url.
    package static func secretCharacters(in text: String) -> String {
        normalized(text, keepsDashes: true)
    }

    private static func normalized(_ text: String, keepsDashes: Bool) -> String {
        var kept = String.UnicodeScalarView()
        for scalar in text.precomposedStringWithCompatibilityMapping.unicodeScalars {
            if let digit = digit(scalar) {
                kept.append(digit)
            } else if keepsDashes, isDash(scalar) {
                kept.append("-")
            } else if !isDropped(scalar) {
                kept.append(scalar)
            }
        }
        return String(kept)
    }

    private static func isDash(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.generalCategory == .dashPunctuation || dashes.contains(scalar)
    }

    private static func digit(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
        guard scalar.properties.generalCategory == .decimalNumber, let value = scalar.properties.numericValue else {
            return nil
        }
        return Unicode.Scalar(UInt8(ascii: "0") + UInt8(value))
    }

    private static func isDropped(_ scalar: Unicode.Scalar) -> Bool {
        let properties = scalar.properties
        if properties.isWhitespace || properties.isDefaultIgnorableCodePoint { return true }
        switch properties.generalCategory {
        case .control, .format, .dashPunctuation, .initialPunctuation, .finalPunctuation, .spaceSeparator: return true
        default: return marks.contains(scalar)
        }
    }

    /// Dashes whose general category does not say so.
    private static let dashes: Set<Unicode.Scalar> = ["\u{2D7}", "\u{2043}", "\u{2212}"]

    /// Dots, dashes and quotation marks whose general category does not say so.
    private static let marks = dashes.union([
        ".", "\"", "'", "`", "\u{B4}", "\u{B7}", "\u{2022}", "\u{2027}", "\u{2032}", "\u{2033}", "\u{2219}",
        "\u{22C5}", "\u{3002}", "\u{30FB}",
    ])
}
