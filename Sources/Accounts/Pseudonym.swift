import Basics
import Crypto

/// The key from which one sign-in's pseudonyms are made: 32 random bytes.
///
/// It lives as long as the session. When it is gone, not even the server can tell whose pseudonyms they were.
public struct PseudonymKey: Sendable {
    private static let byteCount = 32

    private let secret: SecretBytes

    /// A new key of random bytes, for a new session.
    public init(using random: inout some RandomNumberGenerator) {
        secret = SecretBytes(random.bytes(Self.byteCount))
    }

    /// A key that was stored, or nil unless it has 32 bytes.
    public init?(bytes: some Collection<UInt8>) {
        guard bytes.count == Self.byteCount else { return nil }
        secret = SecretBytes(bytes)
    }

    /// The bytes to be stored with the session.
    public var bytes: [UInt8] {
        secret.withBytes { Array($0) }
    }

    /// The name under which the shop `shop` of `venue` knows this sign-in.
    ///
    /// It is the first 80 bits of HMAC-SHA256 over `cerca.pseudonym`, the venue's 16 bytes and the shop's major number,
    /// 2 bytes big-endian: without the key, the names in two shops have nothing in common. `venue` must have 16 bytes.
    public func pseudonym(venue: [UInt8], shop: UInt16) -> Pseudonym {
        precondition(venue.count == 16, "a venue is named by 16 bytes")
        let message = Array("cerca.pseudonym".utf8) + venue + [UInt8(shop >> 8), UInt8(truncatingIfNeeded: shop)]
        let code = secret.withBytes { bytes in
            HMAC<SHA256>.authenticationCode(for: message, using: SymmetricKey(data: bytes))
        }
        return Pseudonym(bytes: Array(code).prefix(10))
    }
}

extension PseudonymKey: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// A mark without the key.
    public var description: String { "[pseudonym key]" }

    /// A mark without the key.
    public var debugDescription: String { description }

    /// Nothing, so that a dump does not show the key either.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

/// The name under which one shop knows one sign-in of one person.
public struct Pseudonym: Hashable, Sendable {
    /// 16 characters of base32 (RFC 4648 section 6).
    public let text: String

    /// The pseudonym of 10 bytes: 80 bits, so that a million of them hardly ever collide.
    init(bytes: some Collection<UInt8>) {
        text = Base32.text(bytes)
    }
}

extension Pseudonym: CustomStringConvertible {
    /// A mark without the name: logs hold no pseudonyms.
    public var description: String { "[pseudonym]" }
}
