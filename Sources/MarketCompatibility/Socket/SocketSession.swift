import Basics
import HTTPKit
import NIOCore
import SocketIO
import Synchronization

/// One client of `/socket.io/`: the session of Engine.IO, the one namespace of Socket.IO in it, and what waits to be
/// sent.
///
/// Whatever happens changes the state under the lock and gives a list of effects, which are carried out outside of it.
package final class SocketSession: Sendable {
    /// What a poll is answered.
    enum PollAnswer: Sendable {
        case packets([UInt8], contentType: String)
        case refused(EngineRefusal)
    }

    private enum Effect {
        case answer(EventLoopPromise<PollAnswer>, PollAnswer)
        case pump(WebSocketLink)
        case close(WebSocketLink, code: UInt16)
        case deliver(String)
        case opened
        case drained
        case closed
    }

    private struct State {
        var engine: EngineSession
        var poll: EventLoopPromise<PollAnswer>?
        var post: EngineRefusal??
        var main: WebSocketLink?
        var probe: WebSocketLink?
        var outbox = SocketOutbox()
        var isPumping = false
        /// Whether the client is in the namespace; Engine.IO 3 is in it from the beginning.
        var isConnected = false
        /// Counts how often events were dropped; whoever sends must have noticed before it may send again.
        var epoch = 0
        var wantsDrained = false
        var progressAt: Int64
        var pollAt: Int64
        /// Whether it has said who it is or what it wants to hear.
        var hasSpoken = false
        var allowance: Double
        var allowanceAt: Int64
        var effects: [Effect] = []
    }

    /// What is told to other parties about this socket never holds this.
    let sid: String
    let address: ClientAddress?
    private let server: SocketServer
    private let openedAt: Int64
    private let pendingEvents = Atomic<Int>(0)
    private let state: Mutex<State>
    private var limits: SocketLimits { server.limits }

    init(
        sid: String, version: EngineVersion, transport: EngineTransport, base64: Bool, address: ClientAddress?,
        server: SocketServer, now: Int64
    ) {
        self.sid = sid
        self.address = address
        self.server = server
        self.openedAt = now
        let limits = server.limits
        var engineLimits = EngineLimits(
            pingInterval: limits.pingSeconds * 1000, pingTimeout: limits.pingTimeoutSeconds * 1000)
        engineLimits.maxPayload = limits.messageBytes
        engineLimits.mostQueued = limits.waitingMessages
        engineLimits.mostQueuedBytes = limits.waitingBytes
        state = Mutex(
            State(
                engine: EngineSession(
                    sid: sid, version: version, transport: transport, base64: base64, limits: engineLimits, now: now),
                progressAt: now, pollAt: now, allowance: limits.eventsPerSecond * 5, allowanceAt: now))
        if transport == .polling { change { greet(&$0) } }
    }

    /// Socket.IO 2 has no packet with which a client asks to enter: the server says that it is in.
    private func greet(_ state: inout State) {
        guard state.engine.version == .three, !state.isConnected else { return }
        state.isConnected = true
        reply(.connect(namespace: SocketPacket.root, nil), &state)
        state.effects.append(.opened)
    }

    // MARK: - Transports

    /// A poll begins; the promise is kept once.
    func poll(_ promise: EventLoopPromise<PollAnswer>) {
        change { state in
            let now = SocketServer.milliseconds()
            state.pollAt = now
            let waiting = state.poll
            state.poll = nil
            let actions = state.engine.pollOpened(now: now)
            // A poll that waited is answered before the new one is refused, so the first answer is that one's.
            if actions.contains(where: { if case .refusePoll = $0 { true } else { false } }) {
                state.poll = waiting
                for action in actions {
                    if case .refusePoll(let refusal) = action {
                        state.effects.append(.answer(promise, .refused(refusal)))
                    } else {
                        self.carryOut([action], &state)
                    }
                }
            } else {
                state.poll = promise
                self.carryOut(actions, &state)
            }
        }
    }

    /// The client has gone away from its poll.
    func pollAbandoned(_ promise: EventLoopPromise<PollAnswer>) {
        change { state in
            guard let poll = state.poll, poll.futureResult === promise.futureResult else { return }
            state.poll = nil
            state.engine.pollAbandoned()
            state.effects.append(.answer(promise, .refused(.badRequest)))
        }
    }

    /// A POST came; gives why it is refused.
    func post(_ body: [UInt8]) -> EngineRefusal? {
        change { state in
            self.carryOut(state.engine.postReceived(body, now: SocketServer.milliseconds()), &state)
            defer { state.post = nil }
            return state.post ?? .some(.badRequest)
        }
    }

    /// Whether a WebSocket can be opened for this session now.
    var acceptsWebSocket: Bool { state.withLock { $0.engine.acceptsWebSocket && $0.probe == nil } }

    /// A WebSocket was opened: the session's own, or one to which it may change.
    func webSocketOpened(_ link: WebSocketLink) {
        change { state in
            if state.engine.transport == .webSocket { state.main = link } else { state.probe = link }
            self.carryOut(state.engine.webSocketOpened(now: SocketServer.milliseconds()), &state)
            if state.main === link { self.greet(&state) }
        }
    }

    func received(_ frame: EngineFrame, on link: WebSocketLink) {
        change { state in
            guard let channel = Self.channel(link, state) else { return }
            self.carryOut(
                state.engine.frameReceived(frame, on: channel, now: SocketServer.milliseconds()), &state)
        }
    }

    func webSocketClosed(_ link: WebSocketLink) {
        change { state in
            guard let channel = Self.channel(link, state) else { return }
            if channel == .main { state.main = nil } else { state.probe = nil }
            self.carryOut(state.engine.webSocketClosed(channel), &state)
        }
    }

    private static func channel(_ link: WebSocketLink, _ state: State) -> EngineChannel? {
        if state.main === link { return .main }
        return state.probe === link ? .probe : nil
    }

    /// The next bytes for the WebSocket that asks, and whether nothing waits behind them that somebody wants to know of.
    func nextSlice(for link: WebSocketLink) -> (bytes: ByteBuffer, tellsWhenWritten: Bool)? {
        change { state in
            guard state.main === link, let slice = state.outbox.next() else {
                if state.main === link { state.isPumping = false }
                return nil
            }
            state.progressAt = SocketServer.milliseconds()
            let isLast = state.outbox.isEmpty && state.wantsDrained
            if isLast { state.wantsDrained = false }
            return (slice, isLast)
        }
    }

    /// The last bytes that somebody wanted to know of have been written.
    func written() {
        change { $0.effects.append(.drained) }
    }

    /// The time is `now`, milliseconds of a clock that never goes back.
    func tick(now: Int64) {
        change { state in
            if now >= state.engine.nextDeadline { self.carryOut(state.engine.tick(now: now), &state) }
            guard state.engine.closeReason == nil else { return }
            let isSilent = !state.hasSpoken && now - self.openedAt > self.limits.silentSeconds * 1000
            let stalled = now - self.limits.stalledSeconds * 1000
            let isStalled = !state.outbox.isEmpty && state.progressAt < stalled
            let takesNothing =
                state.engine.transport == .polling && state.poll == nil
                && state.pollAt < now - self.limits.pingTimeoutSeconds * 1000
            if isSilent || isStalled || takesNothing {
                let link = isStalled ? state.main : nil
                self.carryOut(state.engine.close(now: now), &state)
                // Whoever reads nothing would not read a close frame either.
                link?.drop()
            }
        }
    }

    /// Ends the session.
    func close() {
        change { self.carryOut($0.engine.close(now: SocketServer.milliseconds()), &$0) }
    }

    // MARK: - Events out

    /// Lets an event wait for the client; nil, or the link to wake.
    ///
    /// - Parameters:
    ///   - epoch: The number of drops that the sender knows of; an event of one who does not know of the last is dropped.
    ///   - wantsDrained: Whether `SocketListener.drained` is to be called when all that waits is written.
    func enqueue(_ message: SocketMessage, epoch: Int, wantsDrained: Bool = false) -> WebSocketLink? {
        var link: WebSocketLink?
        change { state in
            guard state.isConnected, state.engine.closeReason == nil, state.epoch == epoch else { return }
            if wantsDrained { state.wantsDrained = true }
            guard state.engine.transport == .webSocket, state.main != nil else {
                guard let actions = state.engine.send(message.text) else { return Self.drop(&state) }
                return self.carryOut(actions, &state)
            }
            let isTooMuch =
                state.outbox.waitingBytes >= self.limits.waitingBytes
                || state.outbox.count >= self.limits.waitingMessages
            if isTooMuch { return Self.drop(&state) }
            if state.outbox.isEmpty { state.progressAt = SocketServer.milliseconds() }
            state.outbox.append(message.frame, wantsDrained ? .snapshot : .event)
            if !state.isPumping {
                state.isPumping = true
                link = state.main
            }
        }
        return link
    }

    /// Sends an event to this socket alone.
    func send(_ message: SocketMessage, epoch: Int, wantsDrained: Bool = false) {
        enqueue(message, epoch: epoch, wantsDrained: wantsDrained)?.pump()
    }

    /// How often events were dropped.
    var epoch: Int { state.withLock { $0.epoch } }

    /// Whether the session has ended.
    var isOver: Bool { state.withLock { $0.engine.closeReason != nil } }

    private static func drop(_ state: inout State) {
        state.outbox.dropEvents()
        state.epoch += 1
        state.wantsDrained = true
    }

    // MARK: - Events in

    /// An event was looked at.
    func eventDone() {
        pendingEvents.subtract(1, ordering: .relaxed)
    }

    /// Answers an event with what came of it: by the number with which the client waits for that, or else by an event
    /// of the same name.
    func answer(_ event: String, acknowledgement: Int?, _ answer: JSONValue) {
        change { state in
            guard state.isConnected, state.engine.closeReason == nil else { return }
            if let acknowledgement {
                self.reply(.ack(namespace: SocketPacket.root, id: acknowledgement, [answer]), &state)
            } else {
                self.reply(
                    .event(namespace: SocketPacket.root, id: nil, name: event, arguments: [answer]), &state)
            }
        }
    }

    /// Says to a client that waits for it that an event was taken.
    func acknowledge(_ id: Int) {
        change { state in
            guard state.isConnected, state.engine.closeReason == nil else { return }
            self.reply(.ack(namespace: SocketPacket.root, id: id, []), &state)
        }
    }

    /// The socket has said who it is or what it wants to hear.
    func spoke() {
        state.withLock { $0.hasSpoken = true }
    }

    /// Whether one more event may be taken now.
    private func takesEvent(_ state: inout State) -> Bool {
        let now = SocketServer.milliseconds()
        let earned = Double(now - state.allowanceAt) / 1000 * limits.eventsPerSecond
        state.allowance = min(state.allowance + earned, limits.eventsPerSecond * 5)
        state.allowanceAt = now
        guard state.allowance >= 1, pendingEvents.load(ordering: .relaxed) < limits.eventsWaiting else { return false }
        state.allowance -= 1
        return true
    }

    private func deliver(_ text: String) {
        guard let packet = try? SocketPacket(text: text), packet.namespace.utf8.count <= 255 else { return close() }
        switch packet {
        case .connect(let namespace, _):
            change { state in
                guard namespace == SocketPacket.root else {
                    let fault = JSONValue.object([.init("message", "Invalid namespace")])
                    let data: JSONValue = state.engine.version == .three ? "Invalid namespace" : fault
                    return self.reply(.connectError(namespace: namespace, data), &state)
                }
                guard !state.isConnected else { return }
                state.isConnected = true
                // A session's identifier is what its transport is guarded by; the namespace's is another one.
                let sid = JSONValue.object([.init("sid", .string(self.server.newIdentifier()))])
                self.reply(.connect(namespace: namespace, sid), &state)
                state.effects.append(.opened)
            }
        case .event(SocketPacket.root, let id, let name, let arguments):
            let isTaken = change { state in
                guard state.isConnected, self.takesEvent(&state) else { return false }
                if let id, !self.server.listener.answers(name) {
                    self.reply(.ack(namespace: SocketPacket.root, id: id, []), &state)
                }
                return true
            }
            guard isTaken else { return close() }
            pendingEvents.add(1, ordering: .relaxed)
            server.listener.received(name, arguments, acknowledgement: id, from: self)
        case .disconnect(SocketPacket.root): close()
        case .event, .disconnect, .ack, .connectError: break
        }
    }

    private func reply(_ packet: SocketPacket, _ state: inout State) {
        if let actions = state.engine.send(packet.text) { carryOut(actions, &state) }
    }

    // MARK: - Effects

    private func carryOut(_ actions: [EngineAction], _ state: inout State) {
        for action in actions {
            switch action {
            case .answerPoll(let body, let contentType):
                if let poll = state.poll {
                    state.effects.append(.answer(poll, .packets(body, contentType: contentType)))
                }
                state.poll = nil
                state.progressAt = SocketServer.milliseconds()
                if state.wantsDrained, state.engine.isDrained {
                    state.wantsDrained = false
                    state.effects.append(.drained)
                }
            case .refusePoll(let refusal):
                if let poll = state.poll { state.effects.append(.answer(poll, .refused(refusal))) }
                state.poll = nil
            case .answerPost: state.post = .some(nil)
            case .refusePost(let refusal): state.post = .some(refusal)
            case .send(let frame, .probe):
                if let probe = state.probe { probe.send(frame.bytes) }
            case .send(let frame, .main):
                guard let main = state.main else { break }
                if state.outbox.isEmpty { state.progressAt = SocketServer.milliseconds() }
                state.outbox.append(frame.bytes, .control)
                if state.outbox.controlFrames > SocketOutbox.mostControlFrames + limits.waitingMessages {
                    main.drop()
                } else if !state.isPumping {
                    state.isPumping = true
                    state.effects.append(.pump(main))
                }
            case .closeWebSocket(.probe, let code):
                if let probe = state.probe { state.effects.append(.close(probe, code: code)) }
                state.probe = nil
            case .closeWebSocket(.main, let code):
                if let main = state.main { state.effects.append(.close(main, code: code)) }
            case .upgraded:
                state.main = state.probe
                state.probe = nil
            // What was waiting for a poll goes out by the WebSocket, and with it the wish to hear of its end.
            case .deliver(let text): state.effects.append(.deliver(text))
            case .deliverBinary: state.effects.append(.deliver(""))
            case .closed:
                state.outbox.dropEvents()
                state.effects.append(.closed)
            }
        }
    }

    @discardableResult
    private func change<Result>(_ body: (inout State) -> Result) -> Result {
        let (result, effects) = state.withLock { state in
            let result = body(&state)
            defer { state.effects = [] }
            return (result, state.effects)
        }
        for effect in effects {
            switch effect {
            case .answer(let promise, let answer): promise.succeed(answer)
            case .pump(let link): link.pump()
            case .close(let link, let code): link.close(code: code)
            case .deliver(let text): deliver(text)
            case .opened: server.listener.opened(self)
            case .drained: server.listener.drained(self)
            case .closed: server.remove(self)
            }
        }
        return result
    }
}

extension SocketSession: Hashable {
    package static func == (first: SocketSession, second: SocketSession) -> Bool { first === second }
    package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension EngineFrame {
    /// The whole WebSocket frame.
    fileprivate var bytes: ByteBuffer {
        switch self {
        case .text(let text): SocketMessage.frame(text: Array(text.utf8)[...])
        case .binary(let bytes): SocketMessage.frame(opcode: 0x2, bytes)
        }
    }
}
