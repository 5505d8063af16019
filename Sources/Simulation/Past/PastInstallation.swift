import Basics
import Loyalty
import LoyaltyService

/// How the beacons were hung up: most of them before there was a journal, and the last ones on a walk of the operator.
struct PastInstallation {
    /// Those that were hung up lately, by the console.
    static let lately = [
        BeaconRef(major: 103, minor: 1), BeaconRef(major: 103, minor: 3), BeaconRef(major: 105, minor: 3),
        BeaconRef(major: 112, minor: 3),
    ]
    /// One that hangs, and was not measured after that.
    static let unmeasured = BeaconRef(major: 111, minor: 4)

    private let venue: Venue

    /// The installation of the beacons of `venue`.
    init(_ venue: Venue) {
        self.venue = venue
    }

    /// Those with a device that were hung up before.
    var before: [VenueBeacon] {
        venue.beacons.filter { $0.reference != DemoBeacons.withoutDevice && !Self.lately.contains($0.reference) }
    }

    /// What was done at a beacon, in order.
    func deeds(at beacon: VenueBeacon, _ rhythm: inout PastRhythm) -> [InstallerDeed] {
        let position = PlanPosition(
            x: beacon.position.x + 0.2 * rhythm.spread(), y: beacon.position.y + 0.2 * rhythm.spread())
        let inside = PlanPosition(
            x: min(max(position.x, 0), venue.plan.width), y: min(max(position.y, 0), venue.plan.height))
        var deeds: [InstallerDeed] = [
            .place(inside, height: 2.2 + (rhythm.uniform() * 8).rounded() / 10)
        ]
        guard beacon.reference != Self.unmeasured else { return deeds }
        // What a signal loses between one metre and three, and six.
        for (distance, loss) in [(DistanceCheck.Distance.one, 0), (.three, 10), (.six, 17)] {
            deeds.append(
                .measure(
                    DistanceCheck(
                        distance, seconds: 20 + rhythm.uniform() * 4, readings: 70 + rhythm.count(24),
                        median: Int(beacon.measuredPower) - loss + Int(rhythm.spread().rounded()))))
        }
        return deeds + [.hear(Set(beacon.neighbours.prefix(4)))]
    }
}
