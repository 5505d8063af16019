import Basics

/// What varies in the path or the query of a route: its name, and how its text is read and written.
package struct Parameter<Value: Sendable>: Sendable {
    /// The name: in the path in braces, in the query before the equals sign.
    package let name: String
    /// What its value may be.
    package let schema: Schema
    private let read: @Sendable (String) -> Value?
    private let write: @Sendable (Value) -> String

    private init(
        _ name: String, _ schema: Schema, read: @escaping @Sendable (String) -> Value?,
        write: @escaping @Sendable (Value) -> String
    ) {
        self.name = name
        self.schema = schema
        self.read = read
        self.write = write
    }

    /// The value that `text` says.
    ///
    /// - Throws: `BodyError.invalid` with one fault at `?name` when there is no text, or none that the schema takes.
    package func value(of text: String?) throws(BodyError) -> Value {
        guard let text else { throw .invalid([Fault(path: "?\(name)", message: "is missing")]) }
        if let fault = schema.faults(in: json(text)).first {
            throw .invalid([Fault(path: "?\(name)", message: fault.message)])
        }
        guard let value = read(text) else { throw .invalid([Fault(path: "?\(name)", message: "cannot be read")]) }
        return value
    }

    /// This parameter with a value, for a request.
    package func callAsFunction(_ value: Value) -> ParameterValue {
        ParameterValue(name: name, text: write(value))
    }

    private func json(_ text: String) -> JSONValue {
        guard case .integer = schema, let number = try? JSONValue(parsing: Array(text.utf8)) else {
            return .string(text)
        }
        return number
    }
}

extension Parameter<String> {
    /// A text.
    init(_ name: String, _ schema: Schema) {
        self.init(name, schema, read: { $0 }, write: { $0 })
    }
}

extension Parameter<Int> {
    /// A whole number.
    init(_ name: String, _ schema: Schema) {
        self.init(name, schema, read: { Int($0) }, write: { String($0) })
    }
}

extension Parameter where Value: RawRepresentable, Value.RawValue == String {
    /// A word of a closed set.
    init(_ name: String, _ schema: Schema) {
        self.init(name, schema, read: { Value(rawValue: $0) }, write: { $0.rawValue })
    }
}

/// A parameter of a route with its value as text.
package struct ParameterValue: Hashable, Sendable {
    /// The parameter's name.
    package let name: String
    /// The value.
    package let text: String
}

extension Route {
    /// The values of the query's parameters in the target of a request to this route; of a route without any, none.
    ///
    /// What is misspelt is refused where a query is looked at: whoever asks for one market must not get all of them.
    ///
    /// - Throws: `BodyError.invalid` for a name that the route does not know or that stands twice, and for a value of other
    ///   characters than the unreserved ones (RFC 3986 section 2.3), which are all that values of ours need.
    package func query(of target: String) throws(BodyError) -> [String: String] {
        guard !query.isEmpty, let mark = target.firstIndex(of: "?") else { return [:] }
        let text = target[target.index(after: mark)...].prefix { $0 != "#" }
        var values: [String: String] = [:]
        for part in text.split(separator: "&") {
            let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard let name = query.first(where: { $0 == pair[0] }) else {
                throw .invalid([Fault(path: "?\(Self.shown(pair[0]))", message: "is not known here")])
            }
            guard values[name] == nil else { throw .invalid([Fault(path: "?\(name)", message: "stands twice")]) }
            guard pair.count == 2, PathTemplate.isValue(pair[1], longest: Self.longestQueryValue) else {
                throw .invalid([Fault(path: "?\(name)", message: "must be letters, digits, and any of - . _ ~")])
            }
            values[name] = String(pair[1])
        }
        return values
    }

    /// A name as a fault says it: what is long, or has other characters than names have, is left out.
    private static func shown(_ name: Substring) -> Substring {
        PathTemplate.isValue(name, longest: 64) ? name : ""
    }

    /// The longest value in a query, bytes; schemas are mostly shorter.
    private static let longestQueryValue = 10_000

    /// The path with its parameters and the query with its own; nil when one of the path is missing, or when one is none
    /// that paths and queries of ours carry.
    package func target(_ parameters: [ParameterValue]) -> String? {
        let values = Dictionary(parameters.map { ($0.name, $0.text) }, uniquingKeysWith: { _, last in last })
        guard let path = path.path(values) else { return nil }
        var asked: [String] = []
        for name in query {
            guard let text = values[name] else { continue }
            guard PathTemplate.isValue(text, longest: Self.longestQueryValue) else { return nil }
            asked.append("\(name)=\(text)")
        }
        return asked.isEmpty ? path : path + "?" + asked.joined(separator: "&")
    }
}
