/// One thing that is wrong with a venue file.
package struct VenueFault: Hashable, Sendable, CustomStringConvertible {
    /// Where, as a JSON path: `$.beacons[3].neighbours[0]`.
    package let path: String
    /// What, for the person who wrote the file, in English, without the path.
    package let message: String

    /// The fault `message` at `path`.
    package init(path: String, message: String) {
        self.path = path
        self.message = message
    }

    /// `PATH: message`.
    package var description: String { "\(path): \(message)" }
}

/// All that is wrong with a venue file; never empty.
package struct VenueFaults: Error, Equatable, Sendable, CustomStringConvertible {
    /// The faults in the order of the document, at most `VenueLimits.faults`.
    package let faults: [VenueFault]

    /// These faults; what exceeds the limit is replaced by one fault that counts it.
    package init(_ faults: [VenueFault]) {
        guard faults.count > VenueLimits.faults else {
            self.faults = faults
            return
        }
        let kept = VenueLimits.faults - 1
        let more = VenueFault(path: "$", message: "has \(faults.count - kept) more faults")
        self.faults = Array(faults.prefix(kept)) + [more]
    }

    /// One line a fault.
    package var description: String {
        faults.map(\.description).joined(separator: "\n")
    }
}

/// How large a venue may be.
package enum VenueLimits {
    /// Beacons of a venue.
    package static let beacons = 2000
    /// Shops of a venue.
    package static let shops = 500
    /// Offers of a venue.
    package static let offers = 1000
    /// Walls of a plan.
    package static let walls = 5000
    /// Corners of a shop's area.
    package static let corners = 64
    /// Neighbours that the file may state for a beacon.
    package static let neighbours = 64
    /// Characters of a name.
    package static let name = 80
    /// Characters of a category.
    package static let category = 40
    /// Characters of an offer's text in one language.
    package static let text = 200
    /// Languages of an offer.
    package static let languages = 20
    /// Opening stretches of a day.
    package static let intervals = 12
    /// Characters of the plan's image address.
    package static let image = 1024
    /// Metres along one side of a plan.
    package static let side = 2000.0
    /// Points of an offer.
    package static let points = 1_000_000
    /// Points for time in a venue's shops.
    package static let pointsForTime = 0...100
    /// Coupons of an offer that has a limit.
    package static let coupons = 1_000_000_000
    /// Seconds of a code's period; where a file says nothing it is ``SecurityCode/standardPeriodSeconds``.
    package static let period = 5...3600
    /// Accounts that may use one code of a beacon.
    package static let accountsPerWindow = 1...10_000
    /// What is heard one metre away, in dBm.
    package static let measuredPower = -100...0
    /// What devices are really heard with one meter away, in dBm; makers ship beacons that state other values.
    package static let likelyPower = -95 ... -30
    /// Faults that are listed.
    package static let faults = 10_000
}
