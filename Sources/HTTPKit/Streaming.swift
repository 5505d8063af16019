import API
import HTTPTypes
import Hummingbird
import NIOCore
import ServiceLifecycle
import Synchronization

/// Sends streams of events (server-sent events, WHATWG HTML section 9.2).
///
/// Memory is bounded: few events wait for one reader, and a reader for whom more would have to wait, or to whom one
/// cannot be written in time, is dropped. Browsers come back by themselves.
package struct Streaming: Sendable {
    let figures: ServerMetrics
    let limits: ServerLimits
    /// Where sessions are looked up; nil on a server without accounts.
    let sessions: SessionLookup?
    let counter: AddressCounter
    private let jitter: @Sendable () -> UInt64

    /// Streams within `limits`.
    ///
    /// - Parameters:
    ///   - sessions: Says who has signed out meanwhile; nil on a server without accounts.
    ///   - jitter: Numbers by which readers of a server that stops do not all come back in the same second.
    package init(
        figures: ServerMetrics, limits: ServerLimits, sessions: SessionLookup?, jitter: @escaping @Sendable () -> UInt64
    ) {
        self.jitter = jitter
        self.figures = figures
        self.limits = limits
        self.sessions = sessions
        self.counter = AddressCounter(total: limits.streams, perAddress: limits.streamsPerAddress)
    }

    /// Refuses when as many streams are open as may be, in all or of one address.
    func requireRoom(for address: ClientAddress?) throws(Refusal) {
        guard counter.hasRoom(for: address) else {
            throw Refusal(.requestOverloaded, headers: [.retryAfter: "10"])
        }
    }

    /// An answer that sends `events` as they come.
    func response<Events: AsyncSequence & Sendable>(_ events: Events, to call: RouteCall) -> Response
    where Events.Element == ServerSentEvent {
        Response(
            status: .ok, headers: [.contentType: "text/event-stream", .cacheControl: "no-store"],
            body: ResponseBody { writer in
                // Of some that were let in at the same instant a few may be too many by now.
                guard counter.enter(call.address) else { return try await writer.finish(nil) }
                defer { counter.leave(call.address) }
                figures.openStreams.add(1, ordering: .relaxed)
                defer { figures.openStreams.subtract(1, ordering: .relaxed) }
                try await send(events, to: &writer, call)
                try await writer.finish(nil)
            })
    }

    private func send<Events: AsyncSequence & Sendable>(
        _ events: Events, to writer: inout any ResponseBodyWriter, _ call: RouteCall
    ) async throws where Events.Element == ServerSentEvent {
        let (frames, waiting) = AsyncStream<ByteBuffer>.makeStream(
            bufferingPolicy: .bufferingOldest(limits.eventsWaiting))
        let channel = call.connection.channel
        try await call.request.body.consumeWithInboundCloseHandler { _ in
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { await pass(events, to: waiting, channel) }
                group.addTask { await keepAlive(waiting, channel, call.signedIn, call) }
                group.addTask { await endAtShutdown(waiting, channel) }
                defer { group.cancelAll() }
                try await writer.write(ServerSentEvent.opening)
                for await frame in frames {
                    // A reader that takes nothing blocks this write, not the server.
                    let patience = channel.eventLoop.scheduleTask(in: .seconds(limits.slowReaderSeconds)) { [figures] in
                        figures.droppedStreams.add(1, ordering: .relaxed)
                        channel.close(promise: nil)
                    }
                    defer { patience.cancel() }
                    try await writer.write(frame)
                }
            }
        } onInboundClosed: {
            waiting.finish()
        }
    }

    private func pass<Events: AsyncSequence & Sendable>(
        _ events: Events, to waiting: AsyncStream<ByteBuffer>.Continuation, _ channel: any Channel
    ) async where Events.Element == ServerSentEvent {
        do {
            for try await event in events where !offer(event.bytes, to: waiting, channel) { break }
        } catch {
            // What the stream tells of has gone or failed; its reader comes back and is told why.
        }
        waiting.finish()
    }

    /// Sends comments, and ends the stream of somebody who has signed out meanwhile.
    private func keepAlive(
        _ waiting: AsyncStream<ByteBuffer>.Continuation, _ channel: any Channel, _ session: Session?, _ call: RouteCall
    ) async {
        while (try? await Task.sleep(for: .seconds(limits.heartbeatSeconds))) != nil {
            guard offer(ServerSentEvent.heartbeat, to: waiting, channel) else { break }
            guard session != nil else { continue }
            guard let token = PresentedToken(call.request.headers)?.text, let sessions else { break }
            do throws(ServiceError) { _ = try await sessions(token) } catch {
                // A database that is away for a while has signed nobody out.
                if error.problem.status < 500 { break }
            }
        }
        waiting.finish()
    }

    private func endAtShutdown(_ waiting: AsyncStream<ByteBuffer>.Continuation, _ channel: any Channel) async {
        guard (try? await gracefulShutdown()) != nil else { return }
        // Two to five seconds: a new server should be there by then, and not meet everybody at once.
        waiting.yield(ServerSentEvent.retry(milliseconds: 2000 + Int(jitter() % 3001)))
        waiting.finish()
        // A reader that takes nothing must not hold the server up.
        channel.eventLoop.scheduleTask(in: .milliseconds(500)) { channel.close(promise: nil) }
    }

    /// Lets `bytes` wait for the reader; drops a reader for whom too much waits already.
    private func offer(
        _ bytes: ByteBuffer, to waiting: AsyncStream<ByteBuffer>.Continuation, _ channel: any Channel
    ) -> Bool {
        switch waiting.yield(bytes) {
        case .enqueued: return true
        case .terminated: return false
        case .dropped:
            figures.droppedStreams.add(1, ordering: .relaxed)
            channel.close(promise: nil)
            return false
        @unknown default: return false
        }
    }
}

extension RouteCall {
    /// What the reader of a stream says it heard last, when it comes back (HTML Standard, section 9.2.4).
    package var lastEventID: String? { request.headers[.lastEventID] }
}
