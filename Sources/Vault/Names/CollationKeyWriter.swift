/// Writes the keys of texts one after the other: weights of letters, of accents, of case, each level ended by a 1.
///
/// Weights at the end of the second and third level that say nothing are left out. The order of the first level is that
/// of the Unicode Collation Algorithm's default table for what these languages use.
struct CollationKeyWriter {
    /// The keys so far.
    private(set) var keys: [UInt8] = []

    private let hasEnye: Bool
    // The second and third level of the key that is being written; kept, so that ten thousand keys allocate nothing.
    private var accents: [UInt8] = []
    private var cases: [UInt8] = []

    /// The weight at the second and third level of a letter that is nothing special.
    private static let plain: UInt8 = 2
    /// The weight at the third level of an upper-case letter.
    private static let upper: UInt8 = 3
    /// What ends a level; it is less than every weight.
    private static let end: UInt8 = 1
    /// What begins the weight of another sign, which its code point follows.
    private static let otherSign: UInt8 = 0x28
    /// What begins the weight of a letter of another alphabet, which its code point follows.
    private static let otherLetter: UInt8 = 0xF0
    /// The weight of "a"; the next letters follow two apart, which leaves room for "ñ".
    private static let letterA: UInt8 = 0x40
    private static let enye = weight(of: UInt8(ascii: "n")) + 1

    /// The first-level weights of ASCII, in the order of UTS 10's table; 0 is passed over.
    private static let ascii: [UInt8] = {
        var table = [UInt8](repeating: 0, count: 128)
        for (index, sign) in " _-,;:!?.'\"()[]{}@*/\\&#%`^+<=>|~$".utf8.enumerated() {
            table[Int(sign)] = UInt8(4 + index)
        }
        for digit in UInt8(ascii: "0")...UInt8(ascii: "9") { table[Int(digit)] = digit }
        for letter in UInt8(ascii: "a")...UInt8(ascii: "z") {
            table[Int(letter)] = weight(of: letter)
            table[Int(letter - 32)] = weight(of: letter)
        }
        return table
    }()

    /// A writer without keys.
    init(hasEnye: Bool) {
        self.hasEnye = hasEnye
    }

    /// Makes room for so many bytes.
    mutating func reserve(_ count: Int) {
        keys.reserveCapacity(count)
    }

    /// Appends the key of a text.
    mutating func append(_ text: String) {
        var text = text
        let start = keys.count
        accents.removeAll(keepingCapacity: true)
        cases.removeAll(keepingCapacity: true)
        let isASCII = text.withUTF8 { appendASCII($0) }
        if !isASCII {
            keys.removeSubrange(start...)
            cases.removeAll(keepingCapacity: true)
            appendAll(text)
        }
        keys.append(Self.end)
        appendLevel(accents)
        keys.append(Self.end)
        appendLevel(cases)
    }

    /// Appends the first level and the cases of a text in ASCII; false when it is none.
    private mutating func appendASCII(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        Self.ascii.withUnsafeBufferPointer { weights in
            for byte in bytes {
                guard byte < 0x80 else { return false }
                let weight = weights[Int(byte)]
                guard weight != 0 else { continue }
                keys.append(weight)
                cases.append(Self.isUpper(byte) ? Self.upper : Self.plain)
            }
            return true
        }
    }

    private mutating func appendAll(_ text: String) {
        // Composed first, so that a decomposed "ñ" is a letter too.
        let isComposed = text.unicodeScalars.allSatisfy { $0.value < 0x300 }
        for scalar in (isComposed ? text : UnicodeForms.composed(text)).unicodeScalars {
            append(scalar, decomposing: true)
        }
    }

    private mutating func append(_ scalar: Unicode.Scalar, decomposing: Bool) {
        let value = scalar.value
        if value < 0x80 {
            let weight = Self.ascii[Int(value)]
            if weight != 0 { append(weight, isUpper: Self.isUpper(UInt8(value))) }
        } else if hasEnye && (value == 0xF1 || value == 0xD1) {
            append(Self.enye, isUpper: value == 0xD1)
        } else if let letter = LatinLetters.letter(value) {
            let isUpper = value < 0xE0 ? value >= 0xC0 && value != 0xDF : scalar.properties.isUppercase
            append(Self.weight(of: letter.base), accent: letter.accent, isUpper: isUpper)
            if letter.second != 0 { append(Self.weight(of: letter.second), accent: 1, isUpper: isUpper) }
        } else if let accent = LatinLetters.accent(value) {
            accents.append(Self.plain + accent)
        } else if decomposing, let parts = Self.parts(of: scalar) {
            for part in parts { append(part, decomposing: false) }
        } else {
            appendOther(scalar)
        }
    }

    private mutating func append(_ weight: UInt8, accent: UInt8 = 0, isUpper: Bool) {
        keys.append(weight)
        accents.append(Self.plain + accent)
        cases.append(isUpper ? Self.upper : Self.plain)
    }

    private mutating func appendOther(_ scalar: Unicode.Scalar) {
        let isLetter = scalar.properties.isAlphabetic || scalar.properties.numericType != nil
        let lower = scalar.properties.lowercaseMapping.unicodeScalars.first ?? scalar
        append(isLetter ? Self.otherLetter : Self.otherSign, isUpper: scalar.properties.isUppercase)
        for shift in [16, 8, 0] as [UInt32] { keys.append(UInt8(truncatingIfNeeded: lower.value >> shift)) }
    }

    /// Appends a level up to its last weight that says something.
    private mutating func appendLevel(_ weights: [UInt8]) {
        guard let last = weights.lastIndex(where: { $0 != Self.plain }) else { return }
        keys.append(contentsOf: weights[...last])
    }

    /// A letter and its accents, or nil when the letter has none.
    private static func parts(of scalar: Unicode.Scalar) -> [Unicode.Scalar]? {
        let parts = Array(UnicodeForms.decomposed(String(scalar)).unicodeScalars)
        return parts.count > 1 ? parts : nil
    }

    private static func weight(of letter: UInt8) -> UInt8 {
        letterA + 2 * (letter - UInt8(ascii: "a"))
    }

    private static func isUpper(_ byte: UInt8) -> Bool {
        byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z")
    }
}
