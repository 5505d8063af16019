import API
import Accounts
import HTTPTypes
import Presence
import TestServer
import Testing

@testable import AccountService
@testable import HTTPKit
@testable import InboxService
@testable import LoyaltyService

@Suite("What is refused")
struct ProblemRouteTests {
    /// A request and the refusal that it gets.
    struct Row: Sendable, CustomTestStringConvertible {
        let method: HTTPRequest.Method
        let path: String
        var body: String?
        var headers: HTTPFields = [:]
        let status: Int
        let code: String
        var allow: String?
        var testDescription: String { "\(method) \(path) \(headers[.contentType] ?? "")" }
    }

    @Test(
        "each kind of request that cannot be answered",
        arguments: [
            Row(method: .get, path: "/api", status: 404, code: "request.not_found"),
            Row(method: .get, path: "/api/", status: 404, code: "request.not_found"),
            Row(method: .get, path: "/api/nothing", status: 404, code: "request.not_found"),
            Row(method: .get, path: "/api/accounts/", status: 404, code: "request.not_found"),
            Row(method: .get, path: "//api/accounts", status: 404, code: "request.not_found"),
            Row(method: .get, path: "/api/coupons/%2e%2e/restore", status: 404, code: "request.not_found"),
            Row(method: .get, path: "/api/demo", status: 404, code: "request.not_found"),
            Row(
                method: .post, path: "/api/demo/console", body: #"{"role":"operator"}"#,
                headers: [.contentType: "application/json"], status: 404, code: "request.not_found"),
            Row(
                method: .post, path: "/api/demo/survey/6f1d8a52-3c0b-4e57-9a41-c0ffee5a1e01", body: #"{"x":1,"y":1}"#,
                headers: [.contentType: "application/json"], status: 404, code: "request.not_found"),
            Row(method: .get, path: "/api/accounts", status: 405, code: "request.method_not_allowed", allow: "POST"),
            Row(
                method: .post, path: "/api/choices", status: 405, code: "request.method_not_allowed",
                allow: "GET, PUT, HEAD"),
            Row(method: .delete, path: "/healthz", status: 405, code: "request.method_not_allowed", allow: "GET, HEAD"),
            Row(
                method: .options, path: "/api/venues", status: 405, code: "request.method_not_allowed",
                allow: "GET, HEAD"),
            Row(method: .post, path: "/", status: 405, code: "request.method_not_allowed", allow: "GET, HEAD"),
            Row(method: .post, path: "/api/accounts", status: 415, code: "request.unsupported_media_type"),
            Row(
                method: .post, path: "/api/accounts", body: "{}", headers: [.contentType: "text/plain"], status: 415,
                code: "request.unsupported_media_type"),
            Row(
                method: .post, path: "/api/accounts", body: "{}",
                headers: [.contentType: "application/json; charset=latin1"],
                status: 415, code: "request.unsupported_media_type"),
            Row(
                method: .post, path: "/api/accounts", body: "{}", headers: [.contentType: "application/jsonp"],
                status: 415,
                code: "request.unsupported_media_type"),
            Row(method: .post, path: "/api/accounts", body: "{", status: 400, code: "request.malformed"),
            Row(
                method: .post, path: "/api/accounts", body: #"{"email":"a","email":"b"}"#, status: 400,
                code: "request.malformed"),
            Row(method: .post, path: "/api/accounts", body: "[]", status: 422, code: "request.invalid"),
            Row(
                method: .post, path: "/api/accounts", body: String(repeating: " ", count: 70_000), status: 413,
                code: "request.too_large"),
        ])
    func refused(row: Row) async throws {
        try await Site.with { site in
            let before = try await Contents(of: site.world.database)
            let answer = try await site.ask(row.method, row.path, row.body, headers: row.headers)
            #expect(answer.status == row.status && answer.code == row.code, "\(answer.text)")
            #expect(answer.headers[.allow] == row.allow)
            #expect(answer.headers[.setCookie] == nil)
            #expect(answer.headers[.xContentTypeOptions] == "nosniff" && answer.headers[.cacheControl] == "no-store")
            #expect(try await Contents(of: site.world.database) == before)
        }
    }

    @Test(
        "JSON is JSON with and without its character set",
        arguments: [
            "application/json", "application/json; charset=utf-8", "application/json;charset=UTF-8", "Application/JSON",
            "application/json; charset=\"utf-8\"",
        ])
    func mediaTypes(type: String) {
        #expect(RouteCall.isJSON(type))
    }

    @Test("what the cores call a refusal is in the table of the API, and an answer says what the table says")
    func table() {
        for rejection in PresenceRejection.allCases {
            #expect(rejection.problem.rawValue == rejection.code && rejection.problem.status == 422)
        }
        for error in AccountError.allCases where ![.invalidPasswordHash, .hashingFailed].contains(error) {
            #expect(error.problem.rawValue == error.code && error.problem.status < 500)
        }
        let errors: [ServiceError] =
            AccountError.allCases.map { .account($0) } + PresenceRejection.allCases.map { .presence($0) }
            + LoyaltyError.allCases.map { .loyalty($0) } + InboxError.allCases.map { .inbox($0) }
            + [.deviceUnapproved(challenge: "")]
            + [.request(.overloaded), .request(.tooManyAttempts(retryAfterSeconds: 1))]
        for error in errors {
            let answer = Refusal(error).problem
            #expect(answer.code == error.problem.rawValue && answer.status == error.problem.status)
            #expect(answer.title == error.problem.title)
        }
        // What is about our inside is told as no more than that.
        #expect(Refusal(ServiceError.account(.invalidPasswordHash)).problem.code == "server.internal")
        #expect(Refusal(ServiceError.account(.hashingFailed)).problem.code == "request.overloaded")
        #expect(ProblemCode(rawValue: ServiceError.storage(CancellationError()).code) == .storageUnavailable)
    }

    @Test("HEAD answers like GET, without the body")
    func head() async throws {
        try await Site.with { site in
            let get = try await site.ask(.get, "/api/venues")
            let head = try await site.ask(.head, "/api/venues")
            #expect(head.status == 200 && head.text.isEmpty)
            #expect(head.headers[.contentLength] == String(get.text.utf8.count))
            #expect(head.headers[.contentType] == get.headers[.contentType])
            let stream = try await site.ask(.head, "/api/venues/\(site.world.uuid)/stream")
            #expect(stream.status == 200 && stream.text.isEmpty && stream.headers[.contentType] == "text/event-stream")
        }
    }
}
