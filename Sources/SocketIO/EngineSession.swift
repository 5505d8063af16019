/// The server's side of one session of Engine.IO: what comes goes in, what must be done comes out.
///
/// It knows no socket and no clock. Its owner tells it of polls, posts, WebSocket messages and the time, and
/// carries out the actions in their order. Times are milliseconds of one clock that never goes back.
public struct EngineSession: Sendable {
    /// The revision that the client speaks.
    public let version: EngineVersion
    /// What the client was told at the beginning.
    public let handshake: EngineHandshake
    /// The transport that carries the session now.
    public private(set) var transport: EngineTransport
    /// Why the session ended; nil while it lives.
    public private(set) var closeReason: EngineCloseReason?

    private let limits: EngineLimits
    private let form: EnginePayload.Form
    private var probe = Probe.none
    private var isPollWaiting = false
    private var isClosing = false
    private var isWritable = true
    private var queue = EngineQueue()
    private var heartbeat: EngineHeartbeat
    private var closingDeadline: Int64 = .max

    private enum Probe: Equatable {
        case none
        /// A WebSocket is there and has said nothing.
        case opened(deadline: Int64)
        /// It was answered; what is to be sent waits for the upgrade.
        case answered(deadline: Int64)
    }

    /// A session whose open packet waits to be sent: by the first poll, or when its WebSocket is opened.
    ///
    /// `sid` identifies the session: it cannot be guessed, and its characters need no escape in a URL. `base64` says
    /// whether a client of Engine.IO 3 asked for `b64`.
    public init(
        sid: String, version: EngineVersion, transport: EngineTransport, base64: Bool = false,
        limits: EngineLimits = EngineLimits(), now: Int64
    ) {
        self.version = version
        self.transport = transport
        self.limits = limits
        form = EnginePayload.Form(version, base64: base64)
        handshake = EngineHandshake(
            sid: sid, upgrades: transport == .polling ? [.webSocket] : [], pingInterval: limits.pingInterval,
            pingTimeout: limits.pingTimeout, maxPayload: version == .four ? limits.maxPayload : nil)
        heartbeat = EngineHeartbeat(version: version, limits: limits, now: now)
        queue.append(.open(handshake))
    }

    /// The session's identifier.
    public var sid: String { handshake.sid }

    /// Whether so much waits for the client that nothing more is taken; the layer above should wait and then send the
    /// state as it is by then.
    public var isFull: Bool { queue.count >= limits.mostQueued || queue.byteCount >= limits.mostQueuedBytes }

    /// Whether nothing waits for the client.
    public var isDrained: Bool { queue.count == 0 }

    /// Whether a WebSocket may be opened for this session now.
    public var acceptsWebSocket: Bool {
        closeReason == nil && !isClosing && transport == .polling && probe == .none
    }

    /// When `tick` has to be called at the latest.
    public var nextDeadline: Int64 {
        guard closeReason == nil else { return .max }
        guard !isClosing else { return closingDeadline }
        switch probe {
        case .none: return heartbeat.deadline
        case .opened(let deadline), .answered(let deadline): return min(deadline, heartbeat.deadline)
        }
    }
}

// MARK: - What the layer above says

extension EngineSession {
    /// Sends a message; nil, and nothing is sent, when the session is full or over.
    public mutating func send(_ message: String) -> [EngineAction]? {
        guard closeReason == nil, !isClosing, !isFull else { return nil }
        queue.append(.message(message))
        return flush()
    }

    /// Ends the session after what already waits; without a poll that would take it, at the next one.
    public mutating func close(now: Int64) -> [EngineAction] {
        guard closeReason == nil, !isClosing else { return [] }
        queue.append(.close)
        var actions = dropProbe()
        if transport == .polling, !isPollWaiting {
            isClosing = true
            closingDeadline = now + limits.upgradeTimeout
            return actions
        }
        actions += flush()
        return actions + finish(.serverClosed, code: 1000)
    }
}

// MARK: - Long polling

extension EngineSession {
    /// A poll was opened.
    public mutating func pollOpened(now: Int64) -> [EngineAction] {
        guard closeReason == nil else { return [.refusePoll(.unknownSession)] }
        guard transport == .polling else { return [.refusePoll(.badRequest)] }
        guard !isPollWaiting else {
            // Two polls at once are not in the protocol, and nobody could say which gets what.
            return answerPoll([.close]) + [.refusePoll(.badRequest)] + finish(.protocolError, code: 1002)
        }
        isPollWaiting = true
        if isClosing { return flush() + finish(.serverClosed, code: 1000) }
        // The client is leaving; what waits goes to the WebSocket.
        if case .answered = probe { return answerPoll([.noop]) }
        return flush()
    }

    /// The client went away from the poll that waited.
    public mutating func pollAbandoned() {
        isPollWaiting = false
    }

    /// A POST was received.
    public mutating func postReceived(_ body: [UInt8], now: Int64) -> [EngineAction] {
        guard closeReason == nil, !isClosing else { return [.refusePost(.unknownSession)] }
        guard transport == .polling else { return [.refusePost(.badRequest)] }
        guard body.count <= limits.maxPayload else {
            return [.refusePost(.tooLarge)] + finish(.overflow, code: 1009)
        }
        let packets: [EnginePacket]
        do { packets = try EnginePayload.packets(body, version) } catch {
            return [.refusePost(.badRequest)] + finish(.protocolError, code: 1002)
        }
        var actions: [EngineAction] = [.answerPost]
        for packet in packets where closeReason == nil { actions += receive(packet, now: now) }
        if closeReason == .protocolError { actions[0] = .refusePost(.badRequest) }
        return actions
    }

