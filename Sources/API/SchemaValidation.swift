import Basics
import TypedText

extension Schema {
    /// Everything in `value` that does not have this shape, outermost first; empty when it fits.
    ///
    /// At most `mostFaults` are listed.
    ///
    /// - Parameter refusingUnknown: Whether members that the shape does not know are faults, as in what is sent to a
    ///   server: whoever misspells a condition must not believe that it holds. In answers they are passed over, so that
    ///   an older client can talk to a newer server.
    package func faults(in value: JSONValue, refusingUnknown: Bool = false) -> [Fault] {
        var check = SchemaCheck(refusesUnknown: refusingUnknown)
        check.check(value, self, path: "$")
        return check.faults
    }

    /// The number of faults after which a document is not looked at any further.
    package static let mostFaults = 20
}

private struct SchemaCheck {
    let refusesUnknown: Bool
    private(set) var faults: [Fault] = []

    init(refusesUnknown: Bool) {
        self.refusesUnknown = refusesUnknown
    }

    private mutating func fault(_ path: String, _ message: String) {
        if faults.count < Schema.mostFaults { faults.append(Fault(path: path, message: message)) }
    }

    mutating func check(_ value: JSONValue, _ schema: Schema, path: String) {
        guard faults.count < Schema.mostFaults else { return }
        switch (schema, value) {
        case (.string(let form), .string(let text)):
            if let complaint = form.complaint(about: text) { fault(path, complaint) }
        case (.string, _): fault(path, "must be a string")
        case (.integer(let range), .integer(let number)):
            if !range.contains(number) { fault(path, range.complaint) }
        case (.integer, _): fault(path, "must be a whole number")
        case (.number, .integer), (.number, .number): break
        case (.number, _): fault(path, "must be a number")
        case (.boolean, .boolean): break
        case (.boolean, _): fault(path, "must be true or false")
        case (.oneOf(let words), .string(let text)):
            if !words.contains(text) { fault(path, "must be one of \(words.joined(separator: ", "))") }
        case (.oneOf, _): fault(path, "must be a string")
        case (.array(let element, let count), .array(let elements)):
            checkArray(elements, element, count, path: path)
        case (.tuple(let places), .array(let elements)):
            guard places.count == elements.count else { return fault(path, "must have \(places.count) elements") }
            for (index, place) in places.enumerated() { check(elements[index], place, path: "\(path)[\(index)]") }
        case (.array, _), (.tuple, _): fault(path, "must be an array")
        case (.map(let element), .object(let members)):
            for member in members { check(member.value, element, path: path + member.name.asPathStep) }
        case (.nullable, .null): break
        case (.nullable(let schema), _): check(value, schema, path: path)
        case (.object(let object), .object): checkObject(value, object, path: path)
        case (.map, _), (.object, _): fault(path, "must be an object")
        }
    }

    private mutating func checkArray(
        _ elements: [JSONValue], _ schema: Schema, _ count: ClosedRange<Int>, path: String
    ) {
        guard count.contains(elements.count) else {
            let isShort = elements.count < count.lowerBound
            let complaint = isShort ? "at least \(count.lowerBound)" : "at most \(count.upperBound)"
            return fault(path, "must have \(complaint) elements")
        }
        for (index, element) in elements.enumerated() {
            guard faults.count < Schema.mostFaults else { return }
            check(element, schema, path: "\(path)[\(index)]")
        }
    }

    private mutating func checkObject(_ value: JSONValue, _ object: ObjectSchema, path: String) {
        for property in object.properties {
            switch value[property.name] {
            case nil where !property.isOptional, .null? where !property.isOptional && !property.schema.takesNull:
                fault("\(path).\(property.name)", "is missing")
            case nil: break
            case .null? where property.isOptional: break
            case let value?: check(value, property.schema, path: "\(path).\(property.name)")
            }
        }
        guard refusesUnknown, case .object(let members) = value else { return }
        for member in members where !object.properties.contains(where: { $0.name == member.name }) {
            fault(path + member.name.asPathStep, "is not known here")
        }
    }
}

extension Schema {
    fileprivate var takesNull: Bool {
        if case .nullable = self { true } else { false }
    }
}

extension Schema.StringForm {
    fileprivate func complaint(about text: String) -> String? {
        switch self {
        case .text(let longest):
            text.unicodeScalars.count <= longest ? nil : "may have at most \(longest) characters"
        case .readable(let longest, let lines):
            Self.complaint(about: text, longest, lines)
        case .decimal:
            text.unicodeScalars.count <= 40 ? nil : "may have at most 40 characters"
        case .dateTime:
            Timestamp(rfc3339: text) != nil ? nil : "must be an RFC 3339 date-time such as 2026-11-21T09:30:00Z"
        case .uuid:
            text.hasUUIDForm ? nil : "must be a UUID"
        case .hexadecimal(let count):
            text.utf8.count == 2 * count && text.utf8.allSatisfy(\.isHexadecimalDigit)
                ? nil : "must be \(2 * count) hexadecimal digits"
        }
    }
}

extension Schema.StringForm {
    /// What is wrong with a text that others read, with the character that has no place in it.
    private static func complaint(about text: String, _ longest: Int, _ lines: ReadableText.Lines) -> String? {
        guard text.unicodeScalars.count <= longest else { return "may have at most \(longest) characters" }
        do throws(UnreadableCharacter) {
            _ = try ReadableText.read(text, lines)
            return nil
        } catch {
            return "must not contain \(error)"
        }
    }
}

extension ClosedRange<Int64> {
    fileprivate var complaint: String {
        upperBound == Schema.mostExact && lowerBound == 0
            ? "must not be negative" : "must be between \(lowerBound) and \(upperBound)"
    }
}

extension Schema {
    /// The largest whole number that every reader of JSON keeps exactly (2⁵³ − 1).
    fileprivate static let mostExact: Int64 = 9_007_199_254_740_991
}

extension String {
    /// Whether this is 8-4-4-4-12 hexadecimal digits.
    var hasUUIDForm: Bool {
        guard utf8.count == 36 else { return false }
        return utf8.enumerated().allSatisfy { index, byte in
            switch index {
            case 8, 13, 18, 23: byte == UInt8(ascii: "-")
            default: byte.isHexadecimalDigit
            }
        }
    }

    /// This name as a step of a JSON path: `.name` for a plain one, `['…']` for a short other one.
    fileprivate var asPathStep: String {
        let isPlain = !isEmpty && utf8.count <= 64 && utf8.allSatisfy { $0.isASCIIWordCharacter }
        return isPlain ? ".\(self)" : "[*]"
    }
}

extension UInt8 {
    /// Whether this is one of `0-9a-fA-F`.
    var isHexadecimalDigit: Bool {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
            UInt8(ascii: "A")...UInt8(ascii: "F"):
            true
        default: false
        }
    }

    fileprivate var isASCIIWordCharacter: Bool {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"), UInt8(ascii: "-"):
            true
        default: false
        }
    }
}

extension Double {
    /// This number of metres to the centimetre: as fine as a picture needs, and shorter to send.
    var roundedToCentimetre: Double { (self * 100).rounded() / 100 }
}
