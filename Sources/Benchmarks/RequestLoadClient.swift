import NIOCore
import NIOPosix

/// Where requests to send come from.
protocol RequestSource: Sendable {
    /// Writes the next request into `buffer`; false when the load is over.
    func writeNext(into buffer: inout ByteBuffer) -> Bool
}

/// One keep-alive connection that sends a request, waits for the answer, and sends the next.
///
/// It reads no more of an answer than its status and its length: what the client takes of the two cores is missing to
/// the server. It lives on its channel's event loop.
final class RequestLoadClient: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    /// What one connection saw.
    struct Tally: Sendable {
        /// How often each status was answered.
        var statuses: [Int: Int] = [:]
        /// How long requests took that were answered with 200, from writing the request to the answer's last byte.
        var latency = LatencyHistogram()
        /// What ended the connection before its time.
        var failure: String?
    }

    private let load: any RequestSource
    private let pause: TimeAmount?
    private let finished: EventLoopPromise<Tally>
    private let measuresFrom: NIODeadline
    private var tally = Tally()
    private var received = ByteBuffer()
    private var sentAt = NIODeadline.now()

    /// A client of `load` that counts what it sends from `measuresFrom` on, and waits for `pause` after each answer.
    init(
        load: any RequestSource, pause: TimeAmount? = nil, measuresFrom: NIODeadline,
        finished: EventLoopPromise<Tally>
    ) {
        self.load = load
        self.pause = pause
        self.measuresFrom = measuresFrom
        self.finished = finished
    }

    func channelActive(context: ChannelHandlerContext) {
        sendNext(context)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        var piece = unwrapInboundIn(data)
        received.writeBuffer(&piece)
        guard let answer = AnswerHead(received) else { return }
        guard let length = answer.length else {
            fail("an answer without a length", context)
            return
        }
        guard received.readableBytes >= length else { return }
        received.clear()
        if sentAt >= measuresFrom {
            tally.statuses[answer.status, default: 0] += 1
            if answer.status == 200 {
                tally.latency.record(nanoseconds: UInt64((NIODeadline.now() - sentAt).nanoseconds))
            }
        } else if answer.status != 200 {
            tally.statuses[answer.status, default: 0] += 1
        }
        guard let pause else { return sendNext(context) }
        let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        context.eventLoop.scheduleTask(in: pause) {
            let (client, context) = bound.value
            if context.channel.isActive { client.sendNext(context) }
        }
    }

    func channelInactive(context: ChannelHandlerContext) {
        if tally.failure == nil { tally.failure = "the server closed a connection" }
        finished.succeed(tally)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        fail("\(error)", context)
    }

    private func sendNext(_ context: ChannelHandlerContext) {
        var request = context.channel.allocator.buffer(capacity: 512)
        guard load.writeNext(into: &request) else {
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
}

/// The status of an HTTP answer, and how many bytes it has in all.
private struct AnswerHead {
    let status: Int
    /// Nil when the head does not say it.
    let length: Int?

    /// The head at the beginning of `buffer`, or nil while it has not come whole.
    init?(_ buffer: ByteBuffer) {
        let parsed: (status: Int, length: Int?)? = buffer.withUnsafeReadableBytes { bytes in
            guard bytes.count > 12, let end = Self.endOfHead(bytes) else { return nil }
            let status = (9..<12).reduce(0) { $0 * 10 + Int(bytes[$1]) - 48 }
            return (status, Self.contentLength(bytes, end: end).map { end + $0 })
        }
        guard let parsed else { return nil }
        status = parsed.status
        length = parsed.length
    }

    private static func endOfHead(_ bytes: UnsafeRawBufferPointer) -> Int? {
        for index in 0..<bytes.count - 3
        where bytes[index] == 13 && bytes[index + 1] == 10 && bytes[index + 2] == 13 && bytes[index + 3] == 10 {
            return index + 4
        }
        return nil
    }

    private static let name = Array("content-length:".utf8)

    private static func contentLength(_ bytes: UnsafeRawBufferPointer, end: Int) -> Int? {
        var line = 0
        while line + name.count < end {
            if name.indices.allSatisfy({ bytes[line + $0] | 0x20 == name[$0] | 0x20 }) {
                var value = 0
                for index in line + name.count..<end where bytes[index] != 32 {
                    guard (48...57).contains(bytes[index]) else { break }
                    value = value * 10 + Int(bytes[index]) - 48
                }
                return value
            }
            while line < end, bytes[line] != 10 { line += 1 }
            line += 1
        }
        return nil
    }
}
