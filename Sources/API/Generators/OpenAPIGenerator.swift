import Encodings
import HTTPTypes

/// Writes the OpenAPI 3.1 document of the routes.
public enum OpenAPIGenerator {
    /// The document as indented JSON with a line feed at its end.
    public static func document(_ routes: [Route] = Routes.all) throws -> String {
        try value(routes).indentedText + "\n"
    }

    static func value(_ routes: [Route]) throws -> JSONValue {
        let paths = routes.reduce(into: [String]()) { paths, route in
            if !paths.contains(route.path.description) { paths.append(route.path.description) }
        }
        return .object([
            "openapi": "3.1.0",
            "info": .object([
                "title": "Cerca",
                "version": "1.0.0",
                "summary": "Beacons, phones and a server agree that someone is here, without saying who.",
                "description": .string(
                    """
                    Times are RFC 3339 in UTC. Whatever is refused or fails is answered with a problem document \
                    (RFC 9457) whose `code` is stable. Routes of the simulation exist only under `cerca demo`.
                    """),
            ]),
            "servers": [.object(["url": "/"])],
            "paths": .object(
                try paths.map { path in
                    let here = routes.filter { $0.path.description == path }
                    return .init(
                        path, .object(try here.map { .init($0.method.rawValue.lowercased(), try operation($0)) }))
                }),
            "components": .object([
                "schemas": .object(Schema.named(in: routes).map { .init($0.name, $0.openAPI) }),
                "responses": .object(refusals(of: routes).map { .init(refusalName($0), refusal($0)) }),
                "securitySchemes": .object([
                    "bearer": .object(["type": "http", "scheme": "bearer"]),
                    "cookie": .object(["type": "apiKey", "in": "cookie", "name": "cerca_session"]),
                ]),
            ]),
        ])
    }

    private static func operation(_ route: Route) throws -> JSONValue {
        let parameters = route.path.parameters.map { name in
            JSONValue.object([
                "name": .string(name), "in": "path", "required": true,
                "schema": (name == "uuid" ? Schema.uuid : .text(200)).openAPI,
            ])
        }
        var responses = [JSONValue.Member(String(route.status), try success(route))]
        for status in Set(route.allProblems.map(\.status)).sorted() {
            let name = refusalName(route.allProblems.filter { $0.status == status })
            responses.append(.init(String(status), .object(["$ref": .string("#/components/responses/\(name)")])))
        }
        return .object([
            "operationId": .string(route.name),
            "summary": .string(route.summary),
            "tags": [.string(route.tag)],
            "security": route.needsSession ? [.object(["bearer": []]), .object(["cookie": []])] : [],
            "parameters": parameters.isEmpty ? nil : .array(parameters),
            "requestBody": try route.body.map { shape in
                .object(["required": true, "content": .object(["application/json": try content(shape)])])
            }
                ?? route.upload.map { mediaType in
                    .object(["required": true, "content": .object([.init(mediaType, .object([]))])])
                },
            "responses": .object(responses),
        ])
    }

    private static func content(_ shape: Route.Shape) throws -> JSONValue {
        .object(["schema": shape.schema.openAPIReference, "example": try shape.example()])
    }

    private static func success(_ route: Route) throws -> JSONValue {
        switch route.answer {
        case .nothing:
            return .object(["description": "Done."])
        case .json(let shape):
            return .object([
                "description": .string(shape.schema.summary),
                "content": .object(["application/json": try content(shape)]),
            ])
        case .text(let mediaType):
            let schema = Schema.text().openAPI
            return .object([
                "description": "The text.",
                "content": .object([
                    .init(mediaType, .object(["schema": mediaType == "application/json" ? .object([:]) : schema]))
                ]),
            ])
        case .events(let events):
            let names = events.map { "`\($0.name)`" }.joined(separator: ", ")
            let example = try events.map { "event: \($0.name)\ndata: \(try $0.shape.example().compactText)\n\n" }
            return .object([
                "description": .string("Server-sent events: \(names); a comment keeps the connection alive."),
                "content": .object([
                    "text/event-stream": .object([
                        "schema": .object([
                            "type": "string",
                            "description": .string(
                                events.map { "The data of `\($0.name)` is a `\($0.shape.schema.objectName)`." }
                                    .joined(separator: " ")),
                        ]),
                        "example": .string(example.joined()),
                    ])
                ]),
            ])
        }
    }

    /// Every set of codes that some route answers with one status; most routes share theirs with others.
    private static func refusals(of routes: [Route]) -> [[ProblemCode]] {
        var found: [[ProblemCode]] = []
        for route in routes {
            for status in Set(route.allProblems.map(\.status)).sorted() {
                let codes = route.allProblems.filter { $0.status == status }
                if !found.contains(codes) { found.append(codes) }
            }
        }
        return found
    }

    private static func refusalName(_ codes: [ProblemCode]) -> String {
        codes.map(\.rawValue).joined(separator: "-or-")
    }

