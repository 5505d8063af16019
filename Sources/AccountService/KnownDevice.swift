import Accounts
import Basics
import Crypto
import HTTPTypes
import ServiceKit

/// What a browser shows to have it believed that an account has signed in on it before: a name, and a code that only the
/// server can make.
///
/// The code is made with the account's password hash: nothing is stored for it, and it ends with the password. It opens
/// nothing; it gives a try at signing in a bound of its own, which no stranger can use up.
struct KnownDeviceTicket: Hashable, Sendable {
    /// The name, which says nothing: 16 random bytes in hexadecimal.
    let name: String
    /// All that is shown.
    let text: String

    /// A ticket as it was shown; nil when it has not the form of one.
    init?(_ text: some StringProtocol) {
        guard text.utf8.count == 64, text.utf8.allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x66).contains($0) })
        else { return nil }
        self.text = String(text)
        self.name = String(text.prefix(32))
    }

    private init(name: String, email: String, passwordHash: String) {
        self.name = name
        self.text = name + Self.code(of: name, email, passwordHash)
    }

    /// A new ticket for an account.
    static func make(email: String, passwordHash: String, random: ServerRandom) -> KnownDeviceTicket {
        KnownDeviceTicket(name: random.identifier().hexadecimal, email: email, passwordHash: passwordHash)
    }

    /// Whether it was made for this account and password.
    func isFor(email: String, passwordHash: String) -> Bool {
        // Both texts have a fixed length and are compared to the end.
        zip(text.utf8, (name + Self.code(of: name, email, passwordHash)).utf8).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }

    private static func code(of name: String, _ email: String, _ passwordHash: String) -> String {
        let key = SymmetricKey(data: SHA256.hash(data: Array("cerca known device\u{0}\(passwordHash)".utf8)))
        let code = HMAC<SHA256>.authenticationCode(for: Array("\(name)\u{0}\(email)".utf8), using: key)
        return Array(code.prefix(16)).hexadecimal
    }
}

/// The cookie in which a browser keeps its tickets, one for each of the last accounts that signed in on it.
enum KnownDeviceCookie {
    static let name = "cerca_known"
    /// How many accounts a browser may be known to.
    static let mostTickets = 5

    /// The tickets that a request shows, newest first.
    static func tickets(in headers: HTTPFields) -> [KnownDeviceTicket] {
        for field in headers[values: .cookie] {
            for pair in field.split(separator: ";") {
                let pair = pair.drop { $0 == " " }
                guard pair.hasPrefix("\(name)=") else { continue }
                return pair.dropFirst(name.count + 1).split(separator: ".", maxSplits: mostTickets)
                    .prefix(mostTickets).compactMap { KnownDeviceTicket($0) }
            }
        }
        return []
    }

    /// The field that lets a browser keep a new ticket beside those that it has.
    ///
    /// - Parameter path: Where it signs in: the one place that is shown the cookie.
    static func set(
        _ ticket: KnownDeviceTicket, beside others: [KnownDeviceTicket], path: String, isSecure: Bool
    ) -> HTTPFields {
        let texts = ([ticket] + others).prefix(mostTickets).map(\.text).joined(separator: ".")
        let seconds = DeviceCookie.seconds
        let attributes = "Path=\(path); Max-Age=\(seconds); HttpOnly; SameSite=Strict\(isSecure ? "; Secure" : "")"
        return [.setCookie: "\(name)=\(texts); \(attributes)"]
    }
}
