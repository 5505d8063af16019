import API
import Basics
import ServiceKit
import Statistics

extension ShopCampaignBody {
    init(_ shown: ShownCampaign) {
        let (campaign, days) = (shown.campaign, shown.campaign.days)
        let isStopped = campaign.stoppedDay != nil
        self.init(
            id: campaign.id.hexadecimal, version: Int(campaign.version), state: shown.state, terms: campaign.terms,
            firstDay: days.map { Timestamp(day: $0.firstDay).dayText },
            lastDay: days.map { Timestamp(day: $0.lastDay).dayText },
            resultOn: isStopped ? nil : days.map { Timestamp(day: $0.resultDay).dayText },
            stoppedOn: campaign.stoppedDay.map { Timestamp(day: $0).dayText },
            result: shown.reading.map(CampaignResultBody.init))
    }
}

extension CampaignResultBody {
    fileprivate init(_ reading: ShownCampaign.Reading) {
        let people = Double(reading.offered.people)
        let effect = reading.says.effect
        // Where nothing can be said, everything is possible.
        let (low, high) = (effect?.interval.low ?? -1, effect?.interval.high ?? 1)
        let difference = effect?.difference ?? 0
        self.init(
            verdict: CampaignVerdict(reading.says.verdict), offered: CampaignArmBody(reading.offered),
            heldOut: CampaignArmBody(reading.heldOut), difference: difference, low: low, high: high,
            visits: Int((difference * people).rounded()), visitsLow: Int((low * people).rounded()),
            visitsHigh: Int((high * people).rounded()), relative: effect?.relative,
            splitChance: reading.says.splitChance)
    }
}

extension CampaignArmBody {
    fileprivate init(_ counts: CampaignReading.Counts) {
        self.init(
            people: counts.people, returned: counts.returned, redeemed: max(0, counts.redeemed),
            share: counts.people > 0 ? Double(counts.returned) / Double(counts.people) : 0)
    }
}

extension CampaignVerdict {
    fileprivate init(_ verdict: CampaignReading.Verdict) {
        self =
            switch verdict {
            case .more: .more
            case .fewer: .fewer
            case .unclear: .unclear
            case .brokenSplit: .brokenSplit
            case .tooFew: .tooFew
            }
    }
}
