/// How a provider's tokens may be signed: with a key of its own alone.
///
/// `none` is no signature, and with HS256 whoever knows the public key could sign: neither has a place here.
package enum SigningAlgorithm: String, CaseIterable, Hashable, Sendable {
    /// RSA with SHA-256 (RFC 7518 section 3.3).
    case rs256 = "RS256"
    /// ECDSA on P-256 with SHA-256 (RFC 7518 section 3.4).
    case es256 = "ES256"
}
