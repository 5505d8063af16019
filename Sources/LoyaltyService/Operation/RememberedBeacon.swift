import Basics
import HTTPKit
import Loyalty
import ServiceKit
import Storage

/// What a beacon did before anybody kept books: of a past that a simulation makes.
package struct RememberedBeacon: Sendable {
    /// How its sightings ended in one hour.
    package struct Hour: Sendable {
        /// The hour, counted from 1970-01-01T00:00Z.
        package let hour: Int64
        /// How they ended.
        package let outcomes: OutcomeDay

        /// An hour in which sightings ended so.
        package init(hour: Int64, outcomes: OutcomeDay) {
            self.hour = hour
            self.outcomes = outcomes
        }
    }

    /// What it told of itself on one day.
    package struct Day: Sendable {
        /// The day, counted from 1970-01-01 in UTC.
        package let day: Int64
        /// The median of its battery's voltage.
        package let millivolts: Int
        /// The median of its temperature, in degrees Celsius.
        package let celsius: Double
        /// How far its clock was from the server's at least, in milliseconds.
        package let clock: Int64

        /// A day on which it told this.
        package init(day: Int64, millivolts: Int, celsius: Double, clock: Int64) {
            self.day = day
            self.millivolts = millivolts
            self.celsius = celsius
            self.clock = clock
        }
    }

    /// Which beacon.
    package let beacon: BeaconRef
    /// Its hours with any sightings.
    package var hours: [Hour] = []
    /// Its days.
    package var days: [Day] = []

    /// A beacon of which nothing is known.
    package init(_ beacon: BeaconRef) {
        self.beacon = beacon
    }
}

/// Something that an installer does at a beacon.
package enum InstallerDeed: Sendable {
    /// Hangs it up there, so many metres above the floor.
    case place(PlanPosition, height: Double)
    /// Measures it.
    case measure(DistanceCheck)
    /// Hears its neighbours from its place.
    case hear(Set<BeaconRef>)
}

extension VenueOperationService {
    /// Takes it that beacons of a venue of which nothing is known did this.
    package static func remember(
        _ beacons: [RememberedBeacon], of venue: UUID128, in connection: any Connection
    ) throws {
        let store = FleetStore(connection, of: venue)
        for beacon in beacons { try store.remember(beacon) }
    }

    /// Takes it that a device was claimed for a beacon, and that its first code was seen a day later.
    package static func rememberDevice(
        of beacon: BeaconRef, at venue: UUID128, claimedAt: Timestamp, in connection: any Connection
    ) throws {
        let store = DeploymentStore(connection, of: venue)
        try store.claimed(beacon, at: claimedAt)
        try store.sawCode(of: beacon, at: claimedAt.advanced(bySeconds: 86_400))
    }

    /// Takes it that an installer did this at `at`, before there was a journal.
    package static func remember(
        _ deed: InstallerDeed, at beacon: BeaconRef, of venue: UUID128, at instant: Timestamp,
        in connection: any Connection
    ) throws {
        let store = DeploymentStore(connection, of: venue)
        switch deed {
        case .place(let position, let height): try store.place(beacon, at: position, height: height, now: instant)
        case .measure(let check): try store.put(check, of: beacon)
        case .hear(let others): try store.put(heard: others, of: beacon)
        }
    }

    /// Does on a walk what an installer does in the console, with the journal's entries.
    package func walk(
        _ walk: [UInt8], at beacon: BeaconRef, _ deeds: [InstallerDeed], in venue: UUID128, by account: [UInt8]
    ) async throws(ServiceError) {
        let actions = deeds.enumerated().map { index, deed in
            let kind: DeploymentAction.Kind =
                switch deed {
                case .place(let position, let height): .place(position, height: height)
                case .measure(let check): .measure(check)
                case .hear(let others): .hear(others)
                }
            return DeploymentAction(number: Int64(index + 1), beacon: beacon, kind: kind)
        }
        _ = try await record(actions, of: walk, in: venue, by: account)
    }

    /// Makes a claim for a beacon, whose secret nobody is told.
    package func claim(_ beacon: BeaconRef, in venue: UUID128, by account: [UInt8]) async throws(ServiceError) {
        _ = try await makeClaim(for: beacon, in: venue, by: account)
    }
}

extension FleetStore {
    fileprivate func remember(_ beacon: RememberedBeacon) throws {
        let key = Self.arguments(venue, beacon.beacon)
        var sums: [Int64: OutcomeDay] = [:]
        for hour in beacon.hours {
            _ = try connection.execute(
                """
                INSERT INTO beacon_hours (venue, major, minor, hour, proofs, disputed, mismatches, stale, others)
                VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)
                """, key + [.integer(hour.hour)] + Self.numbers(hour.outcomes))
            sums[hour.hour.flooredQuotient(by: 24), default: OutcomeDay()] += hour.outcomes
        }
        for day in beacon.days {
            _ = try connection.execute(
                """
                INSERT INTO beacon_days (venue, major, minor, day, proofs, disputed, mismatches, stale, others,
                    millivolts, temperature, clock)
                VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)
                """,
                key + [.integer(day.day)] + Self.numbers(sums[day.day] ?? OutcomeDay()) + [
                    .integer(Int64(day.millivolts)), .integer(Int64((day.celsius * 256).rounded())),
                    .integer(day.clock),
                ])
        }
        guard let last = beacon.hours.last(where: { $0.outcomes.proofs > 0 }) else { return }
        _ = try connection.execute(
            "INSERT INTO beacon_states (venue, major, minor, last_proof) VALUES (?1, ?2, ?3, ?4)",
            key + [.integer((last.hour + 1) * 3_600_000)])
    }

    private static func numbers(_ outcomes: OutcomeDay) -> [SQLValue] {
        [outcomes.proofs, outcomes.disputed, outcomes.mismatches, outcomes.stale, outcomes.others].map {
            .integer(Int64($0))
        }
    }
}
