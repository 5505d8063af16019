import Basics
import Beacons
import Radio

/// Which of the devices that send one beacon's identity counts: the strongest.
///
/// A copy that is farther away than the beacon itself thus changes nothing, however many packets it sends.
struct StrongestSenders: Sendable {
    private struct Sender: Sendable {
        let address: DeviceAddress
        var strength: Double
        var lastHeard: Timestamp
    }

    /// A sender that has been silent for this many milliseconds no longer counts.
    private static let silence: Int64 = 4000
    /// How many senders of one identity are told apart; the weakest makes room for a stronger one.
    private static let limit = 4
    /// The share of a new strength in the smoothed one.
    private static let share = 0.2

    private var senders: [BeaconIdentity: [Sender]] = [:]

    /// Takes note of a packet, and says whether it counts.
    mutating func take(_ identity: BeaconIdentity, from address: DeviceAddress, rssi: Int8, at now: Timestamp) -> Bool {
        var known = senders[identity, default: []]
        if known.count > 1 { known.removeAll { abs(now.milliseconds(since: $0.lastHeard)) > Self.silence } }
        defer { senders[identity] = known }
        if let index = known.firstIndex(where: { $0.address == address }) {
            known[index].strength += Self.share * (Double(rssi) - known[index].strength)
            known[index].lastHeard = now
            return known.allSatisfy { $0.strength <= known[index].strength }
        }
        let sender = Sender(address: address, strength: Double(rssi), lastHeard: now)
        let isStrongest = known.allSatisfy { $0.strength <= sender.strength }
        if known.count < Self.limit {
            known.append(sender)
        } else if let weakest = known.indices.min(by: { known[$0].strength < known[$1].strength }),
            known[weakest].strength < sender.strength
        {
            known[weakest] = sender
        }
        return isStrongest
    }
}
