import API
import NIOCore

/// One event of a stream, as it is written: a name and a JSON value on one line.
///
/// It is made once and can be sent to many readers.
package struct ServerSentEvent: Sendable, Equatable {
    let bytes: ByteBuffer
    /// What a reader says it heard last when it comes back; nil for an event of which that is not said.
    package let id: String?

    /// An event that carries `body`.
    package init(_ name: String, _ body: some APIBody) throws {
        let json = try body.json()
        var bytes = ByteBuffer()
        bytes.reserveCapacity(json.count + name.utf8.count + 18)
        bytes.writeString("event: \(name)\ndata: ")
        bytes.writeBytes(json)
        bytes.writeString("\n\n")
        self.bytes = bytes
        id = nil
    }

    /// The event of this ``text``, which readers know by `id`.
    package init(text: [UInt8], id: String) {
        var bytes = ByteBuffer()
        bytes.reserveCapacity(text.count + id.utf8.count + 5)
        bytes.writeString("id: \(id)\n")
        bytes.writeBytes(text)
        self.bytes = bytes
        self.id = id
    }

    /// Nothing but an `id`: a reader who comes back says it, and sees no event.
    package static func mark(id: String) -> ServerSentEvent {
        ServerSentEvent(text: Array("\n".utf8), id: id)
    }

    /// The event as it is written, without its `id`.
    package var text: [UInt8] { Array(bytes.readableBytesView) }

    /// A comment, which no reader sees; it keeps the connection alive.
    static let heartbeat = ByteBuffer(string: ": \n\n")
    /// How long a reader waits before it comes back to a server that stops.
    static func retry(milliseconds: Int) -> ByteBuffer { ByteBuffer(string: "retry: \(milliseconds)\n\n") }
    /// How long a reader waits before it comes back, milliseconds.
    static let opening = ByteBuffer(string: "retry: 3000\n\n")
}
