import API
import AsyncHTTPClient
import Foundation
import HTTPTypes
import NIOCore
import NIOHTTP1

/// A server of Cerca as a client of its own API sees it: it asks endpoints of the table, and gives their answers as values.
package struct APIClient: Sendable {
    /// The server's address without a stroke at its end, such as `https://cerca.example`.
    package let server: String
    /// Who is signed in; without a token requests are anybody's.
    package var token: String?
    /// How a request is sent again that the server puts off.
    package var retry: Retry
    /// Header fields that every request has beside its own.
    package var headers: HTTPHeaders

    private let client: HTTPClient
    private let timeout: TimeAmount
    private let answerBytes: Int

    /// The server at `address`.
    ///
    /// - Parameters:
    ///   - seconds: An answer that is no answer within this time is a failure.
    ///   - answerBytes: The largest answer that is read.
    package init(
        server address: String, client: HTTPClient, seconds: Int64 = 60, answerBytes: Int = 8 << 20,
        retry: Retry = .never, headers: HTTPHeaders = [:]
    ) {
        self.server = address.hasSuffix("/") ? String(address.dropLast()) : address
        self.client = client
        self.timeout = .seconds(seconds)
        self.answerBytes = answerBytes
        self.retry = retry
        self.headers = headers
    }

    /// The same server, asked by whoever has this token.
    package func signed(in token: String) -> APIClient {
        var client = self
        client.token = token
        return client
    }

    /// Asks an endpoint that takes a body.
    package func call<Body: APIBody, Reply: APIBody>(
        _ endpoint: Endpoint<Body, Reply>, _ body: Body, _ parameters: [ParameterValue] = []
    ) async throws(APIClientError) -> Reply {
        guard endpoint.route.body != nil else { return try await call(endpoint, json: nil, parameters) }
        guard let json = try? body.json() else { throw .misunderstood }
        return try await call(endpoint, json: json, parameters)
    }

    /// Asks an endpoint that takes no body.
    package func call<Reply: APIBody>(
        _ endpoint: Endpoint<NoBody, Reply>, _ parameters: [ParameterValue] = []
    ) async throws(APIClientError) -> Reply {
        try await call(endpoint, json: nil, parameters)
    }

    /// Asks an endpoint with a body that was written beforehand.
    package func call<Body: APIBody, Reply: APIBody>(
        _ endpoint: Endpoint<Body, Reply>, json: [UInt8]?, _ parameters: [ParameterValue] = []
    ) async throws(APIClientError) -> Reply {
        let request = try request(for: endpoint.route, json: json, parameters)
        var attempt = 1
        while true {
            let answer = try await send(request, answerBytes: answerBytes)
            if answer.status == endpoint.route.status { return try reply(answer.body) }
            let refusal = APIRefusal(answer)
            guard let seconds = retry.pause(after: refusal, attempt: attempt) else { throw .refused(refusal) }
            attempt += 1
            do { try await Task.sleep(for: .seconds(seconds)) } catch { throw .stopped }
        }
    }

    /// Sends any request, such as one of another protocol at the same server, and gives whatever comes back.
    package func send(
        _ request: HTTPClientRequest, answerBytes: Int
    ) async throws(APIClientError) -> APIAnswer {
        do {
            let response = try await client.execute(request, timeout: timeout)
            let body = try await response.body.collect(upTo: answerBytes)
            return APIAnswer(
                status: Int(response.status.code), headers: response.headers, body: Array(body.readableBytesView))
        } catch is CancellationError {
            throw .stopped
        } catch is NIOTooManyBytesError {
            throw .tooLong
        } catch {
            throw .unreachable
        }
    }

    /// A request to a path of this server, with the header fields that every request has.
    package func request(_ path: String) -> HTTPClientRequest {
        var request = HTTPClientRequest(url: server + path)
        request.headers = headers
        return request
    }

    private func request(
        for route: Route, json: [UInt8]?, _ parameters: [ParameterValue]
    ) throws(APIClientError) -> HTTPClientRequest {
        // Scheme and authority are those of the server's address, which may have a path of its own.
        guard let head = route.request(scheme: "", authority: "", parameters: parameters, token: token),
            let target = head.path
        else { throw .misunderstood }
        var request = request(target)
        request.method = .init(rawValue: head.method.rawValue)
        for field in head.headerFields { request.headers.add(name: field.name.rawName, value: field.value) }
        if let json { request.body = .bytes(json) }
        return request
    }

    private func reply<Reply: APIBody>(_ bytes: [UInt8]) throws(APIClientError) -> Reply {
        if Reply.self == NoBody.self, let nothing = NoBody() as? Reply { return nothing }
        do { return try Reply(json: bytes) } catch { throw .misunderstood }
    }
}

/// What came back over HTTP.
package struct APIAnswer: Sendable {
    /// The status.
    package let status: Int
    /// The header fields.
    package let headers: HTTPHeaders
    /// The body.
    package let body: [UInt8]

    /// After how many seconds the server wants to be asked again, when it says so.
    package var retryAfter: Int? { headers.first(name: "retry-after").flatMap { Int($0) } }
}
