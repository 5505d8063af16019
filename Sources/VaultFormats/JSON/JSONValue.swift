import Basics

/// A JSON value (RFC 8259) whose objects keep the order of the file, so that custom fields do too.
enum JSONValue: Equatable, Sendable {
    case null
    case bool(Bool)
    /// A number as it is written, such as `1.50`: what is not counted with is not rounded either.
    case number(String)
    case string(String)
    case array([JSONValue])
    case object(JSONObject)

    /// The text, when it is one.
    var text: String? {
        if case .string(let text) = self { text } else { nil }
    }

    /// The whole number, when it is one that fits.
    var integer: Int64? {
        if case .number(let digits) = self { Int64(digits) } else { nil }
    }

    /// The truth value, when it is one.
    var truth: Bool? {
        if case .bool(let truth) = self { truth } else { nil }
    }

    /// The elements, when it is an array.
    var elements: [JSONValue]? {
        if case .array(let elements) = self { elements } else { nil }
    }

    /// The members, when it is an object.
    var members: JSONObject? {
        if case .object(let members) = self { members } else { nil }
    }

    /// Whether it is null.
    var isNull: Bool { self == .null }

    /// What a person would read: a text or number as it is, `true`, `false`, nothing for null, and JSON for the rest.
    var plainText: String {
        switch self {
        case .null: ""
        case .bool(let truth): truth ? "true" : "false"
        case .number(let digits): digits
        case .string(let text): text
        case .array, .object: String(decoding: JSONWriter.bytes(self), as: UTF8.self)
        }
    }
}

/// The members of a JSON object, in order; a name that occurs twice means its last value.
struct JSONObject: Equatable, Sendable, ExpressibleByDictionaryLiteral {
    typealias Member = (name: String, value: JSONValue)

    /// The members in the order of the file.
    private(set) var members: [Member]

    init(_ members: [Member] = []) {
        self.members = members
    }

    init(dictionaryLiteral elements: (String, JSONValue)...) {
        members = elements.map { (name: $0.0, value: $0.1) }
    }

    /// The value of a name; nil when there is none.
    ///
    /// Objects of these formats are small: a search is a loop.
    subscript(name: String) -> JSONValue? {
        members.last { $0.name == name }?.value
    }

    /// Adds a member at the end.
    mutating func append(_ name: String, _ value: JSONValue) {
        members.append((name, value))
    }

    static func == (left: JSONObject, right: JSONObject) -> Bool {
        left.members.elementsEqual(right.members) { $0.name == $1.name && $0.value == $1.value }
    }
}
