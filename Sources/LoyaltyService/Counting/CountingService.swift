import Basics
import Beacons
import HTTPKit
import Loyalty
import ServiceKit
import Storage

/// Counts visits without linking them: anonymous reports into cells that are released once with noise, and exact figures of
/// people who let a shop know of each visit.
///
/// The use cases are in extensions, one file for each kind of them.
package struct CountingService: Sendable {
    let database: any Database
    let clock: ServerClock
    let loyalty: LoyaltyService
    let random: ServerRandom
    let calendars = VenueCalendars()
    /// Whether a campaign of a shop is measured on a day: only then its cube is released.
    private(set) var isMeasured: CampaignLookup = { _, _, _ in false }

    /// The counting of the venues of `loyalty`.
    ///
    /// - Parameter random: Where noise comes from: nothing but the system's randomness hides anybody.
    package init(
        database: any Database, clock: ServerClock, loyalty: LoyaltyService, random: ServerRandom = .system
    ) {
        self.database = database
        self.clock = clock
        self.loyalty = loyalty
        self.random = random
    }

    /// The same service, which knows on which days campaigns are measured.
    package func knowingCampaigns(_ isMeasured: @escaping CampaignLookup) -> CountingService {
        var other = self
        other.isMeasured = isMeasured
        return other
    }
}

/// Whether a campaign of a shop is measured on a day, within a transaction.
package typealias CampaignLookup =
    @Sendable (_ shop: ShopKey, _ day: Int, _ connection: any Connection) throws -> Bool
