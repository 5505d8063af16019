import Encodings
import Foundation
import HTTPTypes
import Testing

@testable import API

@Suite("Generated documents")
struct GeneratorTests {
    @Test("the OpenAPI document has an operation for each route, and every reference leads somewhere")
    func openAPI() throws {
        let document = try JSONValue(parsing: Array(try OpenAPIGenerator.document().utf8))
        #expect(document["openapi"] == "3.1.0")
        for route in Routes.all {
            let operation = document["paths"]?[route.path.description]?[route.method.rawValue.lowercased()]
            #expect(operation?["operationId"] == .string(route.name))
            #expect(operation?["responses"]?[String(route.status)] != nil, "\(route.name)")
        }
        for reference in document.references {
            // "#/components/GROUP/NAME"
            let parts = reference.split(separator: "/").map(String.init)
            try #require(parts.count == 4 && parts[1] == "components", "\(reference)")
            #expect(document["components"]?[parts[2]]?[parts[3]] != nil, "\(reference)")
        }
    }

    @Test("each operation lists every code that it can answer")
    func openAPIProblems() throws {
        let document = try OpenAPIGenerator.value(Routes.all)
        let responses = document["paths"]?["/api/sightings"]?["post"]?["responses"]
        guard case .string(let reference)? = responses?["422"]?["$ref"] else {
            Issue.record("the refusals of a status stand among the components")
            return
        }
        let name = String(reference.dropFirst("#/components/responses/".count))
        let refused = document["components"]?["responses"]?[name]?["content"]?[ProblemBody.mediaType]?["examples"]
        #expect(refused?["presence.replayed"]?["value"]?["status"] == 422)
        #expect(refused?["request.invalid"] != nil)
        #expect(
            responses?["401"] != nil && responses?["403"] != nil && responses?["415"] != nil && responses?["404"] == nil
        )
    }

    @Test("examples in the document follow their schemas")
    func openAPIExamples() throws {
        for route in Routes.all {
            if let body = route.body { #expect(body.schema.faults(in: try body.example()).isEmpty, "\(route.name)") }
            if case .json(let shape) = route.answer {
                #expect(shape.schema.faults(in: try shape.example()).isEmpty, "\(route.name)")
            }
        }
    }

    @Test("the TypeScript module has a function for each route under /api and none for monitors")
    func typeScript() {
        let text = TypeScriptGenerator.module()
        for route in Routes.all {
            #expect(text.contains("\n  \(route.name)(") == route.path.description.hasPrefix("/api/"), "\(route.name)")
        }
        #expect(text.contains("  venue(uuid: string, options?: CallOptions): Promise<Venue> {\n"))
        #expect(text.contains("return call(\"GET\", `/api/venues/${encodeURIComponent(uuid)}`, options);"))
        #expect(
            text.contains(
                "  /** Visitors; null when fewer than five, so that nobody can be picked out. */\n  visits: number | null;"
            ))
        #expect(text.contains("  walls: [number, number, number, number][];"))
        #expect(
            text.contains("  zone: \"entrance\" | \"window\" | \"door\" | \"till\" | \"fitting-room\" | \"aisle\";"))
        #expect(text.contains("  | \"presence.replayed\""))
        #expect(!text.contains("Nothing"))
    }

    @Test("the documents are the same each time")
    func stable() throws {
        #expect(TypeScriptGenerator.module() == TypeScriptGenerator.module())
        #expect(try OpenAPIGenerator.document() == OpenAPIGenerator.document())
    }
}

extension JSONValue {
    fileprivate var references: [String] {
        switch self {
        case .array(let elements): elements.flatMap(\.references)
        case .object(let members):
            members.flatMap { member -> [String] in
                if member.name == "$ref", case .string(let text) = member.value { return [text] }
                return member.value.references
            }
        default: []
        }
    }
}
