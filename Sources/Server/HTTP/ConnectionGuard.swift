import API
import HTTPTypes
import NIOCore
import NIOHTTP1
import NIOHTTPTypes
import Synchronization

/// Watches one connection: too many of them, requests that arrive too slowly or too large, and what is no HTTP.
///
/// It stands between the HTTP decoder and everything else, so that what it refuses costs next to nothing.
final class ConnectionGuard: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    private let figures: ServerFigures
    private let limits: ServerLimits
    private let date: HTTPDate
    private var isCounted = false
    private var isClosing = false
    private var isReading = false
    private var isStopping = false
    private var unanswered = 0
    private var bodyBytes = 0
    private var deadline: Scheduled<Void>?

    init(figures: ServerFigures, limits: ServerLimits, date: HTTPDate) {
        self.date = date
        self.figures = figures
        self.limits = limits
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
        guard !isCounted else { return }
        isCounted = true
        let open = figures.openConnections.add(1, ordering: .relaxed).newValue
        if open > limits.connections { refuse(.requestOverloaded, context) }
    }

    private func end() {
        deadline?.cancel()
        deadline = nil
        guard isCounted else { return }
        isCounted = false
        figures.openConnections.subtract(1, ordering: .relaxed)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !isClosing else { return }
        switch unwrapInboundIn(data) {
        case .head:
            isReading = true
            unanswered += 1
            bodyBytes = 0
        case .body(let bytes):
            bodyBytes += bytes.readableBytes
            // What is too large has been answered 413 already; whoever keeps sending is not listened to any more.
            if bodyBytes > limits.bodyBytes + Self.readAfterRefusal { return close(context) }
        case .end:
            isReading = false
            deadline?.cancel()
            deadline = nil
        }
        context.fireChannelRead(data)
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        // Nearly every request arrives whole; only one that does not costs a timer.
        if isReading, deadline == nil, !isClosing {
            let time = isStopping ? TimeAmount.milliseconds(500) : .seconds(limits.requestSeconds)
            deadline = context.eventLoop.assumeIsolated().scheduleTask(in: time) {
                self.refuse(.requestTimeout, context)
            }
        }
        context.fireChannelReadComplete()
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
    }

    private func close(_ context: ChannelHandlerContext) {
        isClosing = true
        context.close(promise: nil)
    }

    /// Bytes of a body that are read and thrown away after it was refused, so that the client sees the answer.
    private static let readAfterRefusal = 1024 * 1024
}

@available(*, unavailable)
extension ConnectionGuard: Sendable {}
