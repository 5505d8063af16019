import Basics
import Crypto
import CryptoExtras

/// A public key with which a provider signs, from its list (RFC 7517).
package struct ProviderKey: Sendable {
    private enum Material: Sendable {
        case rsa(_RSA.Signing.PublicKey)
        case p256(P256.Signing.PublicKey)
    }

    /// What tokens name it by; nil for a key without a name.
    package let id: String?
    private let material: Material

    /// The key of one member of the list; nil for one that is not for signing, or of a kind or size that is not used.
    init?(_ claims: JSONClaims) {
        guard (claims.text("use") ?? "sig") == "sig", claims.texts("key_ops").map({ $0.contains("verify") }) ?? true
        else { return nil }
        let named = claims.text("alg").map(SigningAlgorithm.init(rawValue:))
        switch claims.text("kty") {
        case "RSA":
            guard let n = claims.text("n").flatMap({ Base64.bytes($0, .url) }), (256...1024).contains(n.count),
                let e = claims.text("e").flatMap({ Base64.bytes($0, .url) }), (1...8).contains(e.count),
                let key = try? _RSA.Signing.PublicKey(n: n, e: e), named == nil || named == .rs256
            else { return nil }
            material = .rsa(key)
        case "EC":
            guard claims.text("crv") == "P-256",
                let x = claims.text("x").flatMap({ Base64.bytes($0, .url) }), x.count == 32,
                let y = claims.text("y").flatMap({ Base64.bytes($0, .url) }), y.count == 32,
                let key = try? P256.Signing.PublicKey(rawRepresentation: x + y), named == nil || named == .es256
            else { return nil }
            material = .p256(key)
        default: return nil
        }
        id = claims.text("kid")
    }

    /// How this key signs.
    package var algorithm: SigningAlgorithm {
        switch material {
        case .rsa: .rs256
        case .p256: .es256
        }
    }

    /// Whether `signature` is this key's over `bytes`.
    func verifies(_ signature: [UInt8], over bytes: [UInt8]) -> Bool {
        switch material {
        case .rsa(let key):
            // The standard of tokens demands this padding (RFC 7518 section 3.3).
            return key.isValidSignature(
                .init(rawRepresentation: signature), for: SHA256.hash(data: bytes), padding: .insecurePKCS1v1_5)
        case .p256(let key):
            guard let signature = try? P256.Signing.ECDSASignature(rawRepresentation: signature) else { return false }
            return key.isValidSignature(signature, for: bytes)
        }
    }
}

/// The keys of a provider, as its list says them.
package struct ProviderKeys: Sendable {
    /// How many keys a list may have.
    package static let most = 100

    /// Those that can verify a token.
    package let keys: [ProviderKey]

    /// The keys of a list; throws ``OpenIDFault/wrongDocument`` for what is no list.
    package init(parsing bytes: [UInt8]) throws(OpenIDFault) {
        guard let listed = JSONClaims(bytes)?.objects("keys", most: Self.most) else { throw .wrongDocument }
        keys = listed.compactMap(ProviderKey.init)
    }

    /// No keys.
    package init() { keys = [] }

    /// The keys that may have signed a token: that of its name, or all of its kind for one without a name.
    func candidates(for token: SignedToken) -> [ProviderKey] {
        keys.filter { key in
            key.algorithm == token.algorithm && (token.keyID == nil || token.keyID == key.id)
        }
    }

    /// Whether one of the keys may have signed a token.
    package func knows(_ token: SignedToken) -> Bool { !candidates(for: token).isEmpty }
}
