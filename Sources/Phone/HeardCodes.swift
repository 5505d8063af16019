import Basics
import Beacons
import Radio

/// The security codes that a phone heard lately, ready to go with a position beacon of the same numbers.
///
/// Anyone can send a frame with a shop's numbers and a made-up code. Codes are therefore kept apart by the address
/// that sent them, the strongest goes first, and one that the server refused is not tried again. A sender whose codes
/// were refused comes after the others: made-up codes change as often as real ones.
struct HeardCodes: Sendable {
    private struct Entry {
        let major: UInt16
        let minor: UInt16
        let address: DeviceAddress
        var code: SecurityCode
        var heardAt: Timestamp
        var rssi: Int8
        var refusals = 0
    }

    /// More senders than a phone hears in an honest place; hostile air cannot make the list longer.
    private static let capacity = 128
    private static let refusedCapacity = 64

    private var entries: [Entry] = []
    private var refused: [SecurityCode] = []

    /// Takes note of a security frame.
    mutating func hear(_ frame: SecurityFrame, from address: DeviceAddress, rssi: Int8, at now: Timestamp) {
        let known = entries.firstIndex { entry in
            entry.major == frame.major && entry.minor == frame.minor && entry.address == address
        }
        if let known {
            entries[known].code = frame.code
            entries[known].heardAt = now
            entries[known].rssi = rssi
            return
        }
        if entries.count == Self.capacity,
            let oldest = entries.indices.min(by: { entries[$0].heardAt < entries[$1].heardAt })
        {
            entries.remove(at: oldest)
        }
        entries.append(
            Entry(
                major: frame.major, minor: frame.minor, address: address, code: frame.code, heardAt: now, rssi: rssi))
    }

    /// The strongest code for a beacon that is at most `maximumAge` milliseconds old and was not refused.
    func code(for identity: BeaconIdentity, maximumAge: Int64, at now: Timestamp) -> (
        code: SecurityCode, heardAt: Timestamp
    )? {
        let fresh = entries.filter { entry in
            entry.major == identity.major && entry.minor == identity.minor
                && now.milliseconds(since: entry.heardAt) <= maximumAge && !refused.contains(entry.code)
        }
        let best = fresh.max { ($1.refusals, $0.rssi) < ($0.refusals, $1.rssi) }
        return best.map { ($0.code, $0.heardAt) }
    }

    /// Remembers that the server did not take this code.
    mutating func refuse(_ code: SecurityCode) {
        if refused.count == Self.refusedCapacity { refused.removeFirst() }
        refused.append(code)
        for index in entries.indices where entries[index].code == code { entries[index].refusals += 1 }
    }
}
