import AsyncHTTPClient
import Forwarding
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL
import Synchronization

/// Asks push services over HTTP, by HTTP/2 where they speak it.
///
/// Connections to an address that was looked at are those of a client of its own, whose names resolve to nothing else.
package final class HTTPExchange: PushExchange {
    /// How long an answer may take, seconds.
    package static let seconds: Int64 = 10
    /// To how many checked addresses connections are kept.
    static let mostClients = 32

    /// Which host has to be at which address.
    private struct Place: Hashable {
        let host: String
        let address: IPAddress
    }

    private struct Clients {
        var byPlace: [Place: HTTPClient] = [:]
        var order: [Place] = []
        var isClosed = false
    }

    private let trusted: NIOSSLTrustRoots?
    private let anywhere: HTTPClient
    private let clients = Mutex(Clients())

    /// Asks push services whose certificates the machine trusts, or those in a file of PEM form alone.
    package init(certificates: String? = nil) {
        trusted = certificates.map(NIOSSLTrustRoots.file)
        anywhere = HTTPClient(
            eventLoopGroup: .singletonMultiThreadedEventLoopGroup, configuration: Self.settings(trusted))
    }

    /// Ends all connections; nothing can be asked from then on.
    package func close() async {
        let ended = clients.withLock { state in
            state.isClosed = true
            defer { state.byPlace = [:] }
            return Array(state.byPlace.values)
        }
        for client in ended + [anywhere] { try? await client.shutdown() }
    }

    /// How often a request is made anew, at once, when the connection ended that it was on.
    static let mostRepeats = 3

    /// Asks, and asks anew when the connection ends before there is an answer, as HTTP/2 servers do now and then
    /// (`GOAWAY`, RFC 9113 section 6.8): a message that comes twice replaces itself.
    package func ask(_ request: PushRequest) async throws -> PushAnswer {
        let deadline = NIODeadline.now() + .seconds(Self.seconds)
        for _ in 0..<Self.mostRepeats {
            do { return try await ask(request, by: deadline) } catch  where Self.isEndOfConnection(error) { continue }
        }
        return try await ask(request, by: deadline)
    }

    /// Whether a connection was there and ended: neither that there never was one, nor that time is up.
    private static func isEndOfConnection(_ error: any Error) -> Bool {
        if let error = error as? HTTPClientError { return error == .remoteConnectionClosed }
        return !(error is NIOConnectionError || error is CancellationError)
    }

    private func ask(_ request: PushRequest, by deadline: NIODeadline) async throws -> PushAnswer {
        var asked = HTTPClientRequest(url: request.url)
        asked.method = .POST
        for (name, value) in request.headers { asked.headers.add(name: name, value: value) }
        asked.body = .bytes(ByteBuffer(bytes: request.body))
        let answer = try await client(for: request).execute(asked, deadline: deadline)
        // What says more than this says nothing to us; reading on would only cost.
        var body: [UInt8] = []
        for try await part in answer.body {
            body += part.readableBytesView
            if body.count > PushAnswer.mostBytes { throw HTTPClientError.cancelled }
        }
        return PushAnswer(
            status: Int(answer.status.code), retryAfter: answer.headers.first(name: "retry-after"), body: body)
    }

    private func client(for request: PushRequest) throws -> HTTPClient {
        guard let address = request.address, let text = address.text, let host = Self.host(of: request.url) else {
            return anywhere
        }
        let place = Place(host: host, address: address)
        let (found, ended) = try clients.withLock { state -> (HTTPClient, HTTPClient?) in
            if state.isClosed { throw HTTPClientError.alreadyShutdown }
            if let client = state.byPlace[place] { return (client, nil) }
            var settings = Self.settings(trusted)
            settings.dnsOverride = [host: text]
            let client = HTTPClient(eventLoopGroup: .singletonMultiThreadedEventLoopGroup, configuration: settings)
            state.byPlace[place] = client
            state.order.append(place)
            guard state.order.count > Self.mostClients else { return (client, nil) }
            return (client, state.byPlace.removeValue(forKey: state.order.removeFirst()))
        }
        // What it is still asked ends with an error, and is asked again by the queue.
        ended?.shutdown { _ in }
        return found
    }

    private static func settings(_ trusted: NIOSSLTrustRoots?) -> HTTPClient.Configuration {
        var settings = HTTPClient.Configuration(
            redirectConfiguration: .disallow,
            timeout: .init(connect: .seconds(5), read: .seconds(Self.seconds)), decompression: .disabled)
        settings.httpVersion = .automatic
        if let trusted {
            var tls = TLSConfiguration.makeClientConfiguration()
            tls.trustRoots = trusted
            settings.tlsConfiguration = tls
        }
        return settings
    }

    private static func host(of url: String) -> String? {
        guard let start = url.firstRange(of: "://") else { return nil }
        return url[start.upperBound...].prefix { $0 != "/" && $0 != ":" }.lowercased()
    }
}

extension IPAddress {
    /// The address as text.
    fileprivate var text: String? {
        try? SocketAddress(packedIPAddress: ByteBuffer(bytes: bytes), port: 0).ipAddress
    }
}
