import API
import HTTPKit
import Presence

/// Why venues, choices or coupons refuse something.
package enum LoyaltyError: ServiceFault, CaseIterable {
    /// The person did not choose this shop; nothing was kept, not even that it was tried.
    case notChosen
    /// No venue has this UUID.
    case unknownVenue
    /// The venue has no shop with this major.
    case unknownShop
    /// More shops than one person may choose.
    case tooManyChoices
    /// This person has no such coupon.
    case unknownCoupon

    /// What an answer calls it; the table of the API has its status and its title.
    package var problem: ProblemCode {
        switch self {
        case .notChosen: .loyaltyNotChosen
        case .unknownVenue: .loyaltyUnknownVenue
        case .unknownShop: .loyaltyUnknownShop
        case .tooManyChoices: .loyaltyTooManyChoices
        case .unknownCoupon: .loyaltyUnknownCoupon
        }
    }
}

extension PresenceRejection: ServiceFault {
    /// What an answer calls it, by the name that the core has for it.
    package var problem: ProblemCode { ProblemCode(rawValue: code) ?? .serverInternal }
}

extension ServiceError {
    /// A fault of venues, choices or coupons.
    package static func loyalty(_ error: LoyaltyError) -> ServiceError { .refused(error) }

    /// A sighting that proves nothing.
    package static func presence(_ rejection: PresenceRejection) -> ServiceError { .refused(rejection) }
}
