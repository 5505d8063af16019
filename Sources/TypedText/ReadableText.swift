import Foundation

/// Texts that one person writes and another one reads: names, labels, memos, reasons, offers, bank accounts.
///
/// Every such text passes here, so that it reads as it is written: nothing in it turns the order of what stands around it,
/// hides, or breaks a line where one line is meant. Scripts and emoji keep the invisible characters that they need. The
/// source of the character classes is the Unicode Character Database, of the rules for joiners Unicode Standard Annex 31,
/// of tag sequences Unicode Technical Standard 51.
package enum ReadableText {
    /// How many lines a text may have.
    package enum Lines: Equatable, Sendable {
        /// One line.
        case one
        /// Several, separated by line feeds.
        case several
    }

    /// Returns `text` in normalization form C, as it is stored and shown.
    ///
    /// Soft hyphens are dropped, and so are marks of direction in a text without right-to-left letters, where they say
    /// nothing. In a text of several lines every line separator becomes a line feed. The caller bounds the length of `text`.
    /// Throws the first character that has no place in the text.
    package static func read(_ text: String, _ lines: Lines = .one) throws(UnreadableCharacter) -> String {
        if isPlain(text) { return text }
        var reader = ReadableTextReader(text, lines)
        try reader.read()
        return String(reader.kept)
    }

    /// Returns `text` without the characters that have no place in it, for names that devices make up.
    package static func cleaned(_ text: String) -> String {
        if isPlain(text) { return text }
        var reader = ReadableTextReader(text, .one)
        reader.drop()
        // What stood apart may have come together, such as a letter and its accent.
        let shown = String(reader.kept)
        return (try? read(shown)) ?? cleaned(shown)
    }

    /// Whether a text shows nothing at all, or only blanks.
    package static func isBlank(_ text: String) -> Bool {
        text.unicodeScalars.allSatisfy {
            $0.properties.isWhitespace || $0.properties.isDefaultIgnorableCodePoint || $0 == "\u{2800}"
        }
    }

    /// Whether a text is printable ASCII, of which every character stands for itself.
    private static func isPlain(_ text: String) -> Bool { text.utf8.allSatisfy { (0x20..<0x7F).contains($0) } }
}

/// A character that has no place in a text that others read.
package struct UnreadableCharacter: Error, Hashable, Sendable, CustomStringConvertible {
    /// The character.
    package let scalar: Unicode.Scalar

    /// Its number, for example "U+202E".
    package var number: String {
        let digits = String(scalar.value, radix: 16, uppercase: true)
        return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }

    /// Its number and name, for example "U+202E right-to-left override".
    package var description: String {
        let name = Self.aliases[scalar.value] ?? scalar.properties.name ?? kind
        return "\(number) \(name.lowercased())"
    }

    /// Names that the standard library does not have, or that say less than the usual ones.
    private static let aliases: [UInt32: String] = [
        0x00: "null", 0x07: "alert", 0x08: "backspace", 0x09: "tab", 0x0A: "line feed", 0x0B: "line tabulation",
        0x0C: "form feed", 0x0D: "carriage return", 0x1B: "escape", 0x7F: "delete", 0x85: "next line",
        0xFEFF: "byte order mark",
    ]

    private var kind: String {
        switch scalar.properties.generalCategory {
        case .control: "control character"
        case .privateUse: "private-use character"
        case .surrogate: "surrogate"
        default: "unassigned character"
        }
    }
}

/// Reads a text from one scalar to the next.
private struct ReadableTextReader {
    let scalars: [Unicode.Scalar]
    let lines: ReadableText.Lines
    var kept = String.UnicodeScalarView()
    private var index = 0

    init(_ text: String, _ lines: ReadableText.Lines) {
        let isRightToLeft = text.unicodeScalars.contains(where: \.isRightToLeftLetter)
        let said = String(
            String.UnicodeScalarView(text.unicodeScalars.filter { !$0.saysNothing(amongRightToLeft: isRightToLeft) }))
        scalars = Array(said.precomposedStringWithCanonicalMapping.unicodeScalars)
        self.lines = lines
    }

    mutating func read() throws(UnreadableCharacter) {
        while index < scalars.count {
            guard step() else { throw UnreadableCharacter(scalar: scalars[index]) }
        }
    }

    mutating func drop() {
        while index < scalars.count {
            if !step() { index += 1 }
        }
    }

