import HTTPKit
import Presence

/// Why venues, choices or coupons refuse something.
package enum LoyaltyError: String, ServiceFault, CaseIterable {
    /// The person did not choose this shop; nothing was kept, not even that it was tried.
    case notChosen = "loyalty.not_chosen"
    /// No venue has this UUID.
    case unknownVenue = "loyalty.unknown_venue"
    /// The venue has no shop with this major.
    case unknownShop = "loyalty.unknown_shop"
    /// More shops than one person may choose.
    case tooManyChoices = "loyalty.too_many_choices"
    /// This person has no such coupon.
    case unknownCoupon = "loyalty.unknown_coupon"

    /// The stable text that names the case.
    package var code: String { rawValue }

    /// The status of an HTTP answer that tells of it.
    package var httpStatus: Int {
        switch self {
        case .notChosen: 403
        case .unknownVenue, .unknownCoupon: 404
        case .unknownShop, .tooManyChoices: 422
        }
    }
}

extension PresenceRejection: ServiceFault {
    /// The status of an HTTP answer that tells of it.
    package var httpStatus: Int { 422 }
}

extension ServiceError {
    /// A fault of venues, choices or coupons.
    package static func loyalty(_ error: LoyaltyError) -> ServiceError { .refused(error) }

    /// A sighting that proves nothing.
    package static func presence(_ rejection: PresenceRejection) -> ServiceError { .refused(rejection) }
}
