import NIOCore

/// One follower of a market: Socket.IO 5 on a WebSocket, and no more of it than following takes.
///
/// It notes when each change of the book came, by the number of the state that it leads to. It lives on its channel's
/// event loop.
final class SubscriberClient: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    /// What one follower saw.
    struct Tally: Sendable {
        /// When each change came, by the state that it leads to.
        var changes: [(state: Int64, at: NIODeadline)] = []
        /// Whole books that it was sent; more than one means that it had lost something.
        var snapshots = 0
        /// Changes that did not begin at the state that it had.
        var gaps = 0
        var bytes = 0
        /// What ended the connection before its time.
        var failure: String?
    }

    private let market: String
    private let end: BatchLoadClient.Switch
    private let finished: EventLoopPromise<Tally>
    private var tally = Tally()
    private var received = ByteBuffer()
    private var isUpgraded = false
    private var state: Int64 = 0

    init(market: String, end: BatchLoadClient.Switch, finished: EventLoopPromise<Tally>) {
        self.market = market
        self.end = end
        self.finished = finished
    }

    func channelActive(context: ChannelHandlerContext) {
        var request = context.channel.allocator.buffer(capacity: 256)
        request.writeString(
            "GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\n"
                + "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
        )
        context.writeAndFlush(wrapOutboundOut(request), promise: nil)
        // In a market where nothing happens there is nothing to read, and yet it ends.
        let (end, channel) = (end, context.channel)
        context.eventLoop.scheduleRepeatedTask(initialDelay: .milliseconds(100), delay: .milliseconds(100)) { task in
            guard end.isStopped || !channel.isActive else { return }
            task.cancel()
            channel.close(promise: nil)
        }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        var piece = unwrapInboundIn(data)
        tally.bytes += piece.readableBytes
        received.writeBuffer(&piece)
        if !isUpgraded {
            guard let end = received.readableBytesView.firstRange(of: Array("\r\n\r\n".utf8)) else { return }
            guard received.readableBytesView.starts(with: Array("HTTP/1.1 101".utf8)) else {
                return fail("no WebSocket was opened", context)
            }
            received.moveReaderIndex(to: end.upperBound)
            isUpgraded = true
        }
        while let frame = nextFrame() { take(frame, context) }
        received.discardReadBytes()
    }

    func channelInactive(context: ChannelHandlerContext) {
        if !end.isStopped, tally.failure == nil { tally.failure = "the server closed a connection" }
        finished.succeed(tally)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        fail("\(error)", context)
    }

    /// The next whole frame; a server's frames are not masked and these not fragmented.
    private func nextFrame() -> (code: UInt8, payload: ByteBuffer)? {
        let start = received.readerIndex
        guard let first: UInt8 = received.readInteger(), let second: UInt8 = received.readInteger() else {
            received.moveReaderIndex(to: start)
            return nil
        }
        let length: Int? =
            switch second & 0x7F {
            case 126: received.readInteger(as: UInt16.self).map { Int($0) }
            case 127: received.readInteger(as: UInt64.self).flatMap { Int(exactly: $0) }
            default: Int(second & 0x7F)
            }
        guard let length, let payload = received.readSlice(length: length) else {
            received.moveReaderIndex(to: start)
            return nil
        }
        return (first & 0x0F, payload)
    }

    private func take(_ frame: (code: UInt8, payload: ByteBuffer), _ context: ChannelHandlerContext) {
        guard frame.code != 8 else { return fail("the server ended a socket", context) }
        guard frame.code == 1 else { return }
        let now = NIODeadline.now()
        let text = frame.payload.readableBytesView
        if text.starts(with: Self.delta) {
            let from = Self.number(after: Self.fromField, in: text)
            guard let to = Self.number(after: Self.toField, in: text) else {
                return fail("a change without number", context)
            }
            if from != state { tally.gaps += 1 }
            state = to
            tally.changes.append((to, now))
        } else if text.starts(with: Self.snapshot) {
            state = Self.number(after: Self.toField, in: text) ?? 0
            tally.snapshots += 1
        } else if text.first == UInt8(ascii: "0") {
            say("40", context)
        } else if text.first == UInt8(ascii: "2") {
            say("3", context)
        } else if text.starts(with: Self.connected) {
            say("42[\"subscribe\",\"\(market)\"]", context)
        }
    }

    /// Sends a text frame, masked with zeros as a client's must be masked.
    private func say(_ text: String, _ context: ChannelHandlerContext) {
        var frame = context.channel.allocator.buffer(capacity: text.utf8.count + 6)
        frame.writeBytes([0x81, 0x80 | UInt8(text.utf8.count), 0, 0, 0, 0])
        frame.writeString(text)
        context.writeAndFlush(wrapOutboundOut(frame), promise: nil)
    }

    private func fail(_ reason: String, _ context: ChannelHandlerContext) {
        if tally.failure == nil { tally.failure = reason }
        context.close(promise: nil)
    }

    private static let connected = Array("40".utf8)
    private static let snapshot = Array("42[\"open-book\",".utf8)
    private static let delta = Array("42[\"open-book-delta\",".utf8)
    private static let fromField = Array("\"from_tx\":".utf8)
    private static let toField = Array("\"to_tx\":".utf8)

    /// The number after the first occurrence of `field` in the first few hundred bytes.
    private static func number(after field: [UInt8], in text: ByteBufferView) -> Int64? {
        guard let range = text.prefix(400).firstRange(of: field) else { return nil }
        var value: Int64?
        for byte in text[range.upperBound...].prefix(18) {
            guard (48...57).contains(byte) else { break }
            value = (value ?? 0) * 10 + Int64(byte - 48)
        }
        return value
    }
}
