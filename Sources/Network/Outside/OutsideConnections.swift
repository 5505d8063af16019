import AsyncHTTPClient
import Forwarding
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL
import Synchronization

/// HTTP requests, each to the number of the network that was checked for it.
///
/// There is a client for each host and number, in which the host resolves to nothing else, so no request can reach another
/// machine: not by another spelling of the host, nor by a name that leads elsewhere the next time. No redirect is followed,
/// and a connection that does not come about is not tried again: that is up to the caller.
package final class OutsideConnections: Sendable {
    /// To how many hosts idle connections are kept.
    static let mostClients = 32
    /// Seconds until a connection has to stand.
    private static let connectSeconds: Int64 = 5

    private struct Place: Hashable {
        let host: String
        let number: IPAddress
    }

    private struct Client {
        let client: HTTPClient
        var requests = 0
        var turn: UInt64 = 0
    }

    private struct State {
        var byPlace: [Place: Client] = [:]
        var turn: UInt64 = 0
        var isClosed = false

        /// Takes out the client that was not used for the longest time, when there are too many.
        mutating func takeIdle() -> HTTPClient? {
            guard byPlace.count > OutsideConnections.mostClients,
                let place = byPlace.filter({ $0.value.requests == 0 }).min(by: { $0.value.turn < $1.value.turn })?.key
            else { return nil }
            return byPlace.removeValue(forKey: place)?.client
        }
    }

    private let configuration: HTTPClient.Configuration
    private let seconds: Int64
    private let wherever: HTTPClient
    private let state = Mutex(State())

    /// Connections to machines whose certificates this one trusts, or those in a file of PEM form alone.
    ///
    /// - Parameter seconds: Seconds for an answer, from the first byte that is sent to the last one that is read.
    package init(certificates: String? = nil, seconds: Int64) {
        var configuration = HTTPClient.Configuration(
            redirectConfiguration: .disallow,
            timeout: .init(connect: .seconds(min(seconds, Self.connectSeconds)), read: .seconds(seconds)),
            decompression: .disabled)
        configuration.connectionPool.retryConnectionEstablishment = false
        configuration.httpVersion = .automatic
        if let certificates {
            var tls = TLSConfiguration.makeClientConfiguration()
            tls.trustRoots = .file(certificates)
            configuration.tlsConfiguration = tls
        }
        self.configuration = configuration
        self.seconds = seconds
        wherever = HTTPClient(eventLoopGroup: .singletonMultiThreadedEventLoopGroup, configuration: configuration)
    }

    /// Ends all connections; nothing can be asked from then on.
    package func close() async {
        let ended = state.withLock { state in
            state.isClosed = true
            defer { state.byPlace = [:] }
            return state.byPlace.values.map(\.client)
        }
        for client in ended + [wherever] { try? await client.shutdown() }
    }

    /// Sends a request, `POST` with a body and `GET` without.
    ///
    /// - Parameters:
    ///   - number: The only number to connect to; nil for wherever the name leads, which is for addresses that the operator
    ///     wrote.
    ///   - mostBytes: The most bytes of an answer's body, beyond which this throws; nil when the body is not read at all.
    package func ask(
        _ address: OutsideAddress, at number: IPAddress?, headers: [(name: String, value: String)], body: [UInt8]?,
        mostBytes: Int?
    ) async throws -> OutsideAnswer {
        var request = HTTPClientRequest(url: address.text)
        for (name, value) in headers { request.headers.add(name: name, value: value) }
        if let body {
            request.method = .POST
            request.body = .bytes(ByteBuffer(bytes: body))
        }
        let place = number.map { Place(host: address.hostText, number: $0) }
        let client = try place.map(take) ?? wherever
        defer { if let place { giveBack(place) } }
        // The deadline holds for the body as well: an answer that trickles in ends with it.
        let answer = try await client.execute(request, deadline: .now() + .seconds(seconds))
        var content: [UInt8] = []
        if let mostBytes {
            for try await part in answer.body {
                content += part.readableBytesView
                if content.count > mostBytes { throw HTTPClientError.cancelled }
            }
        }
        return OutsideAnswer(status: Int(answer.status.code), fields: answer.headers, body: content)
    }

    /// Whether a request failed because a connection that stood came to its end, as HTTP/2 servers do now and then (`GOAWAY`,
    /// RFC 9113 section 6.8): neither because there never was one, nor because time is up.
    package static func isEndOfConnection(_ error: any Error) -> Bool {
        if let error = error as? HTTPClientError { return error == .remoteConnectionClosed }
        return !(error is NIOConnectionError || error is CancellationError)
    }

    private func take(_ place: Place) throws -> HTTPClient {
        try state.withLock { state in
            if state.isClosed { throw HTTPClientError.alreadyShutdown }
            var client = state.byPlace[place] ?? Client(client: makeClient(for: place))
            client.requests += 1
            state.turn += 1
            client.turn = state.turn
            state.byPlace[place] = client
            return client.client
        }
    }

    private func giveBack(_ place: Place) {
        let idle = state.withLock { state in
            state.byPlace[place]?.requests -= 1
            return state.takeIdle()
        }
        idle?.shutdown { _ in }
    }

    private func makeClient(for place: Place) -> HTTPClient {
        var configuration = configuration
        configuration.dnsOverride = [place.host: place.number.text]
        return HTTPClient(eventLoopGroup: .singletonMultiThreadedEventLoopGroup, configuration: configuration)
    }
}

/// What a machine answered.
package struct OutsideAnswer: Sendable {
    /// The status.
    package let status: Int
    private let fields: HTTPHeaders
    /// The body; empty when it was not read.
    package let body: [UInt8]

    init(status: Int, fields: HTTPHeaders, body: [UInt8]) {
        self.status = status
        self.fields = fields
        self.body = body
    }

    /// The first header field of this name.
    package func field(_ name: String) -> String? { fields.first(name: name) }
}
