import API
import ArgumentParser
import Logging
import ServiceKit
import ServiceLifecycle
import TraceExport
import Tracing

/// Where traces of requests go.
struct TraceOptions: ParsableArguments {
    @Option(
        name: .customLong("traces"),
        help: ArgumentHelp(
            "A collector of traces, as http://127.0.0.1:4318 (OTLP/HTTP in JSON). Without it nothing is traced.",
            valueName: "url"))
    var address: String?

    func validate() throws {
        if let address, !SpanExporter.isAddress(address) {
            throw ValidationError("--traces must be http://HOST:PORT or https://HOST, without a path's end")
        }
    }

    /// Begins to trace, and gives what sends the spans as long as it runs; nothing without an address.
    func begin(logger: Logger) -> [any Service] {
        guard let address else { return [] }
        let exporter = SpanExporter(to: address, version: CercaVersion.text, logger: logger)
        InstrumentationSystem.bootstrap(ExportingTracer(exporter, random: ServerRandom.system.next))
        return [exporter]
    }
}
