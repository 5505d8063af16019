import AccountService
import Accounts
import Basics
import Storage

/// What ends with a shop.
extension VenueStaffService {
    /// Ends the roles of merchants whose shops are not among `majors`, and withdraws the invitations to such shops, within a
    /// transaction; the digests of the tokens of sessions that end with the roles.
    ///
    /// Another shop may get the number of one that is gone, and its figures are not for whoever looked after the former.
    package static func endMerchants(
        of venue: UUID128, except majors: Set<UInt16>, by actor: AuditActor, at now: Timestamp,
        in connection: any Connection
    ) throws -> [[UInt8]] {
        var ended: [[UInt8]] = []
        for held in try VenueStaffStore(connection).staff(of: venue) {
            guard let major = held.role.major, !majors.contains(major) else { continue }
            ended += try end(held.role, of: held.account, by: actor, at: now, in: connection)
        }
        let invitations = VenueInvitationStore(connection)
        for invitation in try invitations.waiting(at: venue, now: now)
        where !majors.isSuperset(of: invitation.majors) {
            guard try invitations.close(invitation.id, of: venue, as: .withdrawn) else { continue }
            try AuditTrail.append(
                .venueInvitationWithdrawn, subject: invitation.id.hexadecimal, by: actor, at: now, to: .venue(venue),
                in: connection)
        }
        return ended
    }
}