    private mutating func answerPoll(_ packets: [EnginePacket]) -> [EngineAction] {
        isPollWaiting = false
        return [.answerPoll(body: EnginePayload.bytes(packets, form), contentType: form.contentType)]
    }
}

// MARK: - WebSocket

extension EngineSession {
    /// A WebSocket was opened: that of a session which began so, or a probe beside long polling.
    public mutating func webSocketOpened(now: Int64) -> [EngineAction] {
        if transport == .webSocket { return closeReason == nil ? flush() : [] }
        guard acceptsWebSocket else { return [.closeWebSocket(.probe, code: 1002)] }
        probe = .opened(deadline: now + limits.upgradeTimeout)
        return []
    }

    /// A WebSocket can take more, or cannot for now; what is sent meanwhile waits here, up to the bounds.
    public mutating func webSocketWritable(_ isWritable: Bool) -> [EngineAction] {
        self.isWritable = isWritable
        return closeReason == nil && transport == .webSocket ? flush() : []
    }

    /// A message came on a WebSocket.
    public mutating func frameReceived(_ frame: EngineFrame, on channel: EngineChannel, now: Int64) -> [EngineAction] {
        guard closeReason == nil, !isClosing else { return [] }
        guard frame.count <= limits.maxPayload else {
            guard channel == .main else { return dropProbe(code: 1009) + flush() }
            return finish(.overflow, code: 1009)
        }
        let packet = try? EnginePacket(frame: frame, version)
        switch channel {
        case .probe: return receiveOnProbe(packet, now: now)
        case .main:
            guard transport == .webSocket else { return [] }
            guard let packet else { return finish(.protocolError, code: 1002) }
            return receive(packet, now: now)
        }
    }

    /// A WebSocket went away.
    public mutating func webSocketClosed(_ channel: EngineChannel) -> [EngineAction] {
        guard closeReason == nil else { return [] }
        if channel == .main {
            guard transport == .webSocket else { return [] }
            closeReason = .transportClosed
            queue.removeAll()
            return [.closed(.transportClosed)]
        }
        probe = .none
        return flush()
    }

    private mutating func receiveOnProbe(_ packet: EnginePacket?, now: Int64) -> [EngineAction] {
        switch (probe, packet) {
        case (.opened(let deadline), .ping(EnginePacket.probe)):
            probe = .answered(deadline: deadline)
            let pong = EnginePacket.pong(EnginePacket.probe).frame(version)
            // The client stops polling before it upgrades, and cannot while a poll waits.
            return [.send(pong, on: .probe)] + (isPollWaiting ? answerPoll([.noop]) : [])
        case (.answered, .upgrade):
            let actions = isPollWaiting ? answerPoll([.noop]) : []
            probe = .none
            transport = .webSocket
            heartbeat.heard(now: now)
            return actions + [.upgraded] + flush()
        case (.none, _): return []
        default: return dropProbe() + flush()
        }
    }

    private mutating func dropProbe(code: UInt16 = 1002) -> [EngineAction] {
        guard probe != .none else { return [] }
        probe = .none
        return [.closeWebSocket(.probe, code: code)]
    }
}

// MARK: - Packets, time and the end

extension EngineSession {
    /// The time is `now`: pings that are due are sent, and what took too long is ended.
    public mutating func tick(now: Int64) -> [EngineAction] {
        guard closeReason == nil else { return [] }
        if isClosing { return now >= closingDeadline ? finish(.serverClosed, code: 1000) : [] }
        var actions: [EngineAction] = []
        switch probe {
        case .opened(let deadline), .answered(let deadline):
            if now >= deadline { actions = dropProbe() + flush() }
        case .none: break
        }
        switch heartbeat.tick(now: now) {
        case .nothing: return actions
        case .ping: return actions + sendControl(.ping(""))
        case .dead: return actions + finish(.pingTimeout, code: 1000)
        }
    }

    private mutating func receive(_ packet: EnginePacket, now: Int64) -> [EngineAction] {
        heartbeat.heard(now: now)
        switch packet {
        case .message(let text): return [.deliver(text)]
        case .binary(let bytes): return [.deliverBinary(bytes)]
        case .ping(let text) where version == .three: return sendControl(.pong(text))
        case .pong where version == .four: return []
        case .noop: return []
        case .close:
            let actions = isPollWaiting ? answerPoll([.noop]) : []
            return actions + finish(.clientClosed, code: 1000)
        // Heartbeats of the other revision's direction, a second open packet, an upgrade of what is upgraded.
        case .ping, .pong, .open, .upgrade: return finish(.protocolError, code: 1002)
        }
    }

    /// Sends a packet that a full queue does not stop, unless the client asks without end and never reads.
    private mutating func sendControl(_ packet: EnginePacket) -> [EngineAction] {
        guard queue.count < limits.mostQueued + 64, queue.byteCount < limits.mostQueuedBytes * 2 else {
            return finish(.overflow, code: 1008)
        }
        queue.append(packet)
        return flush()
    }

    private mutating func flush() -> [EngineAction] {
        guard queue.count > 0 else { return [] }
        switch transport {
        case .polling:
            if case .answered = probe { return [] }
            guard isPollWaiting else { return [] }
            return answerPoll(queue.take(EnginePayload.mostPackets, bytes: limits.mostQueuedBytes))
        case .webSocket:
            guard isWritable else { return [] }
            return queue.take(.max, bytes: .max).map { .send($0.frame(version), on: .main) }
        }
    }

    private mutating func finish(_ reason: EngineCloseReason, code: UInt16) -> [EngineAction] {
        var actions = isPollWaiting ? answerPoll([.close]) : []
        actions += dropProbe(code: code)
        if transport == .webSocket { actions.append(.closeWebSocket(.main, code: code)) }
        closeReason = reason
        queue.removeAll()
        return actions + [.closed(reason)]
    }
}
