import API
import AccountService
import Accounts
import Basics
import HTTPKit
import HTTPTypes
import Hummingbird
import ServiceKit
import Strings

/// Lets only those go on who showed within the last minutes who they are.
package typealias OwnerCheck = @Sendable (_ session: Session) async throws(ServiceError) -> Void

extension RouteHandlers {
    /// What the staff of venues looks after, who belongs to it, and what it did.
    ///
    /// - Parameter requireConfirmed: Lets only those go on who have just shown once more who they are.
    package mutating func addVenueStaffRoutes(
        _ staff: VenueStaffService, requireConfirmed: @escaping OwnerCheck
    ) {
        on(Routes.merchantPlaces) { call in
            VenuePlacesBody(try await staff.places(of: try call.session, as: .merchant))
        }
        on(Routes.operatorPlaces) { call in
            VenuePlacesBody(try await staff.places(of: try call.session, as: .operator))
        }
        on(Routes.ownVenueRoles) { call in OwnVenueRolesBody(try await staff.ownRoles(of: try call.session)) }
        on(Routes.shownInvitation) { _, body in
            let (invitation, venue) = try await staff.invitation(body.secret)
            return ShownInvitationBody(invitation, venue)
        }
        on(Routes.acceptInvitation) { call, body in
            let (invitation, venue) = try await staff.accept(body.secret, by: try call.session)
            return ShownInvitationBody(invitation, venue)
        }
        on(Routes.venueStaff) { call in
            let (people, invitations) = try await staff.staff(of: try call.venue, for: try call.session)
            let own = try await staff.ownRoles(of: try call.session).email
            return VenueStaffBody(
                people: people.map { VenueStaffMemberBody($0, isYou: $0.email == own) },
                invitations: invitations.map { VenueInvitationBody($0, by: $1) })
        }
        on(Routes.endVenueRole) { call, body -> Void in
            let (venue, session) = (try call.venue, try call.session)
            try await requireConfirmed(session)
            guard
                let role = VenueRole(
                    Role(body.role), venue: venue, major: body.major.map { UInt16(clamping: $0) })
            else { throw ServiceError.venueStaff(.unknownRole) }
            try await staff.end(role, of: body.email, by: session)
        }
        on(Routes.inviteToVenue) { call, body in
            let (venue, session) = (try call.venue, try call.session)
            try await requireConfirmed(session)
            let draft = VenueInvitationDraft(
                email: body.email, role: Role(body.role), majors: body.majors.map { UInt16(clamping: $0) })
            let language = Language(accepted: call.request.headers[.acceptLanguage])
            return VenueInvitationBody(
                try await staff.invite(draft, to: venue, by: session, in: language), by: nil)
        }
        on(Routes.withdrawVenueInvitation) { call -> Void in
            let id = try call.value(RouteParameters.id)
            guard let bytes = [UInt8](hexadecimal: id) else { throw ServiceError.venueStaff(.invitationUnknown) }
            try await staff.withdraw(bytes, of: try call.venue, by: try call.session)
        }
        on(Routes.venueJournal) { call in
            let before = try call.optional(RouteParameters.before)
            if let before, Int64(before) == nil {
                throw BodyError.invalid([Fault(path: "?before", message: "is nothing that a page has told")])
            }
            return VenueJournalBody(
                try await staff.journal(of: try call.venue, before: before.flatMap { Int64($0) }, for: try call.session)
            )
        }
    }

    /// Tells the consoles the time, and that nobody enters without a password: a demo may have said otherwise before.
    package mutating func addConsoleEntrancesIfMissing(clock: ServerClock) {
        guard !answers(Routes.consoleEntrances.route) else { return }
        on(Routes.consoleEntrances) { _ in ConsoleEntrancesBody(now: clock.now(), speed: 1, entrances: []) }
    }
}

extension Role {
    fileprivate init(_ name: VenueRoleName) {
        switch name {
        case .merchant: self = .merchant
        case .operator: self = .operator
        }
    }
}

extension VenueRoleName {
    fileprivate init(_ role: Role) { self = role == .operator ? .operator : .merchant }
}

extension VenuePlaceShopBody {
    fileprivate init(_ shop: NamedShop) { self.init(major: Int(shop.major), name: shop.name) }
}

extension VenuePlacesBody {
    fileprivate init(_ places: [NamedVenue]) {
        self.init(
            places: places.map { venue in
                VenuePlaceBody(
                    venue: venue.uuid.description, name: venue.name, timeZone: venue.timeZone,
                    shops: venue.shops.map(VenuePlaceShopBody.init))
            })
    }
}

extension OwnVenueRolesBody {
    fileprivate init(_ own: OwnRoles) {
        self.init(
            email: own.email,
            roles: own.roles.map { role, venue in
                OwnVenueRoleBody(
                    role: VenueRoleName(role.role), venue: venue.uuid.description, venueName: venue.name,
                    shop: role.major.map { VenuePlaceShopBody(venue.shop($0)) })
            },
            hasFactor: own.hasFactor)
    }
}

extension ShownInvitationBody {
    fileprivate init(_ invitation: VenueInvitation, _ venue: NamedVenue) {
        self.init(
            role: VenueRoleName(invitation.role), venue: venue.uuid.description, venueName: venue.name,
            shops: invitation.majors.map { VenuePlaceShopBody(venue.shop($0)) }, expiresAt: invitation.expiresAt)
    }
}

extension VenueStaffMemberBody {
    fileprivate init(_ member: VenueStaffMember, isYou: Bool) {
        self.init(
            email: member.email, isYou: isYou, hasFactor: member.hasFactor,
            roles: member.roles.map { held in
                VenueStaffRoleBody(
                    role: VenueRoleName(held.role.role), major: held.role.major.map { Int($0) }, since: held.since)
            })
    }
}

extension VenueInvitationBody {
    fileprivate init(_ invitation: VenueInvitation, by sender: String?) {
        self.init(
            id: invitation.id.hexadecimal, email: invitation.email ?? "", role: VenueRoleName(invitation.role),
            majors: invitation.majors.map { Int($0) }, invitedBy: sender, invitedAt: invitation.invitedAt,
            expiresAt: invitation.expiresAt)
    }
}

extension VenueJournalBody {
    fileprivate init(_ page: VenueJournalPage) {
        self.init(
            isIntact: page.isIntact, total: Int(page.total),
            entries: page.entries.map { one in
                VenueJournalEntryBody(
                    number: Int(one.entry.number), at: one.entry.at, action: one.entry.action.rawValue,
                    actor: VenueActor(one.entry.actor), email: one.email, subject: one.subject, about: one.about)
            },
            next: page.hasMore ? page.entries.last.map { String($0.entry.number) } : nil)
    }
}

extension VenueActor {
    fileprivate init(_ actor: AuditActor?) {
        switch actor {
        case .account: self = .account
        case .operatorOfTheMachine: self = .operator
        case .server, nil: self = .server
        }
    }
}
