import Basics
import Beacons

/// What a code says about when its beacon sent it.
public enum CodeMatch: Equatable, Sendable {
    /// The code of a window that the beacon can be in now, or one either side.
    case accepted(window: Int64)
    /// A code that the beacon did send, too long ago.
    case stale(window: Int64)
    /// No code of this beacon, or one from long ago.
    case none
}

/// The codes of one beacon around now, computed once and compared often.
///
/// A request costs some tens of comparisons in constant time and no cryptography: codes are computed only for windows
/// that come into view, one for each beacon and period. At most `2 · tolerance / period + remembered + 3` codes are held:
/// 48 for a period of 60 s, 340 for one of 8 s.
public struct BeaconCodes: Sendable {
    /// For how long before the accepted windows codes are still told apart as stale, in seconds, and for how many of them
    /// at least.
    ///
    /// A replay, or a sighting that waited in a tunnel, is then called what it is; beyond, it is not worth the memory.
    public static let rememberedSeconds: Int64 = 900
    private static let leastRemembered: Int64 = 15

    /// The beacon that sends the codes.
    public let identity: BeaconIdentity
    /// How long the beacon sends one code, in seconds.
    public let periodSeconds: Int64
    /// How many windows before the accepted ones are still told apart as stale.
    public let rememberedWindows: Int64

    private let key: BeaconKey
    /// The window of the first of `codes`.
    private var first: Int64 = 0
    private var codes: [SecurityCode] = []

    /// The codes that `identity` sends with `key`, one for each period of 1 to 86,400 seconds.
    public init(identity: BeaconIdentity, key: BeaconKey, periodSeconds: Int64) {
        self.identity = identity
        self.key = key
        self.periodSeconds = periodSeconds
        rememberedWindows = max(Self.leastRemembered, Self.rememberedSeconds / max(periodSeconds, 1))
    }

    /// Says whether `code` is one that the beacon can be sending at `now`, by what is known of its clock.
    ///
    /// Each comparison takes constant time; only which window matched, which the caller is told anyway, shows in the
    /// whole.
    public mutating func match(_ code: SecurityCode, clock: BeaconClock, at now: Timestamp) -> CodeMatch {
        let accepted = clock.acceptedWindows(at: now, periodSeconds: periodSeconds)
        hold(accepted.lowerBound - rememberedWindows...accepted.upperBound)
        let remembered = Int(rememberedWindows)
        for index in remembered..<codes.count where codes[index] == code {
            return .accepted(window: first + Int64(index))
        }
        for index in 0..<remembered where codes[index] == code {
            return .stale(window: first + Int64(index))
        }
        return .none
    }

    /// Makes `codes` cover exactly `windows`, computing only those that were not there.
    private mutating func hold(_ windows: ClosedRange<Int64>) {
        guard first != windows.lowerBound || codes.count != windows.count else { return }
        let held = first..<first + Int64(codes.count)
        codes = windows.map { window in
            held.contains(window)
                ? codes[Int(window - first)] : .make(key: key, identity: identity, window: window)
        }
        first = windows.lowerBound
    }
}
