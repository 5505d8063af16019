/// What sockets may use up before the server refuses or drops them.
public struct SocketLimits: Sendable {
    /// The most sockets at once; the last quarter of them is for addresses that have few.
    public var total = 2048
    /// The most sockets of one address; a whole centre can share one.
    public var perAddress = 1024
    /// The largest frame, message and body of a poll that is taken, bytes.
    public var messageBytes = 64 * 1024
    /// Bytes that wait for one reader beyond what is being written; then they are dropped, and it gets fresh snapshots.
    public var waitingBytes = 256 * 1024
    /// Messages that wait for one reader.
    public var waitingMessages = 256
    /// Seconds in which a reader must have taken something of what waits for it.
    public var stalledSeconds: Int64 = 30
    /// Seconds in which a new socket must have said who it is or what it wants to hear.
    public var silentSeconds: Int64 = 10
    /// Events of one socket that may wait to be looked at.
    public var eventsWaiting = 256
    /// Events of one socket a second in the long run.
    public var eventsPerSecond = 200.0
    /// Seconds between two pings.
    public var pingSeconds: Int64 = 25
    /// Seconds that the answer to a ping may take.
    public var pingTimeoutSeconds: Int64 = 60

    /// The limits that a server starts with.
    public init() {}
}
