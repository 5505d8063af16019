import HTTPKit
import NIOCore
import NIOHTTP1
import NIOWebSocket
import SocketIO

/// One WebSocket of `/socket.io/`, in the place where its connection's HTTP was.
///
/// The handlers of HTTP stay behind it and see nothing any more but the connection's end, so that it goes on being
/// counted as what it was. Clients must mask (RFC 6455 section 5.1); messages are bounded whole and in fragments.
final class WebSocketConnection: WebSocketHandler {
    typealias InboundIn = WebSocketFrame
    typealias OutboundOut = ByteBuffer

    private let session: SocketSession
    private let messageBytes: Int
    private var context: ChannelHandlerContext?
    private var link: WebSocketLink?
    private var message: (opcode: WebSocketOpcode, bytes: ByteBuffer)?
    private var fragments = 0
    private var isPumping = false
    private var isClosing = false
    private var hasClosed = false

    init(session: SocketSession, messageBytes: Int) {
        self.session = session
        self.messageBytes = messageBytes
    }

    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        gone()
        self.context = nil
    }

    /// Answers the request for it and tells the session.
    func begin(accept: String) {
        guard let context else { return }
        let head = """
            HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\
            Sec-WebSocket-Accept: \(accept)\r\n\r\n
            """
        context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: head)), promise: nil)
        let link = WebSocketLink(self, loop: context.eventLoop)
        self.link = link
        session.webSocketOpened(link)
    }

    func channelInactive(context: ChannelHandlerContext) {
        gone()
        context.fireChannelInactive()
    }

    private func gone() {
        guard !hasClosed else { return }
        hasClosed = true
        if let link { session.webSocketClosed(link) }
    }

    // MARK: - Reading

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !hasClosed else { return }
        let frame = unwrapInboundIn(data)
        // While it closes, only the other side's close frame is of interest.
        if isClosing, frame.opcode != .connectionClose { return }
        guard frame.maskKey != nil, !frame.rsv1, !frame.rsv2, !frame.rsv3 else { return close(code: 1002) }
        switch frame.opcode {
        case .text, .binary:
            guard message == nil else { return close(code: 1002) }
            message = (frame.opcode, frame.unmaskedData)
            fragments = 1
            finishMessage(frame.fin)
        case .continuation:
            guard message != nil else { return close(code: 1002) }
            var data = frame.unmaskedData
            message?.bytes.writeBuffer(&data)
            fragments += 1
            finishMessage(frame.fin)
        case .ping:
            // A pong for each ping of whoever does not read would pile up.
            guard context.channel.isWritable else { return }
            let data = frame.unmaskedData
            send(SocketMessage.frame(opcode: 0xA, Array(data.readableBytesView)))
        case .connectionClose:
            if isClosing { return drop() }
            var data = frame.unmaskedData
            close(code: data.readInteger(as: UInt16.self) ?? 1000)
            drop(after: .milliseconds(100))
        case .pong: break
        default: close(code: 1002)
        }
    }

    /// The handlers of HTTP behind it would take what they see no part of for the beginning of a request.
    func channelReadComplete(context: ChannelHandlerContext) {}

    private func finishMessage(_ isWhole: Bool) {
        guard let (opcode, bytes) = message else { return }
        guard bytes.readableBytes <= messageBytes, fragments <= Self.mostFragments else { return close(code: 1009) }
        guard isWhole, let link else { return }
        message = nil
        guard opcode == .text else {
            return session.received(.binary(Array(bytes.readableBytesView)), on: link)
        }
        guard let text = String(validating: bytes.readableBytesView, as: UTF8.self) else { return close(code: 1007) }
        session.received(.text(text), on: link)
    }

    /// Fragments of one message; whoever sends more wants to use up something.
    private static let mostFragments = 64

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        switch error as? NIOWebSocketError {
        case .invalidFrameLength: close(code: 1009)
        case .some: close(code: 1002)
        case nil: drop()
        }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        switch event {
        case is ChannelShouldQuiesceEvent:
            session.close()
            close(code: 1001)
        // Half a WebSocket is none; what stands behind would take the other half for the end of a request.
        case ChannelEvent.inputClosed: drop()
        default: context.fireUserInboundEventTriggered(event)
        }
    }

    // MARK: - Writing

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        if context.channel.isWritable { pump() }
        context.fireChannelWritabilityChanged()
    }

    /// Writes what the session has, as much as the connection takes now.
    func pump() {
        // A flush may call back when the connection takes more; the loop goes on then anyway.
        guard let context, let link, !hasClosed, !isClosing, !isPumping else { return }
        isPumping = true
        defer { isPumping = false }
        var hasWritten = false
        while context.channel.isWritable, let (bytes, tellsWhenWritten) = session.nextSlice(for: link) {
            hasWritten = true
            if tellsWhenWritten {
                let session = session
                context.write(wrapOutboundOut(bytes)).whenSuccess { session.written() }
            } else {
                context.write(wrapOutboundOut(bytes), promise: nil)
            }
            // A flush now and then lets the connection take more before it says that it is full.
            if !context.channel.isWritable { context.flush() }
        }
        if hasWritten { context.flush() }
    }

    func send(_ frame: ByteBuffer) {
        guard let context, !hasClosed else { return }
        context.writeAndFlush(wrapOutboundOut(frame), promise: nil)
    }

    /// Says goodbye, and ends the connection when the other side has answered or after a moment.
    func close(code: UInt16) {
        guard !isClosing else { return }
        pump()
        isClosing = true
        // Codes that a close frame cannot carry are those of a side that said nothing (RFC 6455 section 7.4.1).
        let sent = [1005, 1006, 1015].contains(code) || code < 1000 || code >= 5000 ? 1000 : code
        send(SocketMessage.frame(opcode: 0x8, [UInt8(sent >> 8), UInt8(sent & 255)]))
        drop(after: .milliseconds(500))
    }

    private func drop(after time: TimeAmount) {
        guard let context else { return }
        context.eventLoop.assumeIsolated().scheduleTask(in: time) { self.drop() }
    }

    /// Ends the connection at once.
    func drop() {
        context?.close(promise: nil)
    }
}

@available(*, unavailable)
extension WebSocketConnection: Sendable {}
