/// Marks for characters that XML 1.0 has no way to say (section 2.2), such as `⟦U+0002⟧`.
enum XMLMark {
    private static let open = Array("⟦U+".unicodeScalars)
    private static let close: Unicode.Scalar = "⟧"

    /// `text` with a mark in place of each such character, and the first of them; nil when nothing has to be marked.
    ///
    /// What looks like a mark gets one for its bracket, so that the text is read again as it was.
    static func marked(_ text: String) -> (text: String, first: Unicode.Scalar?)? {
        // Control characters are one byte, the others begin with this one, as does the bracket with the other.
        guard text.utf8.contains(where: { $0 < 0x20 && ![0x09, 0x0A, 0x0D].contains($0) || $0 == 0xEF || $0 == 0xE2 })
        else { return nil }
        let scalars = Array(text.unicodeScalars)
        var marked = String.UnicodeScalarView()
        var first: Unicode.Scalar?
        var isMarked = false
        for (index, scalar) in scalars.enumerated() {
            let isUnspeakable = isUnspeakable(scalar)
            if isUnspeakable, first == nil { first = scalar }
            guard isUnspeakable || scalars[index...].starts(with: open) else {
                marked.append(scalar)
                continue
            }
            isMarked = true
            marked.append(contentsOf: open)
            marked.append(contentsOf: ExportChange.digits(of: scalar.value).unicodeScalars)
            marked.append(close)
        }
        return isMarked ? (String(marked), first) : nil
    }

    /// The text that was marked.
    static func restored(_ text: String) -> String {
        guard text.utf8.contains(0xE2) else { return text }
        let scalars = Array(text.unicodeScalars)
        var restored = String.UnicodeScalarView()
        var index = 0
        while index < scalars.count {
            if scalars[index...].starts(with: open) {
                let digits = scalars[(index + open.count)...].prefix(7).prefix { $0.properties.isASCIIHexDigit }
                if digits.endIndex < scalars.count, scalars[digits.endIndex] == close,
                    let number = UInt32(String(String.UnicodeScalarView(digits)), radix: 16),
                    let scalar = Unicode.Scalar(number)
                {
                    restored.append(scalar)
                    index = digits.endIndex + 1
                    continue
                }
            }
            restored.append(scalars[index])
            index += 1
        }
        return String(restored)
    }

    /// Whether a document may have marks in it.
    static func mayBe(in bytes: [UInt8]) -> Bool {
        let bracket = Array("⟦U+".utf8)
        return bytes.indices.contains { index in bytes[index] == bracket[0] && bytes[index...].starts(with: bracket) }
    }

    private static func isUnspeakable(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x09, 0x0A, 0x0D: false
        case 0..<0x20, 0xFFFE, 0xFFFF: true
        default: false
        }
    }
}

extension XMLTree {
    /// The tree with every text as it was before characters were marked.
    func restored() -> XMLTree {
        XMLTree(
            name: name, attributes: attributes, text: XMLMark.restored(text), children: children.map { $0.restored() })
    }
}
