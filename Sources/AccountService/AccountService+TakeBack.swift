import API
import Accounts
import Basics
import HTTPKit
import Passkeys
import ServiceKit
import Storage

/// What opens an account beside its password, and goes on doing so after the sessions have ended unless it ends too.
package enum AccountAccess: CaseIterable, Sendable {
    case devices, keys, passkeys, identities
}

/// What still opens an account, as its owner knows it.
package struct RemainingAccess: Hashable, Sendable {
    /// The labels of approved devices.
    package var devices: [String] = []
    /// The labels of API keys.
    package var keys: [String] = []
    /// The labels of passkeys.
    package var passkeys: [String] = []
    /// The providers of linked identities, each with the address that it told, if any.
    package var identities: [String] = []
    /// The former addresses that can still take a change of address back.
    package var formerAddresses: [String] = []
}

extension AccountService {
    /// Takes an account back for its owner: the one act over everything that opens it.
    ///
    /// Sessions end, and so does whatever was begun and not finished: changes of address, passkeys, identities and second
    /// factors that wait for a confirmation. The second factor and roles stay. So do the links by which former addresses take
    /// a change back: whoever has moved the account away would otherwise end the owner's link with this act.
    ///
    /// - Parameters:
    ///   - access: What else ends; the caller has asked for whatever that needs.
    ///   - session: The session that goes on, with the device that it is on.
    /// - Returns: The digests of the sessions that end, for the cache, and what still opens the account.
    func takeBack(
        _ account: [UInt8], ending access: Set<AccountAccess>, keeping session: Session? = nil,
        _ connection: any Connection
    ) throws -> (ended: [[UInt8]], left: RemainingAccess) {
        let (accounts, devices) = (AccountStore(connection), DeviceStore(connection))
        let (keys, passkeys) = (APIKeyStore(connection), PasskeyStore(connection))
        let identities = IdentityStore(connection)
        try endUnfinished(of: account, connection)
        if access.contains(.devices) {
            let kept = try session.flatMap { try accounts.device(ofSession: $0.tokenDigest) }
            for device in try devices.list(of: account) where device.digest != kept {
                _ = try devices.delete(device.digest, of: account)
            }
        }
        if access.contains(.keys) {
            for key in try keys.list(of: account, limit: APIKeyService.keysPerAccount) {
                try trail.note(.keyRevoked, of: account, label: key.label, connection)
                _ = try keys.delete(key.public, of: account)
            }
        }
        if access.contains(.passkeys) {
            for passkey in try passkeys.list(of: account) {
                try trail.note(.passkeyRemoved, of: account, label: passkey.label, connection)
                try passkeys.delete(passkey.passkey.id)
            }
        }
        if access.contains(.identities) {
            for identity in try identities.list(of: account) {
                try trail.note(.identityUnlinked, of: account, label: identity.provider, connection)
                try identities.unlink(identity, of: account)
            }
        }
        let ended = try accounts.sessions(of: account).map(\.tokenDigest).filter { $0 != session?.tokenDigest }
        for digest in ended { try accounts.deleteSession(tokenDigest: digest) }
        let left = RemainingAccess(
            devices: try devices.list(of: account).map(\.label),
            keys: try keys.list(of: account, limit: APIKeyService.keysPerAccount).map(\.label),
            passkeys: try passkeys.list(of: account).map(\.label),
            identities: try identities.list(of: account).map { identity in
                identity.email.map { "\(identity.provider): \($0)" } ?? identity.provider
            }, formerAddresses: try AddressStore(connection).formerAddresses(of: account, at: clock.now()))
        return (ended, left)
    }

    /// Ends what somebody has begun in an account and not finished.
    private func endUnfinished(of account: [UInt8], _ connection: any Connection) throws {
        let addresses = AddressStore(connection)
        try addresses.deleteReset(of: account)
        try addresses.deleteChallenges(of: account)
        try DeviceStore(connection).deleteChallenges(of: account)
        try SignInStore(connection).deletePendingFactor(of: account)
        try PasskeyStore(connection).deleteChallenges(of: account)
        try IdentityStore(connection).deleteUnfinished(of: account)
    }
}
