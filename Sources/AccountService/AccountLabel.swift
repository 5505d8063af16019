import Accounts
import Time

/// What people call their keys and devices: a few words on one line.
enum AccountLabel {
    /// How many characters a label may have.
    static let longest = APIKey.longestLabel

    /// Whether `text` is a label: neither blank nor long, and nothing in it that is not shown.
    static func isValid(_ text: String) -> Bool {
        text.utf8.count <= longest * 4 && text.unicodeScalars.count <= longest
            && text.unicodeScalars.contains { !$0.properties.isWhitespace }
            && text.unicodeScalars.allSatisfy(isShown)
    }

    /// The beginning of `text` that is a label, without what is not shown; nil when nothing remains.
    static func cleaned(_ text: String) -> String? {
        var scalars = String.UnicodeScalarView()
        // Only so much is looked at, whatever a header brings.
        for scalar in text.unicodeScalars.prefix(longest * 4) where isShown(scalar) && scalars.count < longest {
            if scalars.isEmpty && scalar.properties.isWhitespace { continue }
            scalars.append(scalar)
        }
        let label = String(scalars)
        return isValid(label) ? label : nil
    }

    private static func isShown(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned: false
        default: true
        }
    }
}
