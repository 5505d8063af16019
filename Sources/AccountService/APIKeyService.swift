import API
import Accounts
import Basics
import HTTPKit
import ServiceKit
import Storage
import Synchronization

/// The API keys of accounts: made, listed, revoked, and looked up for every signed request.
package struct APIKeyService: Sendable {
    /// How many keys an account may have.
    package static let keysPerAccount = 20
    /// How long a key that was read is believed, which bounds how long one that was revoked elsewhere still works.
    package static let cacheSeconds: Int64 = 2

    let database: any Database
    private let clock: ServerClock
    private let random: ServerRandom
    private let trail: AccountTrail
    private let cache = APIKeyCache()

    /// The keys of `database`; what is made and revoked is noted in `trail`, which mails nothing unless it is told.
    package init(
        database: any Database, clock: ServerClock, random: ServerRandom = .system, trail: AccountTrail? = nil
    ) {
        self.database = database
        self.clock = clock
        self.random = random
        self.trail = trail ?? AccountTrail(clock: clock)
    }

    /// The key that this public text names; nil when there is none, when it was revoked, and once it has expired.
    package func key(_ publicText: String) async throws(ServiceError) -> APIKey? {
        // Whatever comes in the header is looked up only when it can be a key at all.
        guard publicText.utf8.count <= 64, publicText.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            return nil
        }
        let now = clock.now()
        if let known = cache.find(publicText, at: now) { return known.isValid(at: now) ? known : nil }
        guard let key = try await database.reading({ try APIKeyStore($0).key(publicText) }) else { return nil }
        cache.keep(key, readAt: now)
        return key.isValid(at: now) ? key : nil
    }

    /// Makes a key; this is the one time that its secret is told.
    ///
    /// Throws `AccountError.invalidKey` for no scopes, a blank or long label, too many addresses and an expiry that is
    /// past, and `tooManyKeys`.
    package func make(
        for account: [UInt8], scopes: Set<APIScope>, label: String, expiresAt: Timestamp? = nil,
        addresses: [AddressRange] = []
    ) async throws(ServiceError) -> APIKey {
        let now = clock.now()
        guard !scopes.isEmpty, let label = AccountLabel.read(label), addresses.count <= APIKey.mostAddresses,
            expiresAt.map({ $0 > now }) ?? true
        else { throw .account(.invalidKey) }
        var random = random
        let key = APIKey(for: account, scopes: scopes, expiresAt: expiresAt, addresses: addresses, using: &random)
        let trail = trail
        try await database.writing { connection in
            let store = APIKeyStore(connection)
            try store.deleteExpired(of: account, at: now)
            guard try store.count(of: account) < Self.keysPerAccount else {
                throw ServiceError.account(.tooManyKeys)
            }
            try store.insert(key, label: label, day: now.day)
            try trail.note(.keyMade, of: account, label: label, connection)
        }
        return key
    }

    /// The keys of an account without their secrets, those of the last day first.
    package func list(of account: [UInt8]) async throws(ServiceError) -> [APIKeySummary] {
        try await database.reading { try APIKeyStore($0).list(of: account, limit: Self.keysPerAccount) }
    }

    /// Revokes a key of an account: on this server at once, on another one of the same database within seconds.
    ///
    /// The ids for sockets that it obtained end with it, and sockets that were opened with them are closed within
    /// seconds.
    ///
    /// Throws `AccountError.unknownKey` when the account has no such key.
    package func revoke(_ publicText: String, of account: [UInt8]) async throws(ServiceError) {
        let trail = trail
        let isRevoked = try await database.writing { connection in
            let store = APIKeyStore(connection)
            guard let label = try store.label(of: publicText, of: account) else { return false }
            try trail.note(.keyRevoked, of: account, label: label, connection)
            return try store.delete(publicText, of: account)
        }
        guard isRevoked else { throw .account(.unknownKey) }
        cache.forget(publicText)
    }

    /// The identifier of the account with this address, for the operator of the machine.
    ///
    /// Throws `AccountError.invalidEmail`, and `wrongCredentials` when there is no such account.
    package func account(email: String) async throws(ServiceError) -> [UInt8] {
        let address: EmailAddress
        do { address = try EmailAddress(email) } catch { throw .account(error) }
        let found = try await database.reading { try AccountStore($0).credentials(of: address)?.id }
        guard let found else { throw .account(.wrongCredentials) }
        return found
    }
}

/// What may be told of a key after it was made.
package struct APIKeySummary: Hashable, Sendable {
    /// What names the key.
    package let `public`: String
    /// What its owner calls it.
    package let label: String
    /// What it may be used for.
    package let scopes: Set<APIScope>
    /// From where it may be used; empty for anywhere.
    package let addresses: [AddressRange]
    /// The beginning of the day on which it was made.
    package let madeOn: Timestamp
    /// The instant from which it is worth nothing; nil for never.
    package let expiresAt: Timestamp?
}

/// Keys that were used within the last seconds, so that a signed request does not ask the database whose key it is.
private final class APIKeyCache: Sendable {
    private struct Entry: Sendable {
        let key: APIKey
        let readAt: Timestamp
    }

    private let entries = Mutex(RecentlyUsed<String, Entry>(capacity: 8192))

    func find(_ publicText: String, at now: Timestamp) -> APIKey? {
        guard let entry = entries.withLock({ $0.value(for: publicText) }) else { return nil }
        let age = now.milliseconds(since: entry.readAt)
        return (0..<APIKeyService.cacheSeconds * 1000).contains(age) ? entry.key : nil
    }

    func keep(_ key: APIKey, readAt: Timestamp) {
        entries.withLock { $0.set(Entry(key: key, readAt: readAt), for: key.public) }
    }

    func forget(_ publicText: String) {
        entries.withLock { $0.remove(publicText) }
    }
}
