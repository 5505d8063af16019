import NIOCore

/// The frames that wait for the reader of one WebSocket; they leave in slices, as the connection can take them.
///
/// What an event of a feed says is old when the next one is made, so events may be dropped when too much waits. What
/// belongs to the protocol itself is never dropped, and more of it than a reader could have asked for ends the socket.
struct SocketOutbox {
    /// What a frame is.
    enum Kind {
        /// A packet of the protocol itself.
        case control
        /// What has changed; it counts towards what may wait.
        case event
        /// All of a feed, of which one at a time is on its way.
        case snapshot
    }

    private struct Item {
        var bytes: ByteBuffer
        let kind: Kind
        var isBegun = false
    }

    /// The largest piece that is handed to a connection at once.
    static let sliceBytes = 64 * 1024
    /// Frames of the protocol itself that may wait.
    static let mostControlFrames = 128

    private var items: [Item] = []
    private var first = 0
    /// Bytes of events that wait.
    private(set) var waitingBytes = 0
    private(set) var controlFrames = 0

    var count: Int { items.count - first }
    var isEmpty: Bool { count == 0 }

    mutating func append(_ bytes: ByteBuffer, _ kind: Kind) {
        items.append(Item(bytes: bytes, kind: kind))
        count(bytes.readableBytes, kind, 1)
    }

    private mutating func count(_ bytes: Int, _ kind: Kind, _ frames: Int) {
        switch kind {
        case .control: controlFrames += frames
        case .event: waitingBytes += bytes
        case .snapshot: break
        }
    }

    /// Drops the events that wait; one of which a part is written already has to stay.
    mutating func dropEvents() {
        items = items[first...].filter { $0.isBegun || $0.kind == .control }
        first = 0
        waitingBytes = items.reduce(0) { $0 + ($1.kind == .event ? $1.bytes.readableBytes : 0) }
    }

    /// The next piece to write, or nil.
    mutating func next() -> ByteBuffer? {
        guard first < items.count else { return nil }
        let length = min(items[first].bytes.readableBytes, Self.sliceBytes)
        guard let slice = items[first].bytes.readSlice(length: length) else { return nil }
        items[first].isBegun = true
        count(-length, items[first].kind, 0)
        if items[first].bytes.readableBytes == 0 {
            count(0, items[first].kind, -1)
            // Its bytes may be those of a whole book: they are let go of at once.
            items[first].bytes = ByteBuffer()
            first += 1
            if first == items.count {
                items.removeAll(keepingCapacity: items.capacity <= 64)
                first = 0
            } else if first >= 64 {
                items.removeFirst(first)
                first = 0
            }
        }
        return slice
    }
}
