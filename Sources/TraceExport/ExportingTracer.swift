import HTTPKit
import Tracing

/// Makes spans and hands them over when they end; goes on with the traces of others by `traceparent`.
package struct ExportingTracer: Tracer {
    private static let field = "traceparent"

    private let random: @Sendable () -> UInt64
    private let hand: @Sendable (FinishedSpan) -> Void

    /// A tracer whose spans `exporter` sends.
    ///
    /// - Parameter random: Where identifiers come from.
    package init(_ exporter: SpanExporter, random: @escaping @Sendable () -> UInt64) {
        self.init(random: random) { exporter.add($0) }
    }

    init(random: @escaping @Sendable () -> UInt64, hand: @escaping @Sendable (FinishedSpan) -> Void) {
        self.random = random
        self.hand = hand
    }

    /// A span below that of `context`, or a new trace.
    package func startSpan<Instant: TracerInstant>(
        _ operationName: String, context: @autoclosure () -> ServiceContext, ofKind kind: SpanKind,
        at instant: @autoclosure () -> Instant, function: String, file fileID: String, line: UInt
    ) -> ExportedSpan {
        let context = context()
        let above = context.trace
        let own = TraceParent(
            trace: above?.trace ?? digits() + digits(), span: digits(), isSampled: above?.isSampled ?? true)
        return ExportedSpan(
            operationName, own, below: above?.span, in: context, kind: kind, begun: instant().nanosecondsSinceEpoch,
            hand: hand)
    }

    /// Nothing waits here: the exporter sends each second.
    package func forceFlush() {}

    /// Takes over what `carrier` says of the trace.
    package func extract<Carrier, Extract: Extractor>(
        _ carrier: Carrier, into context: inout ServiceContext, using extractor: Extract
    ) where Extract.Carrier == Carrier {
        if let text = extractor.extract(key: Self.field, from: carrier) { context.trace = TraceParent(text) }
    }

    /// Says in `carrier` which trace this is.
    package func inject<Carrier, Inject: Injector>(
        _ context: ServiceContext, into carrier: inout Carrier, using injector: Inject
    ) where Inject.Carrier == Carrier {
        if let trace = context.trace { injector.inject(trace.text, forKey: Self.field, into: &carrier) }
    }

    /// 64 random bits that are not all zero, as hexadecimal digits.
    private func digits() -> String {
        let digits = String(max(1, random()), radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
