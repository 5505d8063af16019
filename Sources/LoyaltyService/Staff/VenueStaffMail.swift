import Accounts
import HTTPKit
import Strings

/// The mail that invites somebody to look after shops or a venue, in the languages of the house.
struct VenueStaffMail: Sendable {
    let role: Role
    let venue: String
    /// The names of the shops.
    let shops: [String]
    let secret: String
    /// What its link begins with; without it the mail says where the rest belongs.
    let address: PublicAddress?

    /// The subject.
    func subject(in language: Language) -> String {
        VenueMailStrings.subject(venue: venue).said(in: language)
    }

    /// The whole text.
    func text(in language: Language) -> String {
        // The secret stands behind `#`, which browsers keep to themselves.
        let page = "/console/\(role == .operator ? "operator" : "merchant")#invitation=\(secret)"
        let opening =
            role == .operator
            ? VenueMailStrings.operatorOpening(venue: venue)
            : VenueMailStrings.merchantOpening(venue: venue, shops: shops.joined(separator: ", "))
        let how = address == nil ? VenueMailStrings.noAddress : VenueMailStrings.link
        return [
            opening.said(in: language), how.said(in: language), "    \(address?.text ?? "")\(page)",
            VenueMailStrings.closing.said(in: language),
        ].joined(separator: "\n\n") + "\n"
    }
}
