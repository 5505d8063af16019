import Accounts
import Basics

/// The question with which a browser is sent to a provider: the code flow with a code challenge.
package struct AuthorizationRequest: Sendable {
    /// What names us there.
    package let client: String
    /// Where the browser comes back to.
    package let redirect: String
    /// What is asked for, `openid` first.
    package let scopes: [String]
    /// What the answer has to repeat.
    package let state: String
    /// What binds it to the browser.
    package let secret: SignInSecret
    /// Whether the answer comes as a form, and not in the address.
    package let answersByForm: Bool
    /// Whether the provider has to ask the person once more who they are, whoever is signed in there.
    package let asksAnew: Bool

    /// A question of these parts.
    package init(
        client: String, redirect: String, scopes: [String], state: String, secret: SignInSecret,
        answersByForm: Bool = false, asksAnew: Bool = false
    ) {
        self.client = client
        self.redirect = redirect
        self.scopes = scopes
        self.state = state
        self.secret = secret
        self.answersByForm = answersByForm
        self.asksAnew = asksAnew
    }

    /// Where the browser is sent.
    package func address(at endpoint: ProviderAddress) -> String {
        var fields: [(name: String, value: String)] = [
            ("response_type", "code"), ("client_id", client), ("redirect_uri", redirect),
            ("scope", scopes.joined(separator: " ")), ("state", state), ("nonce", secret.nonce),
            ("code_challenge", secret.challenge), ("code_challenge_method", "S256"),
        ]
        if answersByForm { fields.append(("response_mode", "form_post")) }
        if asksAnew { fields += [("prompt", "login"), ("max_age", "0")] }
        return endpoint.with(fields)
    }
}

/// What a provider sends a browser back with.
package struct AuthorizationAnswer: Hashable, Sendable {
    /// Bytes of the longest query or form that is read.
    package static let longest = 16 * 1024
    /// Bytes of the longest code.
    package static let longestCode = 4096

    /// By which words providers tell that the person said no: that of the standard, and Apple's own.
    private static let denials: Set<String> = ["access_denied", "user_cancelled_authorize"]

    /// What our question carried.
    package let state: String
    private let code: String?
    private let issuer: String?
    private let error: String?

    /// The answer in a query or a form; nil for what is none, or carries no state.
    package init?(parsing form: some Collection<UInt8>) {
        guard form.count <= Self.longest, let fields = try? FormFields(parsing: form),
            let state = fields["state"], (1...200).contains(state.utf8.count)
        else { return nil }
        self.state = state
        code = fields["code"]
        issuer = fields["iss"]
        error = fields["error"]
    }

    /// What of a form that came from another site goes on to this browser's own question: nothing that tells of a person,
    /// such as the name that Apple sends along unsigned.
    package var query: String {
        let fields: [(name: String, value: String?)] = [
            ("state", state), ("code", code), ("iss", issuer), ("error", error),
        ]
        return ProviderAddress.form(fields.compactMap { field in field.value.map { (field.name, $0) } })
    }

    /// The code, from the provider that was asked.
    ///
    /// Throws ``OpenIDFault/wrongIssuer`` for the answer of another provider (RFC 9207), ``OpenIDFault/denied`` when the
    /// person said no, and ``OpenIDFault/refused``.
    package func code(issuer asked: String, namesItself: Bool) throws(OpenIDFault) -> String {
        guard issuer == asked || (issuer == nil && !namesItself) else { throw .wrongIssuer }
        if let error { throw Self.denials.contains(error) ? .denied : .refused }
        guard let code, (1...Self.longestCode).contains(code.utf8.count) else { throw .refused }
        return code
    }
}
