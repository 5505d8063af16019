import AnonymousCredentials
import Basics
import Beacons
import Crypto
import HTTPKit
import Loyalty
import ServiceKit
import Storage

/// One anonymous report, as it came.
package struct AnonymousReport: Sendable {
    /// Of which shop and day.
    let place: ShopDay
    /// The cell; it says the cube.
    let cell: Cell
    /// The month of its credential.
    let period: ReportPeriod
    /// What proves that some credential of the month made it, and made it once.
    let presentation: [UInt8]

    /// A report of these parts.
    package init(place: ShopDay, cell: Cell, period: ReportPeriod, presentation: [UInt8]) {
        self.place = place
        self.cell = cell
        self.period = period
        self.presentation = presentation
    }
}

/// What became of an anonymous report; it is counted for whoever runs the server and told to nobody.
package enum ReportOutcome: String, Sendable {
    /// It was counted.
    case counted
    /// One of the same credential for the same shop, day and cube was counted before.
    case double
    /// No credential of its month made it for this shop, day and cube.
    case forged
    /// It is not the time for its day.
    case late
    /// Its month is not that of its day, or there is no such month.
    case period
    /// There is no such shop.
    case place
}

extension CountingService {
    /// Takes an anonymous report, and does the same for one that is worth nothing.
    package func take(_ report: AnonymousReport) async throws(ServiceError) -> ReportOutcome {
        let refusal = try await refusal(of: report)
        let tag = try await tag(
            of: report.presentation, for: report.place.context(report.cell.cube), in: report.period)
        guard refusal == nil, let tag else {
            // As long as what counts, so that the wait tells nothing either.
            try await database.writing { _ in }
            return refusal ?? .forged
        }
        let mark = Array(SHA256.hash(data: tag))
        return try await database.writing { connection in
            let store = ReportStore(connection)
            // Whoever releases may have been quicker.
            guard try !store.isReleased(Cube.class.rawValue, of: report.place) else { return .late }
            return try store.count(report.cell, of: report.place, mark: mark) ? .counted : .double
        }
    }

    private func refusal(of report: AnonymousReport) async throws(ServiceError) -> ReportOutcome? {
        let venue: Venue
        do {
            venue = try await loyalty.venue(report.place.shop.venue)
        } catch {
            guard case .refused = error else { throw error }
            return .place
        }
        guard venue.shop(major: report.place.shop.major) != nil else { return .place }
        let now = clock.now()
        guard ReportTimes.isTaken(report.place.day, on: calendars.day(of: now, in: venue.timeZone)) else {
            return .late
        }
        guard report.period == ReportPeriod(containing: report.place.day) else { return .period }
        return nil
    }
}
