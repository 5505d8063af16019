import Basics
import Beacons

/// What a phone sends to prove that it was near a beacon.
public struct PresenceSighting: Sendable, Equatable {
    /// The beacon, as its position frame names it.
    public let identity: BeaconIdentity
    /// The code that was heard beside it.
    public let code: SecurityCode
    /// When the phone says that it heard the code, by its own clock.
    public let heardAt: Timestamp

    /// A sighting of `identity` with `code` at `heardAt`.
    public init(identity: BeaconIdentity, code: SecurityCode, heardAt: Timestamp) {
        self.identity = identity
        self.code = code
        self.heardAt = heardAt
    }
}
