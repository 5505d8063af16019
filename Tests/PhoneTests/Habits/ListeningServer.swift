import NIOCore
import NIOHTTP1
import NIOPosix
import Synchronization

/// A server of HTTP on a free port of this machine that answers 204 to whatever comes, and remembers it.
final class ListeningServer: Sendable {
    struct Asked: Sendable {
        let head: HTTPRequestHead
        /// The other end's port: requests on one connection have the same.
        let port: Int?
        var bytes = 0
    }

    private let log = Mutex<[Asked]>([])

    /// What it was asked so far.
    var asked: [Asked] { log.withLock { $0 } }

    /// Runs `body` with a server and its address.
    static func with(_ body: (ListeningServer, String) async throws -> Void) async throws {
        let server = ListeningServer()
        let channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .childChannelInitializer { channel in
                channel.pipeline.configureHTTPServerPipeline().flatMapThrowing {
                    try channel.pipeline.syncOperations.addHandler(Handler(server))
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        do {
            try await body(server, "http://127.0.0.1:\(channel.localAddress?.port ?? 0)")
        } catch {
            try? await channel.close()
            throw error
        }
        try await channel.close()
    }

    private final class Handler: ChannelInboundHandler {
        typealias InboundIn = HTTPServerRequestPart
        typealias OutboundOut = HTTPServerResponsePart

        private let server: ListeningServer
        private var asked: Asked?

        init(_ server: ListeningServer) {
            self.server = server
        }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            switch unwrapInboundIn(data) {
            case .head(let head): asked = Asked(head: head, port: context.remoteAddress?.port)
            case .body(let buffer): asked?.bytes += buffer.readableBytes
            case .end:
                if let asked { server.log.withLock { $0.append(asked) } }
                let head = HTTPResponseHead(version: .http1_1, status: .noContent)
                context.write(wrapOutboundOut(.head(head)), promise: nil)
                context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
            }
        }
    }
}
