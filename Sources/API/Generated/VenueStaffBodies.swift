// Written by `make api` from the table in API/; edit that, not this.
import Basics

/// What somebody looks after.
package enum VenueRoleName: String, CaseIterable, Codable, Sendable {
    /// Shops of a venue.
    case merchant
    /// The venue itself, with its plan, its beacons and its staff.
    case `operator`

    /// The shape in JSON.
    package static let schema: Schema = .oneOf(["merchant", "operator"])
}

/// On whose behalf something was done.
package enum VenueActor: String, CaseIterable, Codable, Sendable {
    /// Somebody of the staff.
    case account
    /// Whoever has the machine's command line.
    case `operator`
    /// The server itself.
    case server

    /// The shape in JSON.
    package static let schema: Schema = .oneOf(["account", "operator", "server"])
}

/// A console that whoever is at the page of a demo may enter, as somebody who looks after it.
package struct ConsoleEntranceBody: APIBody {
    /// As what.
    package var role: VenueRoleName
    /// The shop or the venue.
    package var name: String
    /// The address of whose console it is.
    package var email: String

    /// A console that whoever is at the page of a demo may enter, as somebody who looks after it.
    package init(role: VenueRoleName, name: String, email: String) {
        self.role = role
        self.name = name
        self.email = email
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "ConsoleEntrance",
        [
            .required("role", VenueRoleName.schema),
            .required("name", .text(1000)),
            .required("email", .text(254)),
        ])
}

/// What a console needs to know before anybody is signed in.
package struct ConsoleEntrancesBody: APIBody {
    /// The server's time.
    package var now: Timestamp
    /// How many seconds of it go by in one; 0 as fast as it can.
    package var speed: Double
    /// Who can enter without a password; nobody but in a demo.
    package var entrances: [ConsoleEntranceBody]
    /// What these accounts are asked for once more, in a demo.
    package var password: String?

    /// What a console needs to know before anybody is signed in.
    package init(now: Timestamp, speed: Double, entrances: [ConsoleEntranceBody], password: String? = nil) {
        self.now = now
        self.speed = speed
        self.entrances = entrances
        self.password = password
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "ConsoleEntrances",
        [
            .required("now", .dateTime),
            .required("speed", .number),
            .required("entrances", .list(of: ConsoleEntranceBody.schema, atMost: 10)),
            .optional("password", .text(100)),
        ])
}

/// A shop.
package struct VenuePlaceShopBody: APIBody {
    /// Its number in the venue.
    package var major: Int
    /// What it is called; its number when the venue's file has it no more.
    package var name: String

    /// A shop.
    package init(major: Int, name: String) {
        self.major = major
        self.name = name
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "VenuePlaceShop",
        [
            .required("major", .uint16),
            .required("name", .text(1000)),
        ])
}

/// A venue that somebody looks after, or shops of it.
package struct VenuePlaceBody: APIBody {
    /// Its UUID.
    package var venue: String
    /// What it is called.
    package var name: String
    /// The zone in which its days begin.
    package var timeZone: String
    /// The shops: of a merchant those looked after, of an operator all.
    package var shops: [VenuePlaceShopBody]

    /// A venue that somebody looks after, or shops of it.
    package init(venue: String, name: String, timeZone: String, shops: [VenuePlaceShopBody]) {
        self.venue = venue
        self.name = name
        self.timeZone = timeZone
        self.shops = shops
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "VenuePlace",
        [
            .required("venue", .uuid),
            .required("name", .text(1000)),
            .required("timeZone", .text(100)),
            .required("shops", .list(of: VenuePlaceShopBody.schema)),
        ])
}

/// What somebody looks after in this session.
package struct VenuePlacesBody: APIBody {
    /// The venues by name.
    package var places: [VenuePlaceBody]

    /// What somebody looks after in this session.
    package init(places: [VenuePlaceBody]) {
        self.places = places
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "VenuePlaces",
        [
            .required("places", .list(of: VenuePlaceBody.schema))
        ])
}

/// Something that you look after.
package struct OwnVenueRoleBody: APIBody {
    /// As what.
    package var role: VenueRoleName
    /// The venue.
    package var venue: String
    /// What the venue is called.
    package var venueName: String
    /// The shop; missing for the venue itself.
    package var shop: VenuePlaceShopBody?

    /// Something that you look after.
    package init(role: VenueRoleName, venue: String, venueName: String, shop: VenuePlaceShopBody? = nil) {
        self.role = role
        self.venue = venue
        self.venueName = venueName
        self.shop = shop
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "OwnVenueRole",
        [
            .required("role", VenueRoleName.schema),
            .required("venue", .uuid),
            .required("venueName", .text(1000)),
            .optional("shop", VenuePlaceShopBody.schema),
        ])
}

