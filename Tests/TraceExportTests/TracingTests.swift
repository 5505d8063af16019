import Basics
import HTTPKit
import Synchronization
import Testing
import Tracing

@testable import TraceExport

@Suite("Spans that are handed over")
struct TracingTests {
    private final class Ended: Sendable {
        let spans = Mutex<[FinishedSpan]>([])

        var tracer: ExportingTracer {
            let counter = Counter()
            return ExportingTracer(random: { counter.next() }) { span in self.spans.withLock { $0.append(span) } }
        }
    }

    private final class Counter: Sendable {
        private let value = Atomic<UInt64>(0)
        func next() -> UInt64 { value.add(1, ordering: .relaxed).newValue }
    }

    private struct Fields: Extractor, Injector {
        func extract(key: String, from fields: [String: String]) -> String? { fields[key] }
        func inject(_ value: String, forKey key: String, into fields: inout [String: String]) { fields[key] = value }
    }

    private struct Mishap: Error { let email = "ana@example.org" }

    @Test("stand below one another in one trace, and keep of errors that there was one")
    func nesting() throws {
        let ended = Ended()
        let tracer = ended.tracer
        #expect(throws: Mishap.self) {
            try tracer.withSpan("above", ofKind: .server) { above in
                above.attributes["http.route"] = "GET /x"
                try tracer.withSpan("below") { below in
                    below.attributes["commands"] = 3
                    throw Mishap()
                }
            }
        }
        let spans = ended.spans.withLock { $0 }
        #expect(spans.map(\.name) == ["below", "above"] && spans.allSatisfy(\.hasFailed))
        #expect(spans[0].parent == spans[1].context.span && spans[1].parent == nil)
        #expect(spans[0].context.trace == spans[1].context.trace && spans[0].context.span != spans[1].context.span)
        let body = FinishedSpan.request(spans, version: "1.2.3").compactText
        #expect(
            !body.contains("ana") && body.contains("\"intValue\":\"3\"") && body.contains("\"stringValue\":\"GET /x\""))
        #expect(body.contains("\"startTimeUnixNano\":\"") && body.contains("\"kind\":2") && body.contains("\"code\":2"))
    }

    @Test("go on with the trace of whoever asks, and leave alone what is not kept there")
    func continued() throws {
        let ended = Ended()
        let tracer = ended.tracer
        let trace = "4bf92f3577b34da6a3ce929d0e0e4736"
        for (flags, count) in [("01", 1), ("00", 1)] {
            var context = ServiceContext.topLevel
            tracer.extract(["traceparent": "00-\(trace)-00f067aa0ba902b7-\(flags)"], into: &context, using: Fields())
            let span = tracer.startSpan("request", context: context, ofKind: .server)
            var told: [String: String] = [:]
            tracer.inject(span.context, into: &told, using: Fields())
            #expect(told["traceparent"]?.hasPrefix("00-\(trace)-") == true)
            #expect(told["traceparent"]?.hasSuffix("-\(flags)") == true)
            span.end()
            span.end()
            #expect(ended.spans.withLock { $0.count } == count)
        }
        let span = try #require(ended.spans.withLock { $0.first })
        #expect(span.parent == "00f067aa0ba902b7" && span.context.trace == trace)
        #expect(span.ended >= span.begun)
    }

    @Test(
        "go to a collector whose address is one", arguments: ["http://127.0.0.1:4318", "https://traces.example/otlp"])
    func address(text: String) {
        #expect(SpanExporter.isAddress(text))
    }

    @Test(
        "go nowhere else",
        arguments: [
            "", "http://", "127.0.0.1:4318", "ftp://a", "http://a/", "http://a?b", "http://a#b", "http://ana@a",
            "http://a b",
        ])
    func noAddress(text: String) {
        #expect(!SpanExporter.isAddress(text))
    }
}
