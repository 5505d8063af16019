import Basics
import Foundation
import Testing

@testable import API

extension APIBody {
    /// The example that the table gives for this body.
    static var example: Self {
        get throws {
            let json = try #require(bodiesAndExamples.first { $0.type == Self.self }?.json)
            return try Self(json: Array(json.utf8))
        }
    }
}

@Suite("Bodies")
struct BodyTests {
    @Test("the example is read as it was written and follows the schema", arguments: bodiesAndExamples.indices)
    func example(index: Int) throws {
        try check(bodiesAndExamples[index].type, bodiesAndExamples[index].json)
    }

    private func check<Body: APIBody>(_ type: Body.Type, _ json: String) throws {
        let written = try JSONValue(parsing: Array(json.utf8))
        let bytes = try Body(request: Array(json.utf8)).json()
        let value = try JSONValue(parsing: bytes)
        #expect(value.sorted == written.sorted)
        #expect(Body.schema.faults(in: value).isEmpty)
        #expect(try Body(json: bytes) == Body.example)
        // Nothing is written that the schema does not know, and the example shows all that it knows.
        if case .object(let object) = Body.schema, case .object(let members) = value {
            #expect(Set(members.map(\.name)) == Set(object.properties.map(\.name)))
        }
    }

    @Test("Codable needs exactly the properties that the schema requires", arguments: bodiesAndExamples.indices)
    func required(index: Int) throws {
        try checkRequired(bodiesAndExamples[index].type)
    }

    private func checkRequired<Body: APIBody>(_ type: Body.Type) throws {
        guard case .object(let object) = Body.schema,
            case .object(let members) = try JSONValue(parsing: try Body.example.json())
        else { return }
        for property in object.properties {
            let rest = JSONValue.object(members.filter { $0.name != property.name })
            let isNullable = if case .nullable = property.schema { true } else { false }
            let decoded = try? JSONDecoder().decode(Body.self, from: Data(rest.compactText.utf8))
            // A property that is always there but may be null is a Swift optional: only the schema insists on it.
            #expect((decoded != nil) == (property.isOptional || isNullable), "\(object.name).\(property.name)")
            #expect(Body.schema.faults(in: rest).isEmpty == property.isOptional, "\(object.name).\(property.name)")
        }
    }

    @Test("every body that a route mentions is among those")
    func complete() {
        let tested = Set(bodiesAndExamples.flatMap { $0.type.schema.objects.map(\.name) })
        let mentioned = Routes.all.flatMap { route -> [Schema] in
            let answers: [Schema] =
                switch route.answer {
                case .json(let schema): [schema]
                case .events(let events): events.map(\.schema)
                case .nothing, .text: []
                }
            return answers + (route.body.map { [$0] } ?? [])
        }
        #expect(Set(mentioned.flatMap { $0.objects.map(\.name) }).isSubset(of: tested))
    }

