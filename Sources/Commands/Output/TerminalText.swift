/// Text on a screen: how wide it is, and what of it must not reach a terminal.
package enum TerminalText {
    /// How many columns a terminal gives `text`: two for East Asian wide characters and emoji, none for marks.
    package static func width(of text: String) -> Int {
        var text = text
        let isPlain = text.withUTF8 { utf8 in utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F } }
        if isPlain { return text.utf8.count }
        return text.reduce(0) { $0 + width(of: $1) }
    }

    /// How many columns one character takes.
    package static func width(of character: Character) -> Int {
        guard let scalar = character.unicodeScalars.first else { return 0 }
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format, .control: return 0
        default: break
        }
        switch scalar.value {
        // The blocks of Unicode's EastAsianWidth.txt whose characters are all but wholly wide.
        case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xA000...0xA4CF,
            0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE4F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F,
            0x1F680...0x1F6FF, 0x1F900...0x1FAFF, 0x20000...0x3FFFD:
            return 2
        default: return 1
        }
    }

    /// `text` in at most `columns`, its end replaced by an ellipsis when it is longer.
    package static func truncated(_ text: String, to columns: Int) -> String {
        guard width(of: text) > columns else { return text }
        var result = ""
        var used = 0
        for character in text {
            let next = width(of: character)
            guard used + next < columns else { break }
            result.append(character)
            used += next
        }
        return result + "…"
    }

    /// `text` with its control characters made visible, except line breaks when these are allowed.
    ///
    /// What somebody else wrote into an item must not give orders to the terminal (colours, titles, moved cursors).
    package static func harmless(_ text: String, keepingLines: Bool = false) -> String {
        var copy = text
        let isHarmless = copy.withUTF8 { utf8 in utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F } }
        if isHarmless { return text }
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0x0A where keepingLines: result.unicodeScalars.append(scalar)
            case 0x09: result += "    "
            case 0..<0x20: result.unicodeScalars.append(Unicode.Scalar(UInt8(truncatingIfNeeded: scalar.value) ^ 0x40))
            case 0x7F..<0xA0, 0x202A...0x202E, 0x2066...0x2069: result += "\u{FFFD}"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
