import Basics
import Crypto
import CryptoExtras

@testable import OpenID

/// A provider of the tests' own, which signs whatever it is told to.
struct TestIssuer {
    static let issuer = "https://issuer.example"
    static let client = "cerca"
    static let now = Timestamp(seconds: 1_800_000_000)

    let rsa: _RSA.Signing.PrivateKey
    let p256 = P256.Signing.PrivateKey()
    let keyID: String?

    /// Making such a key takes long; all tests share one unless they need another.
    private static let shared = Result { try _RSA.Signing.PrivateKey(keySize: .bits2048) }

    init(keyID: String? = "one", hasOwnKey: Bool = false) throws {
        rsa = hasOwnKey ? try _RSA.Signing.PrivateKey(keySize: .bits2048) : try Self.shared.get()
        self.keyID = keyID
    }

    /// Its list, with the RSA key and the P-256 key.
    var keys: ProviderKeys {
        get throws { try ProviderKeys(parsing: Array(list.compactText.utf8)) }
    }

    var list: JSONValue {
        get throws {
            let numbers = try rsa.publicKey.getKeyPrimitives()
            let point = p256.publicKey.rawRepresentation
            return .object([
                "keys": .array([
                    .object([
                        "kty": "RSA", "use": "sig", "kid": keyID.map { .string($0) },
                        "n": .string(Base64.text(Array(numbers.modulus), .url)),
                        "e": .string(Base64.text(Array(numbers.publicExponent), .url)),
                    ]),
                    .object([
                        "kty": "EC", "crv": "P-256", "kid": "curve",
                        "x": .string(Base64.text(Array(point.prefix(32)), .url)),
                        "y": .string(Base64.text(Array(point.suffix(32)), .url)),
                    ]),
                    .object(["kty": "oct", "k": "c2VjcmV0", "kid": "symmetric"]),
                ])
            ])
        }
    }

    /// Claims that are right, with these in place of theirs; `null` leaves one out.
    static func claims(_ others: KeyValuePairs<String, JSONValue> = [:]) -> JSONValue {
        var members: [JSONValue.Member] = [
            .init("iss", .string(issuer)), .init("sub", "alice"), .init("aud", .string(client)),
            .init("exp", .integer(now.seconds + 300)), .init("iat", .integer(now.seconds)), .init("nonce", "right"),
            .init("email", "Alice@example.org"), .init("email_verified", true),
        ]
        for (name, value) in others {
            members.removeAll { $0.name == name }
            if value != .null { members.append(.init(name, value)) }
        }
        return .object(members)
    }

    /// A token signed with the RSA key, or as `algorithm` says.
    func token(_ claims: JSONValue, algorithm: String = "RS256", keyID: String?? = nil) throws -> String {
        let header: JSONValue = .object([
            "alg": .string(algorithm), "kid": (keyID ?? self.keyID).map { .string($0) }, "typ": "JWT",
        ])
        return try sign(header, claims, algorithm)
    }

    func sign(_ header: JSONValue, _ claims: JSONValue, _ algorithm: String) throws -> String {
        let signed = [header, claims].map { Base64.text(Array($0.compactText.utf8), .url) }.joined(separator: ".")
        let bytes = Array(signed.utf8)
        let signature: [UInt8] =
            switch algorithm {
            case "none": []
            case "HS256":
                // The key that everybody knows, as a secret: what a careless reader would verify with.
                Array(
                    HMAC<SHA256>.authenticationCode(
                        for: bytes, using: SymmetricKey(data: Array(rsa.publicKey.pemRepresentation.utf8))))
            case "ES256": Array(try p256.signature(for: bytes).rawRepresentation)
            default:
                Array(
                    try rsa.signature(for: SHA256.hash(data: bytes), padding: .insecurePKCS1v1_5).rawRepresentation)
            }
        return "\(signed).\(Base64.text(signature, .url))"
    }

    /// What becomes of a token that answers a question with the nonce `right`.
    func identity(_ text: String, accessToken: String? = nil, at now: Timestamp = now) throws -> Identity {
        let rules = IDTokenRules(issuer: Self.issuer, client: Self.client)
        let token = try SignedToken(text, allowed: [.rs256, .es256])
        return try rules.identity(token, keys: try keys, nonce: "right", accessToken: accessToken, at: now)
    }
}
