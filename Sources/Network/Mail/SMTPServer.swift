import Foundation

/// Where and how mails are handed over.
package struct SMTPServer: Sendable {
    /// The address to reach the server at, or its name.
    package let host: String
    /// The TCP port.
    package let port: Int
    /// How the line is encrypted.
    package let encryption: Encryption
    /// Whom to log in as; nil for nobody.
    package let login: Login?
    /// A file of certificates in PEM form that are trusted; nil for those that the machine trusts.
    package let certificates: String?

    /// How a line is encrypted.
    package enum Encryption: Sendable, Equatable {
        /// From `STARTTLS` on; a server that does not offer it gets nothing.
        case startTLS
        /// From the first byte (`smtps`).
        case implicit
        /// Not at all: only for a server on this machine to which nobody logs in.
        case none
    }

    /// A name and a password.
    package struct Login: Sendable {
        /// The name.
        package let user: String
        /// The password.
        package let password: String

        /// A name and a password.
        package init(user: String, password: String) {
            self.user = user
            self.password = password
        }
    }

    /// The server of an address `smtp://USER@HOST:PORT` or `smtps://USER@HOST:PORT`; nil when it is none.
    ///
    /// The port is 587 unless it is told, 465 for `smtps`. A name in the address needs a password, and a password a
    /// name; a password in the address is refused, because addresses are seen by others. Without a name, a server on
    /// this machine is spoken to without encryption.
    package init?(_ address: String, password: String?, certificates: String? = nil) {
        guard let parts = URLComponents(string: address), let host = parts.host, !host.isEmpty, parts.password == nil,
            parts.path.isEmpty || parts.path == "/", parts.query == nil, parts.fragment == nil
        else { return nil }
        let isImplicit = parts.scheme == "smtps"
        guard isImplicit || parts.scheme == "smtp" else { return nil }
        let user = parts.user.flatMap { $0.isEmpty ? nil : $0 }
        guard (user == nil) == (password == nil) else { return nil }
        // A zero byte divides name and password in AUTH PLAIN.
        if let user, let password {
            guard !(user + password).utf8.contains(where: { $0 < 0x20 }), !password.isEmpty else { return nil }
            login = Login(user: user, password: password)
        } else {
            login = nil
        }
        self.host = host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host
        port = parts.port ?? (isImplicit ? 465 : 587)
        guard (1...65_535).contains(port) else { return nil }
        let isHere = ["localhost", "127.0.0.1", "::1"].contains(self.host)
        encryption = isImplicit ? .implicit : isHere && user == nil ? .none : .startTLS
        self.certificates = certificates
    }
}

extension SMTPServer.Login: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// A mark without name and password.
    package var description: String { "[login]" }

    /// A mark without name and password.
    package var debugDescription: String { description }

    /// Nothing, so that a dump does not show the password either.
    package var customMirror: Mirror { Mirror(self, children: []) }
}
