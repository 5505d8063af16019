import API
import HTTPTypes
import NIOCore
import NIOHTTP1
import NIOHTTPTypes
import Synchronization

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Watches the requests of one connection: those that arrive too slowly or too large, what is not HTTP, and clients that
/// ask and do not read.
///
/// It stands between the HTTP decoder and everything else, so that what it refuses costs next to nothing. One request of a
/// connection is worked on at a time: the next one waits here until the client has taken the answer before it, and while
/// some wait nothing more is read. An answer of which the client takes too little for too long ends the connection.
final class ConnectionGuard: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    private let limits: ServerLimits
    private let date: DateField
    private let figures: ServerMetrics
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
    /// Whether a request was passed on whose answer has not ended.
    private var isAnswering = false
    /// The head of the last answer.
    private var answer: HTTPResponse?
    /// Parts of requests that wait until the answer before them is taken, and how many requests and bytes of bodies.
    private var waiting = CircularBuffer<HTTPRequestPart>()
    private var waitingRequests = 0
    private var waitingBytes = 0
    /// Whether more was to be read while enough waited already.
    private var isReadDue = false
    /// Since when too much of an answer waits for the client; nil while it does not.
    private var untakenSince: NIODeadline?
    private var patience: Scheduled<Void>?
    private var isSocket = false

    init(
        limits: ServerLimits, date: DateField, figures: ServerMetrics, bound: @escaping @Sendable (HTTPRequest) -> Int
    ) {
        self.date = date
        self.figures = figures
        self.limits = limits
        self.bound = bound
    }

    func channelInactive(context: ChannelHandlerContext) {
        end()
        forget()
        context.fireChannelInactive()
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        end()
        forget()
    }

    private func end() {
        deadline?.cancel()
        deadline = nil
        begunAt = nil
    }

    /// The connection belongs to a WebSocket from now on, whose readers have bounds of their own.
    func leaveToSocket() {
        isSocket = true
    }

    private func forget() {
        patience?.cancel()
        patience = nil
        waiting.removeAll()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !isClosing else { return }
        hasSeenPart = true
        let part = unwrapInboundIn(data)
        switch part {
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
        pass(part, context)
    }

    /// Passes a part on, or lets it wait until the answer before it is taken.
    private func pass(_ part: HTTPRequestPart, _ context: ChannelHandlerContext) {
        if waiting.isEmpty {
            guard case .head = part else { return context.fireChannelRead(wrapInboundOut(part)) }
            if !isAnswering, context.channel.isWritable {
                isAnswering = true
                return context.fireChannelRead(wrapInboundOut(part))
            }
        }
        switch part {
        case .head: waitingRequests += 1
        case .body(let bytes): waitingBytes += bytes.readableBytes
        case .end: break
        }
        waiting.append(part)
    }

    /// Passes on the request that waits next, if the answer before it is taken.
    private func release(_ context: ChannelHandlerContext) {
        guard !waiting.isEmpty, !isAnswering, context.channel.isWritable, !isClosing, !isStopping else { return }
        isAnswering = true
        waitingRequests -= 1
        repeat {
            let part = waiting.removeFirst()
            if case .body(let bytes) = part { waitingBytes -= bytes.readableBytes }
            context.fireChannelRead(wrapInboundOut(part))
            if case .end = part { break }
        } while !waiting.isEmpty
        context.fireChannelReadComplete()
        if isReadDue, !hasEnough {
            isReadDue = false
            context.read()
        }
    }

    private var hasEnough: Bool { waitingRequests >= Self.enoughWaiting || waitingBytes >= Self.enoughBytes }

    func read(context: ChannelHandlerContext) {
        if hasEnough { isReadDue = true } else { context.read() }
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        if context.channel.isWritable {
            untakenSince = nil
            release(context)
        } else if !isSocket {
            untakenSince = .now()
            if patience == nil { look(in: .seconds(limits.slowReaderSeconds), context) }
        }
        context.fireChannelWritabilityChanged()
    }

    /// Looks later whether the client takes its answers.
    ///
    /// There is one timer at a time: large answers to fast clients wait for an instant very often.
    private func look(in time: TimeAmount, _ context: ChannelHandlerContext) {
        patience = context.eventLoop.assumeIsolated().scheduleTask(in: time) {
            self.patience = nil
            guard let since = self.untakenSince else { return }
            let left = since + .seconds(self.limits.slowReaderSeconds) - .now()
            if left > .zero { return self.look(in: left, context) }
            // Streams of events have a bound of their own, event by event.
            if self.answer?.headerFields[.contentType] == "text/event-stream" { return }
            self.figures.untakenAnswers.add(1, ordering: .relaxed)
            // With what the system holds for the client, too.
            let atOnce = linger(l_onoff: 1, l_linger: 0)
            (context.channel as? any SocketOptionProvider)?.setSoLinger(atOnce).whenComplete { _ in }
            self.close(context)
        }
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
            answer = head
            context.write(wrapOutboundOut(.head(head)), promise: promise)
        case .body:
            context.write(data, promise: promise)
        case .end:
            unanswered -= 1
            isAnswering = false
            context.write(data, promise: promise)
        }
    }

    func flush(context: ChannelHandlerContext) {
        context.flush()
        release(context)
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
    /// Requests and bytes of bodies that wait for the answer before them, from which on nothing more is read.
    ///
    /// Those that came with the same bytes wait as well: what is read at once is bounded (``ChannelWithDoor``).
    private static let (enoughWaiting, enoughBytes) = (4, 16 * 1024)
}

@available(*, unavailable)
extension ConnectionGuard: Sendable {}
