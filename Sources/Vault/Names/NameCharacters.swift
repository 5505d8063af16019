/// Which characters a name may have, and which are nothing to be seen.
enum NameCharacters {
    /// `text` without the spaces around it; nil when nothing is left that has a shape.
    static func trimmed(_ text: String) -> String? {
        let scalars = text.unicodeScalars
        guard scalars.contains(where: { !isSpace($0) && !isShapeless($0) && !isControl($0) }) else { return nil }
        guard let first = scalars.firstIndex(where: { !isSpace($0) }),
            let last = scalars.lastIndex(where: { !isSpace($0) })
        else { return nil }
        return String(scalars[first...last])
    }

    /// Whether `text` has a control character, a line or paragraph separator, or a mark of writing direction.
    static func hasControl(_ text: String) -> Bool {
        text.unicodeScalars.contains(where: isControl)
    }

    /// A space that stands at the ends of what was typed; a tab or a line break there is one too.
    private static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
        scalar.isASCII ? scalar == " " || (9...13).contains(scalar.value) : scalar.properties.isWhitespace
    }

    /// A character without a shape of its own, such as the zero-width space or a variation selector.
    private static func isShapeless(_ scalar: Unicode.Scalar) -> Bool {
        !scalar.isASCII && scalar.properties.isDefaultIgnorableCodePoint
    }

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x20, 0x7F..<0xA0: true
        // Line and paragraph separators, and what turns the direction of writing, with which a name can pose as another
        // (Unicode Standard Annex 9, explicit directional formatting).
        case 0x2028, 0x2029, 0x202A...0x202E, 0x2066...0x2069: true
        default: false
        }
    }
}
