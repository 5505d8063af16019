import Accounts
import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import NIOPosix
import OpenID

/// Tells programs of other people, at addresses that these wrote: 5 seconds for each answer, no redirect, nothing of the
/// answer but its status, and no machine within the own network.
///
/// A name is resolved once for each request, and the connection goes to the address that was looked at. TLS still checks
/// the name.
package struct CallbackClient: Sendable {
    /// Seconds for an answer.
    package static let seconds: Int64 = 5
    /// Bytes of an answer that are taken from its connection.
    private static let answerBytes = 4096
    /// Characters of the longest address.
    package static let longestAddress = 256

    /// The addresses of a name.
    private let resolve: @Sendable (String) -> [[UInt8]]
    /// Whether machines of the own network may be told; for tests alone.
    private let allowsOwnNetwork: Bool

    /// A client that asks the system for the addresses of names.
    package init() {
        self.init(allowsOwnNetwork: false, resolve: OwnNetwork.addresses)
    }

    init(allowsOwnNetwork: Bool, resolve: @escaping @Sendable (String) -> [[UInt8]]) {
        self.allowsOwnNetwork = allowsOwnNetwork
        self.resolve = resolve
    }

    /// Why nobody was told.
    package enum Fault: Error, Equatable {
        /// The text is no address that is told.
        case address
        /// The name leads into the own network, or nowhere.
        case place
        /// Nobody answered in time.
        case unreachable
    }

    /// Whether an address is one of the own network, also where it is one of IPv4 in the form of IPv6.
    private static func isOwn(_ bytes: [UInt8]) -> Bool {
        let mapped = [UInt8](repeating: 0, count: 10) + [0xFF, 0xFF]
        return OwnNetwork.has(bytes.count == 16 && bytes.starts(with: mapped) ? Array(bytes.suffix(4)) : bytes)
    }

    /// Sends JSON to an address.
    ///
    /// - Returns: The status of the answer.
    package func post(
        _ body: [UInt8], to text: String, headers: [(name: String, value: String)]
    ) async throws(Fault) -> Int {
        guard text.utf8.count <= Self.longestAddress, let address = ProviderAddress(text),
            address.text.contains(address.host)
        else { throw .address }
        let place: [UInt8]
        if allowsOwnNetwork {
            place = [127, 0, 0, 1]
        } else if let bytes = AddressRange.bytes(of: address.host) {
            guard !Self.isOwn(bytes) else { throw .place }
            place = bytes
        } else {
            let resolve = resolve
            // One address of the own network among others is enough: whoever answers so wants to be asked there.
            let passage = await OwnNetwork.passage(to: address.host, home: "") { name in
                let found = resolve(name)
                return found.contains(where: Self.isOwn) ? [] : found
            }
            guard case .at(let bytes) = passage else { throw .place }
            place = bytes
        }
        guard let host = try? SocketAddress(packedIPAddress: ByteBuffer(bytes: place), port: 0).ipAddress else {
            throw .place
        }
        var configuration = HTTPClient.Configuration(redirectConfiguration: .disallow, decompression: .disabled)
        configuration.connectionPool.retryConnectionEstablishment = false
        configuration.dnsOverride = [address.host: host]
        let client = HTTPClient(
            eventLoopGroupProvider: .shared(MultiThreadedEventLoopGroup.singleton), configuration: configuration)
        var request = HTTPClientRequest(url: address.text)
        request.method = .POST
        request.headers.add(name: "content-type", value: "application/json")
        request.headers.add(name: "user-agent", value: "cerca")
        for (name, value) in headers { request.headers.add(name: name, value: value) }
        request.body = .bytes(body)
        let status: Int?
        do {
            let answer = try await client.execute(request, deadline: .now() + .seconds(Self.seconds))
            status = Int(answer.status.code)
            // What else the answer has is nothing that anybody wants.
            _ = try? await answer.body.collect(upTo: Self.answerBytes)
        } catch {
            status = nil
        }
        try? await client.shutdown()
        guard let status else { throw .unreachable }
        return status
    }
}
