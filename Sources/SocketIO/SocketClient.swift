import Basics

/// What the owner of `SocketClient` has to do, in this order.
public enum SocketClientAction: Equatable, Sendable {
    /// Send a message on the WebSocket.
    case send(EngineFrame)
    /// The root namespace was entered: events can go both ways.
    case connected
    /// An event came; with an `id` the server waits for `SocketClient.acknowledge`.
    case event(name: String, arguments: [JSONValue], id: Int?)
    /// The server answered the event that was sent with this `id`.
    case acknowledged(id: Int, [JSONValue])
    /// The server refused the namespace.
    case refused(JSONValue)
    /// Close the WebSocket with this status.
    case closeWebSocket(code: UInt16)
    /// It is over.
    case closed(EngineCloseReason)
}

/// A client of Socket.IO in the root namespace, on a WebSocket; revision 4 with Engine.IO 3, revision 5 with 4.
public struct SocketClient: Sendable {
    /// The session underneath.
    public private(set) var engine: EngineClient
    /// Whether the namespace was entered and the session lives.
    public private(set) var isConnected = false

    private let authorization: JSONValue?

    /// A client whose WebSocket has been opened at `now`.
    ///
    /// `authorization` goes with the request to enter the namespace in revision 5.
    public init(version: EngineVersion, authorization: JSONValue? = nil, now: Int64) {
        engine = EngineClient(version: version, now: now)
        self.authorization = authorization
    }

    /// When `tick` has to be called at the latest.
    public var nextDeadline: Int64 { engine.nextDeadline }

    /// Sends an event; nil while the namespace has not been entered.
    public func emit(_ name: String, _ arguments: [JSONValue], id: Int? = nil) -> [SocketClientAction]? {
        send(.event(namespace: SocketPacket.root, id: id, name: name, arguments: arguments))
    }

    /// Answers an event that came with `id`; nil while the namespace has not been entered.
    public func acknowledge(_ id: Int, _ arguments: [JSONValue]) -> [SocketClientAction]? {
        send(.ack(namespace: SocketPacket.root, id: id, arguments))
    }

    private func send(_ packet: SocketPacket) -> [SocketClientAction]? {
        guard isConnected, let actions = engine.send(packet.text) else { return nil }
        return actions.compactMap(Self.plain)
    }

    /// A message came on the WebSocket.
    public mutating func frameReceived(_ frame: EngineFrame, now: Int64) -> [SocketClientAction] {
        follow(engine.frameReceived(frame, now: now))
    }

    /// The time is `now`.
    public mutating func tick(now: Int64) -> [SocketClientAction] { follow(engine.tick(now: now)) }

    /// Leaves the namespace and ends the session.
    public mutating func close() -> [SocketClientAction] {
        let farewell = send(.disconnect(namespace: SocketPacket.root)) ?? []
        return farewell + follow(engine.close())
    }

    /// The WebSocket went away.
    public mutating func webSocketClosed() -> [SocketClientAction] { follow(engine.webSocketClosed()) }

    private mutating func follow(_ actions: [EngineClientAction]) -> [SocketClientAction] {
        var followed: [SocketClientAction] = []
        for action in actions {
            switch action {
            case .opened:
                guard engine.version == .four else { continue }
                let packet = SocketPacket.connect(namespace: SocketPacket.root, authorization)
                followed += (engine.send(packet.text) ?? []).compactMap(Self.plain)
            case .deliver(let text): followed += receive(text)
            // Attachments belong to events that are not taken.
            case .deliverBinary: continue
            case .closed(let reason):
                isConnected = false
                followed.append(.closed(reason))
            default:
                if let action = Self.plain(action) { followed.append(action) }
            }
        }
        return followed
    }

    private mutating func receive(_ text: String) -> [SocketClientAction] {
        let packet: SocketPacket
        do { packet = try SocketPacket(text: text) } catch {
            // An event with attachments is passed over; anything else that cannot be read is the server's fault.
            return error == .unsupported ? [] : follow(engine.close())
        }
        guard packet.namespace == SocketPacket.root else { return [] }
        switch packet {
        case .connect:
            guard !isConnected else { return [] }
            isConnected = true
            return [.connected]
        case .event(_, let id, let name, let arguments):
            return isConnected ? [.event(name: name, arguments: arguments, id: id)] : []
        case .ack(_, let id, let arguments): return isConnected ? [.acknowledged(id: id, arguments)] : []
        case .connectError(_, let data): return [.refused(data)] + follow(engine.close())
        case .disconnect: return follow(engine.close())
        }
    }

    /// The actions that are the same in both layers.
    private static func plain(_ action: EngineClientAction) -> SocketClientAction? {
        switch action {
        case .send(let frame): .send(frame)
        case .closeWebSocket(let code): .closeWebSocket(code: code)
        case .closed(let reason): .closed(reason)
        case .opened, .deliver, .deliverBinary: nil
        }
    }
}
