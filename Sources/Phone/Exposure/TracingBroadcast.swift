import Radio
import Synchronization
import Time

/// What tracing sends, shared between the tracer, which changes it, and the radio, which asks at every interval.
public final class TracingBroadcast: Sendable {
    private let signal = Mutex<TracingSignal?>(nil)

    /// Nothing is sent yet.
    public init() {}

    /// From now on this is sent; nil = silence.
    public func send(_ signal: TracingSignal?) {
        self.signal.withLock { $0 = signal }
    }

    /// What to send at an instant, for an `AdvertisingPlan`.
    public func moment(at now: Timestamp) -> AdvertisingMoment {
        signal.withLock { $0 }?.advertisement(at: now)?.moment ?? .silence
    }
}
