import NIOCore

/// A WebSocket as a session knows it: where it is told to write, from any thread.
final class WebSocketLink: Sendable {
    let loop: any EventLoop
    private let connection: NIOLoopBound<WebSocketConnection>

    init(_ connection: WebSocketConnection, loop: any EventLoop) {
        self.loop = loop
        self.connection = NIOLoopBound(connection, eventLoop: loop)
    }

    /// Writes what the session has for it.
    func pump() {
        loop.execute { self.connection.value.pump() }
    }

    /// Writes what the sessions have for these links; each loop is woken once.
    static func pump(_ links: [WebSocketLink]) {
        for (_, links) in Dictionary(grouping: links, by: { ObjectIdentifier($0.loop) }) {
            links.first?.loop.execute {
                for link in links { link.connection.value.pump() }
            }
        }
    }

    /// Writes a frame beside what the session has.
    func send(_ frame: ByteBuffer) {
        loop.execute { self.connection.value.send(frame) }
    }

    /// Writes what is left and then a close frame.
    func close(code: UInt16) {
        loop.execute { self.connection.value.close(code: code) }
    }

    /// Ends the connection at once.
    func drop() {
        loop.execute { self.connection.value.drop() }
    }
}
