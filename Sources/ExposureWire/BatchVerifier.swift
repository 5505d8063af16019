import Basics
import Crypto
import Foundation

/// Why an answer is not to be believed.
public enum SignatureFault: Error, Equatable, Sendable {
    /// No JWS in compact form, or one with claims of another form.
    case malformed
    /// Signed by another algorithm than ES256, or by none.
    case algorithm
    /// Not signed by this key.
    case signature
    /// Signed by this key for something else than an answer of this service.
    case issuer
    /// The signature no longer holds.
    case expired
    /// The body is not the one that was signed.
    case body
    /// The batch is not the one that was asked for.
    case release
}

/// Checks the signatures of answers against a public key that the phone has known from the beginning.
public struct BatchVerifier: Sendable {
    /// The longest signature that is looked at, bytes.
    private static let longest = 4096

    private let key: P256.Signing.PublicKey

    /// The verifier of answers by the owner of this public key, in PEM form.
    public init(publicKeyPEM: String) throws {
        key = try P256.Signing.PublicKey(pemRepresentation: publicKeyPEM)
    }

    init(key: P256.Signing.PublicKey) {
        self.key = key
    }

    /// Throws unless `signature` was made by the key's owner for exactly this body.
    ///
    /// - Parameters:
    ///   - signature: The signature as it came, a JWS in compact form.
    ///   - body: The body of the answer.
    ///   - release: The batch that was asked for; the signature of any other one is refused. Nil for other answers.
    ///   - now: When it is; a signature that has expired is refused.
    /// - Returns: What the same signature says of the rule that phones are to go by.
    @discardableResult
    public func verify(
        signature: String, body: some DataProtocol, release: Timestamp?, now: Timestamp
    ) throws(SignatureFault) -> ServedRule {
        guard signature.utf8.count <= Self.longest else { throw .malformed }
        let parts = signature.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, let header = Base64.bytes(parts[0].utf8, .url),
            let payload = Base64.bytes(parts[1].utf8, .url),
            let raw = Base64.bytes(parts[2].utf8, .url)
        else { throw .malformed }
        guard let head = try? JSONDecoder().decode(Header.self, from: Data(header)) else { throw .malformed }
        // The key decides the algorithm; what a header says can only be wrong.
        guard head.alg == "ES256", head.crit == nil else { throw .algorithm }
        guard let made = try? P256.Signing.ECDSASignature(rawRepresentation: raw),
            key.isValidSignature(made, for: Data("\(parts[0]).\(parts[1])".utf8))
        else { throw .signature }
        guard let claims = try? JSONDecoder().decode(SignatureClaims.self, from: Data(payload)) else {
            throw .malformed
        }
        guard claims.issuer == "dp3t", claims.hashAlgorithm == "sha-256" else { throw .issuer }
        guard now.seconds < claims.expires else { throw .expired }
        guard claims.contentHash == Data(SHA256.hash(data: body)).base64EncodedString() else { throw .body }
        guard release == nil || claims.release == release?.milliseconds else { throw .release }
        return ServedRule(claim: claims.riskRule)
    }

    private struct Header: Decodable {
        let alg: String
        let crit: [String]?
    }
}

/// The claims of a signature.
struct SignatureClaims: Decodable {
    static let releaseName = "batch-release-time"

    let contentHash: String
    let hashAlgorithm: String
    let issuer: String
    let expires: Int64
    /// The batch's release in milliseconds since 1970-01-01T00:00:00Z; servers write it as text.
    let release: Int64?
    /// The parameters of the risk rule as a text; empty when there are none, unlike one that is missing.
    let riskRule: String?

    private enum Name: String, CodingKey {
        case contentHash = "content-hash"
        case hashAlgorithm = "hash-alg"
        case issuer = "iss"
        case expires = "exp"
        case release = "batch-release-time"
        case riskRule = "risk-rule"
    }

    init(from decoder: any Decoder) throws {
        let claims = try decoder.container(keyedBy: Name.self)
        contentHash = try claims.decode(String.self, forKey: .contentHash)
        hashAlgorithm = try claims.decode(String.self, forKey: .hashAlgorithm)
        issuer = try claims.decode(String.self, forKey: .issuer)
        expires = try claims.decode(Int64.self, forKey: .expires)
        if let text = try? claims.decodeIfPresent(String.self, forKey: .release) {
            release = Int64(text)
        } else {
            release = try claims.decodeIfPresent(Int64.self, forKey: .release)
        }
        riskRule = claims.contains(.riskRule) ? (try? claims.decode(String.self, forKey: .riskRule)) ?? "" : nil
    }
}
