import API
import Basics
import Loyalty
import LoyaltyService

/// A campaign of the demo's merchant.
struct PastCampaign: Sendable {
    /// The major of the shop.
    let major: UInt16
    /// What it is meant to be.
    let terms: CampaignTermsBody
    /// How many days before the demo's day it was drawn up.
    let madeBefore: Int
    /// Its first day after the demo's day, negative before it; nil for a draft.
    let firstDay: Int?

    /// The one that has ended: four weeks ago, for two weeks, so that its result is there.
    static let ended = PastCampaign(
        major: DemoStaff.shops[0],
        terms: CampaignTermsBody(
            name: "Plantillas de otoño", holdOut: 3000, weeks: 2, baseline: 2800, expected: 4200, weekly: 700),
        madeBefore: 29, firstDay: -28)

    /// The merchant's campaigns: one that has ended, those that run, one that will, and a draft.
    static let all = [
        ended,
        PastCampaign(
            major: DemoStaff.shops[0],
            terms: CampaignTermsBody(
                name: "Cordones de noviembre", holdOut: 1000, weeks: 4, baseline: 3000, expected: 3500, weekly: 700),
            madeBefore: 7, firstDay: -5),
        PastCampaign(
            major: DemoStaff.shops[0],
            terms: CampaignTermsBody(
                name: "Nieve en enero", holdOut: 1500, weeks: 3, baseline: 2500, expected: 3000, weekly: 700),
            madeBefore: 1, firstDay: nil),
        PastCampaign(
            major: DemoStaff.shops[1],
            terms: CampaignTermsBody(
                name: "Meriendas", holdOut: 2000, weeks: 3, baseline: 3500, expected: 4200, weekly: 400),
            madeBefore: 9, firstDay: -6),
        PastCampaign(
            major: DemoStaff.shops[1],
            terms: CampaignTermsBody(
                name: "Roscón de Reyes", holdOut: 2000, weeks: 2, baseline: 3500, expected: 4200, weekly: 400),
            madeBefore: 2, firstDay: 21),
    ]

    /// The day for which phones report what came of it: seven days after its last one.
    func measuredDay(today: Int) -> Int? { firstDay.map { today + $0 + 7 * terms.weeks - 1 + 7 } }

    /// What phones report of it, where those who were offered something came again as often as was hoped.
    func reports(_ rhythm: inout PastRhythm) -> [Cell: Int] {
        let people = Double(terms.weekly * terms.weeks)
        let heldOut = Double(terms.holdOut) / 10_000
        let (usual, hoped) = (Double(terms.baseline) / 10_000, Double(terms.expected) / 10_000)
        return [
            .heldOutNothing: rhythm.count(people * heldOut * (1 - usual)),
            .heldOutVisited: rhythm.count(people * heldOut * usual * 0.9),
            .heldOutRedeemed: rhythm.count(people * heldOut * usual * 0.1),
            .offeredNothing: rhythm.count(people * (1 - heldOut) * (1 - hoped)),
            .offeredVisited: rhythm.count(people * (1 - heldOut) * hoped * 0.6),
            .offeredRedeemed: rhythm.count(people * (1 - heldOut) * hoped * 0.4),
        ]
    }
}
