import AccountService
import Accounts
import Basics
import Beacons
import Foundation
import HTTPKit
import Logging
import Loyalty
import LoyaltyService
import Phone
import Presence
import Proximity
import Radio
import ServerApp
import ServiceKit
import Storage
import Testing

@testable import LoyaltyService
@testable import Simulation

/// Phones that come to a shop and prove nothing there (F3), from the air to the alarm.
@Suite("A shop that went deaf")
struct DeafShopTests {
    private static let start = SimulationConfiguration.standardStart
    private static let today = 20_778
    /// How many people stand beside the shop's beacon, and how many only pass within its range.
    private static let (near, far) = (30, 30)
    /// How many people are beside the copy of the beacon, at the other end of the hall.
    private static let beside = 60

    /// What attackers and worn devices do.
    private enum Trouble {
        case none
        /// The device sends where it is and no codes.
        case withoutCodes
        /// Somebody has copied where it is, and has no key.
        case copyWithoutCodes
    }

    @Test(
        "an honest day is not odd; a beacon without codes is, and so is a copy without codes", .timeLimit(.minutes(4)))
    func alarms() async throws {
        let honest = try await stays(.none)
        #expect(honest.entered >= Self.near && honest.proved >= Self.near * 2 / 3, "\(honest)")
        var random = SplitMix64(seed: 9)
        let share = Double(honest.proved) / Double(honest.entered)
        // Four weeks like the honest day, as chance has them.
        let known = Dictionary(
            uniqueKeysWithValues: (Self.today - 28..<Self.today).map { day in
                (
                    day,
                    BeaconTraffic(
                        entered: honest.entered, proved: (0..<honest.entered).count { _ in random.uniform() < share })
                )
            })
        func isOdd(_ stays: BeaconTraffic) -> Bool {
            StayRatios.judge(stays, on: Self.today, isClosed: false, before: known).isOdd
        }
        #expect(!isOdd(honest))
        let mute = try await stays(.withoutCodes)
        #expect(mute.entered >= Self.near && mute.proved == 0 && isOdd(mute), "\(mute)")
        let copied = try await stays(.copyWithoutCodes)
        #expect(copied.entered >= honest.entered + Self.beside / 2 && isOdd(copied), "\(copied), \(honest)")
        #expect(copied.proved >= Self.near * 2 / 3)
    }

    /// A hall of 200 m with one shop, whose beacon hangs so far from the left.
    private func venue(beaconAt x: Int) throws -> Venue {
        try VenueFile.read(
            Data(
                """
                {"name": "Hall", "uuid": "6f1d8a52-3c0b-4e57-9a41-c0ffee5a1e01", "timeZone": "Europe/Madrid",
                "location": {"latitude": 40.4, "longitude": -3.7}, "plan": {"width": 200, "height": 40, "walls": []},
                "shops": [{"major": 100, "name": "Almendra", "category": "clothes",
                "area": [[0, 0], [200, 0], [200, 20], [0, 20]]}],
                "beacons": [{"major": 100, "minor": 1, "x": \(x), "y": 10, "zone": "door", "measuredPower": -59,
                "period": 60, "accountsPerWindow": 1000}], "offers": []}
                """.utf8))
    }

