import Crypto
import Vault

/// What is said between a command and the agent, all of it of fixed length.
///
/// A command sends one byte, the request. To `keys` the agent answers with a record of the keys, to `status` with the
/// seconds left, to `lock` with one byte; a request that it does not know gets no answer.
enum AgentRecord {
    /// What a command can ask for.
    enum Request: UInt8 {
        /// The keys; it counts as use.
        case keys = 1
        /// How many seconds are left; it does not count as use.
        case status = 2
        /// To forget the keys and end.
        case lock = 3
    }

    /// The number of this form of the records; both sides end when the other's differs.
    static let version: UInt8 = 1
    /// Version, slot (4, big-endian), whether there is a travel key, data key (32), travel key (32, zeros when none).
    static let keyCount = 70
    /// Version and seconds (4, big-endian).
    static let statusCount = 5

    /// Writes keys into `keyCount` bytes.
    static func write(_ keys: OpenedKeys, to buffer: UnsafeMutableRawBufferPointer) {
        buffer[0] = version
        for index in 0..<4 { buffer[1 + index] = UInt8(truncatingIfNeeded: keys.slot.rawValue >> (24 - 8 * index)) }
        buffer[5] = keys.travel == nil ? 0 : 1
        keys.data.secret.withUnsafeBytes { buffer[rebasing: 6..<38].copyMemory(from: $0) }
        keys.travel?.secret.withUnsafeBytes { buffer[rebasing: 38..<70].copyMemory(from: $0) }
    }

    /// The keys in `keyCount` bytes; nil when they are none.
    static func keys(in buffer: UnsafeRawBufferPointer) -> OpenedKeys? {
        guard buffer.count == keyCount, buffer[0] == version, buffer[5] <= 1,
            let data = DataKey(bytes: buffer[6..<38])
        else { return nil }
        let slot = SlotID((0..<4).reduce(0) { $0 << 8 | UInt32(buffer[1 + $1]) })
        return OpenedKeys(data: data, travel: buffer[5] == 1 ? TravelKey(bytes: buffer[38..<70]) : nil, slot: slot)
    }

    /// The answer to `status`.
    static func status(secondsLeft: Int64) -> [UInt8] {
        let seconds = UInt32(clamping: secondsLeft)
        return [version] + (0..<4).map { UInt8(truncatingIfNeeded: seconds >> (24 - 8 * UInt32($0))) }
    }

    /// The seconds in an answer to `status`; nil when it is none.
    static func secondsLeft(in bytes: [UInt8]) -> Int64? {
        guard bytes.count == statusCount, bytes[0] == version else { return nil }
        return bytes[1...].reduce(0) { $0 << 8 | Int64($1) }
    }
}

extension UnsafeMutableRawBufferPointer {
    fileprivate subscript(rebasing range: Range<Int>) -> UnsafeMutableRawBufferPointer {
        UnsafeMutableRawBufferPointer(rebasing: self[range])
    }
}
