import API
import HTTPKit

/// Why something of a venue's staff is refused.
package enum VenueStaffError: ServiceFault, CaseIterable {
    /// The account does not look after this shop or venue, or there is none.
    case notYours
    /// Nobody with this address has this role.
    case unknownRole
    /// Without this operator nobody could run the venue.
    case lastOperator
    /// The venue has no such shop; or a merchant was to have none, or an operator some.
    case unknownShop
    /// The venue has sent as many invitations as it may.
    case tooManyInvitations
    /// The server sends no mail.
    case noMail
    /// There is no such invitation.
    case invitationUnknown
    /// The invitation has been used.
    case invitationUsed
    /// The invitation is too old.
    case invitationExpired
    /// The invitation has been withdrawn.
    case invitationWithdrawn
    /// The invitation is for another address.
    case otherAddress
    /// The account has neither a second factor nor a passkey.
    case factorNeeded

    /// What an answer calls it; the table of the API has its status and its title.
    package var problem: ProblemCode {
        switch self {
        case .notYours: .staffNotYours
        case .unknownRole: .staffUnknownRole
        case .lastOperator: .staffLastOperator
        case .unknownShop: .staffUnknownShop
        case .tooManyInvitations: .staffTooManyInvitations
        case .noMail: .staffNoMail
        case .invitationUnknown: .staffInvitationUnknown
        case .invitationUsed: .staffInvitationUsed
        case .invitationExpired: .staffInvitationExpired
        case .invitationWithdrawn: .staffInvitationWithdrawn
        case .otherAddress: .staffOtherAddress
        case .factorNeeded: .staffFactorNeeded
        }
    }
}

extension ServiceError {
    /// A fault of a venue's staff.
    package static func venueStaff(_ error: VenueStaffError) -> ServiceError { .refused(error) }
}
