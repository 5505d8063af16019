import API
import AccountService
import Accounts
import Basics
import Beacons
import Ledger
import LedgerService
import Loyalty
import MarketService
import ServerApp
import Statistics
import Storage
import Testing

@testable import HTTPKit
@testable import LoyaltyService
@testable import ServiceKit
@testable import Simulation

@Suite("The past that the consoles show")
struct ConsolesPastTests {
    private static let start = SimulationConfiguration.standardStart
    private static let today = 20_778

    /// A centre at the beginning of its day, with its past and all services of a server.
    private func open<Result>(
        seed: UInt64 = 1, _ body: (inout SimulatedCentre, ServerServices, DemoStaff) async throws -> Result
    ) async throws -> Result {
        var configuration = SimulationConfiguration(seed: seed, visitors: 4)
        configuration.mute = DemoBeacons.mute
        return try await SimulatedCentre.open(configuration) { centre in
            let mall = centre.mall
            let past = ConsolesPast(mall.venue, until: Self.start, in: centre.database, seed: seed)
            let staff = try await past.live()
            let services = ServerServices(
                database: centre.database, clock: centre.clock.serverClock, accounts: centre.accounts,
                loyalty: mall.services.loyalty, exposure: mall.services.exposure, events: EventHub())
            return try await body(&centre, services, staff)
        }
    }

    private func session(of account: [UInt8], _ role: Role) -> Session {
        var generator = SplitMix64(seed: 1)
        return Session(
            accountID: account, tokenDigest: [], pseudonymKey: PseudonymKey(using: &generator), signedInAt: Self.start,
            expiresAt: Self.start, role: role)
    }

    @Test("each shop of the merchant has figures of four weeks, and of four weeks before them", .timeLimit(.minutes(3)))
    func figures() async throws {
        try await open { centre, services, staff in
            for major in DemoStaff.shops {
                let shop = CountingService.MerchantShop(
                    venue: centre.mall.venue.uuid, major: major, session: session(of: staff.merchant, .merchant))
                let now = try await services.counting.figures(of: shop, from: Self.today - 36, through: Self.today - 9)
                #expect(now.days.allSatisfy { $0.isReleased })
                #expect(now.days.filter(\.isCounted).count == 28)
                for name in [
                    FigureName.visitors, .passersBy, .capture, .bounce, .engagement, .returning, .coverage, .people,
                ] {
                    let figure = try #require(now.totals.first { $0.name == name }, "\(name)")
                    #expect(try #require(figure.value) > 0, "\(name)")
                    #expect(try #require(figure.low) <= #require(figure.high), "\(name)")
                }
                let coverage = try #require(now.totals.first { $0.name == .coverage }?.value)
                #expect((0.08...0.2).contains(coverage))
                #expect(now.terms.allSatisfy { $0.value > 100 } && now.terms.count == Term.allCases.count)
                #expect(!now.cells.isEmpty && now.tenthsSpent > 0)
                let before = try await services.counting.figures(
                    of: shop, from: Self.today - 64, through: Self.today - 37)
                #expect(before.days.allSatisfy { $0.isReleased })
                // Saturdays are busier than Mondays, noise and all.
                let visitors = Dictionary(
                    uniqueKeysWithValues: now.days.map { day in
                        (day.day, day.figures.first { $0.name == .visitors }?.value ?? 0)
                    })
                let saturdays = (1...4).map { visitors[Self.today - 7 * ($0 + 1)] ?? 0 }.reduce(0, +)
                let mondays = (1...4).map { visitors[Self.today - 7 * ($0 + 1) + 2] ?? 0 }.reduce(0, +)
                #expect(saturdays > mondays)
                let yesterday = try await services.counting.quarters(of: shop, on: Self.today - 1)
                #expect(yesterday.quarters.count > 20)
                let beacons = try await services.counting.beacons(of: shop, from: Self.today - 7, through: Self.today)
                #expect(beacons.count == centre.mall.venue.beacons.count { $0.major == major })
                #expect(beacons.allSatisfy { $0.days.allSatisfy { $0.proved <= $0.entered && $0.least != nil } })
                // What a day usually has is enough for an alarm, and no day of the past is one.
                let stays = try await services.counting.stays(of: shop, from: Self.today - 28, through: Self.today)
                #expect(stays.count == 28 && stays.allSatisfy { !$0.isOdd && $0.usual ?? 0 > 0.05 })
            }
            let odd = try await services.counting.oddShops(of: centre.mall.venue.uuid, by: staff.operator)
            #expect(odd.isEmpty, "\(odd)")
        }
    }

