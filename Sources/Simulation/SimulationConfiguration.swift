import AccountService
import Basics
import ExposureService
import Loyalty
import LoyaltyService
import Storage

/// What makes one simulated day the same as another.
package struct SimulationConfiguration: Sendable {
    /// Names the day: all chance in it comes from this number.
    package var seed: UInt64
    /// People who walk about, each with a phone.
    package var visitors: Int
    /// When the day begins, by the simulated clock.
    package var start: Timestamp

    /// How long after the beginning the infected visitors report, in seconds.
    package var reportAfterSeconds: Int64

    /// How long every beacon sends one code, in seconds, in place of what the venue file says; replays then come after
    /// more delays than otherwise, so that what a period lets through is measured more finely.
    package var periodSeconds: Int64?

    /// Beacons that send nothing, whatever is known of them.
    package var mute: Set<BeaconRef> = []

    /// Beacons that send where they are and no codes: phones come to them and prove nothing.
    package var withoutCodes: Set<BeaconRef> = []

    /// How many visitors are infected from the beginning.
    package static let infected = 2

    /// When the infected visitors report.
    package var reportAt: Timestamp { start.advanced(bySeconds: reportAfterSeconds) }

    /// Saturday 21 November 2026, 10:30 in Madrid: a centre that has been open for half an hour.
    package static let standardStart = Timestamp(milliseconds: 1_795_253_400_000)

    /// A day of `visitors` people; the infected ones among them report after another day unless it is said otherwise.
    package init(
        seed: UInt64, visitors: Int, start: Timestamp = standardStart, reportAfterSeconds: Int64 = 86_400,
        periodSeconds: Int64? = nil
    ) {
        self.seed = seed
        self.visitors = visitors
        self.start = start
        self.reportAfterSeconds = reportAfterSeconds
        self.periodSeconds = periodSeconds
    }
}

/// The services that the simulation calls: the same that answer HTTP.
package struct SimulationServices: Sendable {
    /// Sign-up and sign-in.
    package let accounts: AccountService
    /// Venues, choices, sightings.
    package let loyalty: LoyaltyService
    /// Codes, keys and batches of tracing.
    package let exposure: ExposureService
    /// Events at beacons; nil where nobody counts them.
    let counting: CountingService?

    /// The services over one database.
    package init(
        accounts: AccountService, loyalty: LoyaltyService, exposure: ExposureService, counting: CountingService? = nil
    ) {
        self.counting = counting
        self.accounts = accounts
        self.loyalty = loyalty
        self.exposure = exposure
    }
}

/// The centre of the demo.
package enum DemoCentre {
    /// The venue file that comes with the command.
    ///
    /// - Parameter periodSeconds: How long its beacons send one code, in place of what the file says.
    package static func venue(periodSeconds: Int64? = nil) throws(VenueFaults) -> Venue {
        let venue = try VenueFile.read(PackageResources.centre_json)
        return periodSeconds.map { venue.sendingCodes(forSeconds: $0) } ?? venue
    }
}
