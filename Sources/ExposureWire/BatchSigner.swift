import Basics
import Crypto
import Foundation

/// Signs answers as DP-3T's server does, so that none can be changed, kept back or replayed between server and phone.
///
/// The signature is a JWS in compact form (RFC 7515) with ES256 (RFC 7518 section 3.4) over claims of the body, in the
/// header field `Signature`. Its form is fixed: there is no algorithm to choose and none to confuse.
public struct BatchSigner: Sendable {
    private let key: P256.Signing.PrivateKey

    /// The signer whose private key is in PEM form (PKCS #8 or SEC 1).
    public init(pem: String) throws {
        key = try P256.Signing.PrivateKey(pemRepresentation: pem)
    }

    private init(key: P256.Signing.PrivateKey) {
        self.key = key
    }

    /// A signer with a new key.
    public static func generate() -> BatchSigner {
        BatchSigner(key: P256.Signing.PrivateKey())
    }

    /// The private key in PEM form, for its file alone.
    public var privateKeyPEM: String { key.pemRepresentation }

    /// The public key in PEM form, which phones are told.
    public var publicKeyPEM: String { key.publicKey.pemRepresentation }

    /// What people compare of it: the first eight bytes of a digest of the public key, in hexadecimal digits.
    package var fingerprint: String {
        Array(SHA256.hash(data: key.publicKey.derRepresentation).prefix(8)).hexadecimal
    }

    /// The verifier of this signer's answers.
    public var verifier: BatchVerifier { BatchVerifier(key: key.publicKey) }

    /// A key of 32 bytes for another purpose, derived from the private key (HKDF with SHA-256, RFC 5869).
    public func derivedKey(for purpose: String) -> SymmetricKey {
        HKDF<SHA256>.deriveKey(
            inputKeyMaterial: SymmetricKey(data: key.rawRepresentation), info: Data(purpose.utf8), outputByteCount: 32)
    }

    /// The signature of an answer.
    ///
    /// - Parameters:
    ///   - body: The exact body.
    ///   - now: When it is signed; the claim `batch-release-time` takes its place when it is among the protected ones.
    ///   - retentionDays: For how long the signature holds.
    ///   - protected: Header fields that become claims: names in lower case, without a leading `x-`.
    public func sign(
        body: some DataProtocol, at now: Timestamp, retentionDays: Int, protected: [(name: String, value: String)] = []
    ) throws -> String {
        var issued = now
        var claims = ""
        for (name, value) in protected {
            let name = Self.claimName(name)
            if name == SignatureClaims.releaseName, let release = Int64(value) {
                issued = Timestamp(milliseconds: release)
            }
            claims += ",\(try Self.quoted(name)):\(try Self.quoted(value))"
        }
        let hash = Data(SHA256.hash(data: body)).base64EncodedString()
        let expires = issued.seconds + Int64(retentionDays) * 86_400
        let payload = """
            {"content-hash":"\(hash)","hash-alg":"sha-256","iss":"dp3t","iat":\(issued.seconds),"exp":\(expires)\(claims)}
            """
        let signed = "\(Self.header).\(Base64.text(Data(payload.utf8), .url))"
        let signature = try key.signature(for: Data(signed.utf8))
        return "\(signed).\(Base64.text(signature.rawRepresentation, .url))"
    }

    /// `{"alg":"ES256"}`.
    private static let header = Base64.text(Data(#"{"alg":"ES256"}"#.utf8), .url)

    private static func claimName(_ name: String) -> String {
        let name = name.lowercased()
        return name.hasPrefix("x-") ? String(name.dropFirst(2)) : name
    }

    private static func quoted(_ text: String) throws -> String {
        String(decoding: try JSONEncoder().encode(text), as: UTF8.self)
    }
}
