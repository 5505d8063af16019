/// What a beacon says in one advertisement.
public enum Frame: Equatable, Sendable {
    /// Apple's proximity beacon: UUID, major, minor.
    case iBeacon(IBeacon)
    /// Eddystone-UID: namespace and instance.
    case eddystoneUID(EddystoneUID)
    /// Eddystone-URL: a compressed web address.
    case eddystoneURL(EddystoneURL)
    /// Eddystone-TLM: battery, temperature, counters.
    case eddystoneTLM(EddystoneTLM)
    /// Eddystone-TLM, encrypted for the owner.
    case eddystoneEncryptedTLM(EddystoneEncryptedTLM)
    /// Eddystone-EID: an identifier that changes.
    case eddystoneEID(EddystoneEID)
    /// AltBeacon: twenty bytes of identity.
    case altBeacon(AltBeacon)
    /// The rotating code that proves a position beacon.
    case security(SecurityFrame)
    /// The ephemeral identifier of DP-3T.
    case exposure(ExposureFrame)
    /// The rolling identifier of Exposure Notification.
    case exposureNotification(ExposureNotificationFrame)

    /// Which format this is.
    @inlinable
    public var kind: FrameKind {
        switch self {
        case .iBeacon: .iBeacon
        case .eddystoneUID: .eddystoneUID
        case .eddystoneURL: .eddystoneURL
        case .eddystoneTLM: .eddystoneTLM
        case .eddystoneEncryptedTLM: .eddystoneEncryptedTLM
        case .eddystoneEID: .eddystoneEID
        case .altBeacon: .altBeacon
        case .security: .security
        case .exposure: .exposure
        case .exposureNotification: .exposureNotification
        }
    }
}
