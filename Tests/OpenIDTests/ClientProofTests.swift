import Basics
import Crypto
import Testing

@testable import OpenID

/// What shows a provider that it is us who ask.
@Suite struct ClientProofTests {
    private static let now = Timestamp(seconds: 1_800_000_000)
    private static let endpoint = ProviderAddress("https://issuer.example/token")

    private func proof(
        _ way: ClientAuthentication, client: String = "cerca", inBody: Bool = false
    ) throws -> ClientProof {
        try way.proof(
            client: client, issuer: "https://issuer.example", endpoint: try #require(Self.endpoint),
            secretInBody: inBody, name: "one", at: Self.now)
    }

    private func field(_ name: String, _ proof: ClientProof) -> String? {
        proof.fields.first { $0.name == name }?.value
    }

    /// Header and claims of a token, once `key` has verified it.
    private func opened(_ token: String, _ key: P256.Signing.PublicKey) throws -> (header: JSONValue, claims: JSONValue)
    {
        let parts = token.split(separator: ".")
        try #require(parts.count == 3)
        let signature = try P256.Signing.ECDSASignature(
            rawRepresentation: try #require(Base64.bytes(String(parts[2]), .url)))
        #expect(key.isValidSignature(signature, for: Array("\(parts[0]).\(parts[1])".utf8)))
        let texts = try parts.prefix(2).map { try JSONValue(parsing: try #require(Base64.bytes(String($0), .url))) }
        return (texts[0], texts[1])
    }

    @Test func `a secret goes into the header field, encoded half by half, or into the body`() throws {
        let proof = try proof(.secret("s&+"), client: "i:d")
        #expect(proof.authorization == "Basic \(Base64.text(Array("i%3Ad:s%26%2B".utf8)))")
        #expect(field("client_secret", proof) == nil)
        let other = try self.proof(.secret("s&+"), inBody: true)
        #expect(other.authorization == nil)
        let request = TokenRequest(code: "c", verifier: "v", redirect: "https://a/b", proof: other)
        #expect(request.body.hasSuffix("&client_id=cerca&client_secret=s%26%2B"))
        let revoking = TokenRequest(revoking: "r+", proof: other)
        #expect(
            revoking.body
                == "token=r%2B&token_type_hint=refresh_token&client_id=cerca&client_secret=s%26%2B")
    }

    @Test func `a team's secret is made anew for each request and lasts five minutes`() throws {
        let key = P256.Signing.PrivateKey()
        let team = try #require(ClientKey(pem: key.pemRepresentation, id: "KEY1"))
        let proof = try proof(.team("TEAM1", team))
        let (header, claims) = try opened(try #require(field("client_secret", proof)), key.publicKey)
        #expect(header == .object(["alg": "ES256", "kid": "KEY1", "typ": "JWT"]))
        #expect(
            claims
                == .object([
                    "iss": "TEAM1", "sub": "cerca", "aud": "https://issuer.example", "iat": .integer(Self.now.seconds),
                    "exp": .integer(Self.now.seconds + 300),
                ]))
        #expect(proof.authorization == nil && field("client_id", proof) == "cerca")
    }

    @Test func `a signed assertion names us twice, the endpoint, and itself`() throws {
        let key = P256.Signing.PrivateKey()
        let proof = try proof(.signed(try #require(ClientKey(pem: key.pemRepresentation, id: "k"))))
        #expect(
            field("client_assertion_type", proof) == "urn:ietf:params:oauth:client-assertion-type:jwt-bearer")
        let (_, claims) = try opened(try #require(field("client_assertion", proof)), key.publicKey)
        #expect(claims["iss"] == "cerca" && claims["sub"] == "cerca" && claims["jti"] == "one")
        #expect(claims["aud"] == "https://issuer.example/token")
    }

    @Test func `another kind of key is none`() {
        #expect(ClientKey(pem: "", id: "k") == nil)
        #expect(ClientKey(pem: P384.Signing.PrivateKey().pemRepresentation, id: "k") == nil)
    }
}
