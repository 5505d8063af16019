import Accounts
import Basics
import Crypto

/// Our app at Facebook, whose sign-in is OAuth 2 and whose word comes from an API ("Graph") in place of a signed token.
///
/// Two things stand for the signature: the app's own question about the token, and a code over each token that only we
/// can make.
package struct GraphApp: Sendable {
    /// Seconds for which a signed request counts.
    package static let requestSeconds: Int64 = 3600

    private let id: String
    private let secret: String

    /// The app that Facebook knows by this number and this secret.
    package init(id: String, secret: String) {
        self.id = id
        self.secret = secret
    }

    /// Where browsers are sent, unless the operator says otherwise.
    package static let authorization = ProviderAddress("https://www.facebook.com/v23.0/dialog/oauth")
    /// Where the API is, unless the operator says otherwise.
    package static let graph = ProviderAddress("https://graph.facebook.com/v23.0")

    /// The body of the request for the token of a code.
    package func tokenRequest(code: String, verifier: String, redirect: String) -> String {
        ProviderAddress.form([
            ("client_id", id), ("client_secret", secret), ("redirect_uri", redirect), ("code", code),
            ("code_verifier", verifier),
        ])
    }

    /// The token that an answer has; throws ``OpenIDFault/refused`` for one without.
    package func token(_ bytes: [UInt8]) throws(OpenIDFault) -> String {
        guard let token = JSONClaims(bytes)?.token("access_token", longest: 2048) else { throw .refused }
        return token
    }

    /// The fields that ask for whom a token was made, in the app's own name.
    package func inspection(of token: String) -> [(name: String, value: String)] {
        [("input_token", token), ("access_token", "\(id)|\(secret)")]
    }

    /// The fields that ask who the person is: the number and the address, and not the name, which nothing here needs.
    package func question(_ token: String) -> [(name: String, value: String)] {
        [("fields", "id,email"), ("access_token", token), ("appsecret_proof", code(over: token).hexadecimal)]
    }

    /// Whom a token stands for, as the answer to its inspection says.
    ///
    /// Throws ``OpenIDFault/wrongAudience`` for the token of another app, ``OpenIDFault/expired`` and
    /// ``OpenIDFault/refused``.
    package func person(_ bytes: [UInt8], at now: Timestamp) throws(OpenIDFault) -> String {
        guard let data = JSONClaims(bytes)?.object("data") else { throw .refused }
        guard data.text("app_id") == id else { throw .wrongAudience }
        guard data.flag("is_valid") == true, data.text("type") == "USER",
            let person = data.text("user_id"), (1...255).contains(person.utf8.count)
        else { throw .refused }
        // Zero is a token without an end.
        guard let end = data.seconds("expires_at"), end == 0 || end > now.seconds else { throw .expired }
        return person
    }

    /// Who the person is, by the answer about them; throws ``OpenIDFault/wrongSubject`` when that is not `person`.
    package func identity(_ bytes: [UInt8], of person: String, issuer: String) throws(OpenIDFault) -> Identity {
        guard let claims = JSONClaims(bytes) else { throw .refused }
        guard claims.text("id") == person else { throw .wrongSubject }
        return Identity(issuer: issuer, subject: person, unverified: claims.text("email"))
    }

    /// The person who wants to be forgotten, by a request that Facebook signs with the app's secret.
    ///
    /// Throws ``OpenIDFault/malformedToken``, ``OpenIDFault/wrongAlgorithm``, ``OpenIDFault/wrongSignature``,
    /// ``OpenIDFault/expired`` and ``OpenIDFault/early``.
    package func farewell(_ text: String, at now: Timestamp) throws(OpenIDFault) -> GraphFarewell {
        guard text.utf8.count <= SignedToken.longest else { throw .malformedToken }
        let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count == 2, let signature = Base64.bytes(parts[0], .url), let payload = Base64.bytes(parts[1], .url)
        else { throw .malformedToken }
        // The signature comes first: nothing that somebody made up is read.
        guard ConstantTime.areEqual(signature, code(over: String(decoding: parts[1], as: UTF8.self))) else {
            throw .wrongSignature
        }
        guard let claims = JSONClaims(payload) else { throw .malformedToken }
        guard claims.text("algorithm")?.uppercased() == "HMAC-SHA256" else { throw .wrongAlgorithm }
        guard let person = claims.text("user_id"), (1...255).contains(person.utf8.count),
            let issued = claims.seconds("issued_at")
        else { throw .malformedToken }
        guard issued < now.seconds + IDTokenRules.leeway else { throw .early }
        guard issued > now.seconds - Self.requestSeconds else { throw .expired }
        return GraphFarewell(
            person: person, code: String(Array(SHA256.hash(data: signature)).hexadecimal.prefix(20)),
            expiresAt: Timestamp(seconds: issued + Self.requestSeconds))
    }

    private func code(over text: String) -> [UInt8] {
        let key = SymmetricKey(data: Array(secret.utf8))
        return Array(HMAC<SHA256>.authenticationCode(for: Array(text.utf8), using: key))
    }
}

/// Somebody's wish, told by Facebook, that nothing of theirs stays here that came from there.
package struct GraphFarewell: Hashable, Sendable {
    /// The person, by their number at Facebook.
    package let person: String
    /// What the wish is called: the same for the same request, 20 hexadecimal digits.
    package let code: String
    /// The instant from which the request is worth nothing.
    package let expiresAt: Timestamp
}
