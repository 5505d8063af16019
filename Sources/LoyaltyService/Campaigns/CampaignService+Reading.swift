import API
import Basics
import Beacons
import HTTPKit
import Loyalty
import ServiceKit
import Statistics
import Storage

/// A campaign as its merchant sees it.
struct ShownCampaign: Sendable {
    let campaign: Campaign
    let state: CampaignState
    /// What it did, with the counts that say so; nil before they are released.
    let reading: Reading?

    /// The counts of both groups, and what can be said of them.
    struct Reading: Sendable {
        let offered: CampaignReading.Counts
        let heldOut: CampaignReading.Counts
        let says: CampaignReading
    }
}

extension CampaignService {
    /// The campaigns of a shop, the newest first, and today.
    func campaigns(
        of shop: ShopKey, by account: [UInt8]
    ) async throws(ServiceError) -> (campaigns: [ShownCampaign], today: Int64) {
        let days = try await days(of: shop)
        let (now, released) = (clock.now(), released)
        let shown = try await database.reading { connection in
            try VenueStaffService.require(.merchant(of: shop), of: account, in: connection)
            return try CampaignStore(connection).campaigns(of: shop).map { campaign in
                let reading = try Self.reading(of: campaign, in: shop, at: now, released, connection)
                return ShownCampaign(
                    campaign: campaign, state: campaign.state(at: now, isReleased: reading != nil), reading: reading)
            }
        }
        return (shown, days.day(of: now))
    }

    /// What a campaign with each of these hold-outs needs.
    func sizes(
        _ question: CampaignQuestionBody, of shop: ShopKey, by account: [UInt8]
    ) async throws(ServiceError) -> [CampaignSizeBody] {
        try await database.reading { connection in
            try VenueStaffService.require(.merchant(of: shop), of: account, in: connection)
            guard question.baseline != question.expected else {
                throw ServiceError.campaign(
                    .invalidTerms([Fault(path: "expected", message: "is what is expected without an offer")]))
            }
            let variance = try CampaignNoise.noise().variance
            let (baseline, expected) = (Double(question.baseline) / 10_000, Double(question.expected) / 10_000)
            return try question.holdOuts.map { holdOut in
                let share = Double(holdOut) / 10_000
                return CampaignSizeBody(
                    holdOut: holdOut,
                    people: try SampleSize.total(baseline: baseline, expected: expected, holdOut: share),
                    weeks: try SampleSize.weeks(
                        baseline: baseline, expected: expected, holdOut: share, weekly: Double(question.weekly),
                        successVariance: 2 * variance, otherVariance: variance))
            }
        }
    }

    /// What the released counts of a campaign say; nil for one that has none.
    private static func reading(
        of campaign: Campaign, in shop: ShopKey, at now: Timestamp, _ released: ReleasedCampaign,
        _ connection: any Connection
    ) throws -> ShownCampaign.Reading? {
        guard let days = campaign.days, campaign.stoppedDay == nil, now >= days.until,
            let cells = try released(shop, days.measuredDay, connection)
        else { return nil }
        func counts(_ arm: String) -> CampaignReading.Counts {
            CampaignReading.Counts(
                nothing: cells["\(arm).nothing", default: 0], visited: cells["\(arm).visited", default: 0],
                redeemed: cells["\(arm).redeemed", default: 0])
        }
        let (offered, heldOut) = (counts("offered"), counts("held_out"))
        return ShownCampaign.Reading(
            offered: offered, heldOut: heldOut,
            says: try CampaignReading(
                offered: offered, heldOut: heldOut, holdOut: campaign.holdOut, noise: CampaignNoise.noise()))
    }
}
