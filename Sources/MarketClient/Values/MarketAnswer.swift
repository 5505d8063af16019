import Basics

/// What an exchange answered: the data, and where in a list it stands.
struct MarketAnswer: Sendable {
    let data: JSONValue
    let hasMore: Bool

    /// The envelope in `bytes`, or why it is a refusal.
    init(status: Int, bytes: [UInt8]) throws(MarketClientError) {
        guard let body = try? JSONValue(parsing: bytes) else {
            throw status == 200 ? .unexpectedAnswer : .refused(status: status, message: "HTTP status \(status)")
        }
        guard status == 200, body["status"] == .string("success"), let data = body["data"] else {
            throw .refused(status: status, message: Self.message(in: body) ?? "HTTP status \(status)")
        }
        self.data = data
        // Older servers say that there is no next page with the text "null".
        switch body["pagination"]?["next"] {
        case .integer?: hasMore = true
        case .string(let text)?: hasMore = Int(text) != nil
        default: hasMore = false
        }
    }

    /// The rows of a list; a single object is a list of one.
    func rows() throws(MarketClientError) -> [JSONValue] {
        switch data {
        case .array(let rows): return rows
        case .object: return [data]
        default: throw .unexpectedAnswer
        }
    }

    /// A foreign text may end on a terminal: one short line without control characters.
    private static func message(in body: JSONValue) -> String? {
        guard case .string(let text)? = body["message"] else { return nil }
        let line = text.unicodeScalars.filter { $0.properties.generalCategory != .control }.prefix(200)
        return String(String.UnicodeScalarView(line))
    }
}

extension JSONValue {
    /// The text of the member `name`; a number becomes its text, as some servers write the one and some the other.
    func text(_ name: String) throws(MarketClientError) -> String {
        guard let text = optionalText(name) else { throw .unexpectedAnswer }
        return text
    }

    /// The text of the member `name`; nil when it is missing or `null`.
    func optionalText(_ name: String) -> String? {
        switch self[name] {
        case .string(let text)?: text == "null" ? nil : text
        case .integer(let number)?: String(number)
        case .number(let number)?: number.plainText
        default: nil
        }
    }
}
