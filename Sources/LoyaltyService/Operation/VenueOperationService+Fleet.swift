import Basics
import HTTPKit
import Loyalty
import ServiceKit
import Storage
import Synchronization

extension VenueOperationService {
    /// How far back the days of one beacon are told.
    static let historyDays: Int64 = 90

    /// The beacons of a venue and what is thought of them, by what was counted until the last closed quarter of an hour.
    func fleet(of venue: UUID128, by account: [UInt8]) async throws(ServiceError) -> (at: Timestamp, [FleetEntry]) {
        let now = clock.now()
        try await database.reading {
            try VenueStaffService.require(.operator(venue: venue), of: account, in: $0)
        }
        try await writeDown(at: now)
        let (known, until) = (try await loyalty.venue(venue), Self.quarter(of: now))
        let clocks = try await loyalty.clockFloors(of: venue, at: now)
        let diagnoses = try await loyalty.clockDiagnoses(of: venue, at: now)
        let kept = hours.hours(of: venue, until: until)
        let figures = try await database.reading { connection in
            // Again: what follows is read in this transaction.
            try VenueStaffService.require(.operator(venue: venue), of: account, in: connection)
            let store = FleetStore(connection, of: venue)
            let open = FleetPicture.openHour(at: until)
            var figures = FleetFigures()
            figures.states = try store.states()
            // Closed hours do not change any more: of most of them, once an hour is enough.
            let closed = try kept ?? store.hours(from: open - 24 * FleetPicture.days, until: open)
            figures.hours = closed
            for (beacon, newest) in try store.hours(from: open, until: open + 1) {
                figures.hours[beacon, default: [:]].merge(newest) { _, new in new }
            }
            figures.days = try store.batteries(from: until.day - 31)
            figures.pairs = try store.pairs(from: until.day - FleetPicture.days)
            figures.deployments = try DeploymentStore(connection, of: venue).deployments(at: now)
            figures.rotations = try LoyaltyService.rotations(of: venue, in: connection)
            figures.clocks = clocks
            figures.diagnoses = diagnoses
            return (figures, closed)
        }
        if kept == nil { hours.keep(figures.1, of: venue, until: until) }
        return (until, FleetPicture(known, until: until, figures.0).entries())
    }

    /// What one beacon did, day by day.
    func history(
        of beacon: BeaconRef, in venue: UUID128, by account: [UInt8]
    ) async throws(ServiceError) -> BeaconHistory {
        let (at, entries) = try await fleet(of: venue, by: account)
        guard let entry = entries.first(where: { $0.beacon.reference == beacon }) else {
            throw .venueOperation(.unknownBeacon)
        }
        let picture = try await deployment(of: venue, by: account)
        let (days, pairs) = try await database.reading { connection in
            try VenueStaffService.require(.operator(venue: venue), of: account, in: connection)
            let store = FleetStore(connection, of: venue)
            return (
                try store.days(of: beacon, from: at.day - Self.historyDays + 1), try store.pairs(from: at.day - 6)
            )
        }
        var heard: [BeaconRef: Int] = [:]
        for neighbour in entry.beacon.neighbours { heard[neighbour] = 0 }
        for row in pairs where row.pair.first == beacon || row.pair.second == beacon {
            heard[row.pair.first == beacon ? row.pair.second : row.pair.first, default: 0] += row.heard
        }
        return BeaconHistory(entry: entry, days: days, heard: heard, deployment: picture)
    }

    /// The end of the last closed quarter of an hour.
    static func quarter(of now: Timestamp) -> Timestamp {
        Timestamp(milliseconds: now.milliseconds.flooredQuotient(by: FleetStore.cell) * FleetStore.cell)
    }
}

/// What one beacon did.
struct BeaconHistory: Sendable {
    let entry: FleetEntry
    let days: [FleetStore.Day]
    let heard: [BeaconRef: Int]
    let deployment: DeploymentPicture
}

/// The closed hours of venues whose fleets were looked at lately.
final class ClosedHours: Sendable {
    typealias Hours = [BeaconRef: [Int64: OutcomeDay]]

    private struct Kept {
        let hour: Int64
        let hours: Hours
    }

    /// Of how many venues they are kept.
    private static let mostVenues = 64
    private let kept = Mutex<[UUID128: Kept]>([:])

    /// The closed hours of a venue, if they were read since the last one was closed.
    func hours(of venue: UUID128, until: Timestamp) -> Hours? {
        kept.withLock { $0[venue] }.flatMap { $0.hour == FleetPicture.openHour(at: until) ? $0.hours : nil }
    }

    /// Keeps the closed hours of a venue.
    func keep(_ hours: Hours, of venue: UUID128, until: Timestamp) {
        kept.withLock { kept in
            if kept.count >= Self.mostVenues { kept = [:] }
            kept[venue] = Kept(hour: FleetPicture.openHour(at: until), hours: hours)
        }
    }
}