    @Test("what the table lets a vault send and receive is what the vault's limits say")
    func vaultLimits() {
        func text(_ schema: Schema, _ name: String) -> Schema? {
            if case .object(let object) = schema { object.properties.first { $0.name == name }?.schema } else { nil }
        }
        let sealed = Schema.text(VaultLimits.base64Length(VaultLimits.recordBytes))
        #expect(text(VaultRecordBody.schema, "sealed") == sealed && text(VaultChangeBody.schema, "sealed") == sealed)
        #expect(
            text(VaultChangesBody.schema, "changes")
                == .array(of: VaultChangeBody.schema, count: 1...VaultLimits.changes))
        #expect(text(VaultJoinBody.schema, "header") == .text(VaultLimits.base64Length(VaultLimits.joinBytes)))
        #expect(
            text(VaultPageFileBody.schema, "content") == .text(VaultLimits.base64Length(VaultPageFileBody.mostBytes)))
        #expect(Routes.changeVaultRecords.route.bodyBytes == VaultLimits.requestBytes)
    }

    @Test("an absent count is told as null, not left out")
    func nullCount() throws {
        let text = String(decoding: try PictureShopBody(major: 7, visits: nil).json(), as: UTF8.self)
        #expect(text == #"{"major":7,"visits":null}"#)
    }

    @Test(
        "a problem is written as Codable writes it",
        arguments: [
            ProblemCode.serverInternal.problem(), try? .example,
            ProblemBody(
                title: "\"é", status: 499, code: "a.b", detail: "\\",
                faults: [Fault(path: "$.é", message: "\n"), Fault(path: "$", message: "")]),
        ])
    func problem(body: ProblemBody?) throws {
        let body = try #require(body)
        #expect(
            String(decoding: try body.json(), as: UTF8.self) == String(decoding: try body.encodedJSON(), as: UTF8.self))
    }

    @Test("places of the simulation are sent to the centimetre")
    func rounding() throws {
        let text = String(decoding: try VisitorMarkBody(id: 1, x: 1.23456, y: 2).json(), as: UTF8.self)
        #expect(text == "[1,1.23,2]")
    }

    @Test("all faults of a body are named at once")
    func faults() {
        let text = #"{"shops":[{"venue":"x","major":70000},{"major":1.5},7]}"#
        let faults = [
            Fault(path: "$.shops[0].venue", message: "must be a UUID"),
            Fault(path: "$.shops[0].major", message: "must be between 0 and 65535"),
            Fault(path: "$.shops[1].venue", message: "is missing"),
            Fault(path: "$.shops[1].major", message: "must be a whole number"),
            Fault(path: "$.shops[2]", message: "must be an object"),
        ]
        #expect(throws: BodyError.invalid(faults)) { try ChoicesBody(json: Array(text.utf8)) }
    }

    @Test("a body that is no JSON is told from one of the wrong shape")
    func malformed() {
        #expect(throws: BodyError.malformed(.ended(.value))) { try ChoicesBody(json: []) }
        #expect(throws: BodyError.invalid([Fault(path: "$", message: "must be an object")])) {
            try ChoicesBody(json: Array("[]".utf8))
        }
    }

    @Test("a thousand wrong elements do not make a thousand faults")
    func manyFaults() {
        let text = "{\"shops\":[" + Array(repeating: "0", count: 900).joined(separator: ",") + "]}"
        let error = #expect(throws: BodyError.self) { try ChoicesBody(json: Array(text.utf8)) }
        guard case .invalid(let faults) = error else {
            Issue.record("not refused for its shape")
            return
        }
        #expect(faults.count == Schema.mostFaults)
    }

    @Test("members that are not known are passed over in an answer, and named in a request")
    func unknownMember() throws {
        let text = #"{"x":1,"y":2,"z":{"deep":[null]}}"#
        #expect(try DestinationBody(json: Array(text.utf8)) == DestinationBody(x: 1, y: 2))
        let fault = Fault(path: "$.z", message: "is not known here")
        #expect(throws: BodyError.invalid([fault])) { try DestinationBody(request: Array(text.utf8)) }
        #expect(try DestinationBody(request: Array(#"{"x":1,"y":2}"#.utf8)) == DestinationBody(x: 1, y: 2))
    }

    @Test("a member that is not known is named wherever it stands, also in what has a faster way")
    func unknownDeepMember() throws {
        let shops = #"{"shops":[{"venue":"5a4bcfce-174e-4bac-a814-092e77f6b7e5","major":100,"mayor":1}]}"#
        #expect(throws: BodyError.invalid([Fault(path: "$.shops[0].mayor", message: "is not known here")])) {
            try ChoicesBody(request: Array(shops.utf8))
        }
        let sighting = try JSONValue(parsing: try SightingBody.example.json())
        guard case .object(let members) = sighting else { return }
        let more = JSONValue.object(members + [JSONValue.Member("codes", "00")])
        #expect(throws: BodyError.invalid([Fault(path: "$.codes", message: "is not known here")])) {
            try SightingBody(request: Array(more.compactText.utf8))
        }
        #expect(try SightingBody(json: Array(more.compactText.utf8)) == SightingBody.example)
    }
}

extension JSONValue {
    /// The same value with the members of objects in the order of their names.
    fileprivate var sorted: JSONValue {
        switch self {
        case .array(let elements): .array(elements.map(\.sorted))
        case .object(let members):
            .object(members.sorted { $0.name < $1.name }.map { Member($0.name, $0.value.sorted) })
        default: self
        }
    }
}
