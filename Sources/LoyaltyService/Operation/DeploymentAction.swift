import Beacons
import Loyalty

/// Something that was done to a beacon on a walk.
struct DeploymentAction: Sendable {
    /// What was done.
    enum Kind: Sendable {
        case place(PlanPosition, height: Double?)
        case unplace
        case measure(DistanceCheck)
        case hear(Set<BeaconRef>)
        case code(SecurityCode)
        case forget
        case remove
        case restore
        /// Something is missing, or cannot be.
        case invalid
    }

    /// Why an action is not carried out; the words are the interface's.
    enum Refusal: String, Sendable {
        case unknownBeacon = "unknown-beacon"
        case invalid
        case wrongCode = "wrong-code"
    }

    let number: Int64
    let beacon: BeaconRef?
    let kind: Kind
}
