/// One thing that is wrong with a venue file.
public struct VenueFault: Hashable, Sendable, CustomStringConvertible {
    /// Where, as a JSON path: `$.beacons[3].neighbours[0]`.
    public let path: String
    /// What, for the person who wrote the file, in English, without the path.
    public let message: String

    /// The fault `message` at `path`.
    public init(path: String, message: String) {
        self.path = path
        self.message = message
    }

    /// `PATH: message`.
    public var description: String { "\(path): \(message)" }
}

/// All that is wrong with a venue file; never empty.
public struct VenueFaults: Error, Equatable, Sendable, CustomStringConvertible {
    /// The faults in the order of the document, at most `VenueLimits.faults`.
    public let faults: [VenueFault]

    /// These faults; what exceeds the limit is replaced by one fault that counts it.
    public init(_ faults: [VenueFault]) {
        guard faults.count > VenueLimits.faults else {
            self.faults = faults
            return
        }
        let kept = VenueLimits.faults - 1
        let more = VenueFault(path: "$", message: "has \(faults.count - kept) more faults")
        self.faults = Array(faults.prefix(kept)) + [more]
    }

    /// One line a fault.
    public var description: String {
        faults.map(\.description).joined(separator: "\n")
    }
}

/// How large a venue may be.
public enum VenueLimits {
    /// Beacons of a venue.
    public static let beacons = 2000
    /// Shops of a venue.
    public static let shops = 500
    /// Offers of a venue.
    public static let offers = 1000
    /// Walls of a plan.
    public static let walls = 5000
    /// Corners of a shop's area.
    public static let corners = 64
    /// Neighbours that the file may state for a beacon.
    public static let neighbours = 64
    /// Characters of a name.
    public static let name = 80
    /// Characters of a category.
    public static let category = 40
    /// Characters of an offer's text in one language.
    public static let text = 200
    /// Languages of an offer.
    public static let languages = 20
    /// Opening stretches of a day.
    public static let intervals = 12
    /// Characters of the plan's image address.
    public static let image = 1024
    /// Metres along one side of a plan.
    public static let side = 2000.0
    /// Points of an offer.
    public static let points = 1_000_000
    /// Coupons of an offer that has a limit.
    public static let coupons = 1_000_000_000
    /// Seconds of a code's period; where a file says nothing it is ``SecurityCode/standardPeriodSeconds``.
    public static let period = 5...3600
    /// Accounts that may use one code of a beacon.
    public static let accountsPerWindow = 1...10_000
    /// What is heard one metre away, in dBm.
    public static let measuredPower = -100...0
    /// Faults that are listed.
    public static let faults = 10_000
}
