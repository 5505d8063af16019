import API
import AsyncHTTPClient
import Foundation
import HTTPTypes
import NIOCore
import NIOHTTP1

/// A person's account on a server of Cerca, signed in: what synchronizing and proving presence go through.
public struct ServerAccount: Sendable {
    /// An answer that is no answer within this time is a failure: a large record over a slow line has to pass.
    private static let timeout = TimeAmount.seconds(60)
    /// The largest answer that is read, in bytes of its JSON.
    private static let answerLimit = 4 << 20
    /// How often a request is sent that the server puts off, and for how long it may do so, in seconds.
    private static let patience = (attempts: 8, seconds: 15)
    /// What a server says that will do later what it does not do now.
    private static let passing: Set<ProblemCode> = [
        .requestTooMany, .requestTooManyAttempts, .requestOverloaded, .storageUnavailable,
    ]

    /// The server's address, without a stroke at its end.
    public let server: String
    private let client = HTTPClient.direct
    private let token: String?

    /// The server at `address`, before anybody signed in.
    ///
    /// Throws `notAServer` unless it is `http://` or `https://` with a host and perhaps a port and a path, and `insecure`
    /// for `http://` beyond this machine, where anybody on the way could read the password, unless `allowsInsecure`.
    public init(server address: String, allowsInsecure: Bool = false) throws(ServerFault) {
        guard address.utf8.count <= 500, address.utf8.allSatisfy({ (0x21...0x7E).contains($0) }),
            let parts = URLComponents(string: address), let scheme = parts.scheme?.lowercased(),
            ["http", "https"].contains(scheme), let host = parts.host, !host.isEmpty,
            parts.user == nil, parts.password == nil, parts.query == nil, parts.fragment == nil
        else { throw .notAServer }
        guard scheme == "https" || allowsInsecure || Self.isLoopback(host) else { throw .insecure(server: address) }
        self.init(server: address.hasSuffix("/") ? String(address.dropLast()) : address, token: nil)
    }

    /// Whether a host of an address is this machine itself, whatever its names are resolved to: RFC 6761, RFC 1122 and
    /// RFC 4291.
    private static func isLoopback(_ host: String) -> Bool {
        let host = host.lowercased()
        if host == "localhost" || host.hasSuffix(".localhost") || host == "::1" || host == "[::1]" { return true }
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil && $0.first != "+" }
    }

    private init(server: String, token: String?) {
        self.server = server
        self.token = token
    }

    /// Signs in and gives the account; the password goes to the server and stays nowhere.
    public func signIn(email: String, password: String) async throws(ServerFault) -> ServerAccount {
        let session = try await call(Routes.signIn, CredentialsBody(email: email, password: password))
        return ServerAccount(server: server, token: session.token)
    }

    /// Ends the session; a server that cannot be reached ends it by itself later.
    public func signOut() async {
        _ = try? await call(Routes.signOut, NoBody())
    }

    /// Asks an endpoint and gives its answer.
    ///
    /// A server that is busy, or asked too often, is asked again after as many seconds as it says, within bounds.
    func call<Body: APIBody, Reply: APIBody>(
        _ endpoint: Endpoint<Body, Reply>, _ body: Body, parameters: [String: String] = [:]
    ) async throws(ServerFault) -> Reply {
        var attempt = 1
        while true {
            let answer = try await send(endpoint.route, body, parameters)
            if answer.status == endpoint.route.status { return try reply(answer.bytes) }
            let problem = try? ProblemBody(json: answer.bytes)
            let code = problem.flatMap { ProblemCode(rawValue: $0.code) }
            let seconds = answer.retryAfter ?? 1
            if let code, Self.passing.contains(code), attempt < Self.patience.attempts,
                seconds <= Self.patience.seconds
            {
                attempt += 1
                do { try await Task.sleep(for: .seconds(max(1, seconds))) } catch { throw .stopped }
                continue
            }
            throw refusal(code, status: answer.status, title: problem?.title, seconds: answer.retryAfter)
        }
    }

    private struct Answer {
        let status: Int
        let retryAfter: Int?
        let bytes: [UInt8]
    }

    private func send<Body: APIBody>(
        _ route: Route, _ body: Body, _ parameters: [String: String]
    ) async throws(ServerFault) -> Answer {
        guard let path = route.path.path(parameters) else { throw .malformed(server: server) }
        var request = HTTPClientRequest(url: server + path)
        request.method = .init(rawValue: route.method.rawValue)
        if let token { request.headers.add(name: "authorization", value: "Bearer \(token)") }
        do {
            if route.body != nil {
                request.headers.add(name: "content-type", value: "application/json")
                request.body = .bytes(try body.json())
            }
            let response = try await client.execute(request, timeout: Self.timeout)
            let bytes = try await response.body.collect(upTo: Self.answerLimit)
            return Answer(
                status: Int(response.status.code),
                retryAfter: response.headers.first(name: "retry-after").flatMap { Int($0) },
                bytes: Array(bytes.readableBytesView))
        } catch is CancellationError {
            throw .stopped
        } catch is NIOTooManyBytesError {
            throw .malformed(server: server)
        } catch {
            throw .unreachable(server: server)
        }
    }

    private func reply<Reply: APIBody>(_ bytes: [UInt8]) throws(ServerFault) -> Reply {
        if Reply.self == NoBody.self, let nothing = NoBody() as? Reply { return nothing }
        do { return try Reply(json: bytes) } catch { throw .malformed(server: server) }
    }

    private func refusal(_ code: ProblemCode?, status: Int, title: String?, seconds: Int?) -> ServerFault {
        switch code {
        case .accountsWrongCredentials: .wrongCredentials
        case .accountsNotSignedIn: .notSignedIn
        case .vaultLockedOut: .lockedOut(seconds: Int64(max(0, seconds ?? 0)))
        case let code?: .refused(code)
        case nil: .failed(server: server, status: status)
        }
    }
}
