import Basics

/// The fields of a form or of a query, as `application/x-www-form-urlencoded` writes them.
///
/// Each value is kept as it came and decoded, because clients sign one or the other.
public struct FormFields: Sendable {
    /// How clients write the values that they sign.
    public enum ValueForm: CaseIterable, Sendable {
        /// As they stand in the body, percent signs and all.
        case encoded
        /// With percent signs undone, but `+` left as it is.
        case unquoted
        /// As they are meant.
        case decoded
    }

    /// The most fields that a form may have.
    public static let mostFields = 64

    private struct Field: Sendable {
        let name: String
        let raw: String
        let value: String
    }

    // Sorted by name, no name twice.
    private var fields: [Field] = []

    /// No fields.
    public init() {}

    /// The fields that `body` says.
    ///
    /// A field that stands there twice with the same value is one field: the official Python clients write every
    /// parameter of a query twice.
    ///
    /// - Throws: For two values of one name, a wrong percent sign, what is not UTF-8, and too many fields.
    public init(parsing body: some Collection<UInt8>) throws(FormFault) {
        guard !body.isEmpty else { return }
        // A query of the official Python clients has every field twice.
        var left = 2 * Self.mostFields
        for part in body.split(separator: UInt8(ascii: "&")) {
            left -= 1
            guard left >= 0 else { throw .tooManyFields }
            let end = part.firstIndex(of: UInt8(ascii: "=")) ?? part.endIndex
            let raw = end == part.endIndex ? part[part.endIndex...] : part[part.index(after: end)...]
            let name = try Self.decode(part[..<end])
            guard !name.isEmpty else { throw .malformed }
            try add(Field(name: name, raw: try Self.text(raw), value: try Self.decode(raw)))
        }
    }

    private mutating func add(_ field: Field) throws(FormFault) {
        // Forms are short, and clients mostly write them in order already.
        var index = fields.count
        while index > 0, fields[index - 1].name >= field.name { index -= 1 }
        if index < fields.count, fields[index].name == field.name {
            guard fields[index].value == field.value else { throw .repeated(field.name) }
            return
        }
        guard fields.count < Self.mostFields else { throw .tooManyFields }
        fields.insert(field, at: index)
    }

    /// Whether there is no field.
    public var isEmpty: Bool { fields.isEmpty }

    /// The names of the fields, sorted.
    public var names: [String] { fields.map(\.name) }

    /// The value of a field as it is meant; nil when there is no such field.
    public subscript(name: String) -> String? {
        fields.first { $0.name == name }?.value
    }

    /// The values sorted by the names of their fields and joined, as they are signed.
    public func sortedValues(_ form: ValueForm) -> String {
        var joined = ""
        for field in fields {
            switch form {
            case .encoded: joined += field.raw
            // Every value could be decoded, so percent signs can be undone.
            case .unquoted: joined += Self.undoingPercentSigns(field.raw)
            case .decoded: joined += field.value
            }
        }
        return joined
    }

    private static func undoingPercentSigns(_ raw: String) -> String {
        guard raw.utf8.contains(UInt8(ascii: "%")) else { return raw }
        return (try? decode(raw.utf8, plus: "+")) ?? raw
    }

    private static func decode(_ raw: some Collection<UInt8>, plus: Unicode.Scalar = " ") throws(FormFault) -> String {
        guard let bytes = PercentEncoding.bytes(Array(raw), plus: plus) else { throw .malformed }
        return try text(bytes)
    }

    private static func text(_ bytes: some Collection<UInt8>) throws(FormFault) -> String {
        guard let text = String(validating: bytes, as: UTF8.self) else { throw .malformed }
        return text
    }
}

/// Why a text is not a form that we take.
public enum FormFault: Error, Equatable, Sendable {
    /// A percent sign without two hexadecimal digits, what is not UTF-8, or a value without a name.
    case malformed
    /// Two fields of this name with values that differ.
    case repeated(String)
    /// More fields than any request needs.
    case tooManyFields
}
