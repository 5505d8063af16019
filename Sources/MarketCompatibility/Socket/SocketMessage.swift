import Basics
import NIOCore
import SocketIO

/// An event on its way to sockets, made once for all that get it: as text for polls, and as a whole WebSocket frame,
/// whose bytes every socket shares.
struct SocketMessage: Sendable {
    /// The packet of Socket.IO.
    let text: String
    /// The frame of a WebSocket that carries it.
    let frame: ByteBuffer

    /// An event of the root namespace, whose argument is JSON already.
    init(event: String, json: [UInt8]) {
        var bytes = Array("42".utf8)
        bytes += JSONValue.array([.string(event)]).compactText.utf8.dropLast()
        bytes.append(UInt8(ascii: ","))
        bytes += json
        bytes.append(UInt8(ascii: "]"))
        text = String(decoding: bytes[1...], as: UTF8.self)
        frame = Self.frame(text: bytes[...])
    }

    /// An event of the root namespace with one argument.
    init(event: String, _ argument: JSONValue) {
        self.init(event: event, json: Array(argument.compactText.utf8))
    }

    /// A text frame (RFC 6455 section 5.2); what a server sends is not masked.
    static func frame(text: ArraySlice<UInt8>) -> ByteBuffer {
        frame(opcode: 0x1, text)
    }

    /// A whole frame with `payload`.
    static func frame(opcode: UInt8, _ payload: some Collection<UInt8>) -> ByteBuffer {
        var buffer = ByteBufferAllocator().buffer(capacity: payload.count + 10)
        buffer.writeInteger(0x80 | opcode)
        switch payload.count {
        case ...125: buffer.writeInteger(UInt8(payload.count))
        case ...0xFFFF:
            buffer.writeInteger(UInt8(126))
            buffer.writeInteger(UInt16(payload.count))
        default:
            buffer.writeInteger(UInt8(127))
            buffer.writeInteger(UInt64(payload.count))
        }
        buffer.writeBytes(payload)
        return buffer
    }
}
