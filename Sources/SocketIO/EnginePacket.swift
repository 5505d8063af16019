import Basics

/// One packet of Engine.IO, as both revisions have it.
public enum EnginePacket: Equatable, Sendable {
    /// The server's first packet.
    case open(EngineHandshake)
    /// The sender ends the session.
    case close
    /// A question whether the other side is there; `probe` on a WebSocket to which a session may change.
    case ping(String)
    /// The answer to a ping, with its text.
    case pong(String)
    /// Text of the layer above: a packet of Socket.IO.
    case message(String)
    /// Bytes of the layer above.
    case binary([UInt8])
    /// The client has left long polling for the WebSocket that carries this packet.
    case upgrade
    /// Nothing; it ends a poll.
    case noop

    /// The text with which a client tries a WebSocket.
    public static let probe = "probe"
}

// MARK: - Text

extension EnginePacket {
    /// The packet as text; binary packets become base64, which says their type in Engine.IO 3 and not in 4.
    public func text(_ version: EngineVersion) -> String {
        switch self {
        case .open(let handshake): "0" + handshake.json.compactText
        case .close: "1"
        case .ping(let text): "2" + text
        case .pong(let text): "3" + text
        case .message(let text): "4" + text
        case .binary(let bytes): (version == .three ? "b4" : "b") + Base64.text(bytes)
        case .upgrade: "5"
        case .noop: "6"
        }
    }

    /// Reads a packet that is text.
    public init(text: String, _ version: EngineVersion) throws(PacketFault) {
        try self.init(utf8: Array(text.utf8)[...], version)
    }

    /// Reads a packet that is text from its bytes, which are UTF-8.
    init(utf8 bytes: ArraySlice<UInt8>, _ version: EngineVersion) throws(PacketFault) {
        guard let type = bytes.first else { throw .empty }
        let rest = bytes.dropFirst()
        func text() throws(PacketFault) -> String {
            guard let text = String(validating: rest, as: UTF8.self) else { throw .notText }
            return text
        }
        switch type {
        case UInt8(ascii: "0"): self = .open(try Self.handshake(Array(rest)))
        case UInt8(ascii: "2"): self = .ping(try text())
        case UInt8(ascii: "3"): self = .pong(try text())
        case UInt8(ascii: "4"): self = .message(try text())
        case UInt8(ascii: "b"):
            var data = rest
            if version == .three {
                guard data.first == UInt8(ascii: "4") else { throw .malformed }
                data = data.dropFirst()
            }
            guard let bytes = Base64.bytes(data) else { throw .malformed }
            self = .binary(bytes)
        case UInt8(ascii: "1"), UInt8(ascii: "5"), UInt8(ascii: "6"):
            guard rest.isEmpty else { throw .malformed }
            self = type == UInt8(ascii: "1") ? .close : type == UInt8(ascii: "5") ? .upgrade : .noop
        default: throw .unknownType
        }
    }

    private static func handshake(_ bytes: [UInt8]) throws(PacketFault) -> EngineHandshake {
        let json: JSONValue
        do { json = try JSONValue(parsing: bytes) } catch { throw .malformed }
        return try EngineHandshake(json: json)
    }
}

// MARK: - WebSocket messages

extension EnginePacket {
    /// The packet as a message on a WebSocket; in Engine.IO 3 a byte before binary data says the packet's type.
    public func frame(_ version: EngineVersion) -> EngineFrame {
        if case .binary(let bytes) = self { return .binary(version == .three ? [4] + bytes : bytes) }
        return .text(text(version))
    }

    /// Reads the packet that a message on a WebSocket is.
    public init(frame: EngineFrame, _ version: EngineVersion) throws(PacketFault) {
        switch frame {
        case .text(let text): try self.init(text: text, version)
        case .binary(let bytes) where version == .four: self = .binary(bytes)
        case .binary(let bytes):
            guard let type = bytes.first else { throw .empty }
            guard type == 4 else { throw .unknownType }
            self = .binary(Array(bytes.dropFirst()))
        }
    }
}
