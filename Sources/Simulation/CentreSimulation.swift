import API
import AccountService
import Basics
import Beacons
import Exposure
import HTTPKit
import Loyalty
import LoyaltyService
import Phone
import Presence
import Proximity
import Radio

/// A simulated centre: people, phones, beacons and attackers, stepped in a fixed order by a clock of its own.
///
/// All chance comes from the seed, each actor has a stream of its own, and phones call the services one after the
/// other, so a seed repeats a day exactly. Guests come after everybody else in each step, their phones send into an air of
/// their own, and what they prove teaches the server nothing about beacons' clocks; they alone are not repeatable, because
/// people are not.
package struct CentreSimulation: Sendable {
    /// What a partition of plasterboard and glass takes from a signal at 2.4 GHz, in dB.
    static let wallAttenuation = 5.0
    /// The time between two steps, in milliseconds.
    package static let stepMilliseconds: Int64 = 100

    let configuration: SimulationConfiguration
    let services: SimulationServices
    /// The service for what must not change how the day's own sightings are judged.
    let unnoticed: LoyaltyService
    let venue: Venue
    let phoneVenue: PhoneVenue
    let places: WalkingPlaces
    let clock: SimulationClock
    let guestBook: GuestBook

    var grid: WalkableGrid
    var air: SimulatedAir
    var random: SplitMix64
    var beacons: [SimulatedBeacon] = []
    /// Whoever leads a party, one for each.
    var walkers: [Walker] = []
    var tables: CafeTables
    var visitors: [Visitor] = []
    var guests: [Guest] = []
    /// Where guests' phones are heard, and what is true of their encounters.
    var guestAir: GuestAir
    var guestEncounters = GuestEncounters()
    /// The radio map as guests' phones have it.
    var guestsMap: GuestsMap
    var attackers: Attackers
    var consent = ConsentLedger()
    var report = SimulationReport()
    var positionErrors = ErrorHistogram()
    var sendings = VisitorSendings()
    let exposureServer: SimulatedExposureServer
    var truth = EncounterTruth(infected: [], visitors: 0)
    /// Whoever listens at the entrance.
    var collector: IdentifierCollector
    /// The keys in the batches that anybody can fetch, as far as they were looked at.
    var published: [PublishedKey] = []
    var nextPublication: Timestamp
    /// The keys that the infected visitors have reported.
    var reportedKeys: Set<DayKey> = []
    var nextReport = Timestamp(milliseconds: .min)
    var warnings: [DemoWarningsBody] = []
    var steps: Int64 = 0
    /// Milliseconds of nights that were passed over, for which nobody has to wait.
    package internal(set) var skippedMilliseconds: Int64 = 0
    let hours: OpeningHours
    var closesAt: Timestamp
    var part = PartOfDay.open
    var newSightings: [DemoSightingBody] = []
    var newOffers: [DemoOfferBody] = []

    /// Somebody who walks about with a phone.
    struct Visitor {
        let email: String
        let password: String
        /// The party's number, and the place in it: 0 leads.
        let party: Int
        let place: Int
        var position: PlanPosition
        var phone: SimulatedPhone
        /// Tracing of what guests send; it begins when the first of them is heard, and warns apart from the phone's own.
        var guestTracing: SimulatedTracing?
        var choices: Set<UInt16>
        var random: SplitMix64
        var network: SimulatedNetwork
        /// Sightings on their way to the server, in the order in which they arrive.
        var underway: [(arrival: Timestamp, sighting: PresenceSighting)] = []
    }

    /// Somebody at the page, with a phone in the centre that goes where its owner taps.
    struct Guest {
        let number: Int
        let session: Session
        var position: PlanPosition
        var destination: PlanPosition?
        var phone: SimulatedPhone
        let tracing: GuestTracing
    }

    /// The instant up to which the day has been lived.
    package var now: Timestamp {
        configuration.start.advanced(byMilliseconds: steps * Self.stepMilliseconds + skippedMilliseconds)
    }

    /// Imports the centre, hangs its beacons, signs everybody up and lets them choose shops.
    package init(
        configuration: SimulationConfiguration, venue: Venue, services: SimulationServices, clock: SimulationClock,
        guestBook: GuestBook
    ) async throws {
        self.configuration = configuration
        self.services = services
        unnoticed = services.loyalty.leavingClocksAlone
        self.venue = venue
        self.clock = clock
        self.guestBook = guestBook
        phoneVenue = PhoneVenue(venue)
        guestsMap = GuestsMap(venue: phoneVenue, maps: RadioMapService(loyalty: services.loyalty))
        places = WalkingPlaces(venue: venue)
        let grid = WalkableGrid(plan: venue.plan)
        self.grid = grid
        tables = CafeTables(venue: venue, grid: grid)
        hours = OpeningHours(timeZone: venue.timeZone)
        closesAt = hours.closing(after: configuration.start)
        exposureServer = try SimulatedExposureServer(services.exposure, loyalty: services.loyalty, clock: clock)
        nextPublication = BatchTime.floor(configuration.start)
        random = SplitMix64(seed: configuration.seed)
        let walls = venue.plan.barriers.map { wall in
            Wall(from: AirPosition(wall.from), to: AirPosition(wall.to), attenuation: Self.wallAttenuation)
        }
        air = SimulatedAir(seed: random.next(), walls: walls)
        guestAir = GuestAir(seed: random.split(5), walls: walls)
        let members = try await Self.signUpVisitors(configuration.visitors, services)
        clock.advance(to: configuration.start)
        air.advance(to: configuration.start)
        var listening = random.split(4)
        collector = IdentifierCollector(
            at: AirPosition(grid.standable(near: places.firstEntrance)), in: &air, now: configuration.start,
            random: &listening)

        let keys = try await services.loyalty.importVenue(venue)
        for beacon in venue.beacons where !configuration.mute.contains(beacon.reference) {
            guard let key = keys[beacon.reference] else { continue }
            beacons.append(
                SimulatedBeacon(
                    beacon, identity: venue.identity(of: beacon), key: key,
                    sendsCodes: !configuration.withoutCodes.contains(beacon.reference), in: &air,
                    now: configuration.start, random: &random))
        }
        attackers = Attackers()
        try await admitVisitors(members)
        attackers = try await hireAttackers()
    }

    /// The visitors' accounts, which are older than the day; those of attackers are not.
    private static func signUpVisitors(_ count: Int, _ services: SimulationServices) async throws -> [SignedIn] {
        var members: [SignedIn] = []
        for number in 0..<count {
            members.append(
                try await services.accounts.signUp(email: email(number), password: password(number)))
        }
        return members
    }

    private static func email(_ number: Int) -> String { "visitor-\(number)@centre.invalid" }

    private static func password(_ number: Int) -> String { "walks-about-\(number)" }

    private mutating func admitVisitors(_ signedIn: [SignedIn]) async throws {
        let people = random.split(1)
        var parties = random.split(3)
        var members: [[Int]] = []
        while visitors.count < configuration.visitors {
            let size = min(VisitorGroup.size(using: &parties), configuration.visitors - visitors.count)
            let party = members.count
            members.append(Array(visitors.count..<visitors.count + size))
            for place in 0..<size { try await admit(signedIn[visitors.count], place, of: party, from: people) }
        }
        // Somebody who comes alone would be a poor example: the infected have company, each another one.
        let inCompany = members.filter { $0.count > 1 }.shuffled(using: &parties).map { $0[0] }
        let alone = members.filter { $0.count == 1 }.shuffled(using: &parties).map { $0[0] }
        truth = EncounterTruth(
            infected: Array((inCompany + alone).prefix(SimulationConfiguration.infected)), visitors: visitors.count)
        report.visitors = configuration.visitors
    }

    private mutating func admit(
        _ signedIn: SignedIn, _ place: Int, of party: Int, from people: SplitMix64
    ) async throws {
        let number = visitors.count
        var own = people.split(UInt64(number))
        consent.signedIn(signedIn.session)
        let shops = venue.shops.map(\.major).filter { _ in own.uniform() < 0.4 }
        let choices = Set(shops)
        try await choose(choices, for: signedIn.session)
        // The day begins with people spread over the first minutes, not with a crowd at the door.
        let arrival = configuration.start.advanced(byMilliseconds: Int64.random(in: 0...120_000, using: &own))
        let entrance = places.entrance(using: &own)
        if place == 0 {
            walkers.append(Walker(party: party, entersAt: entrance, after: arrival, random: own.split(1)))
        }
        let phone = SimulatedPhone(
            venue: phoneVenue, choices: chosen(choices), session: signedIn.session,
            tracing: SimulatedTracing(at: configuration.start, random: own.split(3)), at: Self.outside(number),
            in: &air, now: configuration.start, random: &own)
        visitors.append(
            Visitor(
                email: Self.email(number), password: Self.password(number), party: party, place: place,
                position: entrance, phone: phone, choices: choices, random: own.split(2),
                network: SimulatedNetwork(at: configuration.start, random: own.split(4))))
    }

    /// Where a phone is whose owner is not in the centre: out of reach of every beacon, and of every other phone.
    static func outside(_ number: Int) -> PlanPosition {
        PlanPosition(x: -10_000, y: -10_000 * Double(number + 1))
    }

    /// Whether a visitor is in the centre.
    func isInside(_ index: Int) -> Bool {
        walkers[visitors[index].party].outsideUntil == nil
    }

    /// Chooses shops with the server and in the ledger of what is true.
    mutating func choose(_ shops: Set<UInt16>, for session: Session) async throws {
        // Before the server knows of a wider choice nothing may be kept, and after it knows of a narrower one neither.
        consent.chose(shops, account: session.accountID, at: now)
        try await services.loyalty.setChoices(
            shops.sorted().map { ShopChoice(venue: venue.uuid, major: $0) }, of: session)
    }

    func chosen(_ shops: Set<UInt16>) -> Set<ChosenShop> {
        Set(shops.map { ChosenShop(venue: venue.uuid, major: $0) })
    }
}

extension PhoneVenue {
    /// What a phone needs to know of a venue.
    init(_ venue: Venue) {
        let beacons = venue.beacons.map { beacon in
            (
                venue.identity(of: beacon),
                PhoneVenue.Beacon(
                    position: .init(x: beacon.position.x, y: beacon.position.y), zone: beacon.zone.rawValue,
                    neighbours: beacon.neighbours.map { neighbour in
                        BeaconIdentity(uuid: venue.uuid, major: neighbour.major, minor: neighbour.minor)
                    }, measuredPower: beacon.measuredPower)
            )
        }
        self.init(
            uuid: venue.uuid, name: venue.name, width: venue.plan.width, height: venue.plan.height,
            shops: Dictionary(uniqueKeysWithValues: venue.shops.map { ($0.major, $0.name) }),
            beacons: Dictionary(uniqueKeysWithValues: beacons),
            walls: venue.plan.barriers.map { wall in
                PlanWall(
                    from: .init(x: wall.from.x, y: wall.from.y), to: .init(x: wall.to.x, y: wall.to.y))
            })
    }
}
