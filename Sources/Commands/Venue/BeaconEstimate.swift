import Basics
import Loyalty
import Strings

/// How long the batteries of a venue's beacons last and how soon a code is heard, if they send so often.
struct BeaconEstimate {
    /// The share of the time in which a phone in a pocket listens.
    private static let inPocket = 0.25

    let energy: BeaconEnergy
    let beacons: [VenueBeacon]

    /// The estimates of a venue, one for all beacons whose codes last as long.
    static func all(of venue: Venue, position: Int, security: Int) -> [BeaconEstimate] {
        Dictionary(grouping: venue.beacons, by: \.periodSeconds).sorted { $0.key < $1.key }.map { period, beacons in
            BeaconEstimate(
                energy: BeaconEnergy(
                    positionMilliseconds: position, securityMilliseconds: security,
                    telemetryMilliseconds: BeaconEnergy.usual.telemetryMilliseconds, periodSeconds: period),
                beacons: beacons)
        }
    }

    private func percent(_ seconds: Double, _ listening: Double) -> Int {
        Int((energy.chance(afterSeconds: seconds, listening: listening) * 100).rounded())
    }

    private var chances: [Int] { [10, 30, 60].map { percent($0, Self.inPocket) } }

    /// Two lines for people.
    var lines: [String] {
        let count = ServerStrings.venueBeacons(count: beacons.count).text
        let chances = chances.map(String.init).joined(separator: ", ")
        return [
            ServerStrings.venueBattery(beacons: count, days: String(Int(energy.days))).text,
            ServerStrings.venueHearing(beacons: count, chances: chances, shown: String(percent(10, 1))).text,
        ]
    }

    /// An object for each beacon, for programs.
    var objects: [JSONValue] {
        beacons.map { beacon in
            .object([
                JSONValue.Member("beacon", .string(beacon.reference.description)),
                JSONValue.Member("days", .count(Int(energy.days))),
                JSONValue.Member("heardWithin10", .count(chances[0])),
                JSONValue.Member("heardWithin30", .count(chances[1])),
                JSONValue.Member("heardWithin60", .count(chances[2])),
            ])
        }
    }
}
