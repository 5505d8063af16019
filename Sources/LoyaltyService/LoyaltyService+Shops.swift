import Basics
import HTTPKit
import Loyalty
import ServiceKit
import Storage

/// A shop and the calendar of its venue.
package struct ShopPlace: Sendable {
    /// The shop.
    package let reference: ShopReference
    /// The name of the venue's time zone.
    package let timeZone: String
    /// The days of the venue's time zone.
    package let days: LocalDays
    /// The offers of the shop that are as the venue file has them, in its order.
    package let fileOffers: [Offer]

    init(_ reference: ShopReference, timeZone: String, fileOffers: [Offer]) {
        self.reference = reference
        self.timeZone = timeZone
        self.fileOffers = fileOffers
        days = LocalDays(timeZone: timeZone)
    }
}

extension LoyaltyService {
    /// A shop with its calendar, or nil when there is none.
    package func shopPlace(venue: UUID128, major: UInt16) async throws(ServiceError) -> ShopPlace? {
        let venues = try await directory.snapshot(at: clock.now())
        guard let served = venues[venue], let reference = served.shop(major) else { return nil }
        return ShopPlace(
            reference, timeZone: served.venue.timeZone, fileOffers: served.fileOffers(of: major))
    }

    /// When the document of a venue that is in force came; nil when there is no such venue.
    package static func importedAt(of venue: UUID128, in connection: any Connection) throws -> Timestamp? {
        try VenueStore(connection).importedAt(of: venue)
    }

    /// Lets this server give what shops have just published; others of the same database see it within seconds.
    package func readOffersAgain() async {
        await directory.refresh(at: clock.now())
    }

    /// Lets the points of a redemption be written anew with all others of their days, minutes from now.
    package func noteRedemption() {
        settling.isClean = false
    }
}
