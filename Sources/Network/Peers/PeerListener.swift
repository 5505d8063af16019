import NIOCore
import NIOPosix
import Synchronization

/// Listens for the other servers of a database, and answers what they ask.
///
/// It is not for strangers, and keeps little of them: who has not proven within five seconds to have the secret is cut
/// off, and so is whoever comes when there are ``mostConnections`` already.
package final class PeerListener: Sendable {
    /// Answers a question of another server.
    package typealias Answering = @Sendable ([UInt8]) async -> [UInt8]

    /// How many connections there may be at once.
    static let mostConnections = 256

    /// Where it listens, as the other servers find it.
    package let address: String
    private let channel: any Channel
    private let shared: PeerListening

    /// Listens at an address of this machine; port 0 is a free one.
    ///
    /// Questions that come before ``answer(_:)`` was called end their connection.
    package static func listen(host: String, port: Int, secret: [UInt8]) async throws -> PeerListener {
        let shared = PeerListening(secret: secret)
        let channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelOption(.socketOption(.tcp_nodelay), value: 1)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(PeerAnswering(channel, shared))
                }
            }
            .bind(host: host, port: port).get()
        return PeerListener(
            channel, shared, address: PeerAddress.text(host: host, port: channel.localAddress?.port ?? port))
    }

    private init(_ channel: any Channel, _ shared: PeerListening, address: String) {
        self.channel = channel
        self.shared = shared
        self.address = address
    }

    /// Lets questions be answered by `body` from now on.
    package func answer(_ body: @escaping Answering) {
        shared.answering.withLock { $0 = PeerAnswers(body: body) }
    }

    /// Listens no more, and ends every connection.
    package func close() async {
        try? await channel.close().get()
        for child in shared.connections.withLock({ Array($0.values) }) { child.close(promise: nil) }
    }
}

/// What answers questions.
///
/// It is kept in a structure and not by itself: a function that is kept in a generic type is wrapped anew each time that it
/// is looked at, one wrapping around the other, and each call then goes through all of them.
private struct PeerAnswers {
    let body: PeerListener.Answering
}

/// What the connections of a listener share.
private final class PeerListening: Sendable {
    let secret: [UInt8]
    let answering = Mutex<PeerAnswers?>(nil)
    let connections = Mutex<[ObjectIdentifier: any Channel]>([:])

    init(secret: [UInt8]) {
        self.secret = secret
    }
}

/// One connection of another server, which asks.
///
/// `@unchecked Sendable`: its state is touched only on its channel's event loop.
private final class PeerAnswering: ChannelInboundHandler, @unchecked Sendable {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private static let proving = TimeAmount.seconds(5)

    private let channel: any Channel
    private let shared: PeerListening
    private var conversation: PeerConversation

    init(_ channel: any Channel, _ shared: PeerListening) {
        self.channel = channel
        self.shared = shared
        var random = SystemRandomNumberGenerator()
        conversation = PeerConversation(.answering, secret: shared.secret, random: &random)
    }

    func channelActive(context: ChannelHandlerContext) {
        let isOneTooMany = shared.connections.withLock { connections in
            connections[ObjectIdentifier(self)] = channel
            return connections.count > PeerListener.mostConnections
        }
        guard !isOneTooMany else { return context.close(promise: nil) }
        context.writeAndFlush(wrapOutboundOut(ByteBuffer(bytes: conversation.opening)), promise: nil)
        context.eventLoop.scheduleTask(in: Self.proving) {
            if !self.conversation.isProven { self.channel.close(promise: nil) }
        }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        do throws(PeerConversation.Fault) {
            for event in try conversation.receive(unwrapInboundIn(data)) {
                switch event {
                case .prove: context.writeAndFlush(wrapOutboundOut(try conversation.seal([])), promise: nil)
                case .proven: break
                case .message(let message):
                    guard PeerLine.number(of: message) != nil,
                        let answers = shared.answering.withLock({ $0 })
                    else { throw .notPeer }
                    answer(message, by: answers)
                }
            }
        } catch {
            context.close(promise: nil)
        }
    }

    private func answer(_ message: [UInt8], by answers: PeerAnswers) {
        Task {
            let answer = Array(message.prefix(8)) + (await answers.body(Array(message.dropFirst(8))))
            channel.eventLoop.execute {
                guard self.channel.isActive else { return }
                if let frame = try? self.conversation.seal(answer) {
                    self.channel.writeAndFlush(frame, promise: nil)
                } else {
                    self.channel.close(promise: nil)
                }
            }
        }
    }

    func channelInactive(context: ChannelHandlerContext) {
        shared.connections.withLock { $0[ObjectIdentifier(self)] = nil }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        context.close(promise: nil)
    }
}
