import AccountService
import Accounts
import AnonymousCredentials
import Basics
import Beacons
import Loyalty
import RadioMaps
import Storage
import TestServer
import Testing

@testable import HTTPKit
@testable import LoyaltyService

@Suite("A radio map refined by what phones say")
struct RadioRefinementTests {
    /// An operator of the world's venue.
    private func operatorAccount(_ world: World) async throws -> [UInt8] {
        let session = try await world.visitor("eva")
        try await VenueStaffService(database: world.database, clock: world.clock.serverClock)
            .give(.operator(venue: world.uuid), to: session.accountID, by: .operatorOfTheMachine)
        return session.accountID
    }

    /// Why a report is refused; nil when it is taken.
    private func refusal(
        _ maps: RadioMapService, _ residual: BeaconResidual, _ presentation: [UInt8]
    ) async -> String? {
        do throws(ServiceError) {
            try await maps.take(residual, presentation: presentation)
            return nil
        } catch {
            return error.code
        }
    }

    @Test(
        "nineteen reports show nothing, the twentieth shows at the day's end; the map is corrected once that is taken over",
        arguments: Engine.allCases)
    func life(_ engine: Engine) async throws {
        try await World.with(engine) { world in
            let (maps, eva) = (world.radioMaps(), try await operatorAccount(world))
            let number = try await world.putRadioMap(maps)
            let (weak, other) = (world.beacon(100, 1), world.beacon(100, 2))
            try await world.say(-5, of: weak, phones: 19, number: number, maps)
            world.clock.advance(seconds: 86_400)
            try await maps.keepHouse()
            #expect(try await maps.refinement(of: world.uuid, for: eva).figures.isEmpty)
            try await maps.setTaken(true, of: world.uuid, match: number, by: eva)
            #expect(try await maps.current(of: world.uuid).tag == String(number))

            try await world.say(-9, of: weak, phones: 1, number: number, maps)
            try await world.say(4, of: other, phones: 19, number: number, maps)
            try await maps.keepHouse()
            #expect(try await maps.refinement(of: world.uuid, for: eva).figures.isEmpty, "not before the day's end")
            world.clock.advance(seconds: 86_400)
            try await maps.keepHouse()
            let told = try await maps.refinement(of: world.uuid, for: eva)
            #expect(told.figures == [BeaconFigure(beacon: weak, decibels: -5, reports: 20)])
            #expect(told.isTaken && told.corrections == [weak: -5])

            let served = try await maps.current(of: world.uuid)
            #expect(served.tag.hasPrefix("\(number)-"))
            let file = try RadioMapFile(Array(served.document.utf8))
            #expect(file.corrections == [weak: -5] && file.number == number)
            #expect(try await maps.surveyed(of: world.uuid) == file.uncorrected.text)

            // What is served and taken in again is not corrected twice.
            try await maps.takeIn(file, adding: false)
            let next = try RadioMapFile(Array(try await maps.current(of: world.uuid).document.utf8))
            #expect(next.corrections.isEmpty && next.number == number + 1)
            let after = try await maps.refinement(of: world.uuid, for: eva)
            #expect(after == RadioRefinement(number: number + 1), "it ends with the map")
            for table in ["radio_residuals", "radio_residual_figures", "radio_refinements"] {
                #expect(try await world.rows(table) == 0, "\(table)")
            }
        }
    }

