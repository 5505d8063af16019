import Foundation

/// What `cerca health` asks: a server's address with the path that tells how it is.
struct HealthAddress: Equatable {
    /// The path where none is named.
    static let standardPath = "/healthz"

    /// The whole address, as `http://127.0.0.1:8080/healthz`.
    let text: String

    /// Reads an address of http or https; nil for anything else, and for one with a name, a password or a fragment.
    init?(_ text: String) {
        guard text.utf8.count <= 2048, var parts = URLComponents(string: text),
            let scheme = parts.scheme?.lowercased(), scheme == "http" || scheme == "https",
            let host = parts.host, !host.isEmpty, parts.user == nil, parts.password == nil, parts.fragment == nil,
            (1...65_535).contains(parts.port ?? 1)
        else { return nil }
        if parts.path.isEmpty || parts.path == "/" { parts.path = Self.standardPath }
        guard let whole = parts.string else { return nil }
        self.text = whole
    }
}
