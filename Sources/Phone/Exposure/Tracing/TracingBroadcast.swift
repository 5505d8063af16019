import Basics
import Radio
import Synchronization

/// What tracing sends, shared between the tracer, which changes it, and the radio, which asks at every interval.
public final class TracingBroadcast: Sendable {
    private let signal = Mutex<TracingSignal?>(nil)

    /// Nothing is sent yet.
    public init() {}

    /// From now on this is sent; nil = silence.
    public func send(_ signal: TracingSignal?) {
        self.signal.withLock { $0 = signal }
    }

    /// What to send at an instant, stating the power that the radio sends with; nil states none.
    public func moment(at now: Timestamp, transmitPower: Int8?) -> AdvertisingMoment {
        signal.withLock { $0 }?.advertisement(at: now, transmitPower: transmitPower)?.moment ?? .silence
    }

    /// What to send at an instant, stating the policy's power: for a radio that cannot be asked, such as a simulated one.
    public func moment(at now: Timestamp) -> AdvertisingMoment {
        signal.withLock { $0 }?.advertisement(at: now)?.moment ?? .silence
    }
}
