import Basics
import Crypto

/// A P-256 key of ours that a provider knows, and with which we sign what stands in place of a fixed secret.
package struct ClientKey: Sendable {
    /// Seconds for which one signed text is good: each request has one of its own.
    package static let seconds: Int64 = 300

    private let key: P256.Signing.PrivateKey
    private let id: String

    /// The key in a file of PEM form, and what the provider calls it; nil for what is no such key.
    package init?(pem: String, id: String) {
        guard let key = try? P256.Signing.PrivateKey(pemRepresentation: pem) else { return nil }
        self.key = key
        self.id = id
    }

    /// A token (RFC 7519, ES256) by which `issuer` says for five minutes that it is `subject`, to `audience` alone.
    ///
    /// Throws ``OpenIDFault/refused`` when signing fails.
    ///
    /// - Parameter name: What names the token, for providers that take each of them once; nil for none.
    func token(
        issuer: String, subject: String, audience: String, name: String?, at now: Timestamp
    ) throws(OpenIDFault) -> String {
        let header: JSONValue = .object(["alg": "ES256", "kid": .string(id), "typ": "JWT"])
        let claims: JSONValue = .object([
            "iss": .string(issuer), "sub": .string(subject), "aud": .string(audience),
            "iat": .integer(now.seconds), "exp": .integer(now.seconds + Self.seconds), "jti": name.map { .string($0) },
        ])
        let signed = [header, claims].map { Base64.text(Array($0.compactText.utf8), .url) }.joined(separator: ".")
        guard let signature = try? key.signature(for: Array(signed.utf8)) else { throw .refused }
        // Both numbers side by side, and not their DER (RFC 7518 section 3.4).
        return "\(signed).\(Base64.text(Array(signature.rawRepresentation), .url))"
    }
}

/// How a provider of OpenID Connect is shown that it is us who ask.
package enum ClientAuthentication: Sendable {
    /// By a fixed secret, in the way that the provider's document wants.
    case secret(String)
    /// As Apple has it: in place of the secret stands a token that the key of a team signs.
    case team(String, ClientKey)
    /// By a token that our key signs (`private_key_jwt`, OpenID Connect Core, section 9).
    case signed(ClientKey)

    /// What one request carries to show it.
    ///
    /// - Parameters:
    ///   - endpoint: Where the request goes.
    ///   - name: What names the token of `signed`, which counts once: it has to be random.
    package func proof(
        client: String, issuer: String, endpoint: ProviderAddress, secretInBody: Bool, name: String, at now: Timestamp
    ) throws(OpenIDFault) -> ClientProof {
        switch self {
        case .secret(let secret):
            guard secretInBody else {
                // Each half is written as in a form before they are joined (RFC 6749 section 2.3.1).
                let pair = "\(PercentEncoding.encoded(client)):\(PercentEncoding.encoded(secret))"
                return ClientProof(
                    fields: [("client_id", client)], authorization: "Basic \(Base64.text(Array(pair.utf8)))")
            }
            return ClientProof(fields: [("client_id", client), ("client_secret", secret)])
        case .team(let team, let key):
            let token = try key.token(issuer: team, subject: client, audience: issuer, name: nil, at: now)
            return ClientProof(fields: [("client_id", client), ("client_secret", token)])
        case .signed(let key):
            let token = try key.token(issuer: client, subject: client, audience: endpoint.text, name: name, at: now)
            return ClientProof(fields: [
                ("client_id", client), ("client_assertion", token),
                ("client_assertion_type", "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"),
            ])
        }
    }
}

/// What a request carries to show that it is ours.
package struct ClientProof: Sendable {
    /// Fields of its body.
    package let fields: [(name: String, value: String)]
    /// The header field `Authorization`; nil for none.
    package let authorization: String?

    init(fields: [(name: String, value: String)], authorization: String? = nil) {
        self.fields = fields
        self.authorization = authorization
    }
}
