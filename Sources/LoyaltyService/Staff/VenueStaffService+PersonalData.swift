import ServiceKit

extension VenueStaffService {
    /// What this service keeps of accounts; the journal of a venue names who acted for as long as it is kept.
    package static let personalDataTables = [
        PersonalDataTable(
            "venue_staff", of: .account("account_id"),
            showing: ["venue": .bytes, "role": .plain, "major": .plain, "since": .instant]),
        // Who invited, and who is invited: of an invitation that somebody sent there is nothing of theirs but that.
        PersonalDataTable(
            "venue_invitations", of: .email("email = ?1"),
            showing: ["venue": .bytes, "role": .plain, "majors": .plain, "expires_at": .instant]),
        PersonalDataTable(
            "venue_invitations", of: .account("invited_by"), end: .changed("invited_by = NULL")),
    ]
}
