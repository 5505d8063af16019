import Basics
import Beacons

/// What was heard in one scan at a cell that somebody noted down.
struct RecordedScan {
    /// The day, in the recording's own time.
    let day: CivilDate
    let time: Timestamp
    let cell: PlanCell
    /// Strengths in dBm, without beacons that were not heard.
    let strengths: [BeaconIdentity: Double]
}

/// The beacons' names as recordings and plans have them, each with an identity to reckon with.
struct BeaconNames {
    private var identities: [String: BeaconIdentity] = [:]

    /// The identity that stands for a name, the same in every file; the case of letters says nothing.
    mutating func identity(of name: String) -> BeaconIdentity {
        let name = name.lowercased()
        if let known = identities[name] { return known }
        let number = identities.count
        let identity = BeaconIdentity(
            uuid: UUID128(high: 0, low: UInt64(number >> 32)), major: UInt16(truncatingIfNeeded: number >> 16),
            minor: UInt16(truncatingIfNeeded: number))
        identities[name] = identity
        return identity
    }
}
