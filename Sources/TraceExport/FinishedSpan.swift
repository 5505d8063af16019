import Basics
import HTTPKit
import Tracing

/// A span that has ended.
struct FinishedSpan: Sendable {
    let context: TraceParent
    let parent: String?
    let name: String
    let kind: SpanKind
    /// Nanoseconds since 1970.
    let begun: UInt64
    /// Nanoseconds since 1970.
    let ended: UInt64
    let attributes: [(name: String, value: JSONValue)]
    let hasFailed: Bool

    /// The span as OTLP has it in JSON: identifiers in hexadecimal digits, instants and whole numbers as decimal text.
    var json: JSONValue {
        var members: [JSONValue.Member] = [
            .init("traceId", .string(context.trace)), .init("spanId", .string(context.span)),
        ]
        if let parent { members.append(.init("parentSpanId", .string(parent))) }
        members += [
            .init("name", .string(name)), .init("kind", .integer(number)),
            .init("startTimeUnixNano", .string("\(begun)")), .init("endTimeUnixNano", .string("\(ended)")),
            .init("attributes", Self.list(attributes)),
        ]
        if hasFailed { members.append(.init("status", .object([.init("code", .integer(2))]))) }
        return .object(members)
    }

    /// All of `spans` as the body of a request to `/v1/traces`.
    static func request(_ spans: [FinishedSpan], version: String) -> JSONValue {
        let resource = list([
            ("service.name", .object([.init("stringValue", "cerca")])),
            ("service.version", .object([.init("stringValue", .string(version))])),
        ])
        let scope: JSONValue = .object([
            .init("scope", .object([.init("name", "cerca")])), .init("spans", .array(spans.map(\.json))),
        ])
        return .object([
            .init(
                "resourceSpans",
                .array([
                    .object([
                        .init("resource", .object([.init("attributes", resource)])),
                        .init("scopeSpans", .array([scope])),
                    ])
                ]))
        ])
    }

    /// The value of an attribute as OTLP has it; nil of a kind that nothing here has.
    static func value(_ attribute: SpanAttribute) -> JSONValue? {
        switch attribute {
        case .string(let text): .object([.init("stringValue", .string(text))])
        case .int64(let number): .object([.init("intValue", .string("\(number)"))])
        case .int32(let number): .object([.init("intValue", .string("\(number)"))])
        case .bool(let flag): .object([.init("boolValue", .boolean(flag))])
        default: nil
        }
    }

    private static func list(_ attributes: [(name: String, value: JSONValue)]) -> JSONValue {
        .array(
            attributes.map {
                .object([JSONValue.Member("key", .string($0.name)), JSONValue.Member("value", $0.value)])
            })
    }

    private var number: Int64 {
        switch kind {
        case .internal: 1
        case .server: 2
        case .client: 3
        case .producer: 4
        case .consumer: 5
        }
    }
}
