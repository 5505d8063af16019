import Basics

/// What the bearer of an API key may do.
public enum APIScope: String, Hashable, Sendable, CaseIterable {
    /// See balances, orders and transactions.
    case read
    /// Place and cancel orders.
    case trade
    /// Move money out of the account.
    case withdraw

    /// The scopes of a list separated by commas, or nil when it is empty, or one is unknown.
    public static func set(_ text: String) -> Set<APIScope>? {
        guard text.utf8.count <= 100 else { return nil }
        var scopes: Set<APIScope> = []
        for word in text.split(separator: ",", omittingEmptySubsequences: false) {
            guard let scope = APIScope(rawValue: String(word)) else { return nil }
            scopes.insert(scope)
        }
        return scopes
    }
}

/// A pair of texts by which a program signs its requests in the name of an account.
///
/// The public text names the key and goes with each request; the secret never does. The signature is an HMAC of the
/// secret (API of the market, version 1 and 2), so that the server has to keep the secret itself and not a digest.
public struct APIKey: Sendable {
    /// How many characters a label may have.
    public static let longestLabel = 60
    /// How many ranges of addresses a key may have.
    public static let mostAddresses = 20

    /// What names the key: 32 characters of base32.
    public let `public`: String
    /// What signs: 43 characters; it is told once and shown nowhere else.
    public let secret: String
    /// The identifier of the account.
    public let account: [UInt8]
    /// What the key may be used for.
    public let scopes: Set<APIScope>
    /// The instant from which it is worth nothing; nil for never.
    public let expiresAt: Timestamp?
    /// From where it may be used; empty for anywhere.
    public let addresses: [AddressRange]

    /// A key of these parts.
    public init(
        public: String, secret: String, account: [UInt8], scopes: Set<APIScope>, expiresAt: Timestamp?,
        addresses: [AddressRange]
    ) {
        self.public = `public`
        self.secret = secret
        self.account = account
        self.scopes = scopes
        self.expiresAt = expiresAt
        self.addresses = addresses
    }

    /// A new key, with 160 and 256 random bits.
    public init(
        for account: [UInt8], scopes: Set<APIScope>, expiresAt: Timestamp?, addresses: [AddressRange],
        using random: inout some RandomNumberGenerator
    ) {
        self.init(
            public: Base32.text(random.bytes(20)), secret: Base64.text(random.bytes(32), .url), account: account,
            scopes: scopes, expiresAt: expiresAt, addresses: addresses)
    }

    /// Whether the key may still be used at `now`.
    public func isValid(at now: Timestamp) -> Bool {
        guard let expiresAt else { return true }
        return now < expiresAt
    }

    /// Whether the key may be used from an address of 4 or 16 bytes; nil is an unknown address.
    public func allows(_ address: [UInt8]?) -> Bool {
        guard !addresses.isEmpty else { return true }
        guard let address else { return false }
        return addresses.contains { $0.contains(address) }
    }
}

extension APIKey: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// A mark without the key.
    public var description: String { "[API key]" }

    /// A mark without the key.
    public var debugDescription: String { description }

    /// Nothing, so that a dump does not show the secret either.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
