import Basics

/// What is asked of a provider by a form, with what shows that it is us who ask.
package struct TokenRequest: Sendable {
    /// The body, `application/x-www-form-urlencoded`.
    package let body: String
    /// The header field `Authorization`; nil when all of it is in the body.
    package let authorization: String?

    /// The request for the tokens of a code.
    package init(code: String, verifier: String, redirect: String, proof: ClientProof) {
        self.init(
            [
                ("grant_type", "authorization_code"), ("code", code), ("redirect_uri", redirect),
                ("code_verifier", verifier),
            ], proof)
    }

    /// The request to forget a refresh token, and with it that somebody has let us know of them (RFC 7009).
    package init(revoking token: String, proof: ClientProof) {
        self.init([("token", token), ("token_type_hint", "refresh_token")], proof)
    }

    private init(_ fields: [(name: String, value: String)], _ proof: ClientProof) {
        body = ProviderAddress.form(fields + proof.fields)
        authorization = proof.authorization
    }
}

/// What a provider gives for a code.
package struct TokenAnswer: Sendable {
    /// The ID token, not yet believed.
    package let idToken: String
    /// What the userinfo endpoint wants; nil when it is none that a header field carries.
    package let accessToken: String?
    /// What has to be taken back when the tie ends, at a provider that wants that; nil when none was given.
    package let refreshToken: String?

    /// The answer that these bytes are; throws ``OpenIDFault/refused`` for one without an ID token.
    package init(parsing bytes: [UInt8]) throws(OpenIDFault) {
        guard let answer = JSONClaims(bytes), let token = answer.token("id_token", longest: SignedToken.longest),
            answer.text("token_type")?.lowercased() ?? "bearer" == "bearer"
        else { throw .refused }
        idToken = token
        accessToken = answer.token("access_token")
        refreshToken = answer.token("refresh_token", longest: 4096)
    }
}
