import API
import HTTPKit
import HTTPTypes
import Synchronization
import Testing

@testable import VaultApp

@Suite("Who may ask the vault's page")
struct RequestGuardTests {
    /// A clock that stands until it is moved.
    private final class Clock: Sendable {
        private let milliseconds = Mutex<Int64>(0)

        func now() -> Int64 { milliseconds.withLock { $0 } }
        func pass(milliseconds more: Int64) { milliseconds.withLock { $0 += more } }
    }

    /// A guard that listens at port 8123, its token, and its clock.
    private struct Door {
        let clock = Clock()
        let token: String
        let porter: RequestGuard

        init() {
            var shown = ""
            porter = RequestGuard(milliseconds: { [clock] in clock.now() }, show: { shown = $0 })
            token = shown
            porter.listen(at: 8123)
        }

        /// The cookie that the token is exchanged for, as a browser sends it.
        func cookie() throws -> String {
            let field = try porter.enter(with: token)[.setCookie]
            return String(try #require(field).prefix { $0 != ";" })
        }
    }

    private func request(
        _ path: String = "/api/vault/state", method: HTTPRequest.Method = .get, authority: String? = "127.0.0.1:8123",
        origin: String? = nil, site: String? = nil, cookie: String? = nil
    ) throws -> HTTPRequest {
        var request = HTTPRequest(method: method, scheme: "http", authority: authority, path: path)
        if let origin { request.headerFields[.origin] = origin }
        if let site { request.headerFields[try #require(HTTPField.Name("Sec-Fetch-Site"))] = site }
        if let cookie { request.headerFields[.cookie] = cookie }
        return request
    }

    private func refusal(_ door: Door, _ request: HTTPRequest, _ route: Route?) -> String? {
        do {
            try door.porter.admit(request, to: route)
            return nil
        } catch {
            return error.problem.code
        }
    }

    private let state = Routes.vaultPageState.route

    @Test("before it listens nobody is let in")
    func early() throws {
        let porter = RequestGuard(milliseconds: { 0 }, show: { _ in })
        #expect(throws: ProblemAnswer.self) { try porter.admit(try request("/vault"), to: nil) }
        #expect(throws: ProblemAnswer.self) { _ = try porter.enter(with: "") }
    }

    @Test("the browser of the link is let in, also by the machine's other name and beside other cookies")
    func owner() throws {
        let door = Door()
        let cookie = try door.cookie()
        #expect(refusal(door, try request(cookie: cookie), state) == nil)
        #expect(refusal(door, try request(authority: "localhost:8123", cookie: cookie), state) == nil)
        #expect(refusal(door, try request(cookie: "a=b; \(cookie); c=d"), state) == nil)
        #expect(
            refusal(
                door,
                try request(
                    method: .post, origin: "http://127.0.0.1:8123", site: "same-origin", cookie: cookie), state) == nil)
    }

    @Test(
        "a name that was made to point here, another port and no name are refused",
        arguments: [
            "evil.example", "evil.example:8123", "127.0.0.1", "127.0.0.1:80", "[::1]:8123", "127.0.0.1.evil:8123", nil,
        ])
    func rebinding(authority: String?) throws {
        let door = Door()
        let cookie = try door.cookie()
        let code = refusal(door, try request(authority: authority, cookie: cookie), state)
        #expect(code == ProblemCode.requestCrossSite.rawValue)
        #expect(refusal(door, try request("/vault", authority: authority), nil) != nil)
    }

    @Test(
        "a page of another origin is refused, even with the cookie",
        arguments: [
            ("https://evil.example", nil, HTTPRequest.Method.get), ("null", nil, .get),
            ("http://127.0.0.1:81", nil, .get),
            ("https://127.0.0.1:8123", nil, .get), (nil, "cross-site", .get), (nil, "same-site", .get),
            ("http://127.0.0.1:8123", "cross-site", .post), (nil, nil, .post), (nil, nil, .delete),
        ] as [(String?, String?, HTTPRequest.Method)])
    func crossSite(origin: String?, site: String?, method: HTTPRequest.Method) throws {
        let door = Door()
        let cookie = try door.cookie()
        let code = refusal(door, try request(method: method, origin: origin, site: site, cookie: cookie), state)
        #expect(code == ProblemCode.requestCrossSite.rawValue)
    }

    @Test("the two names of the machine are two origins: a page under the one may not ask under the other")
    func twoNames() throws {
        let door = Door()
        let cookie = try door.cookie()
        let names = ["127.0.0.1:8123", "localhost:8123"]
        for authority in names {
            for origin in names {
                let code = refusal(
                    door, try request(method: .post, authority: authority, origin: "http://\(origin)", cookie: cookie),
                    state)
                #expect(code == (authority == origin ? nil : ProblemCode.requestCrossSite.rawValue))
            }
        }
        for authority in [
            "localhost", "localhost:81", "localhost:8123.evil.example", "evil.localhost:8123", "[::1]:8123",
        ] {
            let code = refusal(door, try request(authority: authority, cookie: cookie), state)
            #expect(code == ProblemCode.requestCrossSite.rawValue, "\(authority)")
        }
    }

    @Test("another program of the machine has no cookie, or not this one")
    func otherPrograms() throws {
        let door = Door()
        let cookie = try door.cookie()
        let other = try Door().cookie()
        for sent in [
            nil, "", "cerca_vault_8123=", "cerca_vault_8123=\(String(repeating: "0", count: 64))", other,
            cookie.replacing("8123", with: "8124"), String(cookie.dropLast()), cookie + "0",
        ] {
            let code = refusal(door, try request(cookie: sent), state)
            #expect(code == ProblemCode.accountsNotSignedIn.rawValue, "\(sent ?? "none")")
        }
    }

    @Test("the link works once")
    func once() throws {
        let door = Door()
        _ = try door.cookie()
        #expect(throws: ProblemAnswer.self) { _ = try door.porter.enter(with: door.token) }
    }

    @Test("the link works for five minutes, and a wrong token does not use it up")
    func expiry() throws {
        let door = Door()
        #expect(throws: ProblemAnswer.self) {
            _ = try door.porter.enter(with: String(repeating: "0", count: door.token.count))
        }
        door.clock.pass(milliseconds: RequestGuard.linkSeconds * 1000 - 1)
        _ = try door.cookie()
        let late = Door()
        late.clock.pass(milliseconds: RequestGuard.linkSeconds * 1000)
        #expect(throws: ProblemAnswer.self) { _ = try late.cookie() }
    }

    @Test("the cookie is kept from scripts, other sites and other paths")
    func cookieAttributes() throws {
        let door = Door()
        let field = try #require(try door.porter.enter(with: door.token.uppercased())[.setCookie])
        for attribute in ["HttpOnly", "SameSite=Strict", "Path=/api/vault"] { #expect(field.contains(attribute)) }
        #expect(!field.contains("Max-Age") && !field.contains("Expires"))
    }

    @Test(
        "the page and its files need no cookie, and nothing else of the web app is there",
        arguments: [
            ("/vault", true), ("/vault/items", true), ("/vault?x=1", true), ("/app.js", true),
            ("/images/layers.png", true),
            ("/", false), ("/market", false), ("/vaults", false), ("/console/health", false),
        ])
    func files(path: String, isServed: Bool) throws {
        #expect((refusal(Door(), try request(path), nil) == nil) == isServed)
    }

    @Test("the tokens of two doors differ, and so do their cookies")
    func chance() throws {
        let (one, other) = (Door(), Door())
        #expect(one.token != other.token && one.token.count == 32)
        #expect(try one.cookie() != other.cookie())
    }
}
