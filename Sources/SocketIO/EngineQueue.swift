/// The packets that wait for a client, in order, and how many bytes they have about.
struct EngineQueue: Sendable {
    private var packets: [EnginePacket] = []
    private var first = 0
    private(set) var byteCount = 0

    var count: Int { packets.count - first }

    mutating func append(_ packet: EnginePacket) {
        packets.append(packet)
        byteCount += Self.size(packet)
    }

    /// Removes packets from the front: at least one, no more than `most`, and no further one once `bytes` are reached.
    mutating func take(_ most: Int, bytes: Int) -> [EnginePacket] {
        var taken: [EnginePacket] = []
        var size = 0
        while first < packets.count, taken.count < most, taken.isEmpty || size < bytes {
            size += Self.size(packets[first])
            taken.append(packets[first])
            first += 1
        }
        byteCount -= size
        if first == packets.count {
            removeAll()
        } else if first >= 64 {
            packets.removeFirst(first)
            first = 0
        }
        return taken
    }

    mutating func removeAll() {
        packets.removeAll()
        (first, byteCount) = (0, 0)
    }

    private static func size(_ packet: EnginePacket) -> Int {
        switch packet {
        case .message(let text), .ping(let text), .pong(let text): text.utf8.count + 1
        case .binary(let bytes): bytes.count + 1
        case .open: 128
        case .close, .upgrade, .noop: 1
        }
    }
}
