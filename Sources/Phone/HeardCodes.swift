import Beacons
import Radio
import Time

/// The security codes that a phone heard lately, ready to go with a position beacon of the same numbers.
///
/// Anyone can send a frame with a shop's numbers and a made-up code. Codes are therefore kept apart by the address
/// that sent them, the strongest goes first, and one that the server refused is not tried again.
struct HeardCodes: Sendable {
    private struct Entry {
        let major: UInt16
        let minor: UInt16
        let address: DeviceAddress
        var code: SecurityCode
        var heardAt: Timestamp
        var rssi: Int8
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
        guard let strongest = fresh.max(by: { $0.rssi < $1.rssi }) else { return nil }
        return (strongest.code, strongest.heardAt)
    }

    /// Remembers that the server did not take this code.
    mutating func refuse(_ code: SecurityCode) {
        if refused.count == Self.refusedCapacity { refused.removeFirst() }
        refused.append(code)
    }
}
