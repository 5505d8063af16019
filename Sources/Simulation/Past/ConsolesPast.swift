import API
import AccountService
import Accounts
import Basics
import Beacons
import HTTPKit
import Loyalty
import LoyaltyService
import ServiceKit
import Storage

/// What happened in the centre on the days before the demo's day, as its merchants and operators see it in their consoles.
///
/// What somebody does goes through the services as it would have gone then, in the order of time, so that journals and
/// versions are theirs; what phones and tills left is written by the services' own stores, and released by the service that
/// always releases it. All chance comes from the seed, in streams that nothing else draws from.
package struct ConsolesPast: Sendable {
    /// Something that was done at an instant.
    struct Deed {
        let at: Timestamp
        let act: () async throws -> Void
    }

    let venue: Venue
    let start: Timestamp
    let calendar: LocalDays
    /// The demo's day in the venue, counted from 1970-01-01.
    let today: Int
    let database: any Database
    let now: PastInstant
    let random: ServerRandom
    let chance: SplitMix64
    let accounts: AccountService
    let staff: VenueStaffService
    let counting: CountingService
    let campaigns: CampaignService
    let shops: ShopService
    let operation: VenueOperationService

    /// The past of `venue`, which has been imported into `database`, before `start`.
    package init(_ venue: Venue, until start: Timestamp, in database: any Database, seed: UInt64) {
        self.venue = venue
        self.start = start
        self.database = database
        calendar = LocalDays(timeZone: venue.timeZone)
        today = Int(calendar.day(of: start))
        chance = SplitMix64(seed: seed).split(31)
        let random = ServerRandom.repeatable(chance.split(1))
        let now = PastInstant(start.advanced(bySeconds: -40 * 86_400))
        let loyalty = LoyaltyService(database: database, clock: now.clock, events: UserEvents(), random: random)
        accounts = AccountService(
            database: database, clock: now.clock, cost: .simulation, newcomers: .trading, random: random)
        staff = VenueStaffService(database: database, clock: now.clock, random: random)
        counting = CountingService(database: database, clock: now.clock, loyalty: loyalty, random: random)
            .knowingCampaigns { shop, day, connection in
                try CampaignService.isMeasured(Int64(day), of: shop, in: connection)
            }
        campaigns = CampaignService(
            database: database, clock: now.clock, random: random, timeZone: { [zone = venue.timeZone] _ in zone },
            released: { _, _, _ in nil })
        shops = ShopService(loyalty: loyalty)
        operation = VenueOperationService(loyalty: loyalty)
        self.random = random
        self.now = now
    }

    /// Lives through it, and lets the staff begin to work.
    @discardableResult
    package func live() async throws -> DemoStaff {
        let staff = try await hire()
        var days = PastShops(venue, today: today).countedDays(random: chance.split(2))
        report(PastCampaign.ended, in: &days)
        try await counting.remember(days, of: venue.uuid, today: today, in: venue.timeZone)
        try await counting.releaseTerms(PastShops(venue, today: today).terms(), of: venue.uuid, today: today)
        try await hangBeacons()
        let offers = OfferHistory()
        var deeds = try planDeeds(staff) + offerDeeds(staff, offers) + campaignDeeds(staff) + doorDeeds(staff)
        deeds += installationDeeds(staff) + signInDeeds(staff)
        // Sorting is not stable: what happens at one instant is in the order of its beginning.
        let ordered = deeds.enumerated().sorted { ($0.element.at, $0.offset) < ($1.element.at, $1.offset) }
        for (_, deed) in ordered {
            now.value = deed.at
            try await deed.act()
        }
        try await redeem(offers)
        now.value = start
        try await counting.keepCounting(at: start)
        return staff
    }

    /// The instant of a clock's time in the venue, so many days before the demo's day.
    func instant(_ daysBefore: Int, _ hour: Int, _ minute: Int = 0) -> Timestamp {
        calendar.beginning(of: Int64(today - daysBefore)).advanced(bySeconds: Int64(hour * 3600 + minute * 60))
    }

    /// A shop of the venue.
    func key(_ major: UInt16) -> ShopKey { ShopKey(venue: venue.uuid, major: major) }

    private func hire() async throws -> DemoStaff {
        now.value = instant(35, 12)
        func account(_ email: String, _ password: String, _ role: Role?) async throws -> [UInt8] {
            let added = try await accounts.addAccount(email: email, password: password, role: role)
            let address = try EmailAddress(added.email)
            guard let id = try await database.read({ try AccountStore($0).credentials(of: address)?.id }) else {
                throw StorageError.corrupt
            }
            return id
        }
        let merchant = try await account(DemoStaff.merchantEmail, DemoStaff.password, .merchant)
        let `operator` = try await account(DemoStaff.operatorEmail, DemoStaff.password, .operator)
        now.value = instant(34, 9)
        try await staff.give(.operator(venue: venue.uuid), to: `operator`, by: .operatorOfTheMachine)
        for (minutes, major) in DemoStaff.shops.enumerated() {
            now.value = instant(33, 10, minutes)
            try await staff.give(.merchant(of: key(major)), to: merchant, by: .account(`operator`))
        }
        for (number, other) in DemoStaff.others.enumerated() {
            now.value = instant(32, 11, number)
            let id = try await account(other.email, "nobody signs in as number \(number)", nil)
            try await staff.give(other.role(venue.uuid), to: id, by: .account(`operator`))
        }
        return DemoStaff(merchant: merchant, operator: `operator`)
    }

    /// Adds what phones reported of a campaign to the day on which it was measured.
    private func report(_ campaign: PastCampaign, in days: inout [CountedDay]) {
        var rhythm = PastRhythm(random: chance.split(3))
        guard let measured = campaign.measuredDay(today: today),
            let index = days.firstIndex(where: { $0.place == ShopDay(shop: key(campaign.major), day: measured) })
        else { return }
        for (cell, people) in campaign.reports(&rhythm) { days[index].reports[cell] = people }
    }

    /// Writes down how the beacons did, and how most of them were hung up before there was a journal.
    private func hangBeacons() async throws {
        let beacons = PastFleet(venue, until: start).beacons(random: chance.split(4))
        let installation = PastInstallation(venue)
        let (uuid, chance, hung) = (venue.uuid, chance, instant(60, 9))
        try await database.writing { connection in
            try VenueOperationService.remember(beacons, of: uuid, in: connection)
            for (number, beacon) in installation.before.enumerated() {
                var rhythm = PastRhythm(random: chance.split(5).split(UInt64(number)))
                let at = hung.advanced(bySeconds: Int64(number) * 600)
                try VenueOperationService.rememberDevice(
                    of: beacon.reference, at: uuid, claimedAt: at, in: connection)
                for deed in installation.deeds(at: beacon, &rhythm) {
                    try VenueOperationService.remember(deed, at: beacon.reference, of: uuid, at: at, in: connection)
                }
            }
        }
    }
}
