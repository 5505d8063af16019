import Basics
import HTTPKit
import Synchronization
import Tracing

/// A span that is handed over when it ends; of errors it keeps that there was one, since what they say may be of somebody.
package final class ExportedSpan: Span {
    private struct State {
        var name: String
        var attributes = SpanAttributes()
        var hasFailed = false
        var hasEnded = false
    }

    /// Where what is below it finds it.
    package let context: ServiceContext
    private let own: TraceParent
    private let parent: String?
    private let kind: SpanKind
    private let begun: UInt64
    private let hand: @Sendable (FinishedSpan) -> Void
    private let state: Mutex<State>

    init(
        _ name: String, _ own: TraceParent, below parent: String?, in context: ServiceContext, kind: SpanKind,
        begun: UInt64, hand: @escaping @Sendable (FinishedSpan) -> Void
    ) {
        var context = context
        context.trace = own
        self.context = context
        self.own = own
        self.parent = parent
        self.kind = kind
        self.begun = begun
        self.hand = hand
        self.state = Mutex(State(name: name))
    }

    /// What it is called.
    package var operationName: String {
        get { state.withLock { $0.name } }
        set { state.withLock { $0.name = newValue } }
    }

    /// What else is known.
    package var attributes: SpanAttributes {
        get { state.withLock { $0.attributes } }
        set { state.withLock { $0.attributes = newValue } }
    }

    /// Whether what is said of it is kept.
    package var isRecording: Bool { own.isSampled && state.withLock { !$0.hasEnded } }

    /// Keeps that it failed, and no reason.
    package func setStatus(_ status: SpanStatus) {
        if status.code == .error { state.withLock { $0.hasFailed = true } }
    }

    /// Keeps that there was an error, and nothing of it.
    package func recordError<Instant: TracerInstant>(
        _ error: any Error, attributes: SpanAttributes, at instant: @autoclosure () -> Instant
    ) {
        state.withLock { $0.hasFailed = true }
    }

    /// Events are not kept.
    package func addEvent(_ event: SpanEvent) {}

    /// Links are not kept.
    package func addLink(_ link: SpanLink) {}

    /// Hands it over, once.
    package func end<Instant: TracerInstant>(at instant: @autoclosure () -> Instant) {
        let last = state.withLock { state -> State? in
            guard !state.hasEnded else { return nil }
            state.hasEnded = true
            return state
        }
        guard let last, own.isSampled else { return }
        var attributes: [(name: String, value: JSONValue)] = []
        last.attributes.forEach { name, attribute in
            if let value = FinishedSpan.value(attribute) { attributes.append((name, value)) }
        }
        hand(
            FinishedSpan(
                context: own, parent: parent, name: last.name, kind: kind, begun: begun,
                ended: instant().nanosecondsSinceEpoch, attributes: attributes, hasFailed: last.hasFailed))
    }
}
