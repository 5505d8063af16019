/// Why a sighting proves nothing.
public enum PresenceRejection: Error, Equatable, Hashable, Sendable, CaseIterable {
    /// No venue has such a beacon.
    case unknownBeacon
    /// The code is none that this beacon has sent lately, or will.
    case codeMismatch
    /// The beacon did send the code, or the phone says it heard it, too long ago.
    case stale
    /// The account has proved its presence at this beacon in this window already.
    case replayed
    /// The account's last proved place is too far from this one for that time.
    case implausible
    /// Too many accounts have used the beacon's code of this window.
    case shared
    /// The phone says that it heard the code at a time that is still to come.
    case future

    /// The stable text that names the reason in the interface and in counts.
    public var code: String {
        switch self {
        case .unknownBeacon: "presence.unknown_beacon"
        case .codeMismatch: "presence.code_mismatch"
        case .stale: "presence.stale"
        case .replayed: "presence.replayed"
        case .implausible: "presence.implausible"
        case .shared: "presence.shared"
        case .future: "presence.future"
        }
    }
}
