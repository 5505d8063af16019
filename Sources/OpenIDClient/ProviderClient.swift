import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import NIOPosix
import OpenID

/// Asks providers over the network: 5 seconds for each answer, 64 KiB at most, no redirect, and no machine within the own
/// network unless the operator named it as the issuer.
package struct ProviderClient: ProviderNetwork {
    /// Seconds for an answer, from the first byte that is sent to the last that is read.
    package static let seconds: Int64 = 5
    /// Bytes of the largest answer.
    package static let answerBytes = 64 * 1024

    /// Asks exactly the machine that it is told to ask, once.
    ///
    /// It lives as long as the process.
    private static let client: HTTPClient = {
        var configuration = HTTPClient.Configuration(redirectConfiguration: .disallow, decompression: .disabled)
        configuration.connectionPool.retryConnectionEstablishment = false
        return HTTPClient(
            eventLoopGroupProvider: .shared(MultiThreadedEventLoopGroup.singleton), configuration: configuration)
    }()

    /// A client of any provider.
    package init() {}

    package func ask(
        _ address: ProviderAddress, of home: ProviderAddress, form: String?, authorization: String?
    ) async throws(OpenIDFault) -> ProviderReply {
        guard await OwnNetwork.mayAsk(address.host, home: home.host) else { throw .unreachable }
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
            let response = try await Self.client.execute(request, deadline: .now() + .seconds(Self.seconds))
            let body = try await response.body.collect(upTo: Self.answerBytes)
            return ProviderReply(
                status: Int(response.status.code), cacheControl: response.headers.first(name: "cache-control"),
                body: Array(body.readableBytesView))
        } catch {
            throw .unreachable
        }
    }
}
