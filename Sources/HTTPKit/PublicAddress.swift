import Foundation

/// The address at which people reach the server, as its operator says it: what goes into mails is never what a request
/// says, which anybody can write as they like.
package struct PublicAddress: Sendable, Equatable {
    /// The address without a slash at its end.
    package let text: String

    /// `https://HOST`, with a port or a path or without; `http` only for this machine.
    ///
    /// Nil for anything else.
    package init?(_ text: String) {
        guard text.utf8.count <= 200, text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }),
            let parts = URLComponents(string: text), let host = parts.host, !host.isEmpty, parts.user == nil,
            parts.password == nil, parts.query == nil, parts.fragment == nil
        else { return nil }
        let isHere = ["localhost", "127.0.0.1", "::1", "[::1]"].contains(host)
        guard parts.scheme == "https" || parts.scheme == "http" && isHere else { return nil }
        self.text = String(text.reversed().drop { $0 == "/" }.reversed())
    }

    /// The address of a place of the page; `token` stands in the fragment, which no server and no other site is told.
    package func place(_ name: String, token: String) -> String {
        "\(text)/#/\(name)?token=\(token)"
    }
}
