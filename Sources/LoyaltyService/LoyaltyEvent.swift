import API
import Basics
import HTTPKit

/// What a visitor is told about as it happens.
package enum LoyaltyEvent: Sendable, Equatable {
    /// A sighting proved that the person was in `shop`.
    case sightingAccepted(shop: ShopReference, visit: String, at: Timestamp, isDisputed: Bool)
    /// A sighting proved nothing, for the reason with this stable code.
    case sightingRejected(code: String, at: Timestamp)
    /// A shop gave an offer.
    case offerReceived(Coupon, at: Timestamp)
}

extension ServerSentEvent {
    /// The event as streams have it.
    package init(_ event: LoyaltyEvent) throws {
        switch event {
        case .sightingAccepted(let shop, let visit, let at, let isDisputed):
            try self.init(
                "sighting.accepted",
                SightingAcceptedBody(shop: ShopReferenceBody(shop), visit: visit, at: at, disputed: isDisputed))
        case .sightingRejected(let code, let at):
            try self.init("sighting.rejected", SightingRejectedBody(code: code, at: at))
        case .offerReceived(let coupon, let at):
            try self.init("offer.received", CouponBody(coupon, at: at))
        }
    }
}
