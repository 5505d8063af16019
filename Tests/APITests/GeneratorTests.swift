import Basics
import Foundation
import HTTPTypes
import Testing

@testable import API

@Suite("Generated documents")
struct GeneratorTests {
    static func document() throws -> JSONValue {
        try JSONValue(parsing: Array(OpenAPIDocument.text.utf8))
    }

    /// A file of the repository.
    static func file(_ path: String) throws -> String {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        return try String(contentsOf: root.appending(path: path), encoding: .utf8)
    }

    @Test("what the server serves is what Docs/openapi.json says, and has the version of the command")
    func served() throws {
        let document = try Self.document()
        #expect(document == (try JSONValue(parsing: Array(try Self.file("Docs/openapi.json").utf8))))
        #expect(document["info"]?["version"] == .string(CercaVersion.text))
        #expect(try Self.file("VERSION") == CercaVersion.text + "\n")
    }

    @Test("the OpenAPI document has an operation for each route, and every reference leads somewhere")
    func openAPI() throws {
        let document = try Self.document()
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
        let document = try Self.document()
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
        let document = try Self.document()
        for route in Routes.all {
            let operation = document["paths"]?[route.path.description]?[route.method.rawValue.lowercased()]
            if let body = route.body {
                let content = operation?["requestBody"]?["content"]?["application/json"]
                let example = try #require(content?["example"], "\(route.name)")
                #expect(body.faults(in: example, refusingUnknown: true).isEmpty, "\(route.name)")
            }
            if case .json(let schema) = route.answer {
                let content = operation?["responses"]?[String(route.status)]?["content"]?["application/json"]
                let example = try #require(content?["example"], "\(route.name)")
                #expect(schema.faults(in: example, refusingUnknown: true).isEmpty, "\(route.name)")
            }
        }
    }

    @Test("the TypeScript module has a function for each route under /api and none for monitors")
    func typeScript() throws {
        let text = try Self.file("Web/src/api.ts")
        for route in Routes.all {
            // Pictures are asked for by their addresses, in elements of the page, a plan's file is downloaded, and a radio
            // map is for phones; the other one is Facebook's to call, in Facebook's words.
            let uncalled = ["photoPicture", "venuePicture", "planVersionFile", "venueRadioMap", "forgetIdentity"]
            let isCalled = route.path.description.hasPrefix("/api/") && !uncalled.contains(route.name)
            let isThere =
                text.contains("\nexport function \(route.name)(") || text.contains("\n  \(route.name)(")
            #expect(isThere == isCalled, "\(route.name)")
        }
        #expect(text.contains("export function venue(uuid: string, options?: CallOptions): Promise<Venue> {\n"))
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
