import Basics
import Crypto

/// By what Apple's push servers know this server: a signing key of a team's, for one app.
package struct AppleAccount: Sendable {
    /// The servers of the App Store.
    package static let production = "https://api.push.apple.com"
    /// The servers of apps in development.
    package static let sandbox = "https://api.sandbox.push.apple.com"

    /// The app: its bundle identifier.
    package let topic: String
    /// Where messages go to devices of either environment.
    package let hosts: (production: String, sandbox: String)
    private let team: String
    private let keyID: String
    private let key: P256.Signing.PrivateKey

    /// The account with this key, a text in PEM form; nil when it is none, or a name is not one of Apple's ten characters.
    package init?(
        team: String, keyID: String, key: String, topic: String, production: String = production,
        sandbox: String = sandbox
    ) {
        func isName(_ text: String) -> Bool {
            text.utf8.count == 10 && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
        }
        guard isName(team), isName(keyID), let key = try? P256.Signing.PrivateKey(pemRepresentation: key),
            (1...255).contains(topic.utf8.count),
            topic.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "." || $0 == "-") })
        else { return nil }
        self.team = team
        self.keyID = keyID
        self.key = key
        self.topic = topic
        self.hosts = (production, sandbox)
    }

    /// A token that is good from `now` on, for an hour.
    func token(at now: Timestamp) throws(PushFault) -> String {
        let claims: JSONValue = .object(["iss": .string(team), "iat": .integer(now.seconds)])
        guard let token = SignedToken.text(claims, by: .elliptic(key), identifier: keyID) else {
            throw .ours(PushAlarm(status: 0, reason: "not_signed"))
        }
        return token
    }
}
