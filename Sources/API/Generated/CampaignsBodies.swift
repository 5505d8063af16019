// Written by `make api` from the table in API/; edit that, not this.

/// How a campaign stands.
package enum CampaignState: String, CaseIterable, Codable, Sendable {
    /// It is being written.
    case draft
    /// It begins on a day that is fixed.
    case planned
    /// It has begun; whatever it does, it is too early to say.
    case running
    /// Its last day is over, and the reports of the week after it are being gathered; still too early.
    case ended
    /// Its reports are released, once.
    case result
    /// It was stopped half-way and has no result.
    case stopped

    /// The shape in JSON.
    package static let schema: Schema = .oneOf(["draft", "planned", "running", "ended", "result", "stopped"])
}

/// What a campaign's result says.
package enum CampaignVerdict: String, CaseIterable, Codable, Sendable {
    /// More of those came again who were offered something.
    case more
    /// Fewer of them came again.
    case fewer
    /// The difference is no larger than chance and noise explain.
    case unclear
    /// The two groups are not as large as they were meant to be: people of one are missing, and nothing can be said.
    case brokenSplit
    /// So few people took part that nothing can be said.
    case tooFew

    /// The shape in JSON.
    package static let schema: Schema = .oneOf(["more", "fewer", "unclear", "brokenSplit", "tooFew"])
}

/// What a campaign is.
package struct CampaignTermsBody: APIBody, Hashable {
    /// What the shop calls it.
    package var name: String
    /// How many of 10,000 people get none of the shop's offers while it runs, so that there is something to compare
    /// with.
    package var holdOut: Int
    /// For how many weeks it runs.
    package var weeks: Int
    /// How many of 10,000 are expected to come again within a week without an offer.
    package var baseline: Int
    /// How many of 10,000 are hoped to come again with one.
    package var expected: Int
    /// How many people are expected to take part who did not before, each week.
    package var weekly: Int

    /// What a campaign is.
    package init(name: String, holdOut: Int, weeks: Int, baseline: Int, expected: Int, weekly: Int) {
        self.name = name
        self.holdOut = holdOut
        self.weeks = weeks
        self.baseline = baseline
        self.expected = expected
        self.weekly = weekly
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "CampaignTerms",
        [
            .required("name", .line(60)),
            .required("holdOut", .integer(500...5000)),
            .required("weeks", .integer(1...52)),
            .required("baseline", .integer(1...9999)),
            .required("expected", .integer(1...9999)),
            .required("weekly", .integer(0...1_000_000)),
        ])
}

/// When a campaign is to begin.
package struct CampaignStartBody: APIBody {
    /// Its first day in the venue's time zone, tomorrow or later.
    package var firstDay: String

    /// When a campaign is to begin.
    package init(firstDay: String) {
        self.firstDay = firstDay
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "CampaignStart",
        [
            .required("firstDay", .text(10))
        ])
}

/// What a campaign is hoped to do.
package struct CampaignQuestionBody: APIBody {
    /// How many of 10,000 come again within a week without an offer.
    package var baseline: Int
    /// How many of 10,000 are hoped to come again with one.
    package var expected: Int
    /// How many people take part who did not before, each week.
    package var weekly: Int
    /// Hold-outs to be looked at.
    package var holdOuts: [Int]

    /// What a campaign is hoped to do.
    package init(baseline: Int, expected: Int, weekly: Int, holdOuts: [Int]) {
        self.baseline = baseline
        self.expected = expected
        self.weekly = weekly
        self.holdOuts = holdOuts
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "CampaignQuestion",
        [
            .required("baseline", .integer(1...9999)),
            .required("expected", .integer(1...9999)),
            .required("weekly", .integer(0...1_000_000)),
            .required("holdOuts", .array(of: .integer(500...5000), count: 1...10)),
        ])
}

/// What a campaign with some hold-out needs to find its effect four times of five.
package struct CampaignSizeBody: APIBody {
    /// How many of 10,000 are held out.
    package var holdOut: Int
    /// How many people have to take part, before the noise is allowed for.
    package var people: Int
    /// How many weeks that takes, noise and all; missing when two years are not enough.
    package var weeks: Int?

    /// What a campaign with some hold-out needs to find its effect four times of five.
    package init(holdOut: Int, people: Int, weeks: Int? = nil) {
        self.holdOut = holdOut
        self.people = people
        self.weeks = weeks
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "CampaignSize",
        [
            .required("holdOut", .integer(500...5000)),
            .required("people", .count),
            .optional("weeks", .integer(1...9_007_199_254_740_991)),
        ])
}

/// What a campaign needs.
package struct CampaignSizesBody: APIBody {
    /// The hold-outs that were asked for, in their order.
    package var sizes: [CampaignSizeBody]

    /// What a campaign needs.
    package init(sizes: [CampaignSizeBody]) {
        self.sizes = sizes
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "CampaignSizes",
        [
            .required("sizes", .list(of: CampaignSizeBody.schema))
        ])
}

/// One of the two groups, as released with noise.
package struct CampaignArmBody: APIBody {
    /// How many took part.
    package var people: Int
    /// How many of them came again within a week.
    package var returned: Int
    /// How many came again and redeemed a coupon.
    package var redeemed: Int
    /// Returned by people, 0 to 1.
    package var share: Double

    /// One of the two groups, as released with noise.
    package init(people: Int, returned: Int, redeemed: Int, share: Double) {
        self.people = people
        self.returned = returned
        self.redeemed = redeemed
        self.share = share
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "CampaignArm",
        [
            .required("people", .count),
            .required("returned", .count),
            .required("redeemed", .count),
            .required("share", .number),
        ])
}

