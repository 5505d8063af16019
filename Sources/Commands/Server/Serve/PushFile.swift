import Basics

/// What the file says by which an operator lets notices reach devices; nothing in it is secret but the names of files.
struct PushFile: Equatable {
    /// The member of the file that cannot be meant.
    struct Fault: Error, Equatable {
        let member: String
    }

    /// Apple's side.
    struct Apple: Equatable {
        let team: String
        let keyID: String
        let keyFile: String
        let topic: String
        let production: String?
        let sandbox: String?
        let certificates: String?
    }

    /// Google's side.
    struct Google: Equatable {
        let serviceAccountFile: String
        let host: String?
        let certificates: String?
    }

    /// Where this server's owner is reached: a `mailto:` or `https:` URL, which push services are told.
    let subject: String
    /// Where the page is, as `https://cerca.example.org`; nil when browsers are to find it themselves.
    let site: String?
    /// Whether push services are on this machine: for tests.
    let isLoopback: Bool
    /// A file of certificates that are trusted for push services, in place of the machine's.
    let webCertificates: String?
    /// Nil when no app of Apple's is told anything.
    let apple: Apple?
    /// Nil when no app on Android is.
    let google: Google?

    /// Reads a file; what it says beyond this is refused, so that a slip is not taken for a wish.
    init(_ bytes: [UInt8]) throws(Fault) {
        guard let root = try? JSONValue(parsing: bytes), case .object = root else { throw Fault(member: "") }
        let top = try Members(root, "", known: ["subject", "site", "web", "apple", "google"])
        subject = try top.needed("subject")
        guard subject.hasPrefix("mailto:") && subject.contains("@") || subject.hasPrefix("https://") else {
            throw Fault(member: "subject")
        }
        site = try top.url("site")
        let web = try top.object("web", known: ["loopback", "certificates"])
        isLoopback = try web?.flag("loopback") ?? false
        webCertificates = try web?.text("certificates")
        if let apple = try top.object(
            "apple", known: ["team", "keyID", "keyFile", "topic", "production", "sandbox", "certificates"])
        {
            self.apple = Apple(
                team: try apple.needed("team"), keyID: try apple.needed("keyID"), keyFile: try apple.needed("keyFile"),
                topic: try apple.needed("topic"), production: try apple.url("production"),
                sandbox: try apple.url("sandbox"), certificates: try apple.text("certificates"))
        } else {
            apple = nil
        }
        if let google = try top.object("google", known: ["serviceAccountFile", "host", "certificates"]) {
            self.google = Google(
                serviceAccountFile: try google.needed("serviceAccountFile"), host: try google.url("host"),
                certificates: try google.text("certificates"))
        } else {
            google = nil
        }
    }

    /// The members of one object of the file.
    private struct Members {
        let value: JSONValue
        let prefix: String

        init(_ value: JSONValue, _ prefix: String, known: Set<String>) throws(Fault) {
            guard case .object(let members) = value else { throw Fault(member: prefix) }
            for member in members where !known.contains(member.name) { throw Fault(member: prefix + member.name) }
            self.value = value
            self.prefix = prefix
        }

        func text(_ name: String) throws(Fault) -> String? {
            switch value[name] {
            case nil: return nil
            case .string(let text)? where !text.isEmpty: return text
            default: throw Fault(member: prefix + name)
            }
        }

        func needed(_ name: String) throws(Fault) -> String {
            guard let text = try text(name) else { throw Fault(member: prefix + name) }
            return text
        }

        /// Scheme, host and port, without a slash at the end.
        func url(_ name: String) throws(Fault) -> String? {
            guard let text = try text(name) else { return nil }
            guard text.hasPrefix("https://") || text.hasPrefix("http://"), !text.hasSuffix("/") else {
                throw Fault(member: prefix + name)
            }
            return text
        }

        func flag(_ name: String) throws(Fault) -> Bool? {
            switch value[name] {
            case nil: return nil
            case .boolean(let flag)?: return flag
            default: throw Fault(member: prefix + name)
            }
        }

        func object(_ name: String, known: Set<String>) throws(Fault) -> Members? {
            guard let value = value[name] else { return nil }
            return try Members(value, "\(prefix)\(name).", known: known)
        }
    }
}
