import API
import Forwarding
import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1
import Synchronization

/// The first thing that a connection meets: it is counted, and a trusted proxy says where it comes from.
///
/// It stands before TLS and everything else, so that what it refuses costs next to nothing. What it counts it counts until
/// the connection's end, whatever becomes of the connection.
final class ConnectionDoor: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer
    typealias OutboundOut = ByteBuffer

    /// What all connections of a server share.
    struct Shared: Sendable {
        let figures: ServerMetrics
        let limits: ServerLimits
        let counter: AddressCounter
        let proxies: TrustedProxies
        /// Whether the server speaks TLS, in which nothing can be said before the handshake.
        let isSecure: Bool

        init(figures: ServerMetrics, limits: ServerLimits, proxies: TrustedProxies, isSecure: Bool) {
            self.figures = figures
            self.limits = limits
            self.counter = AddressCounter(total: limits.connections, perAddress: limits.connectionsPerAddress)
            self.proxies = proxies
            self.isSecure = isSecure
        }
    }

    private enum State {
        case new
        /// A trusted proxy has not yet said where it comes from; what came so far.
        case introduced(ByteBuffer)
        case open
        case refused
    }

    /// The connection, as those see it who answer its requests.
    let connection: ClientConnection
    private let shared: Shared
    private var state = State.new
    /// Whether it is counted, and for whom.
    private var counted: (isCounted: Bool, address: ClientAddress?) = (false, nil)
    private var deadline: Scheduled<Void>?

    init(_ shared: Shared, _ connection: ClientConnection) {
        self.shared = shared
        self.connection = connection
    }

    func handlerAdded(context: ChannelHandlerContext) {
        if context.channel.isActive { begin(context) }
    }

    func channelActive(context: ChannelHandlerContext) {
        begin(context)
        context.fireChannelActive()
    }

    func channelInactive(context: ChannelHandlerContext) {
        end()
        context.fireChannelInactive()
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        end()
    }

    private func begin(_ context: ChannelHandlerContext) {
        guard case .new = state else { return }
        state = .open
        let peer = IPAddress(context.remoteAddress)
        connection.comes(from: peer)
        let isProxy = peer.map { shared.proxies.contains($0) } ?? false
        // A proxy has the connections of many; it is bounded with everybody else's by the total.
        guard count(isProxy ? nil : peer.map(ClientAddress.init)) else { return refuse(context) }
        if isProxy, shared.proxies.sendsProxyHeader {
            state = .introduced(ByteBuffer())
            deadline = context.eventLoop.assumeIsolated().scheduleTask(in: .seconds(shared.limits.requestSeconds)) {
                self.close(context)
            }
        }
    }

    private func end() {
        deadline?.cancel()
        deadline = nil
        connection.end()
        uncount()
    }

    private func count(_ address: ClientAddress?) -> Bool {
        guard shared.counter.enter(address) else { return false }
        counted = (true, address)
        shared.figures.openConnections.add(1, ordering: .relaxed)
        return true
    }

    private func uncount() {
        guard counted.isCounted else { return }
        shared.counter.leave(counted.address)
        counted = (false, nil)
        shared.figures.openConnections.subtract(1, ordering: .relaxed)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch state {
        case .open: context.fireChannelRead(data)
        case .new, .refused: break
        case .introduced(var bytes):
            var more = unwrapInboundIn(data)
            bytes.writeBuffer(&more)
            introduce(bytes, context)
        }
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        // Nothing has come that the others would know of.
        if case .introduced = state { return }
        context.fireChannelReadComplete()
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if case .some(.inputClosed) = event as? ChannelEvent { connection.end() }
        context.fireUserInboundEventTriggered(event)
    }

    private func introduce(_ bytes: ByteBuffer, _ context: ChannelHandlerContext) {
        switch ProxyHeader.read(bytes.readableBytesView) {
        case .incomplete: state = .introduced(bytes)
        case .malformed: close(context)
        case .whole(let header):
            deadline?.cancel()
            deadline = nil
            state = .open
            if let source = header.source {
                connection.comes(from: source)
                if !shared.proxies.contains(source) {
                    uncount()
                    guard count(ClientAddress(source)) else { return refuse(context) }
                }
            }
            var rest = bytes
            rest.moveReaderIndex(forwardBy: header.byteCount)
            if rest.readableBytes > 0 { context.fireChannelRead(wrapInboundOut(rest)) }
        }
    }

    /// Tells whoever speaks plain HTTP that there are too many; in TLS the connection just ends.
    private func refuse(_ context: ChannelHandlerContext) {
        guard !shared.isSecure, let body = try? ProblemCode.requestOverloaded.problem().json() else {
            return close(context)
        }
        state = .refused
        let head = """
            HTTP/1.1 503 Service Unavailable\r\nContent-Type: \(ProblemBody.mediaType)\r\n\
            Content-Length: \(body.count)\r\nConnection: close\r\nRetry-After: 10\r\n\
            X-Content-Type-Options: nosniff\r\nCache-Control: no-store\r\n\r\n
            """
        var bytes = ByteBuffer(string: head)
        bytes.writeBytes(body)
        context.writeAndFlush(wrapOutboundOut(bytes), promise: nil)
        context.close(mode: .output, promise: nil)
        // To close while a request is on its way would take the answer from its reader.
        deadline = context.eventLoop.assumeIsolated().scheduleTask(in: .milliseconds(200)) {
            context.close(promise: nil)
        }
    }

    private func close(_ context: ChannelHandlerContext) {
        state = .refused
        context.close(promise: nil)
    }
}

@available(*, unavailable)
extension ConnectionDoor: Sendable {}

/// Puts a ``ConnectionDoor`` before a channel, and lets those who answer its requests know the connection.
struct ChannelWithDoor<Base: ServerChildChannel>: ServerChildChannel {
    /// What the channel makes of a connection, with the connection.
    struct Value: ServerChildChannelValue {
        let base: Base.Value
        let connection: ClientConnection
        var channel: any Channel { base.channel }
    }

    /// Bytes that are read from a connection before what came is looked at.
    private static var bytesReadAtOnce: Int { 16 * 1024 }

    let base: Base
    let shared: ConnectionDoor.Shared

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
        let connection = ClientConnection(on: channel.eventLoop)
        return channel.eventLoop.makeCompletedFuture {
            // All requests in what is read at once are taken apart, whether or not they can be answered soon.
            let allocator = AdaptiveRecvByteBufferAllocator(minimum: 64, initial: 2048, maximum: Self.bytesReadAtOnce)
            try channel.syncOptions?.setOption(.recvAllocator, value: allocator)
            try channel.syncOptions?.setOption(.maxMessagesPerRead, value: 1)
            try channel.pipeline.syncOperations.addHandler(ConnectionDoor(shared, connection))
        }.flatMap {
            base.setup(channel: channel, logger: logger)
        }.flatMapThrowing { value in
            let pipeline = channel.pipeline.syncOperations
            let decoder = try pipeline.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self)
            try pipeline.addHandler(HostCheck(), position: .after(decoder))
            return Value(base: value, connection: connection)
        }
    }

    func handle(value: Value, logger: Logger) async {
        await ClientConnection.$current.withValue(value.connection) {
            await withTaskExecutorPreference(value.connection.executor) {
                await base.handle(value: value.base, logger: logger)
            }
        }
    }
}
