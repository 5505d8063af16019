extension JSONValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral,
    ExpressibleByArrayLiteral
{
    /// A string.
    public init(stringLiteral value: String) {
        self = .string(value)
    }

    /// A number.
    public init(integerLiteral value: Int64) {
        self = .integer(value)
    }

    /// `true` or `false`.
    public init(booleanLiteral value: Bool) {
        self = .boolean(value)
    }

    /// An array.
    public init(arrayLiteral elements: JSONValue...) {
        self = .array(elements)
    }
}
