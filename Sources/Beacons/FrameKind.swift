/// Which format a frame has, or was going to have when it turned out to be malformed.
public enum FrameKind: UInt8, CaseIterable, Sendable {
    /// Apple's proximity beacon.
    case iBeacon
    /// Eddystone's namespace and instance.
    case eddystoneUID
    /// Eddystone's compressed web address.
    case eddystoneURL
    /// Eddystone's plain telemetry.
    case eddystoneTLM
    /// Eddystone's encrypted telemetry.
    case eddystoneEncryptedTLM
    /// Eddystone's ephemeral identifier.
    case eddystoneEID
    /// The open format of Radius Networks.
    case altBeacon
    /// Our own rotating code beside a position beacon.
    case security
    /// The identifier of the DP-3T contact tracers.
    case exposure
    /// The identifier of Apple's and Google's Exposure Notification.
    case exposureNotification

    /// The stable text that names the format in output.
    public var name: String {
        switch self {
        case .iBeacon: "ibeacon"
        case .eddystoneUID: "eddystone-uid"
        case .eddystoneURL: "eddystone-url"
        case .eddystoneTLM: "eddystone-tlm"
        case .eddystoneEncryptedTLM: "eddystone-etlm"
        case .eddystoneEID: "eddystone-eid"
        case .altBeacon: "altbeacon"
        case .security: "security"
        case .exposure: "exposure"
        case .exposureNotification: "exposure-notification"
        }
    }
}
