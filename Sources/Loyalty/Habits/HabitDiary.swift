import Basics

/// The days of a venue, which only who knows its time zone can tell.
package struct VenueDays: Sendable {
    /// The day of an instant, in days since 1970-01-01.
    package let day: @Sendable (Timestamp) -> Int
    /// The instant of an hour of a day's morning.
    package let hour: @Sendable (_ day: Int, _ hour: Int) -> Timestamp

    /// Days that are told by these two.
    package init(
        day: @escaping @Sendable (Timestamp) -> Int, hour: @escaping @Sendable (_ day: Int, _ hour: Int) -> Timestamp
    ) {
        self.day = day
        self.hour = hour
    }
}

/// A report that a phone will make, and when.
package struct PlannedReport: Hashable, Sendable {
    /// Of which shop and day.
    package let place: ShopDay
    /// The cell; it says the cube.
    package let cell: Cell
    /// When it is sent.
    package let at: Timestamp

    /// A report of `cell` of a shop and day at an instant.
    package init(place: ShopDay, cell: Cell, at: Timestamp) {
        self.place = place
        self.cell = cell
        self.at = at
    }
}

/// What a phone keeps of its owner's days in shops, and what it reports of them: the result alone leaves it.
///
/// It keeps days for as long as they may be reported, and of each shop the day of the last visit. Shops whose term is lower
/// than habits, and those where the owner works, are not in it.
package struct HabitDiary: Sendable {
    var terms: [ShopKey: Term] = [:]
    var workplaces: Set<ShopKey> = []
    var sessions: [ShopKey: SessionBuilder] = [:]
    var days: [ShopDay: DayHabit] = [:]
    var lastVisits: [ShopKey: Int] = [:]
    var campaigns: [ShopKey: CampaignPart] = [:]
    var planned: [PlannedReport] = []

    /// What a phone has to do with a shop's campaign.
    struct CampaignPart: Codable, Sendable {
        let isHeldOut: Bool
        let measuredOn: Int
        let begunOn: Int
        var hasVisited = false
        var hasRedeemed = false
    }

    /// A diary without an entry.
    package init() {}

    /// Sets what each shop may know; from now on, and for whatever is not sent yet.
    package mutating func setTerms(_ terms: [ShopKey: Term]) {
        self.terms = terms
        forgetUncounted()
    }

    /// Sets where the owner works: nothing is reported of it.
    package mutating func setWorkplaces(_ shops: Set<ShopKey>) {
        workplaces = shops
        forgetUncounted()
    }

    /// Takes a reading of a shop's beacon.
    package mutating func hear(_ reading: HabitReading, in venue: VenueDays) {
        guard isCounted(reading.shop) else { return }
        let findings = sessions[reading.shop, default: SessionBuilder()].hear(reading, on: venue.day(reading.at))
        take(findings, of: reading.shop)
    }

    /// Takes it that a sighting at a beacon of a shop was proved.
    package mutating func prove(_ shop: ShopKey, _ place: HabitPlace, at now: Timestamp, in venue: VenueDays) {
        guard isCounted(shop) else { return }
        take(sessions[shop, default: SessionBuilder()].prove(place, at: now, on: venue.day(now)), of: shop)
    }

    /// Takes it that a coupon of a shop was redeemed.
    package mutating func redeem(_ shop: ShopKey, at now: Timestamp, in venue: VenueDays) {
        guard isCounted(shop) else { return }
        take(sessions[shop, default: SessionBuilder()].redeem(at: now, on: venue.day(now)), of: shop)
    }

    /// Takes it that a campaign of a shop was, or would have been, offered for the first time on `day`.
    package mutating func begin(campaignOf shop: ShopKey, isHeldOut: Bool, measuredOn: Int, on day: Int) {
        guard isCounted(shop), campaigns[shop].map({ $0.measuredOn != measuredOn }) ?? true, day <= measuredOn else {
            return
        }
        campaigns[shop] = CampaignPart(isHeldOut: isHeldOut, measuredOn: measuredOn, begunOn: day)
    }

    /// Plans the reports of a venue's days that are over; called from time to time, whether or not anything is.
    ///
    /// Each gets an instant of its own in the venue's next morning; when that has passed, within the six hours that follow,
    /// and after seven days none.
    package mutating func plan(
        _ venue: UUID128, _ calendar: VenueDays, at now: Timestamp, using random: inout some RandomNumberGenerator
    ) {
        for shop in sessions.keys.sorted() where shop.venue == venue {
            take(
                sessions[shop]?.settle(before: now.advanced(byMilliseconds: -Definitions.contactMilliseconds)) ?? [],
                of: shop)
        }
        let today = calendar.day(now)
        // Who is still inside at midnight has a session that belongs to the day before.
        let isSettled = calendar.hour(today, ReportTimes.firstHour) <= now
        let over = days.keys.filter { $0.shop.venue == venue && $0.day < (isSettled ? today : today - 1) }.sorted()
        for place in over {
            guard let habit = days.removeValue(forKey: place) else { continue }
            for cell in close(place, habit) { plan(cell, of: place, calendar, at: now, using: &random) }
        }
        for (shop, part) in campaigns.sorted(by: { $0.key < $1.key })
        where shop.venue == venue && part.measuredOn < today && isSettled {
            campaigns[shop] = nil
            let cell = Cell.campaign(
                isHeldOut: part.isHeldOut, hasVisited: part.hasVisited, hasRedeemed: part.hasRedeemed)
            plan(cell, of: ShopDay(shop: shop, day: part.measuredOn), calendar, at: now, using: &random)
        }
    }

    /// Takes out the reports whose time has come, in no order but that of their times.
    package mutating func due(at now: Timestamp) -> [PlannedReport] {
        let due = planned.filter { $0.at <= now }.sorted { ($0.at, $0.cell.rawValue) < ($1.at, $1.cell.rawValue) }
        planned.removeAll { $0.at <= now }
        return due
    }

    /// Puts off a report that was due and cannot be made yet.
    package mutating func postpone(_ report: PlannedReport, until later: Timestamp) {
        guard isCounted(report.place.shop) else { return }
        planned.append(PlannedReport(place: report.place, cell: report.cell, at: later))
    }

    /// The cells of a day, once it is over; the last visit's day moves on.
    private mutating func close(_ place: ShopDay, _ habit: DayHabit) -> [Cell] {
        guard habit.isVisit else { return habit.class.map { [$0] } ?? [] }
        let days = lastVisits[place.shop].map { place.day - $0 }
        lastVisits[place.shop] = max(place.day, lastVisits[place.shop] ?? place.day)
        if var part = campaigns[place.shop],
            (part.begunOn + 1...part.begunOn + Definitions.campaignDays).contains(place.day)
        {
            part.hasVisited = true
            part.hasRedeemed = part.hasRedeemed || habit.hasRedeemed
            campaigns[place.shop] = part
        }
        return [habit.class, habit.dwell, Cell.recency(days: days)].compactMap { $0 }
    }

    private mutating func plan(
        _ cell: Cell, of place: ShopDay, _ calendar: VenueDays, at now: Timestamp,
        using random: inout some RandomNumberGenerator
    ) {
        guard ReportTimes.isTaken(place.day, on: calendar.day(now)) else { return }
        let morning = calendar.hour(place.day + 1, ReportTimes.firstHour)
        let from = max(now, morning)
        let end = morning.advanced(bySeconds: ReportTimes.windowSeconds)
        let until = end > from ? end : from.advanced(bySeconds: ReportTimes.windowSeconds)
        let wait = Int64.random(in: 0..<until.milliseconds(since: from), using: &random)
        planned.append(PlannedReport(place: place, cell: cell, at: from.advanced(byMilliseconds: wait)))
    }

    private mutating func take(_ findings: [SessionBuilder.Finding], of shop: ShopKey) {
        for finding in findings {
            var habit = days[ShopDay(shop: shop, day: finding.day), default: DayHabit()]
            switch finding.what {
            case .near: habit.wasNear = true
            case .stay(let milliseconds): habit.stay = max(habit.stay ?? 0, milliseconds)
            case .proved(let place):
                habit.isProved = true
                habit.isProvedInside = habit.isProvedInside || place == .inside
            case .redeemed: habit.hasRedeemed = true
            }
            days[ShopDay(shop: shop, day: finding.day)] = habit
        }
    }

    private func isCounted(_ shop: ShopKey) -> Bool {
        terms[shop]?.allowsReports == true && !workplaces.contains(shop)
    }

    private mutating func forgetUncounted() {
        let known = Set(sessions.keys).union(lastVisits.keys).union(campaigns.keys).union(days.keys.map(\.shop))
            .union(planned.map(\.place.shop))
        let forgotten = known.filter { !isCounted($0) }
        for shop in forgotten {
            sessions[shop] = nil
            lastVisits[shop] = nil
            campaigns[shop] = nil
        }
        days = days.filter { !forgotten.contains($0.key.shop) }
        planned.removeAll { forgotten.contains($0.place.shop) }
    }
}
