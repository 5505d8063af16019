import TypedText

/// The shape of a JSON value: what a body must look like.
package indirect enum Schema: Equatable, Sendable {
    /// A string in a certain form.
    case string(StringForm)
    /// A whole number within bounds.
    case integer(ClosedRange<Int64>)
    /// A finite number.
    case number
    /// `true` or `false`.
    case boolean
    /// One of a few words.
    case oneOf([String])
    /// An array of like elements, so many at least and at most.
    case array(of: Schema, count: ClosedRange<Int>)
    /// An array with a fixed place for each element.
    case tuple([Schema])
    /// An object whose names are data, such as languages or codes.
    case map(of: Schema)
    /// A value or `null`.
    case nullable(Schema)
    /// An object of known properties.
    case object(ObjectSchema)

    /// The form of a string.
    package enum StringForm: Equatable, Sendable {
        /// Any text up to a number of Unicode scalars.
        case text(longest: Int)
        /// A text that one person writes and another reads, up to a number of Unicode scalars.
        case readable(longest: Int, ReadableText.Lines)
        /// A decimal number as text: what says an amount or a price.
        case decimal
        /// A date-time of RFC 3339; what we write is in UTC with milliseconds.
        case dateTime
        /// A UUID of 36 characters, any case.
        case uuid
        /// Hexadecimal digits for a number of bytes, any case.
        case hexadecimal(bytes: Int)
    }

    /// An array of any number of like elements.
    package static func list(of element: Schema, atMost count: Int = .max) -> Schema {
        .array(of: element, count: 0...count)
    }

    /// Any text of up to `longest` Unicode scalars.
    package static func text(_ longest: Int = 10_000) -> Schema { .string(.text(longest: longest)) }
    /// A line that one person writes and another reads, of up to `longest` Unicode scalars.
    package static func line(_ longest: Int = 10_000) -> Schema { .string(.readable(longest: longest, .one)) }
    /// Lines that one person writes and another reads, of up to `longest` Unicode scalars.
    package static func lines(_ longest: Int = 10_000) -> Schema { .string(.readable(longest: longest, .several)) }
    /// A decimal number as text.
    package static let decimal = Schema.string(.decimal)
    /// Hexadecimal digits for a number of bytes.
    package static func hexadecimal(bytes: Int) -> Schema { .string(.hexadecimal(bytes: bytes)) }
    /// A date-time of RFC 3339.
    package static let dateTime = Schema.string(.dateTime)
    /// A UUID.
    package static let uuid = Schema.string(.uuid)
    /// A major or minor number of a beacon.
    package static let uint16 = Schema.integer(0...65_535)
    /// A number of things.
    package static let count = Schema.integer(0...9_007_199_254_740_991)

    /// An object of known properties, in the order in which they are documented.
    package static func object(_ name: String, _ properties: [Property]) -> Schema {
        .object(ObjectSchema(name: name, properties: properties))
    }
}

/// An object of known properties, with the name under which documents and TypeScript know it.
package struct ObjectSchema: Equatable, Sendable {
    /// The name, such as `Coupon`.
    package let name: String
    /// The properties in the order in which they are documented.
    package let properties: [Property]
}

/// A property of an object.
package struct Property: Equatable, Sendable {
    /// The name in JSON, in camel case.
    package let name: String
    /// The shape of its value.
    package let schema: Schema
    /// Whether the object is complete without it.
    package let isOptional: Bool

    /// A property that is always there.
    package static func required(_ name: String, _ schema: Schema) -> Property {
        Property(name: name, schema: schema, isOptional: false)
    }

    /// A property that may be missing.
    package static func optional(_ name: String, _ schema: Schema) -> Property {
        Property(name: name, schema: schema, isOptional: true)
    }
}

extension Schema {
    /// Every object in this shape, the innermost first, each name once.
    package var objects: [ObjectSchema] {
        var found: [ObjectSchema] = []
        collectObjects(into: &found)
        return found
    }

    private func collectObjects(into found: inout [ObjectSchema]) {
        switch self {
        case .array(let element, _), .map(let element), .nullable(let element):
            element.collectObjects(into: &found)
        case .tuple(let elements):
            for element in elements { element.collectObjects(into: &found) }
        case .object(let object):
            for property in object.properties { property.schema.collectObjects(into: &found) }
            if !found.contains(where: { $0.name == object.name }) { found.append(object) }
        case .string, .integer, .number, .boolean, .oneOf:
            break
        }
    }
}