    /// The stays that phones report of a minute beside the shop.
    private func stays(_ trouble: Trouble) async throws -> BeaconTraffic {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let database = try await Databases.open(
            .sqlite(path: folder.appending(path: "hall.sqlite").path), migrations: ServerDatabase.migrations,
            keyring: .temporary(), logger: Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() }),
            options: DatabaseOptions(durability: .none))
        do {
            let stays = try await stays(trouble, in: database)
            await database.close()
            return stays
        } catch {
            await database.close()
            throw error
        }
    }

    private func stays(_ trouble: Trouble, in database: any Database) async throws -> BeaconTraffic {
        let clock = SimulationClock(start: Self.start)
        var random = SplitMix64(seed: 8)
        let accounts = AccountService(
            database: database, clock: clock.serverClock, cost: .simulation,
            random: .repeatable(SplitMix64(seed: 1)), sessionCacheSeconds: 3600)
        let loyalty = LoyaltyService(
            database: database, clock: clock.serverClock, events: EventHub(), random: .repeatable(SplitMix64(seed: 2)))
        let counting = CountingService(database: database, clock: clock.serverClock, loyalty: loyalty)
        let venue = try venue(beaconAt: 10)
        let people = trouble == .copyWithoutCodes ? Self.near + Self.far + Self.beside : Self.near + Self.far
        var sessions: [Session] = []
        for number in 0..<people {
            sessions.append(
                try await accounts.signUp(email: "p\(number)@hall.invalid", password: "walks-about-\(number)").session)
        }
        clock.advance(to: Self.start)
        let keys = try await loyalty.importVenue(venue)
        let beacon = try #require(venue.beacons.first)
        let key = try #require(keys[beacon.reference])
        let identity = venue.identity(of: beacon)
        // A wall in the middle, so that nobody beside the copy hears the codes of the beacon itself.
        var air = SimulatedAir(
            seed: 3,
            walls: [Wall(from: AirPosition(x: 100, y: -50), to: AirPosition(x: 100, y: 90), attenuation: 60)])
        air.advance(to: Self.start)
        var senders = [
            SimulatedBeacon(
                beacon, identity: identity, key: key, sendsCodes: trouble != .withoutCodes, in: &air, now: Self.start,
                random: &random)
        ]
        if trouble == .copyWithoutCodes {
            let copied = try #require(try self.venue(beaconAt: 190).beacons.first)
            senders.append(
                SimulatedBeacon(
                    copied, identity: identity, key: key, sendsCodes: false, in: &air, now: Self.start,
                    random: &random))
        }
        var phones: [SimulatedPhone] = []
        let shop = ShopChoice(venue: venue.uuid, major: 100, term: .visits)
        for (number, session) in sessions.enumerated() {
            try await loyalty.setChoices([shop], of: session)
            let x =
                number < Self.near
                ? 8 + Double(number % 5)
                : number < Self.near + Self.far
                    ? 24 + Double(number % 5)
                    : 188 + Double(number % 5)
            phones.append(
                SimulatedPhone(
                    venue: PhoneVenue(venue), choices: [ChosenShop(venue: venue.uuid, major: 100)], session: session,
                    at: PlanPosition(x: x, y: 9), in: &air, now: Self.start, random: &random))
        }
        for tenth in Int64(1)...600 {
            let now = Self.start.advanced(byMilliseconds: tenth * CentreSimulation.stepMilliseconds)
            clock.advance(to: now)
            air.advance(to: now)
            for index in senders.indices { senders[index].step(in: &air) }
            for index in phones.indices {
                phones[index].listen(in: &air)
                if tenth % 10 == 0 { await tick(&phones[index], at: now, loyalty) }
            }
        }
        // They are gone, and their phones tell some minutes later.
        for second in Int64(61)...460 {
            let now = Self.start.advanced(bySeconds: second)
            clock.advance(to: now)
            for index in phones.indices {
                await tick(&phones[index], at: now, loyalty)
                let events = phones[index].eventsToTell(at: now)
                guard !events.isEmpty else { continue }
                await counting.take(
                    events.map { ToldEvent(isEnter: $0.kind == .enter, beacon: $0.beacon, at: $0.at) },
                    of: phones[index].session)
            }
        }
        let minute = Self.start.milliseconds / 60_000
        return try await database.read {
            try EventStore($0).stays(of: venue.uuid, from: minute, until: minute + 60)[100]
                ?? BeaconTraffic(entered: 0, proved: 0)
        }
    }

    /// Lets a second pass on a phone, and sends what it wants to prove.
    private func tick(_ phone: inout SimulatedPhone, at now: Timestamp, _ loyalty: LoyaltyService) async {
        guard let sighting = phone.tick(at: now) else { return }
        do {
            let receipt = try await loyalty.recordSighting(sighting, session: phone.session)
            phone.conclude(sighting, .accepted(ProvedSighting(receipt)), at: now)
        } catch {
            phone.conclude(sighting, .refused(code: error.code), at: now)
        }
    }
}
