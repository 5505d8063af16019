import Basics
import CryptoExtras

/// By what Firebase Cloud Messaging knows this server: a service account of a project.
package struct GoogleAccount: Sendable {
    /// What a token of the account may do.
    static let scope = "https://www.googleapis.com/auth/firebase.messaging"

    /// Where messages go.
    package let sendURL: String
    /// Where tokens come from.
    package let tokenURL: String
    private let email: String
    private let key: _RSA.Signing.PrivateKey

    /// The account that the file of a service account describes, as Google's console gives it; nil when it is none.
    ///
    /// - Parameter host: Where messages go: scheme, host and port.
    package init?(file: [UInt8], host: String = "https://fcm.googleapis.com") {
        guard let file = try? JSONValue(parsing: file) else { return nil }
        func text(_ name: String) -> String? {
            if case .string(let text)? = file[name], (1...8192).contains(text.utf8.count) { text } else { nil }
        }
        guard let project = text("project_id"), let email = text("client_email"), let token = text("token_uri"),
            project.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == ":" || $0 == ".") }),
            let pem = text("private_key"), let key = try? _RSA.Signing.PrivateKey(pemRepresentation: pem)
        else { return nil }
        self.email = email
        self.key = key
        self.tokenURL = token
        self.sendURL = "\(host)/v1/projects/\(project)/messages:send"
    }

    /// What is asked where tokens come from.
    func tokenRequest(at now: Timestamp) throws(PushFault) -> PushRequest {
        let claims: JSONValue = .object([
            "iss": .string(email), "scope": .string(Self.scope), "aud": .string(tokenURL),
            "iat": .integer(now.seconds), "exp": .integer(now.seconds + 3600),
        ])
        guard let assertion = SignedToken.text(claims, by: .rsa(key)) else {
            throw .ours(PushAlarm(status: 0, reason: "not_signed"))
        }
        let grant = PercentEncoding.encoded("urn:ietf:params:oauth:grant-type:jwt-bearer")
        return PushRequest(
            url: tokenURL, headers: [("content-type", "application/x-www-form-urlencoded")],
            body: Array("grant_type=\(grant)&assertion=\(assertion)".utf8))
    }
}
