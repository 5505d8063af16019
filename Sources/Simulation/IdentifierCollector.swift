import Basics
import Beacons
import Exposure
import Radio

/// Somebody with a receiver at an entrance who writes down every identifier, from which address it came, and tries to
/// join what belongs to one phone.
///
/// Two identifiers are joined when they came from one address, since no two phones share one; and, once keys are
/// published, when both follow from one key. How strong a signal is, and which one ends as another begins, is not looked
/// at: that joins the phones of a few people who stand still, for as long as they are in sight.
struct IdentifierCollector {
    private(set) var radio: SimulatedRadio
    /// The addresses from which each identifier came.
    private(set) var heard: [Identifier128: Set<DeviceAddress>] = [:]

    /// A receiver at a place in the air.
    init(at position: AirPosition, in air: inout SimulatedAir, now: Timestamp, random: inout SplitMix64) {
        radio = SimulatedRadio(
            role: HCIHost.Role(scan: true, advertise: nil), address: .random(using: &random), at: position, in: &air,
            now: now)
    }

    /// Takes what is in the air.
    mutating func step(in air: inout SimulatedAir) {
        for advertisement in radio.exchange(with: &air) where SimulatedPhone.isOfTracing(advertisement) {
            for case .exposure(let frame) in advertisement.frames {
                note(frame.identifier, from: advertisement.address)
            }
        }
    }

    /// Writes down an identifier that came from an address.
    mutating func note(_ identifier: Identifier128, from address: DeviceAddress) {
        heard[identifier, default: []].insert(address)
    }

    /// Hears nothing until it wakes.
    func sleep(in air: inout SimulatedAir) {
        radio.sleep(in: &air)
    }

    /// Hears again.
    mutating func wake(in air: inout SimulatedAir, at now: Timestamp) {
        radio.wake(in: &air, at: now)
    }

    /// The most identifiers of one phone that can be joined by addresses alone.
    var longestChain: Int {
        var identifiers: [DeviceAddress: [Identifier128]] = [:]
        for (identifier, addresses) in heard {
            for address in addresses { identifiers[address, default: []].append(identifier) }
        }
        var seen: Set<Identifier128> = []
        var longest = 0
        for start in heard.keys where !seen.contains(start) {
            var chain = 0
            var open = [start]
            seen.insert(start)
            while let identifier = open.popLast() {
                chain += 1
                for address in heard[identifier] ?? [] {
                    for other in identifiers[address] ?? [] where seen.insert(other).inserted { open.append(other) }
                }
            }
            longest = max(longest, chain)
        }
        return longest
    }

    /// How many of the identifiers that were heard follow from each published key, up to a day.
    func joined(by keys: [PublishedKey], until today: UTCDay) -> [Int] {
        keys.map { published in
            var count = 0
            var day = published.day
            while day <= today, let identifiers = published.identifiers(on: day) {
                count += identifiers.count { heard[$0] != nil }
                day = day.advanced(by: 1)
            }
            return count
        }
    }
}
