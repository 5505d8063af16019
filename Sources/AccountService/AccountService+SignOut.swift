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
    /// would stop, or the next sign-in need the mailbox.
    ///
    /// - Returns: What ended and what stays.
    package func signOutEverywhere(
        _ session: Session, endingDevices: Bool, endingKeys: Bool
    ) async throws(ServiceError) -> SignedOutEverywhere {
        if endingDevices || endingKeys { try await requireConfirmed(session) }
        let (account, trail) = (session.accountID, trail)
        let (digests, outcome): ([[UInt8]], SignedOutEverywhere) = try await database.writing { connection in
            let (accounts, devices, keys) = (
                AccountStore(connection), DeviceStore(connection), APIKeyStore(connection)
            )
            let digests = try accounts.sessions(of: account).map(\.tokenDigest)
            if endingDevices {
                for device in try devices.list(of: account) {
                    try trail.note(.deviceRemoved, of: account, label: device.label, connection)
                }
                try devices.deleteAll(of: account)
            }
            if endingKeys {
                for key in try keys.list(of: account, limit: APIKeyService.keysPerAccount) {
                    try trail.note(.keyRevoked, of: account, label: key.label, connection)
                    _ = try keys.delete(key.public, of: account)
                }
            }
            try trail.note(.sessionsEnded, of: account, connection)
            for digest in digests { try accounts.deleteSession(tokenDigest: digest) }
            let outcome = SignedOutEverywhere(
                sessionsEnded: digests.count, devicesLeft: try devices.list(of: account).count,
                keysLeft: try keys.count(of: account))
            return (digests, outcome)
        }
        cache.end(digests)
        return outcome
    }
}

/// What ended with every session of an account, and what stays.
package struct SignedOutEverywhere: Hashable, Sendable {
    /// How many sessions ended.
    package let sessionsEnded: Int
    /// How many devices are still approved.
    package let devicesLeft: Int
    /// How many API keys still work.
    package let keysLeft: Int
}
