import Foundation

/// Base64 for URLs without padding (RFC 7515 section 2).
enum Base64URL {
    /// The text of `bytes`.
    static func text(_ bytes: some Sequence<UInt8>) -> String {
        String(
            Data(bytes).base64EncodedString().compactMap { digit -> Character? in
                switch digit {
                case "+": "-"
                case "/": "_"
                case "=": nil
                default: digit
                }
            })
    }

    /// The bytes that `text` says, in the one way of writing them; nil for anything else.
    static func bytes(_ text: String) -> [UInt8]? {
        var plain = String(
            text.map { digit -> Character in
                switch digit {
                case "-": "+"
                case "_": "/"
                // What belongs to the other alphabet must not pass as this one's.
                case "+", "/", "=": " "
                default: digit
                }
            })
        plain += String(repeating: "=", count: (4 - plain.utf8.count % 4) % 4)
        guard let data = Data(base64Encoded: plain) else { return nil }
        let bytes = Array(data)
        return self.text(bytes) == text ? bytes : nil
    }
}