    private static func refusal(_ codes: [ProblemCode]) -> JSONValue {
        .object([
            "description": .string(codes.map { "`\($0.rawValue)`: \($0.title)." }.joined(separator: " ")),
            "content": .object([
                .init(
                    ProblemBody.mediaType,
                    .object([
                        "schema": ProblemBody.schema.openAPIReference,
                        "examples": .object(
                            codes.map { code in
                                let problem = code.problem()
                                return .init(
                                    code.rawValue,
                                    .object([
                                        "value": .object([
                                            "type": .string(problem.type), "title": .string(problem.title),
                                            "status": .integer(Int64(problem.status)), "code": .string(problem.code),
                                        ])
                                    ]))
                            }),
                    ]))
            ]),
        ])
    }
}

extension Route {
    /// The group under which documents list it.
    fileprivate var tag: String {
        if isDemo { return "simulation" }
        guard path.description.hasPrefix("/api/") else { return "operation" }
        switch path.segments.dropFirst().first {
        case .literal("accounts"), .literal("sessions"), .literal("session"), .literal("account"): return "accounts"
        case .literal("venues"): return "venues"
        case .literal("exposure"), .literal("tracing"): return "exposure"
        case .literal("health"), .literal("news"), .literal("questions"): return "health"
        case .literal("zones"): return "zones"
        case .literal("vault"), .literal("vaults"): return "vault"
        default: return "loyalty"
        }
    }

    /// Every schema that this route mentions.
    var schemas: [Schema] {
        var schemas = body.map { [$0.schema] } ?? []
        switch answer {
        case .json(let shape): schemas.append(shape.schema)
        case .events(let events): schemas += events.map(\.shape.schema)
        case .nothing, .text: break
        }
        return schemas
    }
}

extension Schema {
    /// Every object that the routes mention, and the problem, each name once.
    static func named(in routes: [Route]) -> [ObjectSchema] {
        var found: [ObjectSchema] = []
        for schema in [ProblemBody.schema] + routes.flatMap(\.schemas) {
            for object in schema.objects where !found.contains(where: { $0.name == object.name }) {
                found.append(object)
            }
        }
        return found
    }

    var objectName: String {
        if case .object(let object) = self { object.name } else { "value" }
    }

    fileprivate var summary: String {
        if case .object(let object) = self { object.summary } else { "The answer." }
    }

    /// The schema, objects by reference.
    var openAPIReference: JSONValue {
        if case .object(let object) = self {
            .object(["$ref": .string("#/components/schemas/\(object.name)")])
        } else {
            openAPI
        }
    }

    /// The schema in JSON Schema 2020-12, objects in it by reference.
    var openAPI: JSONValue {
        switch self {
        case .string(.text(let longest)):
            return .object(["type": "string", "maxLength": longest < 10_000 ? .integer(Int64(longest)) : nil])
        case .string(.dateTime): return .object(["type": "string", "format": "date-time"])
        case .string(.uuid): return .object(["type": "string", "format": "uuid"])
        case .string(.hexadecimal(let count)):
            return .object(["type": "string", "pattern": .string("^[0-9a-fA-F]{\(count * 2)}$")])
        case .integer(let range):
            return .object([
                "type": "integer",
                "minimum": range.lowerBound > .min ? .integer(range.lowerBound) : nil,
                "maximum": range.upperBound <= 0xFFFF ? .integer(range.upperBound) : nil,
            ])
        case .number: return .object(["type": "number"])
        case .boolean: return .object(["type": "boolean"])
        case .oneOf(let words): return .object(["type": "string", "enum": .array(words.map(JSONValue.string))])
        case .array(let element, let count):
            return .object([
                "type": "array", "items": element.openAPIReference,
                "minItems": count.lowerBound > 0 ? .integer(Int64(count.lowerBound)) : nil,
                "maxItems": count.upperBound < .max ? .integer(Int64(count.upperBound)) : nil,
            ])
        case .tuple(let places):
            return .object([
                "type": "array", "prefixItems": .array(places.map(\.openAPIReference)), "items": false,
                "minItems": .integer(Int64(places.count)),
            ])
        case .map(let element):
            return .object(["type": "object", "additionalProperties": element.openAPIReference])
        case .nullable(let schema):
            return .object(["anyOf": [schema.openAPIReference, .object(["type": "null"])]])
        case .object(let object): return object.openAPI
        }
    }
}

extension ObjectSchema {
    fileprivate var openAPI: JSONValue {
        let required = properties.filter { !$0.isOptional }.map { JSONValue.string($0.name) }
        return .object([
            "type": "object",
            "description": .string(summary),
            "properties": .object(
                properties.map { property in
                    guard case .object(var members) = property.schema.openAPIReference else {
                        return .init(property.name, property.schema.openAPIReference)
                    }
                    members.append(.init("description", .string(property.summary)))
                    return .init(property.name, .object(members))
                }),
            "required": required.isEmpty ? nil : .array(required),
        ])
    }
}
