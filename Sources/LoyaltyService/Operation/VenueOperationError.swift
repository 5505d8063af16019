import API
import HTTPKit

/// Why something of a venue's operation is refused.
package enum VenueOperationError: ServiceFault, CaseIterable {
    /// The venue has no such beacon.
    case unknownBeacon
    /// There is no such claim, or the secret is not its own.
    case unknownClaim
    /// The secret is right and has been used.
    case claimUsed
    /// The secret is right and its time is over.
    case claimExpired
    /// The beacon has no claim that waits.
    case noClaim
    /// The beacon has no new key of which no code has come.
    case noRotation
    /// An action of a walk that comes before these has never come.
    case actionMissing

    /// What an answer calls it; the table of the API has its status and its title.
    package var problem: ProblemCode {
        switch self {
        case .unknownBeacon: .fleetUnknownBeacon
        case .unknownClaim: .fleetUnknownClaim
        case .claimUsed: .fleetClaimUsed
        case .claimExpired: .fleetClaimExpired
        case .noClaim: .fleetNoClaim
        case .noRotation: .fleetNoRotation
        case .actionMissing: .fleetActionMissing
        }
    }
}

extension ServiceError {
    /// A fault of a venue's operation.
    static func venueOperation(_ error: VenueOperationError) -> ServiceError { .refused(error) }
}
