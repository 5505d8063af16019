/// What a reader of JSON makes of a text, and how much it takes; each form is compiled for itself.
package protocol JSONForm {
    /// A value.
    associatedtype Value
    /// A name and its value in an object.
    associatedtype Member

    /// How many arrays and objects may lie within one another.
    static var levels: Int { get }
    /// What a name that occurs twice in one object means.
    static var repeatedNames: JSONRepeatedNames { get }
    /// Whether a byte order mark may stand before the value.
    static var skipsByteOrderMark: Bool { get }
    /// The most characters of a number; nil when only its value is bounded.
    static var longestNumber: Int? { get }

    /// The value that holds `content` and begins at the byte `offset`.
    static func value(_ content: JSONContent<Value, Member>, at offset: Int) -> Value
    /// The value of a number that begins at the byte `offset`; nil when it is out of range.
    static func number(_ number: JSONNumber, at offset: Int) -> Value?
    /// The member whose name begins at the byte `offset`.
    static func member(_ name: String, at offset: Int, _ value: Value) -> Member
    /// The name of a member.
    static func name(of member: Member) -> String
}

/// What a name means that occurs twice in one object.
package enum JSONRepeatedNames {
    /// Nothing: the text is refused, because two readers of it could see different values.
    case refused
    /// The last value counts, in the place of the first.
    case lastCounts
    /// All are kept, for whoever says what is wrong with them.
    case kept
}

/// What a value is that is no number.
package enum JSONContent<Value, Member> {
    case null
    case boolean(Bool)
    case string(String)
    case array([Value])
    case object([Member])
}

/// A number as it stands in a text.
package struct JSONNumber {
    private let scanner: JSONScanner
    private let range: Range<Int>
    private let isWhole: Bool

    init(_ scanner: JSONScanner, _ range: Range<Int>, isWhole: Bool) {
        self.scanner = scanner
        self.range = range
        self.isWhole = isWhole
    }

    /// Its value, when it has neither fraction nor exponent and fits into 64 bits.
    package var integer: Int64? { isWhole ? scanner.integer(range) : nil }

    /// The nearest double; nil when there is none but infinity.
    package var double: Double? {
        guard let value = Double(text), value.isFinite else { return nil }
        return value
    }

    /// Whether a double other than infinity is near it.
    package var isInRange: Bool {
        let text = text
        // Without an exponent only the number of its digits can lead beyond.
        let isPlain = !text.utf8.contains { $0 == UInt8(ascii: "e") || $0 == UInt8(ascii: "E") }
        return isPlain && range.count <= 300 || double != nil
    }

    /// The characters.
    package var text: String { scanner.text(range) }
}
