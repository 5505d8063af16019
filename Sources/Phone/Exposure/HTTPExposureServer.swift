import AsyncHTTPClient
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
        guard answer.status == 200 else { throw refusal(answer.status) }
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
        guard answer.status == 200 else { throw refusal(answer.status) }
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
        var request = request("/v1/exposed")
        request.method = .POST
        request.headers.add(name: "content-type", value: "application/json")
        request.headers.add(name: "idempotency-key", value: attempt)
        request.body = .bytes(upload.json())
        let answer = try await send(request, limit: Self.smallAnswer)
        guard answer.status == 200 else { throw refusal(answer.status) }
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
    private func refusal(_ status: Int) -> ExposureServerError {
        status == 429 || status == 408 || status >= 500
            ? .unreachable(reason: "the server answered with status \(status)") : .refused(status: status)
    }
}

/// The date of HTTP header fields (RFC 9110 section 5.6.7), in the one form that is still sent.
enum HTTPDate {
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// The instant that `Sun, 06 Nov 1994 08:49:37 GMT` names, or nil for other text; the weekday is not looked at.
    static func time(_ text: String) -> Timestamp? {
        let parts = text.split(separator: " ", omittingEmptySubsequences: false)
        guard text.utf8.count == 29, parts.count == 6, parts[5] == "GMT",
            let month = months.firstIndex(where: { $0 == parts[2] })
        else { return nil }
        let month2 = month < 9 ? "0\(month + 1)" : "\(month + 1)"
        return Timestamp(rfc3339: "\(parts[3])-\(month2)-\(parts[1])T\(parts[4])Z")
    }
}