    /// Takes what stands at the index; false for what has no place there.
    private mutating func step() -> Bool {
        let scalar = scalars[index]
        switch scalar.value {
        case 0x0A, 0x0D, 0x2028, 0x2029: return takeLineEnd()
        case 0x200E, 0x200F, 0x061C: return take()
        case 0x200C: return isAfterJoinable ? take() : false
        case 0x200D: return isAfterJoinable || joinsEmoji ? take() : false
        case 0xFE00...0xFE0F: return isAfterVariable ? take() : false
        case 0xE0100...0xE01EF: return scalarBefore?.properties.isIdeographic == true ? take() : false
        case 0x180B...0x180D, 0x180F:
            return scalarBefore.map { (0x1820...0x18AA).contains($0.value) } == true ? take() : false
        case 0x1F3F4: return takeFlag()
        default: return scalar.isReadable ? take() : false
        }
    }

    private mutating func take(_ count: Int = 1) -> Bool {
        kept.append(contentsOf: scalars[index..<index + count])
        index += count
        return true
    }

    private mutating func takeLineEnd() -> Bool {
        guard lines == .several else { return false }
        // A carriage return and a line feed are one line end.
        if scalars[index].value == 0x0D, index + 1 < scalars.count, scalars[index + 1].value == 0x0A { index += 1 }
        kept.append("\n")
        index += 1
        return true
    }

    /// Takes a black flag, and the tags of a region that make it that region's flag.
    private mutating func takeFlag() -> Bool {
        let tags = scalars[(index + 1)...].prefix {
            (0xE0030...0xE0039).contains($0.value) || (0xE0061...0xE007A).contains($0.value)
        }
        let end = index + 1 + tags.count
        guard (3...6).contains(tags.count), end < scalars.count, scalars[end].value == 0xE007F else { return take() }
        return take(tags.count + 2)
    }

    private var scalarBefore: Unicode.Scalar? { kept.last }

    /// Whether the letter before belongs to a script that needs joiners.
    private var isAfterJoinable: Bool {
        guard let scalar = scalarBefore else { return false }
        switch scalar.properties.generalCategory {
        case .otherLetter, .nonspacingMark, .spacingMark, .modifierLetter: break
        default: return false
        }
        switch scalar.value {
        // From Arabic to Mandaic and Arabic Extended; from Devanagari to Sinhala; Tibetan and Myanmar; Khmer; Mongolian; and
        // the later blocks of such scripts.
        case 0x0600...0x08FF, 0x0900...0x0DFF, 0x0F00...0x109F, 0x1780...0x18AF, 0x1900...0x1CFF, 0xA800...0xAAFF,
            0xABC0...0xABFF, 0xFB50...0xFDFF, 0xFE70...0xFEFC, 0x10A00...0x10FFF, 0x11000...0x11FFF, 0x1E900...0x1E95F:
            return true
        default: return false
        }
    }

    /// Whether the joiner at the index stands between two emoji.
    private var joinsEmoji: Bool {
        let before = kept.last { $0.value != 0xFE0F && !$0.properties.isEmojiModifier }
        guard let before, index + 1 < scalars.count else { return false }
        return before.isPicture && scalars[index + 1].isPicture
    }

    /// Whether the character before can have a variant.
    private var isAfterVariable: Bool {
        guard let scalar = scalarBefore else { return false }
        let properties = scalar.properties
        switch properties.generalCategory {
        case .mathSymbol, .otherSymbol: return true
        default: break
        }
        switch scalar.value {
        // Myanmar, Mongolian and Phags-pa.
        case 0x1000...0x109F, 0x1820...0x18AA, 0xA840...0xA87F: return true
        default: return properties.isEmoji || properties.isIdeographic
        }
    }
}

extension Unicode.Scalar {
    /// Whether this is a letter of a script that is written from right to left.
    fileprivate var isRightToLeftLetter: Bool {
        guard properties.isAlphabetic else { return false }
        switch value {
        case 0x0590...0x08FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFC, 0x10800...0x10FFF, 0x1E800...0x1EFFF: return true
        default: return false
        }
    }

    /// Whether this says nothing in a text with right-to-left letters, or without any.
    fileprivate func saysNothing(amongRightToLeft isRightToLeft: Bool) -> Bool {
        switch value {
        case 0xAD: true
        case 0x200E, 0x200F, 0x061C: !isRightToLeft
        default: false
        }
    }

    /// Whether this is an emoji that others are joined with.
    fileprivate var isPicture: Bool { !isASCII && properties.isEmoji }

    /// Whether a reader sees this where it stands, whatever stands around it.
    fileprivate var isReadable: Bool {
        switch properties.generalCategory {
        case .control, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator: return false
        // Signs that are written before numbers, as Arabic's for years and footnotes, are seen.
        case .format: return isNumberSign
        default: return !properties.isDefaultIgnorableCodePoint
        }
    }

    private var isNumberSign: Bool {
        switch value {
        case 0x0600...0x0605, 0x06DD, 0x070F, 0x0890, 0x0891, 0x08E2, 0x110BD, 0x110CD: true
        default: false
        }
    }
}
