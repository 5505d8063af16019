import NIOCore
import NIOPosix

/// A TCP server of this machine that says the same to everybody who connects, whatever it is asked.
struct SpeakingServer {
    private let channel: any Channel

    /// Listens on a port that the system chooses.
    static func start(saying text: String, thenCloses: Bool = false) async throws -> SpeakingServer {
        let channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .childChannelOption(.allowRemoteHalfClosure, value: true)
            .childChannelInitializer { child in
                child.eventLoop.makeCompletedFuture {
                    try child.pipeline.syncOperations.addHandler(Speaker(text: text, closes: thenCloses))
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        return SpeakingServer(channel: channel)
    }

    var port: Int { channel.localAddress?.port ?? 0 }

    func stop() async throws {
        try await channel.close().get()
    }
}

private final class Speaker: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let text: String
    private let closes: Bool

    init(text: String, closes: Bool) {
        self.text = text
        self.closes = closes
    }

    func channelActive(context: ChannelHandlerContext) {
        context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: text)), promise: nil)
        if closes { context.close(mode: .output, promise: nil) }
    }
}
