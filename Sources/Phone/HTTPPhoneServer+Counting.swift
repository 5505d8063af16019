import API
import AsyncHTTPClient
import Basics
import Beacons
import Foundation
import Loyalty

extension HTTPPhoneServer: CountingServer {
    /// Tells at which beacons the phone came and went.
    package func record(_ events: [VisitEvent]) async throws(PhoneServerError) {
        let bodies = events.map { event in
            VisitEventBody(
                venue: event.beacon.uuid.description, major: Int(event.beacon.major), minor: Int(event.beacon.minor),
                kind: event.kind == .enter ? .enter : .exit, at: event.at)
        }
        _ = try await call(Routes.recordEvents, VisitEventsBody(events: bodies))
    }

    /// The answer to a blinded request for the credential of a period, 454 bytes.
    package func issueCredential(
        _ request: [UInt8], of period: ReportPeriod
    ) async throws(PhoneServerError) -> [UInt8] {
        let body = ReportCredentialRequestBody(period: period.text, request: request.hexadecimal)
        let answer = try await call(Routes.issueReportCredential, body)
        guard let response = [UInt8](hexadecimal: answer.response) else {
            throw .unreachable(reason: "the server's credential is no hexadecimal number")
        }
        return response
    }
}

extension ChoicesBody {
    /// What each chosen shop may know.
    var terms: [ShopKey: Term] {
        var terms: [ShopKey: Term] = [:]
        for shop in shops {
            guard let venue = UUID128(shop.venue), let major = UInt16(exactly: shop.major) else { continue }
            // A server that names no term lets a chosen shop know of visits, as one always could.
            terms[ShopKey(venue: venue, major: major)] = shop.term.flatMap { Term(rawValue: $0.rawValue) } ?? .visits
        }
        return terms
    }
}

/// A server that learns of each request nothing but the request: no session, and a connection that carries nothing else.
package struct UnlinkedServer: ReportServer {
    private let base: URL

    /// The server at `base`, such as `http://127.0.0.1:8080`.
    package init(base: URL) {
        self.base = base
    }

    /// The public keys with which credentials are issued at present; asked by nobody, so that nobody gets one of their own.
    package func issuers() async throws(PhoneServerError) -> [ReportPeriod: [UInt8]] {
        let body = try await alone { server throws(PhoneServerError) in
            try await server.call(Routes.reportIssuers, NoBody())
        }
        var keys: [ReportPeriod: [UInt8]] = [:]
        for issuer in body.issuers {
            guard let period = ReportPeriod(issuer.period), let key = [UInt8](hexadecimal: issuer.publicKey) else {
                continue
            }
            keys[period] = key
        }
        return keys
    }

    /// Sends one anonymous report, whose body was written beforehand.
    package func report(_ body: [UInt8]) async throws(PhoneServerError) {
        _ = try await alone { server throws(PhoneServerError) in
            try await server.call(Routes.report, json: body)
        }
    }

    /// Sends how a beacon is heard otherwise than a radio map says, whose body was written beforehand.
    package func reportResidual(_ body: [UInt8]) async throws(PhoneServerError) {
        _ = try await alone { server throws(PhoneServerError) in
            try await server.call(Routes.reportRadioResidual, json: body)
        }
    }

    /// Asks on a connection of its own, which is closed afterwards: one that is kept would join what it carries.
    func alone<Answer: Sendable>(
        _ ask: (HTTPPhoneServer) async throws(PhoneServerError) -> Answer
    ) async throws(PhoneServerError) -> Answer {
        let client = HTTPClient(eventLoopGroupProvider: .singleton)
        let answer: Result<Answer, PhoneServerError>
        do throws(PhoneServerError) {
            answer = .success(try await ask(HTTPPhoneServer(base: base, client: client)))
        } catch {
            answer = .failure(error)
        }
        try? await client.shutdown()
        return try answer.get()
    }
}
