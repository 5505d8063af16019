import Beacons

/// By how much one scan has a beacon otherwise than the venue's radio map says.
package struct MapResidual: Hashable, Sendable {
    /// The beacon; it names the venue.
    package let beacon: BeaconIdentity
    /// The number of the map at the venue's server.
    package let number: Int64
    /// How many decibels louder than the map without its corrections says, less the receiver's own offset.
    package let decibels: Double

    /// A residual of these parts.
    package init(beacon: BeaconIdentity, number: Int64, decibels: Double) {
        self.beacon = beacon
        self.number = number
        self.decibels = decibels
    }
}
