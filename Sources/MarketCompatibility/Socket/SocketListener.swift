import Basics

/// What is told of the sockets; nothing here may wait, for it is called where bytes are read and written.
package protocol SocketListener: Sendable {
    /// A client is there.
    func opened(_ socket: SocketSession)
    /// Whether an event is answered with what came of it, by `SocketSession.answer`; others are acknowledged when they
    /// come.
    func answers(_ event: String) -> Bool
    /// A client sent an event; whoever has looked at it calls `SocketSession.eventDone()`.
    ///
    /// - Parameter acknowledgement: The number by which the client waits for an answer; nil when it does not.
    func received(
        _ event: String, _ arguments: [JSONValue], acknowledgement: Int?, from socket: SocketSession)
    /// All that waited for this socket has been written.
    func drained(_ socket: SocketSession)
    /// The socket is gone.
    func closed(_ socket: SocketSession)
}
