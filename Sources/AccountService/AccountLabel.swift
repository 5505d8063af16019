import Accounts
import TypedText

/// What people call their keys, devices and themselves: a few words on one line.
enum AccountLabel {
    /// How many characters a label may have.
    static let longest = APIKey.longestLabel

    /// The label that `text` is, as it is stored; nil for one that is blank or long, or has characters that
    /// ``ReadableText`` refuses.
    static func read(_ text: String) -> String? {
        guard text.utf8.count <= longest * 4, let label = try? ReadableText.read(text),
            label.unicodeScalars.count <= longest, !ReadableText.isBlank(label)
        else { return nil }
        return label
    }

    /// The beginning of `text` that is a label, without what is not shown; nil when nothing remains.
    static func cleaned(_ text: String) -> String? {
        // Only so much is looked at, whatever a header brings.
        let shown = ReadableText.cleaned(String(String.UnicodeScalarView(text.unicodeScalars.prefix(longest * 4))))
        let words = shown.unicodeScalars.drop { $0.properties.isWhitespace }
        return read(ReadableText.cleaned(String(String.UnicodeScalarView(words.prefix(longest)))))
    }
}