    @Test("true counts are gone once they are released, and wait until then", .timeLimit(.minutes(3)))
    func released() async throws {
        try await open { centre, _, _ in
            let waiting = try await centre.database.read { connection in
                try connection.query("SELECT DISTINCT day FROM report_cells ORDER BY day").map { try $0.integer("day") }
            }
            #expect(waiting == (Self.today - 7..<Self.today).map(Int64.init))
            let spent = try await centre.database.read { connection in
                try connection.query("SELECT cube, tenths FROM budget").reduce(into: Set<String>()) {
                    $0.insert("\(try $1.text("cube")) \(try $1.integer("tenths"))")
                }
            }
            #expect(spent == ["recency 3", "dwell 3", "class 2", "campaign 2", "terms 2"])
        }
    }

    @Test("campaigns have a result, are too early, are planned and are drafts", .timeLimit(.minutes(3)))
    func campaigns() async throws {
        try await open { centre, services, staff in
            centre.clock.advance(to: Self.start)
            var states: [UInt16: [CampaignState]] = [:]
            for major in DemoStaff.shops {
                let shop = ShopKey(venue: centre.mall.venue.uuid, major: major)
                let (shown, _) = try await services.campaigns.campaigns(of: shop, by: staff.merchant)
                states[major] = shown.map(\.state)
                for one in shown where one.state == .result {
                    #expect(try #require(one.reading).says.verdict == .more)
                }
            }
            #expect(Set(states[DemoStaff.shops[0]] ?? []) == [.result, .running, .draft])
            #expect(Set(states[DemoStaff.shops[1]] ?? []) == [.running, .planned])
        }
    }

    @Test("offers run, are planned, drafts and over, and tills redeemed some of them", .timeLimit(.minutes(3)))
    func offers() async throws {
        try await open { centre, services, staff in
            for major in DemoStaff.shops {
                let shop = ShopKey(venue: centre.mall.venue.uuid, major: major)
                let (_, offers) = try await services.shops.offers(of: shop, by: staff.merchant)
                #expect(Set(offers.map(\.state)).isSuperset(of: [.running, .planned, .ended]), "\(major)")
                #expect(offers.contains { $0.state == .running && $0.redeemed > 20 })
                let (redeemed, total) = try await services.shops.redemptions(
                    of: shop, from: Self.start.advanced(bySeconds: -30 * 86_400), until: Self.start, limit: 1000,
                    by: staff.merchant)
                #expect(total > 100 && redeemed.allSatisfy { !$0.till.isEmpty && $0.at < Self.start })
                #expect(Set(redeemed.map(\.till)).count == 2)
                let (_, today) = try await services.shops.redemptions(
                    of: shop, from: Self.start.advanced(bySeconds: -1800), until: Self.start, limit: 10,
                    by: staff.merchant)
                #expect(today < 10)
            }
            let shop = ShopKey(venue: centre.mall.venue.uuid, major: DemoStaff.shops[0])
            let (_, offers) = try await services.shops.offers(of: shop, by: staff.merchant)
            #expect(offers.contains { $0.state == .draft })
            let changes = try await services.shops.changes(of: "tenis-plantillas", in: shop, by: staff.merchant)
            #expect(changes.map(\.change.change) == [.published, .saved, .published, .saved])
        }
    }

    @Test(
        "of the beacons one is low, one silent, one slow, one has no device, and the others are well",
        .timeLimit(.minutes(3)))
    func fleet() async throws {
        try await open { centre, services, staff in
            let venue = centre.mall.venue
            let (_, entries) = try await services.venueOperation.fleet(of: venue.uuid, by: staff.operator)
            let found = Dictionary(
                uniqueKeysWithValues: entries.map { ($0.beacon.reference, Set($0.findings.map(\.sign))) })
            #expect(!(found[DemoBeacons.low] ?? []).isDisjoint(with: [.batteryLow, .batteryDays]))
            #expect(found[DemoBeacons.silent] == [.silent])
            #expect(found[DemoBeacons.slow] == [.clockDrifts])
            #expect(found[DemoBeacons.withoutDevice] == [.neverClaimed])
            let ill: Set = [DemoBeacons.low, DemoBeacons.silent, DemoBeacons.slow, DemoBeacons.withoutDevice]
            for (beacon, signs) in found where !ill.contains(beacon) {
                // A beacon of the venue itself proves no shop's visit, so that nothing watches it.
                let isOfShop = venue.shops.contains { $0.major == beacon.major }
                #expect(signs == (isOfShop ? [] : [.unwatched]), "\(beacon)")
            }
            let picture = try await services.venueOperation.deployment(of: venue.uuid, by: staff.operator)
            func missing(_ reference: BeaconRef) throws -> [DeploymentRecord.Step] {
                (picture.deployments[reference] ?? StoredDeployment()).record.missing(
                    for: try #require(venue.beacon(reference)))
            }
            #expect(try missing(DemoBeacons.withoutDevice).contains(.claim))
            #expect(picture.deployments[DemoBeacons.withoutDevice]?.claimEndsAt != nil)
            #expect(try missing(PastInstallation.unmeasured).contains(.near))
            let whole = try venue.beacons.count { try missing($0.reference).isEmpty }
            #expect(whole == venue.beacons.count - 2)
        }
    }

    @Test("plans, staff and journal tell what was done, in the order of time", .timeLimit(.minutes(3)))
    func venueWork() async throws {
        try await open { centre, services, staff in
            centre.clock.advance(to: Self.start)
            let venue = centre.mall.venue.uuid
            let versions = try await services.plans.versions(of: venue, for: staff.operator)
            #expect(versions.map(\.number) == [3, 2, 1])
            #expect(versions.map(\.email) == [DemoStaff.operatorEmail, DemoStaff.operatorEmail, nil])
            let asked = session(of: staff.operator, .operator)
            let (people, _) = try await services.venueStaff.staff(of: venue, for: asked)
            #expect(people.count == 2 + DemoStaff.others.count)
            var entries: [VenueJournalPage.Entry] = []
            var before: Int64?
            repeat {
                let page = try await services.venueStaff.journal(of: venue, before: before, for: asked)
                #expect(page.isIntact)
                entries += page.entries
                before = page.hasMore ? page.entries.last?.entry.number : nil
            } while before != nil
            #expect(zip(entries, entries.dropFirst()).allSatisfy { $0.entry.at >= $1.entry.at })
            #expect(entries.allSatisfy { $0.entry.at < Self.start })
            let actions = Set(entries.map(\.entry.action.rawValue))
            #expect(
                actions.isSuperset(of: [
                    "role.given", "session.begun", "plan.published", "offer.saved", "offer.published", "offer.ended",
                    "campaign.added", "campaign.planned", "door.counted", "beacon.placed", "beacon.verified",
                    "claim.made",
                ]))
            #expect(try await LedgerAdministration(database: centre.database).audit().isClean)
        }
    }

