import Foundation
import NIOCore
import NIOPosix
import Synchronization

/// A TCP connection on which a test writes and reads bytes as they are, whether they are HTTP or not.
package final class RawConnection: Sendable {
    package let channel: any Channel
    private let state: State

    private final class State: Sendable {
        let received = Mutex("")
        let isClosed = Mutex(false)
    }

    private final class Collector: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer
        let state: State

        init(_ state: State) {
            self.state = state
        }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            let text = String(buffer: unwrapInboundIn(data))
            state.received.withLock { $0 += text }
        }

        func channelInactive(context: ChannelHandlerContext) {
            state.isClosed.withLock { $0 = true }
        }

        func errorCaught(context: ChannelHandlerContext, error: any Error) {
            context.close(promise: nil)
        }
    }

    /// A connection to a port of this machine.
    ///
    /// - Parameter reads: Whether it takes what it is sent; a reader that does not is as slow as can be.
    /// - Parameter source: The address of this machine that it comes from.
    /// - Parameter window: Bytes that the kernel takes for it; a few for a reader that takes nothing, unless given.
    package init(port: Int, reads: Bool = true, window: Int32? = nil, from source: String = "127.0.0.1") async throws {
        let state = State()
        self.state = state
        self.channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .bind(to: SocketAddress(ipAddress: source, port: 0))
            .channelOption(.autoRead, value: reads)
            .channelOption(.socketOption(.so_rcvbuf), value: .init(window ?? (reads ? 65_536 : 2048)))
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(Collector(state))
                }
            }
            .connect(host: "127.0.0.1", port: port).get()
    }

    package func send(_ text: String) async throws {
        try await channel.writeAndFlush(ByteBuffer(string: text)).get()
    }

    package func send(bytes: [UInt8]) async throws {
        try await channel.writeAndFlush(ByteBuffer(bytes: bytes)).get()
    }

    /// What came so far.
    package var received: String { state.received.withLock { $0 } }

    /// Whether the other side, or `close`, has ended the connection.
    package var isClosed: Bool { state.isClosed.withLock { $0 } }

    /// Waits until `condition` holds, and says whether it came to hold.
    ///
    /// A busy machine may take long; nobody waits longer than it takes.
    package func wait(seconds: Double = 60, until condition: @Sendable (RawConnection) -> Bool) async throws -> Bool {
        let deadline = ContinuousClock.now + .seconds(seconds)
        while !condition(self) {
            guard ContinuousClock.now < deadline else { return false }
            try await Task.sleep(for: .milliseconds(5))
        }
        return true
    }

    /// Waits until `text` has come.
    package func wait(for text: String) async throws -> Bool {
        try await wait { $0.received.contains(text) }
    }

    package func close() async {
        try? await channel.close()
    }
}
