import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL
import NIOWebSocket

/// A WebSocket that this program opened (RFC 6455).
struct WebSocketLink: Sendable {
    typealias Channel = NIOAsyncChannel<WebSocketFrame, WebSocketFrame>

    private enum Upgrade: Sendable {
        case webSocket(Channel)
        case refused
    }

    /// Bytes of the largest message that is read.
    private static let largestMessage = 16 * 1024 * 1024

    let channel: Channel

    /// Opens a WebSocket at `target`, a path with its query.
    static func open(_ address: WebAddress, target: String) async throws -> WebSocketLink {
        let tls = address.isSecure ? try NIOSSLContext(configuration: .makeClientConfiguration()) : nil
        let upgrade = try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .connectTimeout(.seconds(10))
            .channelOption(.tcpOption(.tcp_nodelay), value: 1)
            .connect(host: address.host, port: address.port) { channel in
                channel.eventLoop.makeCompletedFuture {
                    if let tls {
                        // An address of numbers has no name that a certificate's host could be asked by.
                        let isNumeric = (try? SocketAddress(ipAddress: address.host, port: address.port)) != nil
                        try channel.pipeline.syncOperations.addHandler(
                            NIOSSLClientHandler(context: tls, serverHostname: isNumeric ? nil : address.host))
                    }
                    return try Self.configure(channel, address, target)
                }
            }
        switch try await upgrade.get() {
        case .webSocket(let channel): return WebSocketLink(channel: channel)
        case .refused: throw MarketClientError.unreachable("it refuses a WebSocket")
        }
    }

    private static func configure(
        _ channel: any NIOCore.Channel, _ address: WebAddress, _ target: String
    ) throws -> EventLoopFuture<Upgrade> {
        let upgrader = NIOTypedWebSocketClientUpgrader<Upgrade>(maxFrameSize: largestMessage) { channel, _ in
            channel.eventLoop.makeCompletedFuture {
                try channel.pipeline.syncOperations.addHandler(
                    NIOWebSocketFrameAggregator(
                        minNonFinalFragmentSize: 0, maxAccumulatedFrameCount: 4096,
                        maxAccumulatedFrameSize: largestMessage))
                return .webSocket(try Channel(wrappingChannelSynchronously: channel))
            }
        }
        let head = HTTPRequestHead(
            version: .http1_1, method: .GET, uri: target, headers: ["Host": address.hostField])
        var configuration = NIOUpgradableHTTPClientPipelineConfiguration<Upgrade>(
            upgradeConfiguration: .init(
                upgradeRequestHead: head, upgraders: [upgrader],
                notUpgradingCompletionHandler: { channel in channel.eventLoop.makeSucceededFuture(.refused) }))
        // The exchange speaks first, and what it says may come in one piece with its agreement to the upgrade.
        configuration.leftOverBytesStrategy = .forwardBytes
        return try channel.pipeline.syncOperations.configureUpgradableHTTPClientPipeline(configuration: configuration)
    }
}

extension WebSocketFrame {
    /// A frame as a client sends it, with a mask of its own (RFC 6455 section 5.3).
    static func masked(_ opcode: WebSocketOpcode, _ data: ByteBuffer) -> WebSocketFrame {
        WebSocketFrame(fin: true, opcode: opcode, maskKey: .random(), data: data)
    }
}
