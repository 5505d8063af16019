import Basics
import Crypto

/// What a client shows to be taken for the person who signed in: 32 random bytes.
///
/// Only its digest is stored, so that a copy of the database gives no sessions.
public struct SessionToken: Sendable {
    private static let byteCount = 32

    private let secret: SecretBytes

    /// A new token.
    public init(using random: inout some RandomNumberGenerator) {
        secret = SecretBytes(random.bytes(Self.byteCount))
    }

    /// The token that a client shows, or nil when the text can be none.
    public init?(text: String) {
        guard let bytes = Base64.bytes(text, .url), bytes.count == Self.byteCount else { return nil }
        secret = SecretBytes(bytes)
    }

    /// The token for the client: 43 characters of base64url without padding (RFC 4648 section 5).
    public var text: String {
        secret.withBytes { Base64.text($0, .url) }
    }

    /// What is stored, and looked up: the SHA-256 of the bytes.
    ///
    /// A look-up by digest needs no constant time: what an attacker would learn from its time is about the digest of a
    /// guess, and of no use for the next guess.
    public var digest: [UInt8] {
        secret.withBytes { bytes in
            var hash = SHA256()
            hash.update(bufferPointer: bytes)
            return Array(hash.finalize())
        }
    }

    /// The token as a key, for what is bound to it.
    var key: SymmetricKey {
        secret.withBytes { SymmetricKey(data: $0) }
    }

    /// Whether two tokens are the same, in a time that does not depend on where they differ.
    public func isEqual(to other: SessionToken) -> Bool {
        secret.isEqual(to: other.secret)
    }
}

extension SessionToken: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// A mark without the token.
    public var description: String { "[session token]" }

    /// A mark without the token.
    public var debugDescription: String { description }

    /// Nothing, so that a dump does not show the token either.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
