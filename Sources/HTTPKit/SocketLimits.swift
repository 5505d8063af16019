/// What sockets may use up before the server refuses or drops them.
package struct SocketLimits: Sendable {
    /// The most sockets at once; the last quarter of them is for addresses that have few.
    package var total = 2048
    /// The most sockets of one address; a whole centre can share one.
    package var perAddress = 1024
    /// The largest frame, message and body of a poll that is taken, bytes.
    package var messageBytes = 64 * 1024
    /// Bytes that wait for one reader beyond what is being written; then they are dropped, and it gets fresh snapshots.
    package var waitingBytes = 256 * 1024
    /// Messages that wait for one reader.
    package var waitingMessages = 256
    /// Seconds in which a reader must have taken something of what waits for it.
    package var stalledSeconds: Int64 = 30
    /// Seconds in which a new socket must have said who it is or what it wants to hear.
    package var silentSeconds: Int64 = 10
    /// Events of one socket that may wait to be looked at.
    package var eventsWaiting = 256
    /// Events of one socket a second in the long run.
    package var eventsPerSecond = 200.0
    /// Seconds between two pings.
    package var pingSeconds: Int64 = 25
    /// Seconds that the answer to a ping may take.
    package var pingTimeoutSeconds: Int64 = 60

    /// The limits that a server starts with.
    package init() {}
}