    @Test("a figure is another one only with ten more reports, and ends when it is taken over no more")
    func steps() async throws {
        try await World.with(.sqlite) { world in
            let (maps, eva) = (world.radioMaps(), try await operatorAccount(world))
            let number = try await world.putRadioMap(maps)
            let beacon = world.beacon(100, 1)
            func figure() async throws -> BeaconFigure? {
                world.clock.advance(seconds: 86_400)
                try await maps.keepHouse()
                return try await maps.refinement(of: world.uuid, for: eva).figures.first
            }
            try await world.say(0, of: beacon, phones: 25, number: number, maps)
            #expect(try await figure() == BeaconFigure(beacon: beacon, decibels: 0, reports: 25))
            try await world.say(12, of: beacon, phones: 9, number: number, maps)
            #expect(try await figure() == BeaconFigure(beacon: beacon, decibels: 0, reports: 25))
            try await world.say(12, of: beacon, phones: 40, number: number, maps)
            #expect(try await figure() == BeaconFigure(beacon: beacon, decibels: 12, reports: 74))
            try await maps.setTaken(true, of: world.uuid, match: number, by: eva)
            let file = try RadioMapFile(Array(try await maps.current(of: world.uuid).document.utf8))
            #expect(
                file.corrections == [beacon: 6], "whatever they say, no beacon is corrected by more than six decibels")
            try await maps.setTaken(false, of: world.uuid, match: number, by: eva)
            #expect(try await maps.current(of: world.uuid).tag == String(number))
        }
    }

    @Test("what is repeated, forged, of another day, map or beacon is refused with its reason, and counts nothing")
    func refused() async throws {
        try await World.with(.sqlite) { world in
            let (maps, counting) = (world.radioMaps(), world.counting())
            let (day, beacon) = (world.day - 1, world.beacon(100, 1))
            let month = ReportPeriod(containing: day)
            var phone = try await RefiningPhone(counting, month)
            let shown = try phone.presentation(for: day)
            let good = BeaconResidual(beacon: beacon, number: 1, decibels: -3, day: day)
            #expect(await refusal(maps, good, shown) == "surveys.other_map", "no map is in force")
            let number = try await world.putRadioMap(maps)
            #expect(number == 1)
            for (number, decibels, day, beacon, code) in [
                (2, -3, day, beacon, "surveys.other_map"), (0, -3, day, beacon, "surveys.other_map"),
                (1, -3, day, world.beacon(101, 1), "surveys.unknown_beacon"),
                (1, -3, day, BeaconIdentity(uuid: .init(high: 1, low: 2), major: 100, minor: 1), "surveys.other_map"),
                (1, -3, day + 1, beacon, "surveys.closed_day"), (1, -3, day - 3, beacon, "surveys.closed_day"),
                (1, -3, day - 1, beacon, "surveys.forged"),
            ] {
                let residual = BeaconResidual(beacon: beacon, number: Int64(number), decibels: decibels, day: day)
                #expect(await refusal(maps, residual, shown) == code, "\(residual)")
            }
            var altered = shown
            altered[100] ^= 1
            #expect(await refusal(maps, good, altered) == "surveys.forged")
            #expect(await refusal(maps, good, []) == "surveys.forged")
            // One that is good for a report of visits is good for none of a map.
            let issuer = try #require(try await counting.issuer(of: month))
            let asked = try #require(CredentialRequest(context: month.context, publicKey: issuer.publicKey))
            let answer = try #require(issuer.issue(asked.bytes))
            var credential = try #require(asked.credential(from: answer))
            let visit = ShopDay(shop: world.shopKey(), day: day).context(.class)
            let other = credential.present(visit)
            let wrong = try #require(other)
            #expect(await refusal(maps, good, wrong) == "surveys.forged")
            #expect(try await world.rows("radio_residuals") == 0)
            #expect(try await world.rows("radio_residual_marks") == 0)

            #expect(await refusal(maps, good, shown) == nil)
            #expect(await refusal(maps, good, shown) == "surveys.used")
            let elsewhere = BeaconResidual(beacon: world.beacon(100, 2), number: 1, decibels: 2, day: day)
            #expect(await refusal(maps, elsewhere, shown) == "surveys.used", "one report a day, of whatever beacon")
            let reports = try await world.database.read {
                try $0.first("SELECT SUM(reports) AS reports FROM radio_residuals")?.integer("reports")
            }
            #expect(reports == 1)
            // The mark stays for as long as the day is taken, and no longer.
            world.clock.advance(seconds: 3 * 86_400)
            try await maps.keepHouse()
            #expect(await refusal(maps, good, shown) == "surveys.closed_day")
            world.clock.advance(seconds: 86_400)
            try await maps.keepHouse()
            #expect(try await world.rows("radio_residual_marks") == 0)
        }
    }
}
