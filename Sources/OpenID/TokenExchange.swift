import Encodings

/// How a code is exchanged for tokens.
package struct TokenRequest: Sendable {
    /// The body, `application/x-www-form-urlencoded`.
    package let body: String
    /// The header field `Authorization`; nil when the secret is in the body.
    package let authorization: String?

    /// The request for the tokens of a code.
    package init(
        code: String, verifier: String, redirect: String, client: String, secret: String, secretInBody: Bool
    ) {
        var fields: [(name: String, value: String)] = [
            ("grant_type", "authorization_code"), ("code", code), ("redirect_uri", redirect),
            ("code_verifier", verifier), ("client_id", client),
        ]
        if secretInBody {
            fields.append(("client_secret", secret))
            authorization = nil
        } else {
            // Each half is written as in a form before they are joined (RFC 6749 section 2.3.1).
            let pair = "\(PercentEncoding.encoded(client)):\(PercentEncoding.encoded(secret))"
            authorization = "Basic \(Base64.text(Array(pair.utf8)))"
        }
        body = ProviderAddress.form(fields)
    }
}

/// What a provider gives for a code; nothing of it is kept.
package struct TokenAnswer: Sendable {
    /// The ID token, not yet believed.
    package let idToken: String
    /// What the userinfo endpoint wants; nil when it is none that a header field carries.
    package let accessToken: String?

    /// The answer that these bytes are; throws ``OpenIDFault/refused`` for one without an ID token.
    package init(parsing bytes: [UInt8]) throws(OpenIDFault) {
        guard let answer = JSONClaims(bytes) else { throw .refused }
        guard case .string(let token)? = (try? JSONValue(parsing: bytes))?["id_token"],
            answer.text("token_type")?.lowercased() ?? "bearer" == "bearer"
        else { throw .refused }
        idToken = token
        if case .string(let access)? = (try? JSONValue(parsing: bytes))?["access_token"],
            access.utf8.count <= 8192, access.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F })
        {
            accessToken = access
        } else {
            accessToken = nil
        }
    }
}
