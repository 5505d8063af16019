/// What the owner of `EngineClient` has to do, in this order.
public enum EngineClientAction: Equatable, Sendable {
    /// Send a message on the WebSocket.
    case send(EngineFrame)
    /// The session has begun.
    case opened(EngineHandshake)
    /// Give a message to the layer above.
    case deliver(String)
    /// Give bytes to the layer above.
    case deliverBinary([UInt8])
    /// Close the WebSocket with this status.
    case closeWebSocket(code: UInt16)
    /// The session is over.
    case closed(EngineCloseReason)
}

/// A client's side of one session of Engine.IO that runs on a WebSocket from the beginning.
///
/// It knows no socket and no clock, like `EngineSession`. The WebSocket's address has the query
/// `EIO=3` or `4` and `transport=websocket`.
public struct EngineClient: Sendable {
    /// The revision that is spoken.
    public let version: EngineVersion
    /// What the server said at the beginning; nil until then.
    public private(set) var handshake: EngineHandshake?
    /// Why the session ended; nil while it lives.
    public private(set) var closeReason: EngineCloseReason?
    /// When `tick` has to be called at the latest.
    public private(set) var nextDeadline: Int64

    private let largestFrame: Int
    /// In Engine.IO 3, whether a ping waits for its answer.
    private var isWaiting = false

    /// A client whose WebSocket has been opened at `now`.
    ///
    /// The server may take `openTimeout` milliseconds for its open packet, and a message of it may have `largestFrame`
    /// bytes.
    public init(version: EngineVersion, openTimeout: Int64 = 10_000, largestFrame: Int = 16_777_216, now: Int64) {
        self.version = version
        self.largestFrame = largestFrame
        nextDeadline = now + openTimeout
    }

    /// Sends a message; nil before the session has begun and after its end.
    public func send(_ message: String) -> [EngineClientAction]? {
        guard handshake != nil, closeReason == nil else { return nil }
        return [.send(EnginePacket.message(message).frame(version))]
    }

    /// A message came on the WebSocket.
    public mutating func frameReceived(_ frame: EngineFrame, now: Int64) -> [EngineClientAction] {
        guard closeReason == nil else { return [] }
        guard frame.count <= largestFrame else { return finish(.overflow, code: 1009) }
        guard let packet = try? EnginePacket(frame: frame, version) else { return finish(.protocolError, code: 1002) }
        guard let handshake else {
            guard case .open(let handshake) = packet else { return finish(.protocolError, code: 1002) }
            self.handshake = handshake
            nextDeadline = now + handshake.pingInterval + (version == .four ? handshake.pingTimeout : 0)
            return [.opened(handshake)]
        }
        switch packet {
        case .message(let text): return [.deliver(text)]
        case .binary(let bytes): return [.deliverBinary(bytes)]
        case .ping(let text) where version == .four:
            nextDeadline = now + handshake.pingInterval + handshake.pingTimeout
            return [.send(EnginePacket.pong(text).frame(version))]
        case .pong where version == .three:
            if isWaiting { nextDeadline = now + handshake.pingInterval }
            isWaiting = false
            return []
        case .noop: return []
        case .close: return finish(.serverClosed, code: 1000)
        case .ping, .pong, .open, .upgrade: return finish(.protocolError, code: 1002)
        }
    }

    /// The time is `now`: a ping that is due is sent, and a silent server is left.
    public mutating func tick(now: Int64) -> [EngineClientAction] {
        guard closeReason == nil, now >= nextDeadline else { return [] }
        guard version == .three, let handshake, !isWaiting else { return finish(.pingTimeout, code: 1000) }
        isWaiting = true
        nextDeadline = now + handshake.pingTimeout
        return [.send(EnginePacket.ping("").frame(version))]
    }

    /// Ends the session.
    public mutating func close() -> [EngineClientAction] {
        guard closeReason == nil else { return [] }
        let farewell: [EngineClientAction] = handshake == nil ? [] : [.send(EnginePacket.close.frame(version))]
        return farewell + finish(.clientClosed, code: 1000)
    }

    /// The WebSocket went away.
    public mutating func webSocketClosed() -> [EngineClientAction] {
        guard closeReason == nil else { return [] }
        closeReason = .transportClosed
        nextDeadline = .max
        return [.closed(.transportClosed)]
    }

    private mutating func finish(_ reason: EngineCloseReason, code: UInt16) -> [EngineClientAction] {
        closeReason = reason
        nextDeadline = .max
        return [.closeWebSocket(code: code), .closed(reason)]
    }
}
