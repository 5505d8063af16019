import AccountService
import Accounts
import Basics
import HTTPKit
import ServiceKit
import Storage
import Strings
import TypedText

/// Whom to invite to what.
struct VenueInvitationDraft: Sendable {
    let email: String
    let role: Role
    let majors: [UInt16]
}

// Roles over the network: an operator sends a link, and whoever was invited takes the role on.
extension VenueStaffService {
    /// How long an invitation waits.
    package static let invitationSeconds: Int64 = 7 * 86_400
    /// How long it is known that there was one.
    static let invitationKeptSeconds: Int64 = 30 * 86_400
    /// How many a venue sends in the time that one waits.
    static let invitationsAtOnce: Int64 = 50

    /// Sends somebody a link by which they take on shops of a venue, or the venue itself.
    ///
    /// Throws `notYours`, `unknownShop`, `noMail`, `tooManyInvitations`, and `invalidEmail`.
    ///
    /// - Parameter language: The language of the mail.
    func invite(
        _ draft: VenueInvitationDraft, to venue: UUID128, by session: Session, in language: Language
    ) async throws(ServiceError) -> VenueInvitation {
        let address: EmailAddress
        do { address = try EmailAddress(draft.email) } catch { throw .account(error) }
        // Whoever runs another venue does not learn which shops this one has.
        try await database.reading {
            try Self.require(.operator(venue: venue), of: session.accountID, in: $0)
        }
        let place = try await named(venue)
        let majors = Set(draft.majors).sorted()
        let known = Set(place.shops.map(\.major))
        let fits = draft.role == .operator ? majors.isEmpty : !majors.isEmpty && known.isSuperset(of: majors)
        guard fits, draft.role == .operator || draft.role == .merchant else { throw .venueStaff(.unknownShop) }
        guard let mail, mail.isAvailable else { throw .venueStaff(.noMail) }
        var random = random
        let secret = SessionToken(using: &random)
        let now = clock.now()
        let invitation = VenueInvitation(
            id: Array(random.identifier().prefix(12)), venue: venue, role: draft.role, majors: majors,
            email: address.text, invitedBy: session.accountID, invitedAt: now,
            expiresAt: now.advanced(bySeconds: Self.invitationSeconds))
        let letter = VenueStaffMail(
            role: draft.role, venue: place.name, shops: majors.map { place.shop($0).name }, secret: secret.text,
            address: publicAddress)
        try await database.writing { connection in
            try Self.require(.operator(venue: venue), of: session.accountID, in: connection)
            let store = VenueInvitationStore(connection)
            let since = now.advanced(bySeconds: -Self.invitationSeconds)
            guard try store.count(at: venue, since: since) < Self.invitationsAtOnce else {
                throw ServiceError.venueStaff(.tooManyInvitations)
            }
            try store.insert(invitation, digest: secret.digest)
            try mail.add(
                to: address.text, subject: letter.subject(in: language), text: letter.text(in: language),
                usefulFor: Self.invitationSeconds, at: now, in: connection)
            let what = majors.isEmpty ? draft.role.rawValue : "\(draft.role.rawValue) \(Self.list(majors))"
            try AuditTrail.append(
                .venueInvitationSent, subject: "\(invitation.id.hexadecimal) \(what)", by: .account(session.accountID),
                at: now, to: .venue(venue), in: connection)
        }
        return invitation
    }

    /// Makes an invitation worthless; throws `notYours`, and `invitationUnknown` for one that does not wait.
    func withdraw(_ id: [UInt8], of venue: UUID128, by session: Session) async throws(ServiceError) {
        let now = clock.now()
        try await database.writing { connection in
            try Self.require(.operator(venue: venue), of: session.accountID, in: connection)
            guard try VenueInvitationStore(connection).close(id, of: venue, as: .withdrawn) else {
                throw ServiceError.venueStaff(.invitationUnknown)
            }
            try AuditTrail.append(
                .venueInvitationWithdrawn, subject: id.hexadecimal, by: .account(session.accountID), at: now,
                to: .venue(venue), in: connection)
        }
    }

    /// What somebody is invited to who has the secret; throws why it is worth nothing.
    func invitation(_ secret: String) async throws(ServiceError) -> (VenueInvitation, NamedVenue) {
        let digest = try Self.digest(secret)
        let now = clock.now()
        let invitation = try await database.reading { try Self.open(digest, at: now, in: $0) }
        return (invitation, try await named(invitation.venue))
    }

    /// Takes on what one was invited to; it works once.
    ///
    /// Throws why the invitation is worth nothing, `otherAddress` for an account that it is not for, and `factorNeeded`.
    func accept(_ secret: String, by session: Session) async throws(ServiceError) -> (VenueInvitation, NamedVenue) {
        let digest = try Self.digest(secret)
        let (account, now) = (session.accountID, clock.now())
        let invitation = try await database.writing { connection in
            let invitation = try Self.open(digest, at: now, in: connection)
            guard let email = try AccountStore(connection).email(ofAccount: account), email == invitation.email,
                try AccountStore(connection).proof(ofAccount: account) >= .mailbox
            else { throw ServiceError.venueStaff(.otherAddress) }
            guard try AccountService.hasFactor(account, in: connection) else {
                throw ServiceError.venueStaff(.factorNeeded)
            }
            guard try VenueInvitationStore(connection).close(invitation.id, of: invitation.venue, as: .used) else {
                throw ServiceError.venueStaff(.invitationUsed)
            }
            try AuditTrail.append(
                .venueInvitationAccepted, subject: invitation.id.hexadecimal, by: .account(account), at: now,
                to: .venue(invitation.venue), in: connection)
            for role in invitation.roles {
                try Self.give(role, to: account, by: .account(account), at: now, in: connection)
            }
            return invitation
        }
        return (invitation, try await named(invitation.venue))
    }

    /// Forgets what need not be known of old invitations any longer.
    package func prune(at now: Timestamp) async throws(ServiceError) {
        try await database.writing {
            try VenueInvitationStore($0).prune(at: now, keptSeconds: Self.invitationKeptSeconds)
        }
    }

    private static func digest(_ secret: String) throws(ServiceError) -> [UInt8] {
        guard let secret = SessionToken(text: TypedCode.secretCharacters(in: secret)) else {
            throw .venueStaff(.invitationUnknown)
        }
        return secret.digest
    }

    /// The invitation that waits; throws why it does not.
    private static func open(
        _ digest: [UInt8], at now: Timestamp, in connection: any Connection
    ) throws -> VenueInvitation {
        guard let invitation = try VenueInvitationStore(connection).find(digest: digest) else {
            throw ServiceError.venueStaff(.invitationUnknown)
        }
        switch invitation.state {
        case .used: throw ServiceError.venueStaff(.invitationUsed)
        case .withdrawn: throw ServiceError.venueStaff(.invitationWithdrawn)
        case .open where invitation.expiresAt <= now: throw ServiceError.venueStaff(.invitationExpired)
        case .open: return invitation
        }
    }

    private static func list(_ majors: [UInt16]) -> String { majors.map(String.init).joined(separator: ",") }
}
