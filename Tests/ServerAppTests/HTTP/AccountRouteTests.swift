import API
import Basics
import HTTPKit
import HTTPTypes
import TestServer
import Testing

@Suite("Accounts over HTTP")
struct AccountRouteTests {
    @Test("sign-up answers a session and sets a cookie that scripts and other sites cannot use")
    func signUp() async throws {
        try await Site.with { site in
            let answer = try await site.ask(
                .post, "/api/accounts", #"{"email":"Ana@Example.org","password":"long enough"}"#)
            #expect(answer.status == 201)
            let session = try answer.body(SessionBody.self)
            #expect(session.email == "ana@example.org")
            // Counted from the quarter of an hour, which began 30 s before.
            #expect(session.expiresAt == site.world.clock.now.advanced(bySeconds: 30 * 86_400 - 30))
            #expect(
                answer.headers[values: .setCookie].first
                    == "cerca_session=\(session.token); Path=/; Max-Age=2591970; HttpOnly; SameSite=Strict")
            #expect(answer.headers[.cacheControl] == "no-store")
        }
    }

    @Test("a token works as a header and as a cookie, and no longer after sign-out")
    func signOut() async throws {
        try await Site.with { site in
            let token = try await site.signUp()
            let cookie: HTTPFields = [.cookie: "theme=dark; cerca_session=\(token)"]
            #expect(
                try await site.ask(.get, "/api/account", token: token).body(AccountBody.self).email == "ana@example.org"
            )
            #expect(try await site.ask(.get, "/api/account", headers: cookie).status == 200)

            let goodbye = try await site.ask(.delete, "/api/session", token: token)
            #expect(goodbye.status == 204 && goodbye.text.isEmpty && goodbye.headers[.contentLength] == nil)
            #expect(goodbye.headers[.setCookie]?.hasPrefix("cerca_session=; Path=/; Max-Age=0;") == true)
            #expect(goodbye.headers[.clearSiteData] == "\"cache\", \"storage\"")

            let answer = try await site.ask(.get, "/api/account", token: token)
            #expect(answer.code == "accounts.not_signed_in" && answer.headers[.wwwAuthenticate] == "Bearer")
            #expect(try await site.ask(.get, "/api/account", headers: cookie).status == 401)
        }
    }

    @Test("an unknown address and a wrong password get the same answer")
    func wrongCredentials() async throws {
        try await Site.with { site in
            _ = try await site.signUp()
            let unknown = try await site.ask(
                .post, "/api/sessions", #"{"email":"bea@example.org","password":"long enough"}"#)
            let wrong = try await site.ask(
                .post, "/api/sessions", #"{"email":"ana@example.org","password":"long enough?"}"#)
            #expect(unknown.code == "accounts.wrong_credentials")
            #expect(unknown.text == wrong.text && unknown.status == wrong.status)
            #expect(unknown.headers[.setCookie] == nil && wrong.headers[.setCookie] == nil)
        }
    }

    @Test("a second sign-in is a session of its own")
    func secondSession() async throws {
        try await Site.with { site in
            let first = try await site.signUp()
            let second = try await site.ask(
                .post, "/api/sessions", #"{"email":"ANA@example.org","password":"long enough"}"#
            ).body(SessionBody.self).token
            #expect(first != second)
            try await site.ask(.delete, "/api/session", token: first)
            #expect(try await site.ask(.get, "/api/account", token: second).status == 200)
        }
    }

    @Test(
        "what cannot be an account is refused with its place",
        arguments: [
            (#"{"email":"ana","password":"long enough"}"#, "accounts.invalid_email", "$.email"),
            (#"{"email":"ana@example.org","password":"short"}"#, "accounts.password_too_short", "$.password"),
            (#"{"email":"ana@example.org"}"#, "request.invalid", "$.password"),
            (#"{"email":7,"password":"long enough"}"#, "request.invalid", "$.email"),
        ])
    func refused(body: String, code: String, path: String) async throws {
        try await Site.with { site in
            let answer = try await site.ask(.post, "/api/accounts", body)
            #expect(answer.code == code && answer.status == 422)
            #expect(try answer.body(ProblemBody.self).faults?.map(\.path) == [path])
            #expect(answer.headers[.setCookie] == nil)
            #expect(!answer.text.contains("\"short\"") && !answer.text.contains("ana"))
        }
    }

    @Test("an address that has an account is refused, and the account stays as it was")
    func taken() async throws {
        try await Site.with { site in
            _ = try await site.signUp()
            let answer = try await site.ask(
                .post, "/api/accounts", #"{"email":"ana@example.org","password":"another one"}"#)
            #expect(answer.code == "accounts.email_taken" && answer.status == 409)
            #expect(
                try await site.ask(.post, "/api/sessions", #"{"email":"ana@example.org","password":"another one"}"#)
                    .status
                    == 401)
        }
    }

    @Test(
        "what is no token is refused",
        arguments: [
            "", "Bearer", "Bearer ", "Basic YTpi", "Bearer x y", "Bearer \(String(repeating: "A", count: 43))",
            "bearer é",
        ])
    func noToken(authorization: String) async throws {
        try await Site.with { site in
            let answer = try await site.ask(.get, "/api/account", headers: [.authorization: authorization])
            #expect(answer.code == "accounts.not_signed_in")
        }
    }
}
