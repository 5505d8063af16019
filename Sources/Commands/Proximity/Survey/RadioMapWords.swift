import Beacons
import Strings

/// What is said of a radio map that goes with another plan.
enum RadioMapWords {
    /// Which beacons hang elsewhere, the first twenty of them.
    static func beacons(_ beacons: [BeaconIdentity]) -> String {
        guard !beacons.isEmpty else { return ProximityStrings.mapWalls.text }
        let names = beacons.prefix(20).map { "\($0.major).\($0.minor)" }.joined(separator: ", ")
        return ProximityStrings.mapMoved(beacons: names + (beacons.count > 20 ? " …" : "")).text
    }
}
