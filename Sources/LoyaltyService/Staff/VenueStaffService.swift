import AccountService
import Basics
import Beacons
import HTTPKit
import ServiceKit
import Storage

/// Who works for which venue and shop, and what they did there.
///
/// Other services ask it in the transaction that reads or changes something, so that a role which has just ended is worth
/// nothing: `VenueStaffService.require`. The use cases are in extensions, one file for each kind of them.
package struct VenueStaffService: Sendable {
    let database: any Database
    let clock: ServerClock
    let random: ServerRandom
    /// How invitations reach people; nil on a server that sends no mail.
    let mail: MailOutbox?
    /// What links in mails begin with; nil when whoever runs the server has not said it.
    let publicAddress: PublicAddress?
    /// What venues and shops are called.
    let venues: VenueNames
    /// Looks at these sessions anew, whose role has ended.
    let forget: @Sendable (_ tokenDigests: [[UInt8]]) -> Void

    /// The staff of the venues of `database`.
    ///
    /// - Parameters:
    ///   - random: Where the secrets of invitations come from.
    ///   - mail: How invitations reach people; nobody is invited without.
    ///   - venues: Describes a venue; nil when there is none.
    ///   - forget: Is told the sessions whose role has ended, by the digests of their tokens.
    package init(
        database: any Database, clock: ServerClock, random: ServerRandom = .system, mail: MailOutbox? = nil,
        publicAddress: PublicAddress? = nil, venues: @escaping VenueNames = { _ throws(ServiceError) in nil },
        forget: @escaping @Sendable (_ tokenDigests: [[UInt8]]) -> Void = { _ in }
    ) {
        self.database = database
        self.clock = clock
        self.random = random
        self.mail = mail
        self.publicAddress = publicAddress
        self.venues = venues
        self.forget = forget
    }

    /// Refuses with `staff.not_yours` what somebody without this role asks for, whether or not there is such a shop.
    package static func require(_ role: VenueRole, of account: [UInt8], in connection: any Connection) throws {
        guard try VenueStaffStore(connection).has(role, account) else { throw ServiceError.venueStaff(.notYours) }
    }

    /// Gives an account a role, and writes that into the venue's journal.
    ///
    /// It can sign in to it once it has a second factor or a passkey.
    package func give(_ role: VenueRole, to account: [UInt8], by actor: AuditActor) async throws(ServiceError) {
        let now = clock.now()
        try await database.writing { try Self.give(role, to: account, by: actor, at: now, in: $0) }
    }

    /// Gives an account a role within a transaction; nothing happens when it has it.
    static func give(
        _ role: VenueRole, to account: [UInt8], by actor: AuditActor, at now: Timestamp, in connection: any Connection
    ) throws {
        guard try VenueStaffStore(connection).give(role, to: account, at: now) else { return }
        try AccountService.entrust(account, with: role.role, in: connection)
        try AuditTrail.append(
            .venueRoleGiven, subject: Self.subject(role, of: account), by: actor, at: now, to: .venue(role.venue),
            in: connection)
    }

    /// Takes a role from an account within a transaction; the digests of the tokens of sessions that end with it.
    ///
    /// Whoever looks after other shops goes on to do so.
    static func end(
        _ role: VenueRole, of account: [UInt8], by actor: AuditActor, at now: Timestamp, in connection: any Connection
    ) throws -> [[UInt8]] {
        let store = VenueStaffStore(connection)
        guard try store.take(role, from: account) else { throw ServiceError.venueStaff(.unknownRole) }
        try AuditTrail.append(
            .venueRoleEnded, subject: Self.subject(role, of: account), by: actor, at: now, to: .venue(role.venue),
            in: connection)
        // What an operator who has to go began shall not bring them back.
        if case .operator = role {
            for id in try VenueInvitationStore(connection).withdraw(of: role.venue, by: account) {
                try AuditTrail.append(
                    .venueInvitationWithdrawn, subject: id.hexadecimal, by: actor, at: now, to: .venue(role.venue),
                    in: connection)
            }
        }
        guard try store.roles(of: account, as: role.role).isEmpty else { return [] }
        return try AccountService.dismiss(account, from: role.role, in: connection)
    }

    private static func subject(_ role: VenueRole, of account: [UInt8]) -> String {
        "\(account.hexadecimal) \(role.word) \(role.majorColumn)"
    }
}

extension AuditAction {
    /// An account was given a role at a venue; the subject is its identifier, the role and the major, -1 for the venue.
    static let venueRoleGiven = AuditAction(rawValue: "role.given")
    /// A role of an account ended; the subject is as when it was given.
    static let venueRoleEnded = AuditAction(rawValue: "role.ended")
    /// Somebody was invited; the subject is what names the invitation, the role and the majors with commas between them.
    static let venueInvitationSent = AuditAction(rawValue: "invitation.sent")
    /// An invitation was withdrawn; the subject is what names it.
    static let venueInvitationWithdrawn = AuditAction(rawValue: "invitation.withdrawn")
    /// An invitation was accepted, by whom it was for; the subject is what names it.
    static let venueInvitationAccepted = AuditAction(rawValue: "invitation.accepted")
}
