import HTTPKit
import Tracing

extension ServiceContext {
    private enum Key: ServiceContextKey {
        typealias Value = TraceParent
    }

    /// Where a span of this context stands; nil outside every trace.
    var trace: TraceParent? {
        get { self[Key.self] }
        set { self[Key.self] = newValue }
    }
}
