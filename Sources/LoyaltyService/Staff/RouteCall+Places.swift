import API
import Basics
import HTTPKit
import Loyalty

extension RouteCall {
    /// The venue that the path names; what is none is nobody's.
    package var ownVenue: UUID128 {
        get throws(ServiceError) {
            let strange = ServiceError.venueStaff(.notYours)
            guard let venue = UUID128(try value(RouteParameters.venue, or: strange)) else { throw strange }
            return venue
        }
    }

    /// The shop that the path names; what is none is nobody's.
    package var ownShop: ShopKey {
        get throws(ServiceError) {
            let strange = ServiceError.venueStaff(.notYours)
            guard let major = UInt16(exactly: try value(RouteParameters.major, or: strange)) else { throw strange }
            return ShopKey(venue: try ownVenue, major: major)
        }
    }
}
