import API
import HTTPKit
import Loyalty

/// Why something of a shop's offers or of its till is refused.
enum ShopError: ServiceFault {
    /// The shop has no such offer.
    case unknownOffer
    /// The offer has changed since; this is its version now, 0 when there is no such offer.
    case changed(version: Int64)
    /// The offer cannot be kept or published as it is.
    case invalidOffer([VenueFault])
    /// The shop has as many offers as it may.
    case tooManyOffers
    /// The offer has as many versions as it may.
    case tooManyVersions
    /// The offer was deleted.
    case deleted
    /// The offer was published once.
    case published
    /// There is no publication that has not begun.
    case begun
    /// The offer is neither given nor will it be.
    case notRunning
    /// The till has used this key for another coupon.
    case keyReused

    var problem: ProblemCode {
        switch self {
        case .unknownOffer: .shopUnknownOffer
        case .changed: .shopChanged
        case .invalidOffer: .shopInvalidOffer
        case .tooManyOffers: .shopTooManyOffers
        case .tooManyVersions: .shopTooManyVersions
        case .deleted: .shopDeleted
        case .published: .shopPublished
        case .begun: .shopBegun
        case .notRunning: .shopNotRunning
        case .keyReused: .shopKeyReused
        }
    }

    func complete(_ problem: inout ProblemBody) {
        switch self {
        case .changed(let version): problem.faults = [Fault(path: "version", message: String(version))]
        case .invalidOffer(let faults):
            problem.faults = faults.map { Fault(path: $0.path, message: $0.message) }
        default: break
        }
    }
}

extension ServiceError {
    /// A fault of a shop's offers or of its till.
    static func shop(_ error: ShopError) -> ServiceError { .refused(error) }
}
