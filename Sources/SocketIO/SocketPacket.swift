import Basics

/// One packet of Socket.IO, revision 4 (Socket.IO 2 on Engine.IO 3) or 5 (Socket.IO 3 and 4 on Engine.IO 4).
///
/// Events with binary attachments are refused.
public enum SocketPacket: Equatable, Sendable {
    /// A namespace is entered; in revision 5 the server adds `{"sid":…}`, and a client may add what authorizes it.
    case connect(namespace: String, JSONValue?)
    /// A namespace is left.
    case disconnect(namespace: String)
    /// An event; with an `id` its sender waits for an `ack`.
    case event(namespace: String, id: Int?, name: String, arguments: [JSONValue])
    /// The answer to an event that had this `id`.
    case ack(namespace: String, id: Int, [JSONValue])
    /// A namespace that could not be entered; in revision 5 an object with `message`.
    case connectError(namespace: String, JSONValue)

    /// The namespace in which everybody is.
    public static let root = "/"

    /// An event in the root namespace that wants no answer.
    public static func event(_ name: String, _ arguments: JSONValue...) -> SocketPacket {
        .event(namespace: root, id: nil, name: name, arguments: arguments)
    }

    /// The namespace of the packet.
    public var namespace: String {
        switch self {
        case .connect(let namespace, _), .disconnect(let namespace), .event(let namespace, _, _, _),
            .ack(let namespace, _, _), .connectError(let namespace, _):
            namespace
        }
    }

    /// The text of the packet, which is the same in both revisions.
    public var text: String {
        switch self {
        case .connect(let namespace, let data): Self.text("0", namespace, nil, data)
        case .disconnect(let namespace): Self.text("1", namespace, nil, nil)
        case .event(let namespace, let id, let name, let arguments):
            Self.text("2", namespace, id, .array([.string(name)] + arguments))
        case .ack(let namespace, let id, let arguments): Self.text("3", namespace, id, .array(arguments))
        case .connectError(let namespace, let data): Self.text("4", namespace, nil, data)
        }
    }

    private static func text(_ type: String, _ namespace: String, _ id: Int?, _ data: JSONValue?) -> String {
        var text = type
        if namespace != root { text += namespace + "," }
        if let id { text += String(id) }
        if let data { text += data.compactText }
        return text
    }

    /// The packet as a message of Engine.IO.
    public var message: EnginePacket { .message(text) }
}

// MARK: - Reading

extension SocketPacket {
    /// Reads the text of a packet.
    public init(text: String) throws(PacketFault) {
        var reader = SocketPacketReader(Array(text.utf8))
        self = try reader.packet()
    }
}

/// Reads a packet of Socket.IO from left to right: type, attachments, namespace, id, data.
private struct SocketPacketReader {
    private let bytes: [UInt8]
    private var position = 0

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    mutating func packet() throws(PacketFault) -> SocketPacket {
        guard let type = bytes.first else { throw .empty }
        position = 1
        // Types 5 and 6 announce binary attachments.
        guard type != UInt8(ascii: "5"), type != UInt8(ascii: "6") else { throw .unsupported }
        guard (UInt8(ascii: "0")...UInt8(ascii: "4")).contains(type) else { throw .unknownType }
        let namespace = try namespace()
        let id = try id()
        let data = try data()
        switch type {
        case UInt8(ascii: "0"):
            guard id == nil else { throw .malformed }
            guard let data else { return .connect(namespace: namespace, nil) }
            guard case .object = data else { throw .malformed }
            return .connect(namespace: namespace, data)
        case UInt8(ascii: "1"):
            guard id == nil, data == nil else { throw .malformed }
            return .disconnect(namespace: namespace)
        case UInt8(ascii: "2"):
            guard case .array(let elements)? = data, case .string(let name)? = elements.first else { throw .malformed }
            return .event(namespace: namespace, id: id, name: name, arguments: Array(elements.dropFirst()))
        case UInt8(ascii: "3"):
            guard let id, case .array(let elements)? = data else { throw .malformed }
            return .ack(namespace: namespace, id: id, elements)
        default:
            guard id == nil else { throw .malformed }
            switch data {
            // A number could be taken for an id.
            case .integer, .number: throw .malformed
            default: return .connectError(namespace: namespace, data ?? .null)
            }
        }
    }

    /// The namespace up to a comma or the end, without the query that clients of revision 4 may add.
    private mutating func namespace() throws(PacketFault) -> String {
        guard position < bytes.count, bytes[position] == UInt8(ascii: "/") else { return SocketPacket.root }
        let end = bytes[position...].firstIndex(of: UInt8(ascii: ",")) ?? bytes.count
        let name = bytes[position..<end].prefix { $0 != UInt8(ascii: "?") }
        position = min(end + 1, bytes.count)
        guard name.count <= 255 else { throw .tooLarge }
        guard let text = String(validating: name, as: UTF8.self) else { throw .notText }
        return text
    }

    private mutating func id() throws(PacketFault) -> Int? {
        let digits = bytes[position...].prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        guard !digits.isEmpty else { return nil }
        guard digits.count <= 15 else { throw .tooLarge }
        position += digits.count
        return digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
    }

    private func data() throws(PacketFault) -> JSONValue? {
        guard position < bytes.count else { return nil }
        do { return try JSONValue(parsing: Array(bytes[position...])) } catch { throw .malformed }
    }
}