/// What you look after, whatever this session was begun for.
package struct OwnVenueRolesBody: APIBody {
    /// Your address.
    package var email: String
    /// Your roles, those of a venue together.
    package var roles: [OwnVenueRoleBody]
    /// Whether you have a second factor or a passkey, without which nobody signs in to a role.
    package var hasFactor: Bool

    /// What you look after, whatever this session was begun for.
    package init(email: String, roles: [OwnVenueRoleBody], hasFactor: Bool) {
        self.email = email
        self.roles = roles
        self.hasFactor = hasFactor
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "OwnVenueRoles",
        [
            .required("email", .text(254)),
            .required("roles", .list(of: OwnVenueRoleBody.schema)),
            .required("hasFactor", .boolean),
        ])
}

/// What stands after the `#` of an invitation's link.
package struct InvitationSecretBody: APIBody {
    /// The secret, 32 random bytes, base64url; spaces, invisible characters and other kinds of dashes do not matter.
    package var secret: String

    /// What stands after the `#` of an invitation's link.
    package init(secret: String) {
        self.secret = secret
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "InvitationSecret",
        [
            .required("secret", .text(300))
        ])
}

/// What somebody is invited to.
package struct ShownInvitationBody: APIBody {
    /// As what.
    package var role: VenueRoleName
    /// The venue.
    package var venue: String
    /// What the venue is called.
    package var venueName: String
    /// The shops; none for the venue itself.
    package var shops: [VenuePlaceShopBody]
    /// When the link stops working.
    package var expiresAt: Timestamp

    /// What somebody is invited to.
    package init(
        role: VenueRoleName, venue: String, venueName: String, shops: [VenuePlaceShopBody], expiresAt: Timestamp
    ) {
        self.role = role
        self.venue = venue
        self.venueName = venueName
        self.shops = shops
        self.expiresAt = expiresAt
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "ShownInvitation",
        [
            .required("role", VenueRoleName.schema),
            .required("venue", .uuid),
            .required("venueName", .text(1000)),
            .required("shops", .list(of: VenuePlaceShopBody.schema)),
            .required("expiresAt", .dateTime),
        ])
}

/// A role of somebody of the staff.
package struct VenueStaffRoleBody: APIBody {
    /// As what.
    package var role: VenueRoleName
    /// The shop; missing for the venue itself.
    package var major: Int?
    /// When it was given.
    package var since: Timestamp

    /// A role of somebody of the staff.
    package init(role: VenueRoleName, major: Int? = nil, since: Timestamp) {
        self.role = role
        self.major = major
        self.since = since
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "VenueStaffRole",
        [
            .required("role", VenueRoleName.schema),
            .optional("major", .uint16),
            .required("since", .dateTime),
        ])
}

/// Somebody who looks after the venue or shops of it.
package struct VenueStaffMemberBody: APIBody {
    /// Their address.
    package var email: String
    /// Whether it is you.
    package var isYou: Bool
    /// Whether they have a second factor or a passkey, without which they cannot sign in.
    package var hasFactor: Bool
    /// Their roles at this venue.
    package var roles: [VenueStaffRoleBody]

    /// Somebody who looks after the venue or shops of it.
    package init(email: String, isYou: Bool, hasFactor: Bool, roles: [VenueStaffRoleBody]) {
        self.email = email
        self.isYou = isYou
        self.hasFactor = hasFactor
        self.roles = roles
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "VenueStaffMember",
        [
            .required("email", .text(254)),
            .required("isYou", .boolean),
            .required("hasFactor", .boolean),
            .required("roles", .list(of: VenueStaffRoleBody.schema)),
        ])
}

