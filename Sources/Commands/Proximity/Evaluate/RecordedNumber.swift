/// A number as programs and spreadsheets write it: with a decimal comma, a typographic minus sign, or a unit behind it.
enum RecordedNumber {
    /// What stands for a value that is missing, in small letters.
    private static let missing: Set<String> = [
        "", "nan", "na", "n/a", "#n/a", "#na", "<na>", "null", "none", "nil", "-", "--", "—", "?", "inf", "-inf",
        "+inf",
        "infinity", "-infinity", "-nan",
    ]

    /// Whether the text says that there is no value.
    static func isMissing(_ text: String) -> Bool {
        text.isEmpty || (text.utf8.count <= 10 && missing.contains(text.lowercased()))
    }

    /// The finite number that a text is, or nil.
    static func value(_ text: String) -> Double? {
        // Almost every number of a recording is plain.
        if let value = plain(text) { return value }
        var text = text.lowercased()
        for unit in ["dbm", "db", "m"] where text.hasSuffix(unit) {
            text.removeLast(unit.count)
            break
        }
        text = String(
            text.map { "\u{2212}\u{2013}".contains($0) ? "-" : $0 }.filter { !" \u{A0}\u{202F}".contains($0) })
        return plain(pointed(text))
    }

    /// The text with a decimal point where it has a decimal comma, and without marks between thousands.
    private static func pointed(_ text: String) -> String {
        guard let comma = text.lastIndex(of: ",") else { return text }
        let isSingle = text.firstIndex(of: ",") == comma
        if let point = text.lastIndex(of: "."), point > comma { return text.filter { $0 != "," } }
        guard isSingle else { return text.filter { $0 != "," } }
        return String(text.filter { $0 != "." }.map { $0 == "," ? "." : $0 })
    }

    private static func plain(_ text: String) -> Double? {
        guard text.utf8.count <= 40, text.utf8.allSatisfy(isOfNumber), let value = Double(text), value.isFinite else {
            return nil
        }
        return value
    }

    private static func isOfNumber(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "+"),
            UInt8(ascii: "e"), UInt8(ascii: "E"):
            true
        default: false
        }
    }
}
