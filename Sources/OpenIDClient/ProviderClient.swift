import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import NIOPosix
import OpenID
import OutsideClient

/// Asks providers over the network: 5 seconds for each answer, 64 KiB at most, no redirect, and no machine within the own
/// network unless the operator named it as the issuer.
///
/// A name that a provider's document told is resolved once for each request, and the connection goes to the address that
/// was looked at, so that a name that leads elsewhere a moment later gains nothing. TLS still checks the name.
package struct ProviderClient: ProviderNetwork {
    /// Seconds for an answer, from the first byte that is sent to the last that is read.
    package static let seconds: Int64 = 5
    /// Bytes of the largest answer.
    package static let answerBytes = 64 * 1024

    /// Asks the machines that the operator named; it lives as long as the process.
    private static let named = client()

    /// What asks exactly the machine that it is told to ask, once, and with `places` at the addresses of the names there.
    private static func client(_ places: [String: String] = [:]) -> HTTPClient {
        var configuration = HTTPClient.Configuration(redirectConfiguration: .disallow, decompression: .disabled)
        configuration.connectionPool.retryConnectionEstablishment = false
        configuration.dnsOverride = places
        return HTTPClient(
            eventLoopGroupProvider: .shared(MultiThreadedEventLoopGroup.singleton), configuration: configuration)
    }

    /// A client of any provider.
    package init() {}

    package func ask(
        _ address: ProviderAddress, of home: ProviderAddress, form: String?, authorization: String?
    ) async throws(OpenIDFault) -> ProviderReply {
        switch await OwnNetwork.passage(to: address.host, home: home.host) {
        case .none: throw .unreachable
        case .anywhere: return try await ask(address, form: form, authorization: authorization, by: Self.named)
        case .at(let bytes): return try await ask(address, at: bytes, form: form, authorization: authorization)
        }
    }

    /// Asks at this address of 4 or 16 bytes, whatever the name leads to by now.
    func ask(
        _ address: ProviderAddress, at bytes: [UInt8], form: String?, authorization: String?
    ) async throws(OpenIDFault) -> ProviderReply {
        // The client looks names up as they are written; one with capitals would be resolved anew.
        guard let place = try? SocketAddress(packedIPAddress: ByteBuffer(bytes: bytes), port: 0).ipAddress,
            address.text.contains(address.host)
        else { throw .unreachable }
        let client = Self.client([address.host: place])
        let result: Result<ProviderReply, OpenIDFault>
        do throws(OpenIDFault) {
            result = .success(try await ask(address, form: form, authorization: authorization, by: client))
        } catch {
            result = .failure(error)
        }
        try? await client.shutdown()
        return try result.get()
    }

    private func ask(
        _ address: ProviderAddress, form: String?, authorization: String?, by client: HTTPClient
    ) async throws(OpenIDFault) -> ProviderReply {
        var request = HTTPClientRequest(url: address.text)
        request.headers.add(name: "accept", value: "application/json")
        request.headers.add(name: "user-agent", value: "cerca")
        if let authorization { request.headers.add(name: "authorization", value: authorization) }
        if let form {
            request.method = .POST
            request.headers.add(name: "content-type", value: "application/x-www-form-urlencoded")
            request.body = .bytes(Array(form.utf8))
        }
        do {
            // The deadline holds for the body as well: an answer that trickles in ends with it.
            let response = try await client.execute(request, deadline: .now() + .seconds(Self.seconds))
            let body = try await response.body.collect(upTo: Self.answerBytes)
            return ProviderReply(
                status: Int(response.status.code), cacheControl: response.headers.first(name: "cache-control"),
                body: Array(body.readableBytesView))
        } catch {
            throw .unreachable
        }
    }
}
