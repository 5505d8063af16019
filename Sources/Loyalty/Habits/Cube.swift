/// What anonymous reports are counted by: a closed set of cells, of which a person fills one at most for each shop and day.
package enum Cube: String, CaseIterable, Sendable {
    /// How many days ago the last visit was.
    case recency
    /// How long the stay was.
    case dwell
    /// What the day came to.
    case `class`
    /// What came of a campaign; reported once, for the day on which it is measured.
    case campaign

    /// The cells, in the order in which they are shown.
    package var cells: [Cell] { Cell.allCases.filter { $0.cube == self } }

    /// What one release costs of the budget of each person, shop and day, in tenths of epsilon; together 1.
    package var tenthsOfEpsilon: UInt64 {
        switch self {
        case .recency, .dwell: 3
        case .class, .campaign: 2
        }
    }
}

/// One cell of a cube.
package enum Cell: String, CaseIterable, Sendable {
    /// The first visit, as far as the phone knows.
    case first
    /// The last visit was 1 to 7 days before.
    case week
    /// The last visit was 8 to 30 days before.
    case month
    /// The last visit was 31 to 365 days before.
    case year
    /// A stay of 2 to 5 minutes, as all of these with the first number and without the second.
    case from2 = "2-5"
    /// A stay of 5 to 20 minutes.
    case from5 = "5-20"
    /// A stay of 20 to 60 minutes.
    case from20 = "20-60"
    /// A stay of 60 to 360 minutes.
    case from60 = "60-360"
    /// A stay of 360 minutes or more.
    case from360 = "360-"
    /// Came near the window or the entrance, and was not inside.
    case passerBy = "passer_by"
    /// Visited, and is none of the two that follow.
    case visitor
    /// Visited for less than five minutes.
    case bounced
    /// Visited for twenty minutes, or redeemed a coupon.
    case engaged
    /// Was held out of a campaign, and did not come again.
    case heldOutNothing = "held_out.nothing"
    /// Was held out, and came again.
    case heldOutVisited = "held_out.visited"
    /// Was held out, came again and redeemed a coupon.
    case heldOutRedeemed = "held_out.redeemed"
    /// Was offered a campaign, and did not come again.
    case offeredNothing = "offered.nothing"
    /// Was offered it, and came again.
    case offeredVisited = "offered.visited"
    /// Was offered it, came again and redeemed a coupon.
    case offeredRedeemed = "offered.redeemed"

    /// The cube that it is of.
    package var cube: Cube {
        switch self {
        case .first, .week, .month, .year: .recency
        case .from2, .from5, .from20, .from60, .from360: .dwell
        case .passerBy, .visitor, .bounced, .engaged: .class
        case .heldOutNothing, .heldOutVisited, .heldOutRedeemed, .offeredNothing, .offeredVisited, .offeredRedeemed:
            .campaign
        }
    }

    /// The recency of a visit so many days after the last one; the first for nil, and where that is not within a year.
    package static func recency(days: Int?) -> Cell {
        switch days ?? 0 {
        case 1...7: .week
        case 8...30: .month
        case 31...365: .year
        default: .first
        }
    }

    /// The stay of so many milliseconds; nil below two minutes.
    package static func dwell(milliseconds: Int64) -> Cell? {
        switch milliseconds / 60_000 {
        case 2..<5: .from2
        case 5..<20: .from5
        case 20..<60: .from20
        case 60..<360: .from60
        case 360...: .from360
        default: nil
        }
    }

    /// What came of a campaign.
    package static func campaign(isHeldOut: Bool, hasVisited: Bool, hasRedeemed: Bool) -> Cell {
        switch (isHeldOut, hasVisited, hasRedeemed) {
        case (true, false, _): .heldOutNothing
        case (true, true, false): .heldOutVisited
        case (true, true, true): .heldOutRedeemed
        case (false, false, _): .offeredNothing
        case (false, true, false): .offeredVisited
        case (false, true, true): .offeredRedeemed
        }
    }
}
