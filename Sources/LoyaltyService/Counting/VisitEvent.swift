import Basics
import Beacons

/// That somebody came to a beacon of a shop or left it, to the minute.
package struct VisitEvent: Hashable, Sendable {
    /// Which of the two.
    package enum Kind: String, Sendable {
        /// Somebody came near.
        case enter
        /// Somebody had not been near for five minutes.
        case exit
    }

    /// The beacon.
    let beacon: BeaconIdentity
    /// Which of the two.
    let kind: Kind
    /// When, in minutes since 1970-01-01T00:00:00Z.
    let minute: Int64

    /// What happened at `beacon` in the minute of `instant`.
    package init(_ kind: Kind, at beacon: BeaconIdentity, _ instant: Timestamp) {
        self.beacon = beacon
        self.kind = kind
        self.minute = Self.minute(of: instant)
    }

    /// The minute of an instant.
    static func minute(of instant: Timestamp) -> Int64 {
        instant.milliseconds.flooredQuotient(by: 60_000)
    }

    /// The beginning of the minute.
    var begins: Timestamp { Timestamp(milliseconds: minute * 60_000) }
}

/// How often somebody came to a beacon, and how often that was proved.
struct BeaconTraffic: Equatable, Sendable {
    let entered: Int
    let proved: Int

    /// Proved by entered; nil when nobody came.
    var ratio: Double? { entered > 0 ? Double(proved) / Double(entered) : nil }
}
