import Accounts
import Basics
import Crypto

/// What binds one sign-in to one browser: a random token that only this browser has.
///
/// The nonce and the verifier of the code challenge (RFC 7636) follow from it, so that nothing has to be kept of either:
/// the database has the token's digest alone, and what is stolen from it redeems no code.
package struct SignInSecret: Sendable {
    private let token: SessionToken

    /// A new secret.
    package init(using random: inout some RandomNumberGenerator) {
        token = SessionToken(using: &random)
    }

    /// The secret that a browser shows; nil for what can be none.
    package init?(text: String) {
        guard let token = SessionToken(text: text) else { return nil }
        self.token = token
    }

    /// The text for the browser's cookie: 43 characters of base64url.
    package var text: String { token.text }

    /// What is stored and looked up.
    package var digest: [UInt8] { token.digest }

    /// The token itself, for a code that is bound to it.
    package var session: SessionToken { token }

    /// What the ID token has to repeat: 43 characters.
    package var nonce: String { derived("nonce") }

    /// What shows that the code was asked for from here: 43 characters (RFC 7636 section 4.1).
    package var verifier: String { derived("verifier") }

    /// The challenge of the verifier, method `S256`.
    package var challenge: String { Base64.text(Array(SHA256.hash(data: Array(verifier.utf8))), .url) }

    private func derived(_ purpose: String) -> String {
        let key = SymmetricKey(data: Array(token.text.utf8))
        let code = HMAC<SHA256>.authenticationCode(for: Array("cerca sign-in \(purpose)".utf8), using: key)
        return Base64.text(Array(code), .url)
    }
}