/// An invitation that waits.
package struct VenueInvitationBody: APIBody {
    /// What names it; not its secret.
    package var id: String
    /// Who is invited.
    package var email: String
    /// As what.
    package var role: VenueRoleName
    /// The shops; none for the venue itself.
    package var majors: [Int]
    /// Who invited; missing when that account is gone.
    package var invitedBy: String?
    /// When.
    package var invitedAt: Timestamp
    /// When the link stops working.
    package var expiresAt: Timestamp

    /// An invitation that waits.
    package init(
        id: String, email: String, role: VenueRoleName, majors: [Int], invitedBy: String? = nil, invitedAt: Timestamp,
        expiresAt: Timestamp
    ) {
        self.id = id
        self.email = email
        self.role = role
        self.majors = majors
        self.invitedBy = invitedBy
        self.invitedAt = invitedAt
        self.expiresAt = expiresAt
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "VenueInvitation",
        [
            .required("id", .text(100)),
            .required("email", .text(254)),
            .required("role", VenueRoleName.schema),
            .required("majors", .list(of: .uint16)),
            .optional("invitedBy", .text(254)),
            .required("invitedAt", .dateTime),
            .required("expiresAt", .dateTime),
        ])
}

/// Who looks after a venue and its shops.
package struct VenueStaffBody: APIBody {
    /// By address.
    package var people: [VenueStaffMemberBody]
    /// Invitations that wait, the newest first.
    package var invitations: [VenueInvitationBody]

    /// Who looks after a venue and its shops.
    package init(people: [VenueStaffMemberBody], invitations: [VenueInvitationBody]) {
        self.people = people
        self.invitations = invitations
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "VenueStaff",
        [
            .required("people", .list(of: VenueStaffMemberBody.schema)),
            .required("invitations", .list(of: VenueInvitationBody.schema)),
        ])
}

/// Whom to invite to what.
package struct VenueInvitationDraftBody: APIBody {
    /// The address that the link is sent to; only its account can accept.
    package var email: String
    /// As what.
    package var role: VenueRoleName
    /// The shops, at least one of a merchant; none of an operator.
    package var majors: [Int]

    /// Whom to invite to what.
    package init(email: String, role: VenueRoleName, majors: [Int]) {
        self.email = email
        self.role = role
        self.majors = majors
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "VenueInvitationDraft",
        [
            .required("email", .text(1000)),
            .required("role", VenueRoleName.schema),
            .required("majors", .list(of: .uint16, atMost: 100)),
        ])
}

/// Whose role ends.
package struct EndedVenueRoleBody: APIBody {
    /// The address of whoever has it.
    package var email: String
    /// Which one.
    package var role: VenueRoleName
    /// The shop, of a merchant.
    package var major: Int?

    /// Whose role ends.
    package init(email: String, role: VenueRoleName, major: Int? = nil) {
        self.email = email
        self.role = role
        self.major = major
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "EndedVenueRole",
        [
            .required("email", .text(1000)),
            .required("role", VenueRoleName.schema),
            .optional("major", .uint16),
        ])
}

/// Something that was done.
package struct VenueJournalEntryBody: APIBody {
    /// Its place, from 1 on.
    package var number: Int
    /// When.
    package var at: Timestamp
    /// What was done.
    package var action: String
    /// On whose behalf.
    package var actor: VenueActor
    /// The address of whoever did it; missing when that account is gone.
    package var email: String?
    /// What it was done to.
    package var subject: String
    /// The address of whom it was done to, where it is a person whose account is still there.
    package var about: String?

    /// Something that was done.
    package init(
        number: Int, at: Timestamp, action: String, actor: VenueActor, email: String? = nil, subject: String,
        about: String? = nil
    ) {
        self.number = number
        self.at = at
        self.action = action
        self.actor = actor
        self.email = email
        self.subject = subject
        self.about = about
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "VenueJournalEntry",
        [
            .required("number", .integer(1...9_007_199_254_740_991)),
            .required("at", .dateTime),
            .required("action", .text(100)),
            .required("actor", VenueActor.schema),
            .optional("email", .text(254)),
            .required("subject", .text(1000)),
            .optional("about", .text(254)),
        ])
}

/// Who did what at the venue.
package struct VenueJournalBody: APIBody {
    /// Whether no entry was changed or taken out since it was written.
    package var isIntact: Bool
    /// How many entries there are in all.
    package var total: Int
    /// The entries, the newest first.
    package var entries: [VenueJournalEntryBody]
    /// The parameter `before` of the next page; without it this is the last one.
    package var next: String?

    /// Who did what at the venue.
    package init(isIntact: Bool, total: Int, entries: [VenueJournalEntryBody], next: String? = nil) {
        self.isIntact = isIntact
        self.total = total
        self.entries = entries
        self.next = next
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "VenueJournal",
        [
            .required("isIntact", .boolean),
            .required("total", .count),
            .required("entries", .list(of: VenueJournalEntryBody.schema)),
            .optional("next", .text(24)),
        ])
}
