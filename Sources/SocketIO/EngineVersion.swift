/// The revisions of Engine.IO that are spoken; the number is the query parameter `EIO`.
public enum EngineVersion: Int, Sendable, CaseIterable {
    /// Engine.IO 3, which carries Socket.IO 2 (protocol revision 4): the client pings.
    case three = 3
    /// Engine.IO 4, which carries Socket.IO 3 and 4 (protocol revision 5): the server pings.
    case four = 4
}

/// How a session carries its packets; the raw value is the query parameter `transport`.
public enum EngineTransport: String, Sendable, CaseIterable {
    /// Long polling: a GET that waits for packets, and POSTs.
    case polling
    /// One WebSocket.
    case webSocket = "websocket"
}

/// What a WebSocket carries in one message.
public enum EngineFrame: Equatable, Sendable {
    /// A text message.
    case text(String)
    /// A binary message.
    case binary([UInt8])

    /// How many bytes the message has.
    public var count: Int {
        switch self {
        case .text(let text): text.utf8.count
        case .binary(let bytes): bytes.count
        }
    }
}

/// Why a packet or a payload is refused.
public enum PacketFault: Error, Equatable, Sendable {
    /// Nothing at all where a packet should be.
    case empty
    /// A type that the protocol does not have.
    case unknownType
    /// Anything else that is not as the protocol writes it.
    case malformed
    /// Bytes that are not UTF-8 where text should be.
    case notText
    /// More bytes than are taken.
    case tooLarge
    /// More packets in one payload than are taken.
    case tooMany
    /// Part of the protocol that is not spoken here: events with binary attachments.
    case unsupported
}
