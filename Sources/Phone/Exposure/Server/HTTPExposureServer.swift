import API
import APIClient
import AsyncHTTPClient
import Basics
import Beacons
import Exposure
import ExposureWire
import Foundation
import NIOCore
import NIOHTTP1

/// An exposure server over HTTP, at the paths of DP-3T.
///
/// Nothing in a request tells one phone from another: no cookie, no account, and the same header fields from everybody.
public struct HTTPExposureServer: ExposureServer {
    /// The largest answer other than a batch, in bytes.
    private static let smallAnswer = 64 << 10

    private let client: APIClient

    /// The server at `base`, such as `https://cerca.example`.
    public init(base: URL, client: HTTPClient = .shared) {
        self.client = APIClient(
            server: base.absoluteString, client: client, answerBytes: Self.smallAnswer,
            headers: ["user-agent": "cerca"])
    }

    /// Asks for what a phone must know of the server.
    public func parameters() async throws(ExposureServerError) -> ExposureParameters {
        let body = try await told { () throws(APIClientError) in try await client.call(Routes.exposureParameters) }
        guard (1...365).contains(body.retentionDays) else {
            throw .malformed(reason: "the server does not say what a phone has to know")
        }
        return ExposureParameters(
            publicKey: body.publicKey, retentionDays: body.retentionDays,
            codesHaveCheckDigit: body.codesHaveCheckDigit ?? false)
    }

    /// Asks `/v1/exposed/{milliseconds}`.
    public func batch(_ release: Timestamp) async throws(ExposureServerError) -> BatchAnswer? {
        var request = client.request("/v1/exposed/\(release.milliseconds)")
        request.headers.add(name: "accept", value: KeyBatch.protobufMediaType)
        let answer = try await send(request, limit: KeyBatch.largestBody)
        if answer.status == 404 { return nil }
        guard answer.status == 200 else { throw refusal(answer) }
        guard let signature = answer.headers.first(name: "signature") else {
            throw .malformed(reason: "a batch came without a signature")
        }
        guard let date = answer.headers.first(name: "date").flatMap(HTTPDate.time) else {
            throw .malformed(reason: "a batch came without the server's time")
        }
        // What a cache kept is as much older as it says.
        let age = answer.headers.first(name: "age").flatMap { Int64($0) } ?? 0
        guard (0...31_536_000).contains(age) else { throw .malformed(reason: "a batch came with an impossible age") }
        return BatchAnswer(
            body: answer.body, signature: signature, serverTime: date.advanced(bySeconds: age))
    }

    /// Posts to `/v1/exposed`.
    public func upload(_ upload: ExposedUpload, attempt: String) async throws(ExposureServerError) {
        var request = post("/v1/exposed", upload.json())
        request.headers.add(name: "idempotency-key", value: attempt)
        let answer = try await send(request, limit: Self.smallAnswer)
        guard answer.status == 200 else { throw refusal(answer) }
    }

    private func post(_ path: String, _ body: [UInt8]) -> HTTPClientRequest {
        var request = client.request(path)
        request.method = .POST
        request.headers.add(name: "content-type", value: "application/json")
        request.body = .bytes(body)
        return request
    }

    private func send(_ request: HTTPClientRequest, limit: Int) async throws(ExposureServerError) -> APIAnswer {
        try await told { () throws(APIClientError) in try await client.send(request, answerBytes: limit) }
    }

    /// What `ask` gives; its failures as a phone tells them apart.
    private func told<Answer>(
        _ ask: () async throws(APIClientError) -> Answer
    ) async throws(ExposureServerError) -> Answer {
        do {
            return try await ask()
        } catch {
            switch error {
            case .tooLong: throw .malformed(reason: "the answer is longer than any can be")
            case .stopped: throw .unreachable(reason: "stopped")
            case .unreachable: throw .unreachable(reason: "no connection to \(client.server)")
            case .misunderstood: throw .malformed(reason: "the server does not say what a phone has to know")
            case .refused(let refusal): throw Self.refusal(refusal.status, retryAfter: refusal.retryAfter)
            }
        }
    }

    private func refusal(_ answer: APIAnswer) -> ExposureServerError {
        Self.refusal(answer.status, retryAfter: answer.retryAfter)
    }

    /// Too many requests and the server's own errors pass; everything else is its last word.
    private static func refusal(_ status: Int, retryAfter: Int?) -> ExposureServerError {
        switch status {
        case 429: .later(seconds: min(max(retryAfter ?? usualWait, 1), longestWait))
        case 408, 500...: .unreachable(reason: "the server answered with status \(status)")
        default: .refused(status: status)
        }
    }

    /// The seconds to wait where a server does not say for how long, and the most that one can ask for.
    private static let usualWait = 60
    private static let longestWait = 86_400
}

extension HTTPExposureServer: VenueDayServer {
    /// Asks for the key of contributions.
    public func venueDayIssuer() async throws(ExposureServerError) -> (period: VenueDayPeriod, publicKey: [UInt8]) {
        let issuer = try await told { () throws(APIClientError) in try await client.call(Routes.venueDayIssuer) }
        guard let publicKey = [UInt8](hexadecimal: issuer.publicKey) else {
            throw .malformed(reason: "the server's key is not hexadecimal")
        }
        return (VenueDayPeriod(number: issuer.period), publicKey)
    }

    /// Asks for a credential; the request is as long as any other.
    public func venueDayCredential(
        _ request: [UInt8], period: VenueDayPeriod, uploadSecret: String, isFake: Bool
    ) async throws(ExposureServerError) -> [UInt8] {
        let claim = VenueDayClaimBody(
            uploadSecret: uploadSecret, period: period.number, request: request.hexadecimal, isFake: isFake)
        guard let body = try? claim.evenedJSON() else { throw .malformed(reason: "no claim") }
        let credential = try await told { () throws(APIClientError) in
            try await client.call(Routes.claimVenueDays, json: body)
        }
        guard let response = [UInt8](hexadecimal: credential.response) else {
            throw .malformed(reason: "the server's answer is not a credential")
        }
        return response
    }

    /// Sends a contribution.
    public func contribute(_ contribution: VenueDayContribution) async throws(ExposureServerError) {
        guard let body = try? contribution.json() else { throw .malformed(reason: "no contribution") }
        _ = try await told { () throws(APIClientError) in
            try await client.call(Routes.contributeVenueDay, json: body)
        }
    }
}
