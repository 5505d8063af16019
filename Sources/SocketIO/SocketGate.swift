import Basics

/// What the owner of `SocketGate` has to do, in this order.
public enum SocketGateAction: Equatable, Sendable {
    /// Send this message of Engine.IO.
    case send(String)
    /// The root namespace was entered: events can go both ways.
    case connected
    /// An event came; with an `id` the client waits for an `ack`.
    case event(name: String, arguments: [JSONValue], id: Int?)
    /// The client answered the event that was sent with this `id`.
    case acknowledged(id: Int, [JSONValue])
    /// The client left the namespace.
    case disconnected
    /// End the session of Engine.IO.
    case close
}

/// The server's side of Socket.IO on one session of Engine.IO: who may send events, and in which namespace.
///
/// In revision 4 everybody is in the root namespace from the beginning; in revision 5 the client has to ask.
public struct SocketGate: Sendable {
    /// Milliseconds that a client of revision 5 may take to enter a namespace.
    public static let connectTimeout: Int64 = 45_000

    /// Whether the client is in the root namespace.
    public private(set) var isConnected = false
    /// When `tick` has to be called at the latest.
    public private(set) var nextDeadline: Int64

    private let version: EngineVersion
    private let sid: String
    private var hasLeft = false

    /// A gate for a session that begins at `now`.
    ///
    /// `sid` is the identifier that a client of revision 5 is given; not that of Engine.IO, which is a secret of the
    /// connection.
    public init(version: EngineVersion, sid: String, now: Int64) {
        self.version = version
        self.sid = sid
        nextDeadline = now + Self.connectTimeout
    }

    /// What is done at the beginning, before the handshake is sent: in revision 4 the client is let in at once.
    public mutating func open() -> [SocketGateAction] {
        version == .three ? enter(nil) : []
    }

    /// A message came from the client.
    public mutating func receive(_ message: String) -> [SocketGateAction] {
        guard let packet = try? SocketPacket(text: message) else { return [.close] }
        guard packet.namespace == SocketPacket.root else { return foreign(packet) }
        switch packet {
        case .connect:
            // Clients of Socket.IO 2 may ask for what they have; the others may not.
            if isConnected { return version == .three ? [] : [.close] }
            return enter(.object([.init("sid", .string(sid))]))
        case .disconnect:
            guard isConnected else { return [.close] }
            isConnected = false
            hasLeft = true
            return [.disconnected]
        case .event(_, let id, let name, let arguments):
            // What was under way when the client left is not held against it.
            guard isConnected else { return hasLeft ? [] : [.close] }
            return [.event(name: name, arguments: arguments, id: id)]
        case .ack(_, let id, let arguments):
            guard isConnected else { return hasLeft ? [] : [.close] }
            return [.acknowledged(id: id, arguments)]
        // Only a server refuses.
        case .connectError: return [.close]
        }
    }

    /// The time is `now`: a client that entered nothing is sent away.
    public mutating func tick(now: Int64) -> [SocketGateAction] {
        guard now >= nextDeadline else { return [] }
        nextDeadline = .max
        return isConnected ? [] : [.close]
    }

    private mutating func enter(_ data: JSONValue?) -> [SocketGateAction] {
        isConnected = true
        hasLeft = false
        nextDeadline = .max
        let answer = SocketPacket.connect(namespace: SocketPacket.root, version == .three ? nil : data)
        return [.send(answer.text), .connected]
    }

    /// There is only one namespace.
    private func foreign(_ packet: SocketPacket) -> [SocketGateAction] {
        guard case .connect(let namespace, _) = packet else { return [] }
        let message: JSONValue = "Invalid namespace"
        let data = version == .three ? message : .object([.init("message", message)])
        return [.send(SocketPacket.connectError(namespace: namespace, data).text)]
    }
}
