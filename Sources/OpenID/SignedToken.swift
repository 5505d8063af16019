import Basics

/// A signed token (RFC 7515, compact) of which nothing is believed yet.
package struct SignedToken: Sendable {
    /// Bytes of the longest token that is read.
    package static let longest = 16 * 1024

    /// How it says that it is signed.
    package let algorithm: SigningAlgorithm
    /// The key that it names; nil when it names none.
    package let keyID: String?
    private let signed: [UInt8]
    private let payload: [UInt8]
    private let signature: [UInt8]

    /// The token that `text` is.
    ///
    /// Throws ``OpenIDFault/malformedToken``, and ``OpenIDFault/wrongAlgorithm`` for one that is signed otherwise than
    /// `allowed` says: that is decided before a key is looked for.
    package init(_ text: String, allowed: Set<SigningAlgorithm>) throws(OpenIDFault) {
        guard text.utf8.count <= Self.longest else { throw .malformedToken }
        let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count == 3, let head = Base64.bytes(parts[0], .url), let payload = Base64.bytes(parts[1], .url),
            let signature = Base64.bytes(parts[2], .url), let header = JSONClaims(head),
            let named = header.text("alg")
        else { throw .malformedToken }
        guard let algorithm = SigningAlgorithm(rawValue: named), allowed.contains(algorithm) else {
            throw .wrongAlgorithm
        }
        // An extension that must be understood is one that is not (RFC 7515 section 4.1.11).
        guard !header.has("crit") else { throw .malformedToken }
        if header.has("kid") {
            guard let id = header.text("kid") else { throw .malformedToken }
            keyID = id
        } else {
            keyID = nil
        }
        self.algorithm = algorithm
        self.payload = payload
        self.signature = signature
        signed = Array(parts[0]) + [UInt8(ascii: ".")] + Array(parts[1])
    }

    /// What the token says, once one of `keys` has signed it.
    func claims(_ keys: ProviderKeys) throws(OpenIDFault) -> JSONClaims {
        let candidates = keys.candidates(for: self)
        guard !candidates.isEmpty else { throw .unknownKey }
        guard candidates.contains(where: { $0.verifies(signature, over: signed) }) else { throw .wrongSignature }
        guard let claims = JSONClaims(payload) else { throw .malformedToken }
        return claims
    }
}
