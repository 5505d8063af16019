import HTTPTypes
import NIOCore

/// What makes sockets of requests for a WebSocket.
package protocol WebSocketAcceptor: Sendable {
    /// How many sockets there are.
    var count: Int { get }
    /// The largest frame that is taken, bytes.
    var messageBytes: Int { get }

    /// Whether the target of a request is where sockets are.
    func owns(_ target: String?) -> Bool

    /// What takes over the connection of a request that asks for a WebSocket; nil when it goes on as an ordinary request.
    ///
    /// - Parameter address: Whose request it is, as limits count.
    func accept(_ head: HTTPRequest, address: () -> ClientAddress?) -> (any WebSocketHandler)?

    /// Ends all sockets and takes no new ones.
    func stop()
}

/// One WebSocket, in the place where its connection's HTTP was.
package protocol WebSocketHandler: ChannelInboundHandler {
    /// Answers the request for it, by what proves that the request was understood, and begins.
    func begin(accept: String)
}
