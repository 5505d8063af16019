import API
import HTTPTypes
import NIOCore
import NIOHTTP1
import NIOHTTPTypes

/// Watches the requests of one connection: those that arrive too slowly or too large, and what is no HTTP.
///
/// It stands between the HTTP decoder and everything else, so that what it refuses costs next to nothing.
final class ConnectionGuard: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    private let limits: ServerLimits
    private let date: DateField
    /// The largest body that the route of a request takes, bytes.
    private let bound: @Sendable (HTTPRequest) -> Int
    private var isClosing = false
    private var isReading = false
    private var isStopping = false
    /// Whether any part of a request came with the bytes that were read last.
    private var hasSeenPart = false
    private var unanswered = 0
    private var head: HTTPRequest?
    private var bodyBytes = 0
    /// How many bytes of the body are read at most; that of the route is looked up for large bodies alone.
    private var bytesRead: (most: Int, isOfRoute: Bool) = (0, false)
    private var begunAt: NIODeadline?
    private var deadline: Scheduled<Void>?

    init(limits: ServerLimits, date: DateField, bound: @escaping @Sendable (HTTPRequest) -> Int) {
        self.date = date
        self.limits = limits
        self.bound = bound
    }

    func channelInactive(context: ChannelHandlerContext) {
        end()
        context.fireChannelInactive()
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        end()
    }

    private func end() {
        deadline?.cancel()
        deadline = nil
        begunAt = nil
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !isClosing else { return }
        hasSeenPart = true
        switch unwrapInboundIn(data) {
        case .head(let head):
            isReading = true
            unanswered += 1
            bodyBytes = 0
            bytesRead = (limits.bodyBytes, false)
            self.head = head
        case .body(let bytes):
            bodyBytes += bytes.readableBytes
            if bodyBytes > bytesRead.most, !bytesRead.isOfRoute {
                bytesRead = ((head.map(bound) ?? limits.bodyBytes) + Self.readAfterRefusal, true)
            }
            // What is too large has been answered 413 already; whoever keeps sending is not listened to any more.
            if bodyBytes > bytesRead.most { return close(context) }
        case .end:
            isReading = false
            end()
        }
        context.fireChannelRead(data)
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        // Bytes that made no part are the beginning of a head. Nearly every request arrives whole; only one that does not
        // costs a timer.
        if isReading || !hasSeenPart, deadline == nil, !isClosing {
            begunAt = begunAt ?? .now()
            schedule(isStopping ? .milliseconds(500) : .seconds(limits.requestSeconds), context)
        }
        hasSeenPart = false
        context.fireChannelReadComplete()
    }

    private func schedule(_ time: TimeAmount, _ context: ChannelHandlerContext) {
        deadline = context.eventLoop.assumeIsolated().scheduleTask(in: time) { self.expired(context) }
    }

    /// A body has the longer the more of it has come, so that a large one may come by a slow line.
    private func expired(_ context: ChannelHandlerContext) {
        deadline = nil
        if isReading, !isStopping, let begunAt {
            let earned = TimeAmount.milliseconds(Int64(bodyBytes) * 1000 / Int64(max(1, limits.bodyBytesPerSecond)))
            let left = begunAt + .seconds(limits.requestSeconds) + earned - .now()
            if left > .zero { return schedule(left, context) }
        }
        refuse(.requestTimeout, context)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        switch unwrapOutboundIn(data) {
        case .head(var head):
            head.headerFields[.date] = date.text
            context.write(wrapOutboundOut(.head(head)), promise: promise)
        case .body:
            context.write(data, promise: promise)
        case .end:
            unanswered -= 1
            context.write(data, promise: promise)
        }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if event is ChannelShouldQuiesceEvent {
            isStopping = true
            // A request that never comes to its end must not hold the server up.
            if isReading {
                deadline?.cancel()
                deadline = context.eventLoop.assumeIsolated().scheduleTask(in: .milliseconds(500)) {
                    self.close(context)
                }
            }
        }
        context.fireUserInboundEventTriggered(event)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        guard let error = error as? HTTPParserError else { return context.fireErrorCaught(error) }
        // While an earlier request waits for its answer, a second answer would be taken for it.
        guard unanswered == 0 else { return close(context) }
        refuse(error == .headerOverflow ? .requestHeadersTooLarge : .requestMalformed, context)
    }

    /// Answers with a problem of its own and closes the connection; only closes it when an answer has begun.
    private func refuse(_ code: ProblemCode, _ context: ChannelHandlerContext) {
        guard !isClosing else { return }
        guard unanswered == (isReading ? 1 : 0), let body = try? code.problem().json() else { return close(context) }
        isClosing = true
        let head = HTTPResponse(
            status: .init(code: code.status),
            headerFields: [
                .contentType: ProblemBody.mediaType, .contentLength: String(body.count), .connection: "close",
                .xContentTypeOptions: "nosniff", .cacheControl: "no-store", .date: date.text,
            ])
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        context.write(wrapOutboundOut(.body(ByteBuffer(bytes: body))), promise: nil)
        context.writeAndFlush(wrapOutboundOut(.end(nil))).assumeIsolated().whenComplete { _ in
            context.close(promise: nil)
        }
        // In a TLS handshake that never ends, and to whoever reads nothing, the answer is never written.
        context.eventLoop.assumeIsolated().scheduleTask(in: .seconds(1)) { context.close(promise: nil) }
    }

    private func close(_ context: ChannelHandlerContext) {
        isClosing = true
        context.close(promise: nil)
    }

    /// Bytes of a body that are read and thrown away after it was refused, so that the client sees the answer.
    private static let readAfterRefusal = 16 * 1024 * 1024
}

@available(*, unavailable)
extension ConnectionGuard: Sendable {}
