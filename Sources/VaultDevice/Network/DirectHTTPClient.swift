import AsyncHTTPClient
import NIOPosix

extension HTTPClient {
    /// A client that asks exactly the server that it is told to ask, once.
    ///
    /// The shared client tries a server that is down again and again until the time is over, follows wherever an answer
    /// points, and unpacks what is packed; for a key or a record, none of these is wanted. It lives as long as the process.
    static let direct: HTTPClient = {
        var configuration = HTTPClient.Configuration(redirectConfiguration: .disallow, decompression: .disabled)
        configuration.connectionPool.retryConnectionEstablishment = false
        return HTTPClient(
            eventLoopGroupProvider: .shared(MultiThreadedEventLoopGroup.singleton), configuration: configuration)
    }()
}
