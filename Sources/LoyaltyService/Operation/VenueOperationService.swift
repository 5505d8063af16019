import HTTPKit
import ServiceKit
import Storage

/// What the operators of venues do: the health of their beacons, their deployment, and their plans.
///
/// The use cases are in extensions, one file for each kind of them.
package struct VenueOperationService: Sendable {
    let database: any Database
    let clock: ServerClock
    let random: ServerRandom
    /// Who knows the venues, their beacons and what is proved there.
    let loyalty: LoyaltyService
    let progress = FleetProgress()
    let hours = ClosedHours()

    /// The operation of the venues of `loyalty`.
    package init(loyalty: LoyaltyService) {
        self.database = loyalty.database
        self.clock = loyalty.clock
        self.random = loyalty.random
        self.loyalty = loyalty
    }
}
