import NIOCore
import NIOHTTP1
import NIOPosix
import Synchronization

/// A server of HTTP on a free port of this machine that gives the answers that it was told, one for each request, and
/// remembers what it was asked.
final class ScriptedServer: Sendable {
    struct Answer: Sendable {
        var status: HTTPResponseStatus = .ok
        var headers: HTTPHeaders = [:]
        var body = ""
    }

    struct Asked: Sendable {
        var head: HTTPRequestHead
        var body = ""
    }

    private let script: Mutex<[Answer]>
    private let log = Mutex<[Asked]>([])

    /// What it was asked so far.
    var asked: [Asked] { log.withLock { $0 } }

    private init(_ script: [Answer]) {
        self.script = Mutex(script)
    }

    /// Runs `body` with a server and its address; the last answer is given to every request that comes after it.
    static func with(_ script: [Answer], _ body: (ScriptedServer, String) async throws -> Void) async throws {
        let server = ScriptedServer(script)
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

    fileprivate func answer(_ asked: Asked) -> Answer {
        log.withLock { $0.append(asked) }
        return script.withLock { $0.count > 1 ? $0.removeFirst() : $0.first ?? Answer() }
    }

    private final class Handler: ChannelInboundHandler {
        typealias InboundIn = HTTPServerRequestPart
        typealias OutboundOut = HTTPServerResponsePart

        private let server: ScriptedServer
        private var asked: Asked?

        init(_ server: ScriptedServer) {
            self.server = server
        }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            switch unwrapInboundIn(data) {
            case .head(let head): asked = Asked(head: head)
            case .body(let buffer): asked?.body += String(buffer: buffer)
            case .end:
                guard let asked else { return }
                let answer = server.answer(asked)
                var headers = answer.headers
                headers.add(name: "content-length", value: String(answer.body.utf8.count))
                let head = HTTPResponseHead(version: .http1_1, status: answer.status, headers: headers)
                context.write(wrapOutboundOut(.head(head)), promise: nil)
                context.write(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(string: answer.body)))), promise: nil)
                context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
            }
        }
    }
}
