import API
import Basics
import Beacons
import Loyalty
import Statistics
import Storage

/// A campaign as it is kept.
struct Campaign: Sendable {
    let id: [UInt8]
    var version: Int64
    var terms: CampaignTermsBody
    /// The days that it takes, once it is planned.
    var days: Days?
    var stoppedDay: Int64?

    /// From when until when a campaign runs, in days of the venue and as instants.
    struct Days: Equatable, Sendable {
        let firstDay: Int64
        let lastDay: Int64
        let from: Timestamp
        let until: Timestamp

        /// The day for which phones report what came of it: whoever came first on the last day has a week to come again.
        var measuredDay: Int64 { lastDay + Campaign.outcomeDays }
        /// The day on which the counts are released.
        var resultDay: Int64 { measuredDay + Campaign.releaseDays }
    }

    /// For how many days after the first a visit counts as coming again.
    static let outcomeDays: Int64 = 7
    /// How many days after the day that is reported its counts are released; see `ReportTimes` of Habits.
    static let releaseDays: Int64 = 8

    /// How it stands; `isReleased` says whether its counts are.
    func state(at now: Timestamp, isReleased: Bool) -> CampaignState {
        if stoppedDay != nil { return .stopped }
        guard let days else { return .draft }
        if now < days.from { return .planned }
        if now < days.until { return .running }
        return isReleased ? .result : .ended
    }

    /// The hold-out as a share.
    var holdOut: Double { Double(terms.holdOut) / 10_000 }
}

/// The noise of a campaign's released counts.
enum CampaignNoise {
    /// Two tenths of a budget of 1, and one person in one cell.
    static func noise() throws(StatisticsError) -> DiscreteLaplace { try DiscreteLaplace(.twoTenths) }
}

/// The counts of a campaign as they were released, by the name of the cell.
package typealias ReleasedCampaign =
    @Sendable (_ shop: ShopKey, _ day: Int64, _ connection: any Connection) throws -> [String: Int]?