    @Test("a seed makes the same past again, and another one another", .timeLimit(.minutes(5)))
    func repeats() async throws {
        func tables(_ seed: UInt64) async throws -> [String] {
            try await open(seed: seed) { centre, _, _ in
                try await centre.database.read { connection in
                    try [
                        "SELECT major, day, cube, cell, people FROM released_cells",
                        "SELECT major, day, people FROM door_counts", "SELECT major, at, till FROM redemptions",
                        "SELECT major, minor, hour, proofs FROM beacon_hours",
                        "SELECT action, subject FROM venue_journal",
                        "SELECT major, quarter, visitors FROM quarter_counts",
                    ].flatMap { query in
                        try connection.query(query).map { row in
                            try (0..<query.split(separator: ",").count).map { column in
                                try (try? String(row.integer(column))) ?? row.text(column)
                            }.joined(separator: " ")
                        }.sorted()
                    }
                }
            }
        }
        let first = try await tables(1)
        #expect(try await tables(1) == first)
        #expect(try await tables(2) != first)
    }

    @Test(
        "the day goes on where the past ends: what is proved is counted, and the beacons stay as they are",
        .timeLimit(.minutes(10)))
    func goesOn() async throws {
        try await open { centre, services, staff in
            let venue = centre.mall.venue.uuid
            try await centre.live(until: Self.start.advanced(bySeconds: 1500))
            let now = centre.mall.now
            try await services.counting.keepCounting(at: now)
            try await services.venueOperation.keepHouse(at: now)
            let counted = try await centre.database.read { connection in
                try connection.query("SELECT quarter, visitors FROM quarter_counts").filter {
                    try $0.integer("quarter") >= Self.start.milliseconds
                }
            }
            #expect(!counted.isEmpty)
            let report = try await centre.report()
            #expect(report.consentViolations == 0 && report.accepted > 0)
            let (_, entries) = try await services.venueOperation.fleet(of: venue, by: staff.operator)
            let silent = try #require(entries.first { $0.beacon.reference == DemoBeacons.silent })
            #expect(silent.findings.map(\.sign).contains(.silent))
        }
    }

    @Test(
        "whoever is at the page enters as the staff, and nobody is asked at once who they are", .timeLimit(.minutes(3)))
    func enters() async throws {
        try await open { centre, services, staff in
            let merchant = try await DemoStaff.enter(.merchant, services.accounts)
            #expect(merchant.session.accountID == staff.merchant && merchant.session.role == .merchant)
            try await services.accounts.requireConfirmed(merchant.session)
            let places = try await services.venueStaff.places(of: merchant.session, as: .merchant)
            #expect(places.flatMap(\.shops).map(\.major) == DemoStaff.shops)
            let entered = try await DemoStaff.enter(.operator, services.accounts)
            #expect(entered.session.accountID == staff.operator && entered.session.role == .operator)
            // Later their password is asked for, which the page tells.
            try await services.accounts.confirm(
                password: DemoStaff.password, code: nil,
                of: await services.accounts.session(token: entered.token))
        }
    }
}
