import API
import Basics
import ExposureWire
import HTTPTypes
import Synchronization
import TestServer
import Testing

@testable import ExposureService
@testable import HTTPKit

@Suite("The tracing of one's own phone over HTTP")
struct TracingRouteTests {
    @Test(
        "a server that runs nobody's phone says so, and only to somebody signed in",
        arguments: [
            (HTTPRequest.Method.get, "/api/tracing", nil), (.put, "/api/tracing", #"{"on":true}"#),
            (.delete, "/api/tracing", nil), (.post, "/api/tracing/sync", nil),
            (.post, "/api/tracing/report", #"{"code":"123456789012"}"#), (.get, "/api/tracing/case", nil),
        ])
    func noPhone(method: HTTPRequest.Method, path: String, body: String?) async throws {
        try await Site.with { site in
            #expect(try await site.ask(method, path, body).code == "accounts.not_signed_in")
            let answer = try await site.ask(method, path, body, token: try await site.signUp())
            #expect(answer.status == 404 && answer.code == "exposure.no_phone")
            #expect(answer.headers[.cacheControl] == "no-store")
        }
    }

    @Test("a phone is switched on, compares, shows its QR code, reports and is emptied")
    func wholeStory() async throws {
        let phone = ExamplePhone(code: "123456789012")
        try await Site.with(extraRoutes: { $0.addTracingRoutes { _ in phone } }) { site in
            let token = try await site.signUp()
            #expect(try await site.state(.get, "/api/tracing", token: token) == "never")
            #expect(try await site.ask(.get, "/api/tracing/case", token: token).code == "exposure.no_phone")
            #expect(try await site.state(.put, "/api/tracing", #"{"on":true}"#, token: token) == "on")
            #expect(try await site.state(.put, "/api/tracing", #"{"on":false}"#, token: token) == "off")
            #expect(try await site.state(.put, "/api/tracing", #"{"on":true}"#, token: token) == "on")

            let synced = try await site.ask(.post, "/api/tracing/sync", token: token).body(TracingBody.self)
            #expect(synced.lastSync == synced.now)
            let code = try await site.ask(.get, "/api/tracing/case", token: token)
            #expect(
                try code.body(CaseCodeBody.self) == ExamplePhone.caseCode && code.headers[.cacheControl] == "no-store")

            let report = "/api/tracing/report"
            let foreign = #"{"code":"999999999999"}"#
            #expect(try await site.ask(.post, report, foreign, token: token).code == "exposure.code_refused")
            #expect(try await site.state(.get, "/api/tracing", token: token) == "on")
            #expect(try await site.state(.post, report, #"{"code":"1234-5678 9012"}"#, token: token) == "reported")
            #expect(try await site.ask(.post, report, foreign, token: token).code == "exposure.already_reported")
            let again = try await site.ask(.put, "/api/tracing", #"{"on":true}"#, token: token)
            #expect(again.status == 409 && again.code == "exposure.already_reported")
            #expect(try await site.state(.delete, "/api/tracing", token: token) == "never")
        }
    }

    @Test("everybody sees their own phone only")
    func ownPhone() async throws {
        let phones = [ExamplePhone(code: "1"), ExamplePhone(code: "2")]
        let owners = Mutex<[[UInt8]: ExamplePhone]>([:])
        try await Site.with(extraRoutes: {
            $0.addTracingRoutes { call in
                let account = try call.session.accountID
                return owners.withLock { owners in
                    let phone = owners[account] ?? phones[owners.count]
                    owners[account] = phone
                    return phone
                }
            }
        }) { site in
            let ana = try await site.signUp("ana")
            let ben = try await site.signUp("ben")
            #expect(try await site.state(.put, "/api/tracing", #"{"on":true}"#, token: ana) == "on")
            #expect(try await site.state(.get, "/api/tracing", token: ben) == "never")
            #expect(try await site.state(.get, "/api/tracing", token: ana) == "on")
        }
    }

    @Test(
        "what cannot be a code does not reach the phone",
        arguments: ["", "12345678901", "1234567890123", "12345678901x"])
    func noCode(text: String) async throws {
        let phone = ExamplePhone(code: "123456789012")
        try await Site.with(extraRoutes: { $0.addTracingRoutes { _ in phone } }) { site in
            let token = try await site.signUp()
            let answer = try await site.ask(.post, "/api/tracing/report", #"{"code":"\#(text)"}"#, token: token)
            #expect(answer.status == 422 && answer.code == "exposure.code_refused")
            #expect(phone.attempts == 0)
        }
    }

    @Test(
        "a report of another shape is refused",
        arguments: [
            "{}", #"{"code":123456789012}"#, #"{"code":null}"#, #"{"code":"\#(String(repeating: "1", count: 41))"}"#,
        ])
    func malformed(body: String) async throws {
        let phone = ExamplePhone(code: "123456789012")
        try await Site.with(extraRoutes: { $0.addTracingRoutes { _ in phone } }) { site in
            let token = try await site.signUp()
            #expect(try await site.ask(.post, "/api/tracing/report", body, token: token).code == "request.invalid")
            #expect(phone.attempts == 0)
        }
    }
}

@Suite("Report codes")
struct ReportCodeTests {
    @Test(
        "a code is read however it is grouped",
        arguments: [
            "123456789012", "1234 5678 9012", "1234-5678-9012", " 123 456 789 012\n", "1234\u{2013}5678\u{A0}9012",
            "1234\r\n5678\t9012", "1234.5678.9012", "\u{0661}23456789012", "\u{FF11}23456789012",
            "12345678901\u{0662}", "1234567890\u{0031}\u{FE0F}2",
        ])
    func grouped(text: String) {
        #expect(ReportCode(text)?.digits == "123456789012")
    }

    @Test(
        "all else is none",
        arguments: [
            "", " ", "12345678901", "1234567890123", "12345678901a", "+12345678901",
        ])
    func none(text: String) {
        #expect(ReportCode(text) == nil)
    }

    @Test("a code tells nothing of itself to a log")
    func secret() throws {
        let code = try #require(ReportCode("123456789012"))
        #expect(!"\(code)".contains("1"))
    }
}

extension Site {
    /// The state that an answer tells; nil when it is a problem.
    fileprivate func state(
        _ method: HTTPRequest.Method, _ path: String, _ body: String? = nil, token: String
    ) async throws -> String? {
        let answer = try await ask(method, path, body, token: token)
        return answer.status == 200 ? try answer.body(TracingBody.self).state.rawValue : nil
    }
}

/// A phone that only remembers what it was told.
private final class ExamplePhone: TracingPhone {
    static let caseCode = CaseCodeBody(
        url: "https://cerca.example/console/health#case=V1.QUJD", checkWords: "4F2A-91C0", modules: ["101", "010"])

    private struct State {
        var word = "never"
        var synced = false
        var attempts = 0
    }

    private let accepted: String
    private let state = Mutex(State())

    init(code: String) {
        accepted = code
    }

    /// How often somebody tried to report.
    var attempts: Int { state.withLock { $0.attempts } }

    func tracing() async throws -> TracingBody {
        state.withLock { state in
            let now = Timestamp(milliseconds: 1_795_253_400_250)
            return TracingBody(
                state: TracingStateName(rawValue: state.word) ?? .never, now: now, lastSync: state.synced ? now : nil,
                contacts: [], exposures: [],
                notices: [])
        }
    }

    func setTracing(on: Bool) async throws {
        try state.withLock { state in
            guard state.word != "reported" else { throw ProblemCode.exposureAlreadyReported.problem() }
            state.word = on ? "on" : "off"
        }
    }

    func synchronise() async throws {
        state.withLock { $0.synced = true }
    }

    func report(with code: ReportCode, tellsVenueDays: Bool) async throws {
        try state.withLock { state in
            state.attempts += 1
            guard state.word != "reported" else { throw ProblemCode.exposureAlreadyReported.problem() }
            guard code.digits == accepted else { throw ProblemCode.exposureCodeRefused.problem() }
            state.word = "reported"
        }
    }

    func caseCode() async throws -> CaseCodeBody {
        guard state.withLock({ $0.word }) != "never" else { throw ProblemCode.exposureNoPhone.problem() }
        return Self.caseCode
    }

    func deleteEverything() async throws {
        state.withLock { $0 = State() }
    }
}
