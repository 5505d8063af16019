import Accounts
import Basics
import Beacons
import HTTPKit
import Loyalty
import Presence
import ServiceKit
import Storage

/// Venues, the shops that people choose, proved visits and the coupons that they bring.
///
/// The use cases are in extensions, one file for each kind of them.
package struct LoyaltyService: Sendable {
    /// Where venues, visits and coupons are.
    package let database: any Database
    /// What time it is.
    package let clock: ServerClock
    let events: UserEvents
    private(set) var policy: PresencePolicy
    /// Where identifiers and keys come from.
    package let random: ServerRandom
    /// The venues, kept in memory.
    package let directory: VenueDirectory
    let counters = SightingCounters()
    /// What happens at beacons, until somebody writes it down.
    package let beaconCounters = BeaconCounters()
    let received = ReceivedOffers()
    let pictures = PictureCache()
    let settling = SettlingProgress()
    let couponKeys = CouponKeys()
    /// Tells people's devices of offers.
    private(set) var tellOfOffer: OfferNotice?
    /// Says who is offered nothing for a while.
    private(set) var isHeldOut: OfferHoldOut?

    /// The venues, visits and coupons of `database`.
    ///
    /// - Parameters:
    ///   - events: Where each person is told what became of their sightings.
    ///   - policy: The rules by which a sighting with a right code is believed.
    ///   - random: Where identifiers and beacons' keys come from.
    package init(
        database: any Database, clock: ServerClock, events: UserEvents, policy: PresencePolicy = .standard,
        random: ServerRandom = .system
    ) {
        self.database = database
        self.clock = clock
        self.events = events
        self.policy = policy
        self.random = random
        self.directory = VenueDirectory(database: database)
    }

    /// The same service, which tells people's devices of offers.
    package func tellingOfOffers(_ tell: @escaping OfferNotice) -> LoyaltyService {
        var other = self
        other.tellOfOffer = tell
        return other
    }

    /// The same service, which offers nothing to whom `isHeldOut` says; they see nothing that is missing.
    package func holdingOut(_ isHeldOut: @escaping OfferHoldOut) -> LoyaltyService {
        var other = self
        other.isHeldOut = isHeldOut
        return other
    }

    /// The same service, which learns nothing of beacons' clocks from what it believes, and shares what is known of them.
    package var leavingClocksAlone: LoyaltyService {
        var other = self
        other.policy.learnsClocks = false
        return other
    }
}

/// Tells an account's devices that a shop gave an offer, within the transaction that settles its coupon: minutes after the
/// visit, with everybody else's, and in no order that a visit gave it.
package typealias OfferNotice =
    @Sendable (_ account: [UInt8], _ shop: ShopReference, _ now: Timestamp, _ connection: any Connection) throws -> Void

/// Whether a shop offers an account nothing at present, asked within the transaction that would give its offers.
package typealias OfferHoldOut =
    @Sendable (_ account: [UInt8], _ shop: ShopReference, _ now: Timestamp, _ connection: any Connection) throws -> Bool
