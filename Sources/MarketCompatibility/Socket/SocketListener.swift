import Encodings

/// What is told of the sockets; nothing here may wait, for it is called where bytes are read and written.
package protocol SocketListener: Sendable {
    /// A client is there.
    func opened(_ socket: SocketSession)
    /// A client sent an event; whoever has looked at it calls `SocketSession.eventDone()`.
    func received(_ event: String, _ arguments: [JSONValue], from socket: SocketSession)
    /// All that waited for this socket has been written.
    func drained(_ socket: SocketSession)
    /// The socket is gone.
    func closed(_ socket: SocketSession)
}
