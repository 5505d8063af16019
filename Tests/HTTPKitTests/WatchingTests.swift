import Testing

@testable import HTTPKit

@Suite("Figures as Prometheus reads them")
struct MetricFamilyTests {
    @Test("have a sentence, a kind, and a line for each sample")
    func text() {
        let family = MetricFamily(
            "cerca_x_total", .counter, "How many.",
            [.init(3, [("reason", "a \"b\"\\\n")]), .init(2.5, [("reason", "c"), ("le", "1")], suffix: "_bucket")])
        #expect(
            family.text == """
                # HELP cerca_x_total How many.
                # TYPE cerca_x_total counter
                cerca_x_total{reason="a \\"b\\"\\\\\\n"} 3
                cerca_x_total_bucket{reason="c",le="1"} 2.5

                """)
        #expect(MetricFamily("x", .gauge, "One.", 7).text == "# HELP x One.\n# TYPE x gauge\nx 7\n")
    }

    @Test("tell of the process what the system does")
    func process() throws {
        let names = ProcessFigures.families.map(\.name)
        #expect(names.contains("process_cpu_seconds_total"))
        #if os(Linux)
            #expect(
                Set(names).isSuperset(of: [
                    "process_start_time_seconds", "process_resident_memory_bytes", "process_open_fds",
                    "process_max_fds",
                ]))
        #endif
    }

    @Test("of others stand beside the server's own")
    func others() async {
        let figures = ServerMetrics()
        figures.tell { [MetricFamily("cerca_other", .gauge, "Another.", 4)] }
        let text = await figures.text
        #expect(text.contains("\ncerca_other 4\n") && text.contains("\ncerca_open_streams 0\n"))
    }

    @Test("count what is refused for safety's sake, and all of it from the beginning")
    func security() {
        let counter = SecurityCounter()
        counter.count("accounts.wrong_credentials")
        counter.count("accounts.wrong_credentials")
        counter.count("request.not_found")
        counter.count("nothing.of_ours")
        counter.count(.replayedSignature)
        let lines = counter.family.text.split(separator: "\n").dropFirst(2)
        #expect(lines.count == SecurityCounter.Reason.allCases.count)
        #expect(lines.contains("cerca_security_events_total{reason=\"wrong_password\"} 2"))
        #expect(lines.contains("cerca_security_events_total{reason=\"replayed_signature\"} 1"))
        #expect(lines.count { $0.hasSuffix(" 0") } == lines.count - 2)
    }
}

@Suite("What a proxy says of a trace")
struct TraceParentTests {
    private static let trace = "4bf92f3577b34da6a3ce929d0e0e4736"

    @Test(
        "is read",
        arguments: [
            "00-\(trace)-00f067aa0ba902b7-01", "00-\(trace)-00f067aa0ba902b7-00", "01-\(trace)-00f067aa0ba902b7-01-x",
        ])
    func whole(text: String) {
        #expect(TraceParent(text)?.trace == Self.trace)
    }

    @Test(
        "is left alone when it is nothing of the kind",
        arguments: [
            "", "-", "00", "00-\(trace)", "00-\(trace)-00f067aa0ba902b7", "ff-\(trace)-00f067aa0ba902b7-01",
            "00-\(trace)-00f067aa0ba902b7-01-more", "00-00000000000000000000000000000000-00f067aa0ba902b7-01",
            "00-\(trace)-0000000000000000-01", "00-4BF92F3577B34DA6A3CE929D0E0E4736-00f067aa0ba902b7-01",
            "00-\(trace)0-00f067aa0ba902b7-01", "00-\(trace.dropLast())é-00f067aa0ba902b7-01",
        ])
    func malformed(text: String) {
        #expect(TraceParent(text) == nil)
    }

    @Test("may be missing")
    func missing() {
        #expect(TraceParent(nil) == nil)
    }
}
