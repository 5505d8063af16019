import API
import AsyncHTTPClient
import Beacons
import Encodings
import Exposure
import ExposureWire
import Foundation
import NIOCore
import NIOHTTP1
import Time

/// An exposure server over HTTP, at the paths of DP-3T.
///
/// Nothing in a request tells one phone from another: no cookie, no account, and the same header fields from everybody.
public struct HTTPExposureServer: ExposureServer {
    /// An answer that has not begun within this time is a failure.
    private static let timeout = TimeAmount.seconds(60)
    /// The largest answer other than a batch, in bytes.
    private static let smallAnswer = 64 << 10

    private let base: String
    private let client: HTTPClient

    /// The server at `base`, such as `https://cerca.example`.
    public init(base: URL, client: HTTPClient = .shared) {
        let text = base.absoluteString
        self.base = text.hasSuffix("/") ? String(text.dropLast()) : text
        self.client = client
    }

    /// Asks `/api/exposure/parameters`.
    public func parameters() async throws(ExposureServerError) -> ExposureParameters {
        let answer = try await send(request("/api/exposure/parameters"), limit: Self.smallAnswer)
        guard answer.status == 200 else { throw refusal(answer) }
        guard let body = try? JSONDecoder().decode(ParametersAnswer.self, from: Data(answer.body)),
            (1...365).contains(body.retentionDays)
        else { throw .malformed(reason: "the server does not say what a phone has to know") }
        return ExposureParameters(publicKey: body.publicKey, retentionDays: body.retentionDays)
    }

    private struct ParametersAnswer: Decodable {
        let publicKey: String
        let retentionDays: Int
    }

    /// Asks `/v1/exposed/{milliseconds}`.
    public func batch(_ release: Timestamp) async throws(ExposureServerError) -> BatchAnswer? {
        var request = request("/v1/exposed/\(release.milliseconds)")
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
        var request = request(path)
        request.method = .POST
        request.headers.add(name: "content-type", value: "application/json")
        request.body = .bytes(body)
        return request
    }

    private func request(_ path: String) -> HTTPClientRequest {
        var request = HTTPClientRequest(url: base + path)
        request.headers.add(name: "user-agent", value: "cerca")
        return request
    }

    private struct Answer {
        let status: Int
        let headers: HTTPHeaders
        let body: [UInt8]
    }

    private func send(_ request: HTTPClientRequest, limit: Int) async throws(ExposureServerError) -> Answer {
        do {
            let response = try await client.execute(request, timeout: Self.timeout)
            let body = try await response.body.collect(upTo: limit)
            return Answer(
                status: Int(response.status.code), headers: response.headers, body: Array(body.readableBytesView))
        } catch is NIOTooManyBytesError {
            throw .malformed(reason: "the answer is longer than any can be")
        } catch is CancellationError {
            throw .unreachable(reason: "stopped")
        } catch {
            throw .unreachable(reason: "no connection to \(base)")
        }
    }

    /// Too many requests and the server's own errors pass; everything else is its last word.
    private func refusal(_ answer: Answer) -> ExposureServerError {
        switch answer.status {
        case 429:
            let seconds = answer.headers.first(name: "retry-after").flatMap { Int($0) } ?? Self.usualWait
            return .later(seconds: min(max(seconds, 1), Self.longestWait))
        case 408, 500...: return .unreachable(reason: "the server answered with status \(answer.status)")
        default: return .refused(status: answer.status)
        }
    }

    /// The seconds to wait where a server does not say for how long, and the most that one can ask for.
    private static let usualWait = 60
    private static let longestWait = 86_400
}

extension HTTPExposureServer: VenueDayServer {
    /// Asks `GET /api/exposure/venue-days`.
    public func venueDayIssuer() async throws(ExposureServerError) -> VenueDayIssuerBody {
        let answer = try await send(request("/api/exposure/venue-days"), limit: Self.smallAnswer)
        guard answer.status == 200 else { throw refusal(answer) }
        guard let body = try? VenueDayIssuerBody(json: answer.body) else {
            throw .malformed(reason: "the server does not name its key for venue days")
        }
        return body
    }

    /// Asks `POST /api/exposure/venue-days/credential`.
    public func venueDayCredential(
        _ request: [UInt8], period: VenueDayPeriod, uploadSecret: String, isFake: Bool
    ) async throws(ExposureServerError) -> [UInt8] {
        let claim = VenueDayClaimBody(
            uploadSecret: uploadSecret, period: period.number, request: request.hexadecimal, isFake: isFake)
        guard let body = try? claim.evenedJSON() else { throw .malformed(reason: "no claim") }
        let answer = try await send(post("/api/exposure/venue-days/credential", body), limit: Self.smallAnswer)
        guard answer.status == 200 else { throw refusal(answer) }
        guard let credential = try? VenueDayCredentialBody(json: answer.body),
            let response = [UInt8](hexadecimal: credential.response)
        else { throw .malformed(reason: "the server's answer is no credential") }
        return response
    }

    /// Posts to `/api/exposure/venue-days`.
    public func contribute(_ contribution: VenueDayContribution) async throws(ExposureServerError) {
        guard let body = try? contribution.json() else { throw .malformed(reason: "no contribution") }
        let answer = try await send(post("/api/exposure/venue-days", body), limit: Self.smallAnswer)
        guard (200..<300).contains(answer.status) else { throw refusal(answer) }
    }
}
