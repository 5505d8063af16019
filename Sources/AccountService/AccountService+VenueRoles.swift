import API
import Accounts
import Basics
import HTTPKit
import ServiceKit
import Storage

/// What belongs into the transaction in which somebody signs in to a role; false refuses them as if they had it not.
package typealias RoleNote =
    @Sendable (_ account: [UInt8], _ now: Timestamp, _ connection: any Connection) throws -> Bool

/// Why a session with a role is worth nothing.
enum RoleFault: ServiceFault, CaseIterable {
    /// The role that the session was begun for has been taken away.
    case roleEnded

    /// What an answer calls it; the table of the API has its status and its title.
    var problem: ProblemCode {
        switch self {
        case .roleEnded: .accountsRoleEnded
        }
    }
}

// What lets an account sign in to a role of venues. Which venues and shops it is for, their own service knows.
extension AccountService {
    /// Lets an account sign in to a role, once it has a second factor or a passkey.
    package static func entrust(_ account: [UInt8], with role: Role, in connection: any Connection) throws {
        try RoleStore(connection).give(role, to: account)
    }

    /// Lets an account sign in to a role no more and ends its sessions for it; gives the digests of their tokens, for
    /// ``forget(_:)`` after the transaction.
    package static func dismiss(
        _ account: [UInt8], from role: Role, in connection: any Connection
    ) throws -> [[UInt8]] {
        try RoleStore(connection).take(role, from: account)
        return try RoleStore(connection).endSessions(of: account, with: role)
    }

    /// Whether an account has what nobody signs in to a role without: a second factor, or a passkey.
    package static func hasFactor(_ account: [UInt8], in connection: any Connection) throws -> Bool {
        try RoleStore(connection).hasFactor(account)
    }

    /// Asks the database about these sessions when they come next, whatever is remembered of them.
    package func forget(_ tokenDigests: [[UInt8]]) {
        for digest in tokenDigests { cache.forget(digest) }
    }
}
