import API
import Accounts
import HTTPKit
import ServiceKit
import Storage

extension AccountService {
    /// Ends every session of whoever asks, the one that asks too, and what else is to end.
    ///
    /// Sockets and streams that the sessions opened end with them. Keys that are revoked work for
    /// ``APIKeyService/cacheSeconds`` longer. Throws `confirmationNeeded` when more than sessions is to end: programs
    /// would stop, or the next sign-in need the mailbox; and `lastWay` when nothing would open the account any more.
    ///
    /// - Returns: How many sessions ended, and what stays.
    package func signOutEverywhere(
        _ session: Session, ending access: Set<AccountAccess>
    ) async throws(ServiceError) -> SignedOutEverywhere {
        if !access.isEmpty { try await requireConfirmed(session) }
        let (account, trail, sendsMail) = (session.accountID, trail, sendsMail)
        let (digests, outcome): ([[UInt8]], SignedOutEverywhere) = try await database.writing { connection in
            if access.contains(.devices) {
                for device in try DeviceStore(connection).list(of: account) {
                    try trail.note(.deviceRemoved, of: account, label: device.label, connection)
                }
            }
            let (digests, left) = try takeBack(account, ending: access, connection)
            // A mailbox opens an account without a password: it sets one.
            guard try sendsMail || AccountStore(connection).waysIn(of: account) > 0 else {
                throw ServiceError.identity(.lastWay)
            }
            try trail.note(.sessionsEnded, of: account, connection)
            return (digests, SignedOutEverywhere(sessionsEnded: digests.count, left: left))
        }
        cache.end(digests)
        return outcome
    }
}

/// What ended with every session of an account, and what stays.
package struct SignedOutEverywhere: Hashable, Sendable {
    /// How many sessions ended.
    package let sessionsEnded: Int
    /// What still opens the account.
    package let left: RemainingAccess
}
