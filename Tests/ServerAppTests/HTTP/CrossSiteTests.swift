import API
import HTTPTypes
import TestServer
import Testing

@testable import HTTPKit

@Suite("Requests that another site may have caused")
struct CrossSiteTests {
    @Test(
        "a cookie alone changes nothing; a header that no other site can set makes it count",
        arguments: [
            ([:], 403),
            ([.contentType: "text/plain"], 403),
            ([.contentType: "application/x-www-form-urlencoded"], 403),
            ([.contentType: "application/json"], 204),
            ([.xCerca: "1"], 204),
            ([.xCerca: "0"], 403),
            ([.xCerca: "1", .secFetchSite: "same-origin"], 204),
            ([.xCerca: "1", .secFetchSite: "cross-site"], 403),
        ] as [(HTTPFields, Int)])
    func cookie(headers: HTTPFields, status: Int) async throws {
        try await Site.with { site in
            let token = try await site.signUp()
            var headers = headers
            headers[.cookie] = "cerca_session=\(token)"
            let answer = try await site.ask(.delete, "/api/session", headers: headers)
            #expect(answer.status == status)
            if status == 403 { #expect(answer.code == "request.cross_site") }
            #expect(try await site.ask(.get, "/api/account", token: token).status == (status == 204 ? 401 : 200))
        }
    }

    @Test("a bearer token needs no such header, and wins over a cookie")
    func bearer() async throws {
        try await Site.with { site in
            let ana = try await site.signUp("ana")
            let bea = try await site.signUp("bea")
            let headers: HTTPFields = [.cookie: "cerca_session=\(ana)"]
            #expect(try await site.ask(.delete, "/api/session", token: bea, headers: headers).status == 204)
            #expect(try await site.ask(.get, "/api/account", token: ana).status == 200)
            #expect(try await site.ask(.get, "/api/account", token: bea).status == 401)
        }
    }

    @Test("reading with a cookie needs no such header")
    func reading() async throws {
        try await Site.with { site in
            let token = try await site.signUp()
            #expect(
                try await site.ask(.get, "/api/account", headers: [.cookie: "cerca_session=\(token)"]).status == 200)
        }
    }

    @Test("no answer lets another site read or call")
    func noSharing() async throws {
        try await Site.with { site in
            let origin: HTTPFields = [HTTPField.Name("Origin")!: "https://evil.example"]
            for method in [HTTPRequest.Method.get, .options] {
                let answer = try await site.ask(method, "/api/venues", headers: origin)
                #expect(answer.headers[.accessControlAllowOrigin] == nil)
                #expect(answer.headers[.crossOriginResourcePolicy] == "same-origin")
            }
        }
    }

    @Test(
        "cookies are found among others",
        arguments: [
            ("cerca_session=abc", "abc"), ("a=b; cerca_session=abc; c=d", "abc"), ("a=b;cerca_session=abc", "abc"),
            ("xcerca_session=no; cerca_session=abc", "abc"), ("cerca_session=", ""),
        ])
    func cookies(field: String, token: String) {
        #expect(SessionCookie.token(in: [.cookie: field]) == token)
    }

    @Test("what is another cookie is no token", arguments: ["cerca_sessionx=abc", "cerca=abc", "", "; ;"])
    func otherCookies(field: String) {
        #expect(SessionCookie.token(in: [.cookie: field]) == nil)
    }

    @Test("under TLS the cookie is only sent by TLS")
    func secure() {
        #expect(SessionCookie.set("t", seconds: 5, isSecure: true)[.setCookie]?.hasSuffix("; Secure") == true)
        #expect(SessionCookie.clear(isSecure: true)[.setCookie]?.hasSuffix("; Secure") == true)
        #expect(SecurityHeaders(isSecure: true).page[.strictTransportSecurity] != nil)
        #expect(SecurityHeaders(isSecure: false).page[.strictTransportSecurity] == nil)
    }
}
