import API
import Basics
import Crypto
import HTTPKit
import HTTPTypes
import Synchronization
import Vault
import VaultDevice

/// Decides which requests come from the browser that was let in by the one-time link.
///
/// The page listens on this machine alone, but so do the pages of every other site in its browser, and the programs of
/// everybody else who uses it. So every request must name this very server (a site whose name was made to point here,
/// DNS rebinding, names itself), must not come from a page of another origin, and must carry the cookie that the
/// one-time token of the link was exchanged for. What the porter keeps of token and cookie are digests.
package final class RequestGuard: Sendable {
    /// Seconds for which the link can be used.
    static let linkSeconds: Int64 = 300

    private struct State {
        var token: SHA256Digest?
        var tokenEnds: Int64
        var session: SHA256Digest?
        var port: Int?
    }

    private let state: Mutex<State>
    private let milliseconds: @Sendable () -> Int64

    /// A porter with a fresh token, which is given to `show` and kept nowhere.
    ///
    /// - Parameter milliseconds: A clock that nobody can set.
    package init(
        milliseconds: @escaping @Sendable () -> Int64 = { DeviceMoment.now().sinceBootMilliseconds },
        show: (String) -> Void
    ) {
        let token = Self.secret(bytes: 16)
        self.milliseconds = milliseconds
        self.state = Mutex(
            State(token: Self.digest(token), tokenEnds: milliseconds() + Self.linkSeconds * 1000))
        show(token)
    }

    /// Says at which port the server listens; before that, nobody is let in.
    package func listen(at port: Int) {
        state.withLock { $0.port = port }
    }

    /// Refuses a request that does not come from the browser that was let in.
    package func admit(_ request: HTTPRequest, to route: Route?) throws(ProblemAnswer) {
        guard let port = state.withLock({ $0.port }) else { throw Self.refusal(.requestOverloaded) }
        let hosts = ["127.0.0.1:\(port)", "localhost:\(port)"]
        guard let authority = request.authority, hosts.contains(authority) else {
            throw Self.refusal(.requestCrossSite)
        }
        guard let route else { return try admitToFile(request.path ?? "/") }
        let origin = request.headerFields[.origin]
        guard origin != nil || request.method == .get || request.method == .head,
            origin == nil || origin == "http://\(authority)",
            Self.isOwnPage(request.headerFields[Self.fetchSite])
        else { throw Self.refusal(.requestCrossSite) }
        guard route.name != Routes.vaultPageEnter.route.name else { return }
        guard isSession(request.headerFields, port: port) else { throw Self.refusal(.accountsNotSignedIn) }
    }

    /// Exchanges the token of the link for a cookie, once.
    func enter(with token: String) throws(ProblemAnswer) -> HTTPFields {
        let presented = Self.digest(token.lowercased())
        let session = Self.secret(bytes: 32)
        let now = milliseconds()
        let port = state.withLock { state -> Int? in
            guard let known = state.token, now < state.tokenEnds, known == presented, let port = state.port else {
                return nil
            }
            state.token = nil
            state.session = Self.digest(session)
            return port
        }
        guard let port else { throw Self.refusal(.accountsNotSignedIn) }
        // Without an age it goes when the browser is closed.
        return [.setCookie: "\(Self.cookie(port))=\(session); Path=/api/vault; HttpOnly; SameSite=Strict"]
    }

    /// The page and what it is made of are no secret; the rest of the web app has nothing to say here.
    private func admitToFile(_ path: String) throws(ProblemAnswer) {
        let name = path.prefix { $0 != "?" }
        guard name == "/vault" || name.hasPrefix("/vault/") || name.contains(".") else {
            throw Self.refusal(.requestNotFound)
        }
    }

    private func isSession(_ headers: HTTPFields, port: Int) -> Bool {
        let prefix = "\(Self.cookie(port))="
        for field in headers[values: .cookie] {
            for pair in field.split(separator: ";") {
                let pair = pair.drop { $0 == " " }
                guard pair.hasPrefix(prefix) else { continue }
                let presented = Self.digest(String(pair.dropFirst(prefix.count)))
                // Digests are compared in constant time.
                return state.withLock { $0.session == presented }
            }
        }
        return false
    }

    private static let fetchSite = HTTPField.Name("Sec-Fetch-Site")

    /// Whether a browser that says where a request comes from says that it is our own page.
    private static func isOwnPage(_ site: String?) -> Bool {
        site == nil || site == "same-origin" || site == "none"
    }

    /// Cookies know no ports: two pages of one machine need two names.
    private static func cookie(_ port: Int) -> String { "cerca_vault_\(port)" }

    private static func digest(_ text: String) -> SHA256Digest { SHA256.hash(data: Array(text.utf8)) }

    private static func secret(bytes count: Int) -> String {
        var random = SystemRandomNumberGenerator()
        return (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &random) }.hexadecimal
    }

    private static func refusal(_ code: ProblemCode) -> ProblemAnswer { ProblemAnswer(code.problem()) }
}

extension HTTPFields {
    /// The first value of a field whose name is not one of the known ones.
    fileprivate subscript(_ name: HTTPField.Name?) -> String? {
        name.flatMap { self[$0] }
    }
}
