/// One of the two WebSockets that a session can have.
public enum EngineChannel: Equatable, Sendable {
    /// The WebSocket that carries the session.
    case main
    /// A WebSocket that the client tries beside long polling; it becomes the main one with `EngineAction.upgraded`.
    case probe
}

/// Why a session ended.
public enum EngineCloseReason: Equatable, Sendable {
    /// The client said so.
    case clientClosed
    /// The server said so.
    case serverClosed
    /// The WebSocket went away.
    case transportClosed
    /// The other side was silent for too long.
    case pingTimeout
    /// Something came that the protocol does not have, or out of its turn.
    case protocolError
    /// A body or frame beyond the announced limit, or questions faster than answers are fetched.
    case overflow
}

/// What the owner of `EngineSession` has to do, in this order.
public enum EngineAction: Equatable, Sendable {
    /// Answer the poll that waits with 200 and this body.
    case answerPoll(body: [UInt8], contentType: String)
    /// Refuse the poll that has just been opened; the one that waited, if any, was answered before.
    case refusePoll(EngineRefusal)
    /// Answer the POST that has just been received with 200 and `ok`.
    case answerPost
    /// Refuse the POST that has just been received.
    case refusePost(EngineRefusal)
    /// Send a message on a WebSocket.
    case send(EngineFrame, on: EngineChannel)
    /// Close a WebSocket with this status (RFC 6455 section 7.4.1).
    case closeWebSocket(EngineChannel, code: UInt16)
    /// From here on the probe is the main WebSocket.
    case upgraded
    /// Give a message to the layer above.
    case deliver(String)
    /// Give bytes to the layer above.
    case deliverBinary([UInt8])
    /// The session is over: forget it.
    case closed(EngineCloseReason)
}

/// The bounds of a session.
public struct EngineLimits: Equatable, Sendable {
    /// Milliseconds between two pings.
    public var pingInterval: Int64
    /// Milliseconds that an answer to a ping may take.
    public var pingTimeout: Int64
    /// Milliseconds from the opening of a probe to the upgrade.
    public var upgradeTimeout: Int64 = 10_000
    /// Bytes of one body or frame from the client.
    public var maxPayload = 65_536
    /// Packets that wait for the client; with as many the session is full.
    public var mostQueued = 1024
    /// Bytes that wait for the client; with as many the session is full.
    ///
    /// One packet may be larger by itself.
    public var mostQueuedBytes = 1_048_576

    /// Bounds with these times, in milliseconds.
    public init(pingInterval: Int64 = 25_000, pingTimeout: Int64 = 60_000) {
        self.pingInterval = pingInterval
        self.pingTimeout = pingTimeout
    }
}
