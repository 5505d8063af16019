import Basics
import Crypto

/// By what push services know this server (RFC 8292, VAPID): a key pair on P-256 for the whole deployment.
///
/// Browsers bind each subscription to its public part: another key ends all of them.
package struct IdentificationKey: Sendable {
    /// Bytes of the private key.
    package static let byteCount = 32

    /// The private key.
    package let bytes: [UInt8]
    private let key: P256.Signing.PrivateKey
    /// The public key, as browsers and push services want it: 65 bytes in Base64 for URLs.
    package let publicText: String

    /// The key of these bytes; nil unless they are a number that a private key may be.
    package init?(bytes: [UInt8]) {
        guard let key = try? P256.Signing.PrivateKey(rawRepresentation: bytes) else { return nil }
        self.init(key)
    }

    /// A new key of the system's generator.
    package static func make() -> IdentificationKey { IdentificationKey(P256.Signing.PrivateKey()) }

    private init(_ key: P256.Signing.PrivateKey) {
        self.key = key
        bytes = Array(key.rawRepresentation)
        publicText = Base64.text(Array(key.publicKey.x963Representation), .url)
    }

    /// What a push service of `origin` believes for ``IdentificationTokens/seconds`` from `now` on.
    func authorization(for origin: String, subject: String, at now: Timestamp) throws(PushFault) -> String {
        let claims: JSONValue = .object([
            "aud": .string(origin), "exp": .integer(now.seconds + IdentificationTokens.seconds),
            "sub": .string(subject),
        ])
        guard let token = SignedToken.text(claims, by: .elliptic(key)) else {
            throw .ours(PushAlarm(status: 0, reason: "not_signed"))
        }
        // No blank after the comma: the RFC allows one, and some who verify do not.
        return "vapid t=\(token),k=\(publicText)"
    }
}
