/// Why a text is not JSON that we take; positions are byte offsets.
public enum JSONError: Error, Equatable, Sendable {
    /// The text ended where this was expected.
    case ended(JSONExpectation)
    /// A byte that cannot stand where this is expected.
    case unexpected(JSONExpectation, at: Int)
    /// A string that is not UTF-8; where it begins.
    case invalidText(at: Int)
    /// An escape that names no character; where its reverse solidus is.
    case invalidEscape(at: Int)
    /// A number that a double cannot hold, or that is longer than any that is meant; where it begins.
    case numberOutOfRange(at: Int)
    /// A name that occurs twice in one object.
    case duplicateName(at: Int)
    /// Arrays and objects nested deeper than is read; where the first that is too deep begins.
    case tooDeep(at: Int)

    /// The reason in words that may be shown to whoever sent the text.
    public var reason: String {
        switch self {
        case .ended: "the text ends inside a value"
        case .unexpected(_, let offset): "unexpected character at byte \(offset)"
        case .invalidText(let offset), .invalidEscape(let offset): "invalid string at byte \(offset)"
        case .numberOutOfRange(let offset): "number out of range at byte \(offset)"
        case .duplicateName(let offset): "name repeated in an object at byte \(offset)"
        case .tooDeep(let offset): "nested too deeply at byte \(offset)"
        }
    }

    /// The reason without the place, for whoever mends a file.
    package var explanation: String {
        switch self {
        case .ended(.value): "the document ends where a value is expected"
        case .ended(.character): "the document ends within a text"
        case .ended(let expectation), .unexpected(let expectation, _): expectation.explanation
        case .invalidText: "the text is not UTF-8"
        case .invalidEscape: "an escape means no character"
        case .numberOutOfRange: "the number is too long or too large"
        case .duplicateName: "the name is said more than once"
        case .tooDeep: "lists and objects lie too deep within one another"
        }
    }

    /// The byte at which it was noticed, in a text of `count` bytes.
    package func offset(in count: Int) -> Int {
        switch self {
        case .ended: count
        case .unexpected(_, let offset), .invalidText(let offset), .invalidEscape(let offset),
            .numberOutOfRange(let offset), .duplicateName(let offset), .tooDeep(let offset):
            offset
        }
    }
}

/// What can stand at a place of a JSON text.
public enum JSONExpectation: Sendable {
    /// A value.
    case value
    /// The name of a member, in quotes.
    case name
    /// The colon behind a name.
    case colon
    /// A comma, or the end of an object.
    case endOfObject
    /// A comma, or the end of an array.
    case endOfArray
    /// A digit of a number.
    case digit
    /// No further digit behind a leading zero (RFC 8259 section 6).
    case noDigit
    /// A character of a string; control characters are none (section 7).
    case character
    /// Nothing but white space.
    case endOfText

    fileprivate var explanation: String {
        switch self {
        case .value: "a value is expected"
        case .name: "a key in quotes is expected"
        case .colon: "a colon is expected"
        case .endOfObject: "a comma or the end of the object is expected"
        case .endOfArray: "a comma or the end of the list is expected"
        case .digit: "a digit is expected"
        case .noDigit: "a number does not begin with 0"
        case .character: "a control character stands in a text"
        case .endOfText: "something follows the end of the document"
        }
    }
}
