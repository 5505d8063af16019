import Basics
import Crypto
import CryptoExtras

/// A JSON Web Token (RFC 7519) of ours, in the compact form.
enum SignedToken {
    /// What signs tokens.
    enum Key: Sendable {
        /// ES256: ECDSA on P-256 with SHA-256.
        case elliptic(P256.Signing.PrivateKey)
        /// RS256: RSA with PKCS #1 v1.5, which RFC 7518 demands, and SHA-256.
        case rsa(_RSA.Signing.PrivateKey)
    }

    /// The token of `claims`; nil when signing fails.
    ///
    /// `identifier` names the key to whoever verifies.
    static func text(_ claims: JSONValue, by key: Key, identifier: String? = nil) -> String? {
        let algorithm: JSONValue = if case .rsa = key { "RS256" } else { "ES256" }
        let header: JSONValue = .object([
            "typ": "JWT", "alg": algorithm, "kid": identifier.map(JSONValue.string),
        ])
        let signed = [header, claims].map { Base64.text(Array($0.compactText.utf8), .url) }.joined(separator: ".")
        let signature: [UInt8]?
        switch key {
        // RFC 7518 (section 3.4) wants both numbers side by side, not their DER.
        case .elliptic(let key): signature = try? Array(key.signature(for: Array(signed.utf8)).rawRepresentation)
        case .rsa(let key):
            signature = try? Array(
                key.signature(for: SHA256.hash(data: Array(signed.utf8)), padding: .insecurePKCS1v1_5)
                    .rawRepresentation)
        }
        return signature.map { "\(signed).\(Base64.text($0, .url))" }
    }
}
