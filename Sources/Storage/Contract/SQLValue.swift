/// One value in a row or in a statement's arguments.
public enum SQLValue: Hashable, Sendable {
    /// A whole number: `BIGINT`.
    case integer(Int64)
    /// A binary floating-point number: `DOUBLE PRECISION`; not-a-number is refused, because SQLite would make it NULL.
    case real(Double)
    /// Unicode text: `TEXT`; U+0000 is refused, because PostgreSQL cannot keep it.
    case text(String)
    /// Bytes: `BYTEA`.
    case blob([UInt8])
    /// No value.
    case null
}

extension SQLValue {
    /// A whole number, or NULL for nil.
    public init(_ value: Int64?) {
        self = value.map { .integer($0) } ?? .null
    }

    /// A floating-point number, or NULL for nil.
    public init(_ value: Double?) {
        self = value.map { .real($0) } ?? .null
    }

    /// Text, or NULL for nil.
    public init(_ value: String?) {
        self = value.map { .text($0) } ?? .null
    }

    /// Bytes, or NULL for nil.
    public init(_ value: [UInt8]?) {
        self = value.map { .blob($0) } ?? .null
    }

    /// Whether every engine can keep this value and give it back unchanged.
    var isRepresentable: Bool {
        switch self {
        case .real(let number): !number.isNaN
        case .text(let text): !text.containsZero
        case .integer, .blob, .null: true
        }
    }
}

extension String {
    /// Whether U+0000 is in it; over its bytes as they lie, because every text that is stored is asked.
    fileprivate var containsZero: Bool {
        utf8.withContiguousStorageIfAvailable { $0.contains(0) } ?? utf8.contains(0)
    }
}

extension SQLValue: ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral, ExpressibleByStringLiteral {
    /// A whole number written in the source.
    public init(integerLiteral value: Int64) {
        self = .integer(value)
    }

    /// A floating-point number written in the source.
    public init(floatLiteral value: Double) {
        self = .real(value)
    }

    /// Text written in the source.
    public init(stringLiteral value: String) {
        self = .text(value)
    }
}
