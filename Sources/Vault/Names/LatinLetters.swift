/// The letters of Western European languages as a base letter and an accent, for sorting and searching without ICU.
///
/// The accents are numbered in the order of the second level of the Unicode Collation Algorithm's default table
/// (Unicode Technical Standard 10): acute, grave, breve, circumflex, caron, ring, diaeresis, double acute, tilde, dot,
/// stroke, cedilla, ogonek, macron.
enum LatinLetters {
    /// A letter without its accent.
    struct Letter {
        /// The base letter in lower case, ASCII.
        let base: UInt8
        /// A second base letter, as in "æ" and "ß"; 0 when there is none.
        let second: UInt8
        /// The accent's number, from 1 up; 0 when there is none.
        let accent: UInt8
    }

    /// The accents' signs in `accents`, in their order.
    private static let accentOrder = Array("'`u^vo:\"~./,;-".utf8)

    /// The base letters from U+00C0 to U+017F; `?` is what is no letter, or more than one.
    private static let bases = Array(
        """
        aaaaaa?ceeeeiiiidnooooo?ouuuuy??\
        aaaaaa?ceeeeiiiidnooooo?ouuuuy?y\
        aaaaaaccccccccddddeeeeeeeeeegggg\
        gggghhhhiiiiiiiiii??jjkkklllllll\
        lllnnnnnnnnnoooooo??rrrrrrssssss\
        ssttttttuuuuuuuuuuuuwwyyyzzzzzzs
        """.utf8)

    /// Their accents.
    private static let accents = Array(
        """
        `'^~:o ,`'^:`'^:/~`'^~: /`'^:'  \
        `'^~:o ,`'^:`'^:/~`'^~: /`'^:' :\
        --uu;;''^^..vvvv//--uu..;;vv^^uu\
        ..,,^^//~~--uu;;.   ^^,,/'',,vv.\
        .//'',,vv///--uu""  '',,vv''^^,,\
        vv,,vv//~~--uuoo"";;^^^^:''..vv/
        """.utf8)

    private static let table: [Letter?] = zip(bases, accents).enumerated().map { index, pair in
        if pair.0 == UInt8(ascii: "?") { return pairOfLetters(UInt32(0xC0 + index)) }
        return Letter(base: pair.0, second: 0, accent: number(pair.1))
    }

    /// The letter at a code point from U+00C0 to U+017F, or of the ordinals "ª" and "º"; nil for anything else.
    static func letter(_ value: UInt32) -> Letter? {
        switch value {
        case 0xC0...0x17F: table[Int(value) - 0xC0]
        case 0xAA: Letter(base: UInt8(ascii: "a"), second: 0, accent: 0)
        case 0xBA: Letter(base: UInt8(ascii: "o"), second: 0, accent: 0)
        default: nil
        }
    }

    /// The number of a combining accent from U+0300 to U+036F; one that these languages do not have comes last.
    static func accent(_ value: UInt32) -> UInt8? {
        guard (0x300...0x36F).contains(value) else { return nil }
        let sign: Unicode.Scalar =
            switch value {
            case 0x300: "`"
            case 0x301: "'"
            case 0x302: "^"
            case 0x303: "~"
            case 0x304: "-"
            case 0x306: "u"
            case 0x307: "."
            case 0x308: ":"
            case 0x30A: "o"
            case 0x30B: "\""
            case 0x30C: "v"
            case 0x327: ","
            case 0x328: ";"
            case 0x335, 0x337, 0x338: "/"
            default: " "
            }
        let number = number(UInt8(ascii: sign))
        return number == 0 ? UInt8(accentOrder.count) + 1 : number
    }

    private static func number(_ sign: UInt8) -> UInt8 {
        accentOrder.firstIndex(of: sign).map { UInt8($0) + 1 } ?? 0
    }

    private static func pairOfLetters(_ value: UInt32) -> Letter? {
        let letters: StaticString =
            switch value {
            case 0xC6, 0xE6: "ae"
            case 0xDF: "ss"
            case 0xDE, 0xFE: "th"
            case 0x132, 0x133: "ij"
            case 0x152, 0x153: "oe"
            default: ""
            }
        return letters.withUTF8Buffer { $0.count == 2 ? Letter(base: $0[0], second: $0[1], accent: 0) : nil }
    }
}
