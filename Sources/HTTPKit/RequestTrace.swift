import HTTPTypes
import Tracing

/// The trace that a request belongs to, in its header fields and in the log; of spans it is told by whatever tracer the
/// program has, and mostly it has none.
enum RequestTrace {
    /// The fields of a request, as tracers read and write them.
    struct Fields: Extractor, Injector {
        func extract(key: String, from fields: HTTPFields) -> String? {
            HTTPField.Name(key).flatMap { fields[$0] }
        }

        func inject(_ value: String, forKey key: String, into fields: inout HTTPFields) {
            if let name = HTTPField.Name(key) { fields[name] = value }
        }
    }

    /// What goes on with the trace that `fields` name.
    ///
    /// - Parameter isBelieved: Whether a proxy that is trusted has written them; strangers begin no trace of ours.
    static func context(_ fields: HTTPFields, isBelieved: Bool) -> ServiceContext {
        var context = ServiceContext.topLevel
        if isBelieved { InstrumentationSystem.instrument.extract(fields, into: &context, using: Fields()) }
        return context
    }

    /// The trace of a span, or without a tracer the one that `fields` name.
    static func trace(of context: ServiceContext, _ fields: HTTPFields, isBelieved: Bool) -> String? {
        var told = HTTPFields()
        InstrumentationSystem.instrument.inject(context, into: &told, using: Fields())
        return TraceParent(told[.traceparent] ?? (isBelieved ? fields[.traceparent] : nil))?.trace
    }
}
