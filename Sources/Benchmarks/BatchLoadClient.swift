import NIOCore
import NIOPosix
import Synchronization

/// One keep-alive connection that asks for the same thing again and again, the next time when the answer is whole.
///
/// All answers of one kind have the same length; the first one tells it, and after that the client counts bytes: what it
/// takes of the machine's cores is missing to the server. It lives on its channel's event loop.
final class BatchLoadClient: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    /// What one connection saw.
    struct Tally: Sendable {
        /// Whole answers in the measured time.
        var answers = 0
        /// The bytes of one answer, its head included.
        var answerBytes = 0
        /// From writing a request to the answer's last byte.
        var latency = LatencyHistogram()
        /// What ended the connection before its time.
        var failure: String?
    }

    /// Tells every client when to end.
    final class Switch: Sendable {
        private let stopped = Atomic(false)

        func stop() { stopped.store(true, ordering: .relaxed) }
        var isStopped: Bool { stopped.load(ordering: .relaxed) }
    }

    private let request: ByteBuffer
    private let status: [UInt8]
    private let end: Switch
    private let measuresFrom: NIODeadline
    private let finished: EventLoopPromise<Tally>
    private var tally = Tally()
    private var head = ByteBuffer()
    private var received = 0
    private var sentAt = NIODeadline.now()

    /// A client that sends `request` and takes answers with `status` alone.
    init(
        request: ByteBuffer, status: Int, end: Switch, measuresFrom: NIODeadline, finished: EventLoopPromise<Tally>
    ) {
        self.request = request
        self.status = Array("HTTP/1.1 \(status)".utf8)
        self.end = end
        self.measuresFrom = measuresFrom
        self.finished = finished
    }

    func channelActive(context: ChannelHandlerContext) {
        send(context)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        var piece = unwrapInboundIn(data)
        if received == 0 || tally.answerBytes == 0 {
            if tally.answerBytes == 0 {
                head.writeBuffer(&piece)
                piece = head
            }
            guard piece.readableBytesView.starts(with: status) else { return fail("another status", context) }
        }
        if tally.answerBytes == 0 {
            guard let length = Self.length(of: head) else { return }
            tally.answerBytes = length
            received = head.readableBytes
        } else {
            received += piece.readableBytes
        }
        guard received >= tally.answerBytes else { return }
        guard received == tally.answerBytes else { return fail("an answer of another length", context) }
        received = 0
        if sentAt >= measuresFrom {
            tally.answers += 1
            tally.latency.record(nanoseconds: UInt64((NIODeadline.now() - sentAt).nanoseconds))
        }
        send(context)
    }

    func channelInactive(context: ChannelHandlerContext) {
        if tally.failure == nil { tally.failure = "the server closed a connection" }
        finished.succeed(tally)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        fail("\(error)", context)
    }

    private func send(_ context: ChannelHandlerContext) {
        guard !end.isStopped else {
            finished.succeed(tally)
            context.close(promise: nil)
            return
        }
        sentAt = .now()
        context.writeAndFlush(wrapOutboundOut(request), promise: nil)
    }

    private func fail(_ reason: String, _ context: ChannelHandlerContext) {
        tally.failure = reason
        context.close(promise: nil)
    }

    /// The bytes of an answer whose head has come whole, or nil while it has not; a head without a length is all of it.
    private static func length(of buffer: ByteBuffer) -> Int? {
        let text = String(buffer: buffer)
        guard let end = text.firstRange(of: "\r\n\r\n") else { return nil }
        let head = text[..<end.upperBound]
        let field = head.split(separator: "\r\n").first { $0.lowercased().hasPrefix("content-length:") }
        return head.utf8.count + (field.flatMap { Int($0.split(separator: " ")[1]) } ?? 0)
    }
}