/// What a campaign did.
package struct CampaignResultBody: APIBody {
    /// What it says.
    package var verdict: CampaignVerdict
    /// Those who were offered something.
    package var offered: CampaignArmBody
    /// Those who were held out.
    package var heldOut: CampaignArmBody
    /// The difference of the shares.
    package var difference: Double
    /// The least that it can be (95 %).
    package var low: Double
    /// The most that it can be (95 %).
    package var high: Double
    /// How many came again because of it, of those who were offered something.
    package var visits: Int
    /// The least that it can be.
    package var visitsLow: Int
    /// The most that it can be.
    package var visitsHigh: Int
    /// The difference by the share of those held out; only where that share is surely not nothing.
    package var relative: Double?
    /// How likely so uneven a split is by chance.
    package var splitChance: Double

    /// What a campaign did.
    package init(
        verdict: CampaignVerdict, offered: CampaignArmBody, heldOut: CampaignArmBody, difference: Double, low: Double,
        high: Double, visits: Int, visitsLow: Int, visitsHigh: Int, relative: Double? = nil, splitChance: Double
    ) {
        self.verdict = verdict
        self.offered = offered
        self.heldOut = heldOut
        self.difference = difference
        self.low = low
        self.high = high
        self.visits = visits
        self.visitsLow = visitsLow
        self.visitsHigh = visitsHigh
        self.relative = relative
        self.splitChance = splitChance
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "CampaignResult",
        [
            .required("verdict", CampaignVerdict.schema),
            .required("offered", CampaignArmBody.schema),
            .required("heldOut", CampaignArmBody.schema),
            .required("difference", .number),
            .required("low", .number),
            .required("high", .number),
            .required("visits", .integer(.min ... .max)),
            .required("visitsLow", .integer(.min ... .max)),
            .required("visitsHigh", .integer(.min ... .max)),
            .optional("relative", .number),
            .required("splitChance", .number),
        ])
}

/// A campaign of a shop.
package struct ShopCampaignBody: APIBody {
    /// The campaign's identifier.
    package var id: String
    /// What the next change names in `If-Match`; it grows with each.
    package var version: Int
    /// How it stands.
    package var state: CampaignState
    /// What it is.
    package var terms: CampaignTermsBody
    /// Its first day in the venue's time zone, once it is planned.
    package var firstDay: String?
    /// Its last day.
    package var lastDay: String?
    /// The day on which its reports are released: 15 days after its last.
    package var resultOn: String?
    /// The day on which it was stopped.
    package var stoppedOn: String?
    /// What it did.
    package var result: CampaignResultBody?

    /// A campaign of a shop.
    package init(
        id: String, version: Int, state: CampaignState, terms: CampaignTermsBody, firstDay: String? = nil,
        lastDay: String? = nil, resultOn: String? = nil, stoppedOn: String? = nil, result: CampaignResultBody? = nil
    ) {
        self.id = id
        self.version = version
        self.state = state
        self.terms = terms
        self.firstDay = firstDay
        self.lastDay = lastDay
        self.resultOn = resultOn
        self.stoppedOn = stoppedOn
        self.result = result
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "ShopCampaign",
        [
            .required("id", .hexadecimal(bytes: 16)),
            .required("version", .integer(1...9_007_199_254_740_991)),
            .required("state", CampaignState.schema),
            .required("terms", CampaignTermsBody.schema),
            .optional("firstDay", .text(10)),
            .optional("lastDay", .text(10)),
            .optional("resultOn", .text(10)),
            .optional("stoppedOn", .text(10)),
            .optional("result", CampaignResultBody.schema),
        ])
}

/// The campaigns of a shop.
package struct ShopCampaignsBody: APIBody {
    /// The campaigns, the newest first.
    package var campaigns: [ShopCampaignBody]
    /// Today in the venue's time zone.
    package var today: String

    /// The campaigns of a shop.
    package init(campaigns: [ShopCampaignBody], today: String) {
        self.campaigns = campaigns
        self.today = today
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "ShopCampaigns",
        [
            .required("campaigns", .list(of: ShopCampaignBody.schema, atMost: 200)),
            .required("today", .text(10)),
        ])
}

/// A campaign of a shop, as a phone has to know it to report once what came of it.
package struct OwnCampaignBody: APIBody {
    /// The UUID of the venue.
    package var venue: String
    /// The major number of the shop's beacons.
    package var major: Int
    /// Whether the phone is one of those that are offered nothing.
    package var isHeldOut: Bool
    /// Its first day in the venue's time zone.
    package var firstDay: String
    /// Its last day.
    package var lastDay: String
    /// The day for which the one report is made: seven after the last.
    package var measuredOn: String

    /// A campaign of a shop, as a phone has to know it to report once what came of it.
    package init(venue: String, major: Int, isHeldOut: Bool, firstDay: String, lastDay: String, measuredOn: String) {
        self.venue = venue
        self.major = major
        self.isHeldOut = isHeldOut
        self.firstDay = firstDay
        self.lastDay = lastDay
        self.measuredOn = measuredOn
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "OwnCampaign",
        [
            .required("venue", .uuid),
            .required("major", .uint16),
            .required("isHeldOut", .boolean),
            .required("firstDay", .text(10)),
            .required("lastDay", .text(10)),
            .required("measuredOn", .text(10)),
        ])
}

/// The campaigns in which a phone takes part.
package struct OwnCampaignsBody: APIBody {
    /// The campaigns that run.
    package var campaigns: [OwnCampaignBody]

    /// The campaigns in which a phone takes part.
    package init(campaigns: [OwnCampaignBody]) {
        self.campaigns = campaigns
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "OwnCampaigns",
        [
            .required("campaigns", .list(of: OwnCampaignBody.schema, atMost: 1000))
        ])
}
