import AccountService
import Accounts
import Basics
import HTTPKit
import ServiceKit
import Storage

/// Somebody who looks after a venue or shops of it.
package struct VenueStaffMember: Sendable {
    /// Their address.
    package let email: String
    /// Whether they have what nobody signs in without.
    package let hasFactor: Bool
    /// What they look after, of all venues that were asked for.
    package let roles: [HeldRole]
}

// Who is there, and who has to go.
extension VenueStaffService {
    /// Who looks after a venue and its shops, by address, and which invitations wait with who sent them.
    ///
    /// Throws `notYours`.
    func staff(
        of venue: UUID128, for session: Session
    ) async throws(ServiceError) -> (people: [VenueStaffMember], invitations: [(VenueInvitation, by: String?)]) {
        let now = clock.now()
        return try await database.reading { connection in
            try Self.require(.operator(venue: venue), of: session.accountID, in: connection)
            let accounts = AccountStore(connection)
            let people = try Self.members(try VenueStaffStore(connection).staff(of: venue), in: connection)
            let waiting = try VenueInvitationStore(connection).waiting(at: venue, now: now)
            return (people, try waiting.map { ($0, by: try $0.invitedBy.flatMap(accounts.email(ofAccount:))) })
        }
    }

    /// Everybody who looks after something, of a venue or of all, for whoever runs the machine.
    package func everybody(at venue: UUID128? = nil) async throws(ServiceError) -> [VenueStaffMember] {
        try await database.reading { connection in
            let store = VenueStaffStore(connection)
            return try Self.members(try venue.map(store.staff(of:)) ?? store.everybody(), in: connection)
        }
    }

    /// Gives the account with an address a role, on the machine; false when it has neither a second factor nor a passkey
    /// and cannot use it yet.
    ///
    /// Throws `wrongCredentials` when no account has the address.
    package func give(_ role: VenueRole, toAccountAt email: String) async throws(ServiceError) -> Bool {
        let now = clock.now()
        return try await withAccount(email) { account, connection in
            guard let account else { throw ServiceError.account(.wrongCredentials) }
            try Self.give(role, to: account, by: .operatorOfTheMachine, at: now, in: connection)
            return try AccountService.hasFactor(account, in: connection)
        }
    }

    /// Ends a role of the account with an address, on the machine.
    ///
    /// Throws `unknownRole`, and `lastOperator` unless that is meant.
    package func end(
        _ role: VenueRole, ofAccountAt email: String, evenTheLast: Bool
    ) async throws(ServiceError) {
        try await end(role, of: email, by: .operatorOfTheMachine, evenTheLast: evenTheLast) { _ in }
    }

    /// Ends a role of the account with an address; its sessions for it end at once.
    ///
    /// Throws `notYours`, `unknownRole`, and `lastOperator`.
    func end(_ role: VenueRole, of email: String, by session: Session) async throws(ServiceError) {
        try await end(role, of: email, by: .account(session.accountID), evenTheLast: false) { connection in
            try Self.require(.operator(venue: role.venue), of: session.accountID, in: connection)
        }
    }

    private func end(
        _ role: VenueRole, of email: String, by actor: AuditActor, evenTheLast: Bool,
        _ require: @escaping @Sendable (any Connection) throws -> Void
    ) async throws(ServiceError) {
        let now = clock.now()
        let ended: [[UInt8]] = try await withAccount(email) { account, connection in
            try require(connection)
            guard let account, try VenueStaffStore(connection).has(role, account) else {
                throw ServiceError.venueStaff(.unknownRole)
            }
            if case .operator(let venue) = role, !evenTheLast {
                guard try VenueStaffStore(connection).hasOtherOperator(of: venue, than: account) else {
                    throw ServiceError.venueStaff(.lastOperator)
                }
            }
            return try Self.end(role, of: account, by: actor, at: now, in: connection)
        }
        forget(ended)
    }

    /// Does something with the account that has an address; nil when there is none.
    private func withAccount<Value: Sendable>(
        _ email: String, _ work: @escaping @Sendable (_ account: [UInt8]?, any Connection) throws -> Value
    ) async throws(ServiceError) -> Value {
        let address = try? EmailAddress(email)
        return try await database.writing { connection in
            try work(try address.flatMap { try AccountStore(connection).credentials(of: $0)?.id }, connection)
        }
    }

    private static func members(_ held: [HeldRole], in connection: any Connection) throws -> [VenueStaffMember] {
        let accounts = AccountStore(connection)
        return try Dictionary(grouping: held, by: \.account).compactMap { account, roles in
            guard let email = try accounts.email(ofAccount: account) else { return nil }
            return VenueStaffMember(
                email: email, hasFactor: try AccountService.hasFactor(account, in: connection), roles: roles)
        }.sorted { $0.email < $1.email }
    }
}
