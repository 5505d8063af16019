import Basics
import Beacons

/// What one phone says of one beacon on one day: by how many decibels it is heard louder than a radio map says.
package struct BeaconResidual: Hashable, Sendable {
    /// The beacon; it names the venue.
    package let beacon: BeaconIdentity
    /// The number of the map at the venue's server.
    package let number: Int64
    /// Whole decibels, at most `ResidualHistogram.largest` either way.
    package let decibels: Int
    /// The day on which it was heard, in days since 1970-01-01 (UTC).
    package let day: Int

    /// A residual of these parts.
    package init(beacon: BeaconIdentity, number: Int64, decibels: Int, day: Int) {
        self.beacon = beacon
        self.number = number
        self.decibels = decibels
        self.day = day
    }

    /// A day's residuals are taken from the next day of UTC on, until so many days after it.
    package static let lastDays = 3

    /// Whether a residual of `day` is taken on `today`.
    package static func isTaken(_ day: Int, on today: Int) -> Bool { (today - lastDays...today - 1).contains(day) }

    /// For what a credential is presented with a residual of `day`.
    ///
    /// Neither the venue nor the beacon is in it: a credential is good for one residual a day, of whatever.
    package static func context(of day: Int) -> [UInt8] {
        Array("cerca radio map residual 1 \(Timestamp(seconds: Int64(day) * 86_400).rfc3339.prefix(10))".utf8)
    }
}
