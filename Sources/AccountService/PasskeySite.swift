import Passkeys
import Synchronization

/// The host name and the origins of the server's pages, known once it listens.
package final class PasskeySite: Sendable {
    private let known = Mutex<RelyingParty?>(nil)

    /// A server that has not said yet where its pages are.
    package init() {}

    /// The server as authenticators know it; nil while passkeys cannot be offered.
    var party: RelyingParty? { known.withLock { $0 } }

    /// Whether passkeys can be offered.
    package var isOpen: Bool { party != nil }

    /// Says where the pages are.
    ///
    /// A server that nobody gave a public address, and that listens on this machine alone, is `localhost`. Any other is
    /// known by an address in numbers, which passkeys cannot be bound to.
    package func open(publicURL: String?, host: String, port: Int, isEncrypted: Bool) {
        let isLocal = ["127.0.0.1", "::1", "localhost"].contains(host)
        let local = isLocal ? "\(isEncrypted ? "https" : "http")://localhost:\(port)" : nil
        let party = (publicURL ?? local).flatMap(RelyingParty.init(publicURL:))
        known.withLock { $0 = party }
    }
}
