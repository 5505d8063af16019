import Basics

/// What sockets tell, in order, for one reader.
///
/// It has no bound of its own: a socket may have only so many events waiting in it (`SocketLimits.eventsWaiting`), and
/// there are only so many sockets.
package final class FeedInbox: SocketListener {
    enum Notice: Sendable {
        case opened(SocketSession)
        case event(String, [JSONValue], acknowledgement: Int?, SocketSession)
        case drained(SocketSession)
        case closed(SocketSession)
    }

    let notices: AsyncStream<Notice>
    private let continuation: AsyncStream<Notice>.Continuation

    init() {
        (notices, continuation) = AsyncStream<Notice>.makeStream()
    }

    /// A client is there.
    package func opened(_ socket: SocketSession) {
        continuation.yield(.opened(socket))
    }

    /// Whether an event is answered with what came of it.
    package func answers(_ event: String) -> Bool {
        SocketTrading.Command(rawValue: event) != nil || Self.ofMarket.contains(event)
    }

    /// The events that name a market, and are answered with an error when there is none of that name.
    static let ofMarket: Set = [
        "subscribe", "unsubscribe", "open-book", "historical-book", "candles", "depth", "running-candles", "auction",
    ]

    /// A client sent an event.
    package func received(
        _ event: String, _ arguments: [JSONValue], acknowledgement: Int?, from socket: SocketSession
    ) {
        continuation.yield(.event(event, arguments, acknowledgement: acknowledgement, socket))
    }

    /// All that waited for this socket has been written.
    package func drained(_ socket: SocketSession) {
        continuation.yield(.drained(socket))
    }

    /// The socket is gone.
    package func closed(_ socket: SocketSession) {
        continuation.yield(.closed(socket))
    }
}
