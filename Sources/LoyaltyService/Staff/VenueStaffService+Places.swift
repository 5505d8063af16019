import AccountService
import Accounts
import Basics
import HTTPKit
import ServiceKit
import Storage

/// What a venue and its shops are called.
package struct NamedVenue: Hashable, Sendable {
    /// The venue.
    package let uuid: UUID128
    /// Its name.
    package let name: String
    /// The zone in which its days begin.
    package let timeZone: String
    /// The shops in the order of their numbers.
    package let shops: [NamedShop]

    /// A venue of these parts.
    package init(uuid: UUID128, name: String, timeZone: String, shops: [NamedShop]) {
        self.uuid = uuid
        self.name = name
        self.timeZone = timeZone
        self.shops = shops.sorted { $0.major < $1.major }
    }

    /// What is said of a venue that there is not, or not any more.
    static func unknown(_ uuid: UUID128) -> NamedVenue {
        NamedVenue(uuid: uuid, name: uuid.description, timeZone: "UTC", shops: [])
    }

    /// A shop; one that there is not any more is called by its number.
    func shop(_ major: UInt16) -> NamedShop {
        shops.first { $0.major == major } ?? NamedShop(major: major, name: String(major))
    }
}

/// What a shop is called.
package struct NamedShop: Hashable, Sendable {
    /// Its number in the venue.
    package let major: UInt16
    /// Its name.
    package let name: String

    /// A shop of these parts.
    package init(major: UInt16, name: String) {
        self.major = major
        self.name = name
    }
}

/// Describes a venue; nil when there is none.
package typealias VenueNames = @Sendable (_ venue: UUID128) async throws(ServiceError) -> NamedVenue?

/// What somebody looks after, whatever they are signed in for.
struct OwnRoles: Sendable {
    let email: String
    let roles: [(role: VenueRole, venue: NamedVenue)]
    let hasFactor: Bool
}

extension VenueStaffService {
    /// What belongs into the transaction in which somebody signs in to a role: an entry in the journal of each venue; false
    /// for an account that has no such role at any.
    package static func noteSignIn(to role: Role) -> RoleNote {
        { account, now, connection in
            let venues = Set(try VenueStaffStore(connection).roles(of: account, as: role).map(\.role.venue))
            for venue in venues.sorted(by: { $0.bytes.lexicographicallyPrecedes($1.bytes) }) {
                try AuditTrail.append(
                    .sessionBegun, subject: role.rawValue, by: .account(account), at: now, to: .venue(venue),
                    in: connection)
            }
            return !venues.isEmpty
        }
    }

    /// The venues, by name, with the shops of a merchant, or all of an operator's.
    func places(of session: Session, as role: Role) async throws(ServiceError) -> [NamedVenue] {
        let held = try await database.reading { try VenueStaffStore($0).roles(of: session.accountID, as: role) }
        var places: [NamedVenue] = []
        for (uuid, roles) in Dictionary(grouping: held.map(\.role), by: \.venue) {
            let venue = try await named(uuid)
            let shops = role == .operator ? venue.shops : roles.compactMap(\.major).map(venue.shop)
            places.append(NamedVenue(uuid: uuid, name: venue.name, timeZone: venue.timeZone, shops: shops))
        }
        return places.sorted { ($0.name, $0.uuid.description) < ($1.name, $1.uuid.description) }
    }

    /// What somebody looks after, and whether they can sign in to do so.
    func ownRoles(of session: Session) async throws(ServiceError) -> OwnRoles {
        let account = session.accountID
        let (held, hasFactor, email) = try await database.reading { connection in
            (
                try VenueStaffStore(connection).roles(of: account),
                try AccountService.hasFactor(account, in: connection),
                try AccountStore(connection).email(ofAccount: account) ?? ""
            )
        }
        var roles: [(VenueRole, NamedVenue)] = []
        for one in held { roles.append((one.role, try await named(one.role.venue))) }
        return OwnRoles(email: email, roles: roles, hasFactor: hasFactor)
    }

    /// What a venue is called.
    func named(_ uuid: UUID128) async throws(ServiceError) -> NamedVenue {
        try await venues(uuid) ?? .unknown(uuid)
    }
}
