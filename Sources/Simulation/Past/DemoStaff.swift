import API
import AccountService
import Accounts
import Basics
import HTTPKit
import Loyalty
import LoyaltyService

/// Who looks after the centre of a demo and its shops, and how whoever is at the page becomes one of them.
package struct DemoStaff: Sendable {
    /// The majors of the merchant's shops: a large one and a small one.
    static let shops: [UInt16] = [101, 103]
    /// The merchant's address.
    static let merchantEmail = "merchant@example.org"
    /// The operator's address.
    static let operatorEmail = "operator@example.org"
    /// What either of them is asked for where a password is asked for once more; the page tells it.
    package static let password = "a month of history"
    /// Others who work in the centre; nobody is at the page for them.
    static let others: [(email: String, role: @Sendable (UUID128) -> VenueRole)] = [
        ("libros@example.org", { .merchant(venue: $0, major: 102) }),
        ("juguetes@example.org", { .merchant(venue: $0, major: 104) }),
        ("turno-noche@example.org", { .operator(venue: $0) }),
    ]

    /// The merchant's account.
    let merchant: [UInt8]
    /// The operator's account.
    let `operator`: [UInt8]

    /// What a console's sign-in page offers in the demo of `venue`.
    static func entrances(of venue: Venue) -> [ConsoleEntranceBody] {
        let shops = shops.compactMap { venue.shop(major: $0)?.name }.joined(separator: ", ")
        return [
            ConsoleEntranceBody(role: .merchant, name: shops, email: merchantEmail),
            ConsoleEntranceBody(role: .operator, name: venue.name, email: operatorEmail),
        ]
    }

    /// A session of whoever looks after what a role is for, with the entries that any sign-in leaves.
    static func enter(_ role: VenueRoleName, _ accounts: AccountService) async throws(ServiceError) -> SignedIn {
        switch role {
        case .merchant:
            try await accounts.signIn(
                vouchedFor: merchantEmail, as: .merchant, noting: VenueStaffService.noteSignIn(to: .merchant))
        case .operator:
            try await accounts.signIn(
                vouchedFor: operatorEmail, as: .operator, noting: VenueStaffService.noteSignIn(to: .operator))
        }
    }
}
