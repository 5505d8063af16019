import Basics

/// What the server tells a client when a session begins.
public struct EngineHandshake: Equatable, Sendable {
    /// The session's identifier, of characters that need no escape in a URL.
    public var sid: String
    /// The transports to which the session may change.
    public var upgrades: [EngineTransport]
    /// Milliseconds between two pings.
    public var pingInterval: Int64
    /// Milliseconds that an answer to a ping may take.
    public var pingTimeout: Int64
    /// Bytes that one payload or frame from the client may have; only Engine.IO 4 says it.
    public var maxPayload: Int?

    /// A handshake of these values.
    public init(
        sid: String, upgrades: [EngineTransport], pingInterval: Int64, pingTimeout: Int64, maxPayload: Int? = nil
    ) {
        self.sid = sid
        self.upgrades = upgrades
        self.pingInterval = pingInterval
        self.pingTimeout = pingTimeout
        self.maxPayload = maxPayload
    }

    /// The object of the open packet.
    public var json: JSONValue {
        var members: [JSONValue.Member] = [
            .init("sid", .string(sid)), .init("upgrades", .array(upgrades.map { .string($0.rawValue) })),
            .init("pingTimeout", .integer(pingTimeout)), .init("pingInterval", .integer(pingInterval)),
        ]
        if let maxPayload { members.append(.init("maxPayload", .count(maxPayload))) }
        return .object(members)
    }

    /// Reads the object of an open packet; times outside of one millisecond to one day are refused, and upgrades that
    /// are not known are passed over.
    public init(json: JSONValue) throws(PacketFault) {
        let day: Int64 = 86_400_000
        guard case .string(let sid)? = json["sid"], !sid.isEmpty, sid.utf8.count <= 256,
            case .array(let upgrades)? = json["upgrades"],
            case .integer(let interval)? = json["pingInterval"], (1...day).contains(interval),
            case .integer(let timeout)? = json["pingTimeout"], (1...day).contains(timeout)
        else { throw .malformed }
        var known: [EngineTransport] = []
        for case .string(let name) in upgrades {
            if let transport = EngineTransport(rawValue: name) { known.append(transport) }
        }
        var largest: Int?
        if case .integer(let value)? = json["maxPayload"], value > 0 { largest = Int(clamping: value) }
        self.init(
            sid: sid, upgrades: known, pingInterval: interval, pingTimeout: timeout, maxPayload: largest)
    }
}
