import Basics
import Testing

@testable import API

/// Every amount and price that the table knows, so that a new one is among them.
@Suite("Amounts in bodies")
struct AmountFieldTests {
    /// The bodies that have one, and where.
    static let fields = bodiesAndExamples.indices.flatMap { index -> [(body: Int, path: [Step])] in
        let schema = bodiesAndExamples[index].type.schema
        return schema.amounts.map { (index, $0) }
    }

    @Test("there are some, and nothing of the market that is money is a floating-point number")
    func complete() {
        let names = Set(Self.fields.map { bodiesAndExamples[$0.body].type }.map { "\($0)" })
        #expect(
            names.isSuperset(of: ["MarketOrderRequestBody", "MarketAmendRequestBody", "MarketTransferBody"]))
        // Parts of a whole that are only shown.
        let shares: Set = ["change1d", "change7d", "distance"]
        for (type, _) in bodiesAndExamples where "\(type)".hasPrefix("Market") {
            guard case .object(let object) = type.schema else { continue }
            for property in object.properties where property.schema == .number {
                #expect(shares.contains(property.name), "\(type).\(property.name)")
            }
        }
    }

    @Test("a text arrives as it was sent, and a number is refused by name", arguments: fields.indices)
    func arrives(field: Int) throws {
        let (index, path) = Self.fields[field]
        try check(bodiesAndExamples[index].type, bodiesAndExamples[index].json, path)
    }

    private func check<Body: APIBody>(_ type: Body.Type, _ json: String, _ path: [Step]) throws {
        let example = try JSONValue(parsing: Array(json.utf8))
        var random = SplitMix64(seed: 7)
        for turn in 0..<8 {
            let whole = String(random.next() >> (turn.isMultiple(of: 2) ? 20 : 1))
            let plain = "\(whole).\(random.next() >> 8)"
            for text in [plain, whole, "\(plain)e-\(turn)", "1e-\(turn + 1)", "\(whole.first ?? "1").\(whole)E5"] {
                let changed = try #require(example.replacing(path[...], with: .string(text)))
                let read = try JSONValue(parsing: try Body(json: Array(changed.compactText.utf8)).json())
                #expect(read.value(at: path[...]) == .string(text), "\(type) \(path)")
                // Whoever sends a number is told which one it was, before anything has read it as binary.
                let number = try JSONValue(parsing: Array(text.utf8))
                let wrong = try #require(example.replacing(path[...], with: number))
                let error = #expect(throws: BodyError.self) { try Body(json: Array(wrong.compactText.utf8)) }
                #expect(error == .invalid([Fault(path: path.text, message: "must be a string")]), "\(type) \(path)")
            }
        }
    }
}

/// A step from a value to one in it; of an array the first element.
enum Step: Equatable {
    case member(String)
    case first
}

extension [Step] {
    fileprivate var text: String {
        reduce("$") { path, step in
            switch step {
            case .member(let name): "\(path).\(name)"
            case .first: "\(path)[0]"
            }
        }
    }
}

extension Schema {
    /// Where amounts stand in this shape.
    fileprivate var amounts: [[Step]] {
        switch self {
        case .string(.decimal): [[]]
        case .nullable(let schema): schema.amounts
        case .array(let element, _): element.amounts.map { [.first] + $0 }
        case .object(let object):
            object.properties.flatMap { property in property.schema.amounts.map { [.member(property.name)] + $0 } }
        case .string, .integer, .number, .boolean, .oneOf, .tuple, .map: []
        }
    }
}

extension JSONValue {
    fileprivate func value(at path: ArraySlice<Step>) -> JSONValue? {
        switch (path.first, self) {
        case (nil, _): self
        case (.first?, .array(let elements)): elements.first?.value(at: path.dropFirst())
        case (.member(let name)?, _): self[name]?.value(at: path.dropFirst())
        default: nil
        }
    }

    fileprivate func replacing(_ path: ArraySlice<Step>, with value: JSONValue) -> JSONValue? {
        switch (path.first, self) {
        case (nil, _): return value
        case (.first?, .array(var elements)):
            guard let first = elements.first?.replacing(path.dropFirst(), with: value) else { return nil }
            elements[0] = first
            return .array(elements)
        case (.member(let name)?, .object(var members)):
            guard let place = members.firstIndex(where: { $0.name == name }),
                let changed = members[place].value.replacing(path.dropFirst(), with: value)
            else { return nil }
            members[place].value = changed
            return .object(members)
        default: return nil
        }
    }
}
