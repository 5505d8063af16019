import Basics

/// The members of a JSON object that somebody else wrote, read by what they must be.
struct JSONClaims: Sendable {
    private let object: JSONValue

    /// The object that these bytes say; nil for anything else, and for one that names a member twice.
    init?(_ bytes: [UInt8]) {
        guard let value = try? JSONValue(parsing: bytes), case .object(let members) = value,
            Set(members.map(\.name)).count == members.count
        else { return nil }
        object = value
    }

    /// An object that was read already.
    init(_ object: JSONValue) {
        self.object = object
    }

    /// Whether there is such a member, whatever it is.
    func has(_ name: String) -> Bool { object[name] != nil }

    /// A member that is a text of at most 2,048 bytes; nil when there is none.
    func text(_ name: String) -> String? {
        guard case .string(let text)? = object[name], text.utf8.count <= 2048 else { return nil }
        return text
    }

    /// A member that is a token of visible ASCII, at most `longest` bytes; nil when there is none.
    func token(_ name: String, longest: Int = 8192) -> String? {
        guard case .string(let text)? = object[name], (1...longest).contains(text.utf8.count),
            text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F })
        else { return nil }
        return text
    }

    /// A member that is a number of seconds; nil when there is none, or one beyond any calendar.
    func seconds(_ name: String) -> Int64? {
        switch object[name] {
        case .integer(let value)? where abs(value) < 1 << 40: value
        case .number(let value)? where value.double.magnitude < 0x1p40: Int64(value.double.rounded(.down))
        default: nil
        }
    }

    /// A member that is true or false; Apple writes it as a text.
    func flag(_ name: String) -> Bool? {
        switch object[name] {
        case .boolean(let value)?: value
        case .string("true")?: true
        case .string("false")?: false
        default: nil
        }
    }

    /// A member that is a list of texts; a text by itself is a list of one.
    func texts(_ name: String) -> [String]? {
        switch object[name] {
        case .string(let text)?: return [text]
        case .array(let elements)?:
            let texts = elements.compactMap { if case .string(let text) = $0 { text } else { nil } }
            return texts.count == elements.count ? texts : nil
        default: return nil
        }
    }

    /// A member that is an object.
    func object(_ name: String) -> JSONClaims? {
        guard case .object? = object[name], let value = object[name] else { return nil }
        return JSONClaims(value)
    }

    /// A member that is a list of objects, of which there may be `most`.
    func objects(_ name: String, most: Int) -> [JSONClaims]? {
        guard case .array(let elements)? = object[name], elements.count <= most else { return nil }
        return elements.compactMap { if case .object = $0 { JSONClaims($0) } else { nil } }
    }
}
