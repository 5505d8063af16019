import API
import AccountService
import Accounts
import Basics
import HTTPKit
import LoyaltyService
import Phone
import Proximity
import RadioMaps
import ServiceKit
import Storage
import Testing

@testable import Loyalty
@testable import Simulation

/// The survey that taps, at its route's service: what is heard, by whom it may be asked for, and where.
@Suite("A survey of the simulated centre")
struct DemoSurveyTests {
    private let configuration = SimulationConfiguration(seed: 5, visitors: 2)
    /// In the way from the entrance to the middle of the centre.
    private let hall = PlanPosition(x: 36, y: 28)

    private func account(_ name: String, _ role: VenueRole?, _ centre: SimulatedCentre) async throws -> Session {
        let session = try await centre.accounts.signUp(
            email: "\(name)@example.com", password: "walks in from the page"
        ).session
        if let role {
            try await VenueStaffService(database: centre.database, clock: centre.clock.serverClock)
                .give(role, to: session.accountID, by: .operatorOfTheMachine)
        }
        return session
    }

    @Test(
        "an operator hears what a radio map counts: beacons of the plan, in scans of the same number",
        .timeLimit(.minutes(3)))
    func heard() async throws {
        try await SimulatedCentre.open(configuration) { centre in
            let venue = centre.mall.venue
            let eva = try await account("eva", .operator(venue: venue.uuid), centre)
            let loyalty = centre.mall.services.loyalty
            let surveys = DemoSurveys(
                of: venue, mute: [], loyalty: loyalty, random: .repeatable(SplitMix64(seed: 1)))
            let before = try await centre.mall.services.loyalty.venue(venue.uuid)
            let heard = try await surveys.listen(at: hall, of: venue.uuid, for: eva.accountID)
            #expect(heard.plan == SurveyedPlan(before).digest.hexadecimal)
            #expect(heard.scans == 5 && heard.heard.count > 10)
            for one in heard.heard {
                let tally = RadioSurvey.Tally(scans: one.scans, sum: one.sum, squares: one.squares)
                #expect(tally.isPlausible && one.scans <= heard.scans)
                let beacon = try #require(
                    venue.beacons.first { Int($0.major) == one.major && Int($0.minor) == one.minor })
                #expect(beacon.position == PlanPosition(x: one.x, y: one.y))
            }
            let loudest = try #require(heard.heard.max { $0.sum / Double($0.scans) < $1.sum / Double($1.scans) })
            #expect(PlanPosition(x: loudest.x, y: loudest.y).distance(to: hall) < 10)
            // Whoever stands there again hears it a little otherwise.
            #expect(try await surveys.listen(at: hall, of: venue.uuid, for: eva.accountID) != heard)

            let near = try #require(
                venue.beacons.first { Int($0.major) == loudest.major && Int($0.minor) == loudest.minor })
            let silenced = DemoSurveys(of: venue, mute: [near.reference], loyalty: loyalty)
            let rest = try await silenced.listen(at: hall, of: venue.uuid, for: eva.accountID).heard
            #expect(!rest.contains { $0.major == loudest.major && $0.minor == loudest.minor } && rest.count > 10)
        }
    }

    @Test("nobody else is answered, and no place is where nobody can stand", .timeLimit(.minutes(3)))
    func refused() async throws {
        try await SimulatedCentre.open(configuration, isQuiet: true) { centre in
            let venue = centre.mall.venue
            let surveys = DemoSurveys(of: venue, mute: [], loyalty: centre.mall.services.loyalty)
            let eva = try await account("eva", .operator(venue: venue.uuid), centre)
            let others = [
                try await account("ana", nil, centre),
                try await account("luz", .merchant(venue: venue.uuid, major: 101), centre),
                try await account("mar", .operator(venue: UUID128(bytes: [UInt8](repeating: 7, count: 16))!), centre),
            ]
            for other in others {
                let error = await #expect(throws: ServiceError.self) {
                    try await surveys.listen(at: hall, of: venue.uuid, for: other.accountID)
                }
                #expect(error?.code == "staff.not_yours")
            }
            let wall = try #require(venue.plan.walls.first)
            let inWall = PlanPosition(x: (wall.from.x + wall.to.x) / 2, y: (wall.from.y + wall.to.y) / 2)
            for place in [
                PlanPosition(x: -0.1, y: 20), PlanPosition(x: 20, y: -0.1),
                PlanPosition(x: venue.plan.width + 0.1, y: 20),
                PlanPosition(x: 20, y: 1e300), PlanPosition(x: .nan, y: 20), PlanPosition(x: .infinity, y: 20), inWall,
            ] {
                let error = await #expect(throws: ServiceError.self) {
                    try await surveys.listen(at: place, of: venue.uuid, for: eva.accountID)
                }
                #expect(error?.code == "demo.no_floor", "\(place)")
            }
            #expect(try await surveys.listen(at: hall, of: venue.uuid, for: eva.accountID).scans == 5)
        }
    }

    @Test(
        "a guest's phone goes by the map that came into force meanwhile, and by the plan when it is gone",
        .timeLimit(.minutes(5)))
    func phones() async throws {
        try await SimulatedCentre.open(configuration) { centre in
            let venue = centre.mall.venue
            let session = try await account("ana", nil, centre)
            #expect(centre.guestBook.enter(session) != nil)
            try await centre.mall.step()
            centre.mall.guests[0].position = hall
            centre.mall.guests[0].phone.move(to: hall, in: &centre.mall.air)
            // Two places, on the line between which every position is that the map tells.
            let air = SurveyAir(of: venue)
            var survey = RadioSurvey()
            for (index, x) in [34.2, 37.8].enumerated() {
                let isAdded = survey.add(air.listen(at: PlanPosition(x: x, y: 27.3), seed: UInt64(index)))
                #expect(isAdded)
            }
            let maps = RadioMapService(loyalty: centre.mall.services.loyalty)
            try await maps.takeIn(RadioMapFile(survey, on: SurveyedPlan(venue), day: 20_000), adding: false)
            try await centre.live(until: centre.mall.now.advanced(bySeconds: 25))
            #expect(centre.mall.guestsMap.venue.radioMap != nil)
            let surveyed = try #require(centre.mall.guests[0].phone.core.position)
            #expect(abs(surveyed.y - 27.3) < 1e-6 && surveyed.x >= 34.2 && surveyed.x <= 37.8, "\(surveyed)")
            // Of another plan: it is in force at the server, and no phone goes by it.
            let moved = SurveyedPlan(
                venue: venue.uuid, width: venue.plan.width + 1, height: venue.plan.height,
                beacons: SurveyedPlan(venue).beacons, walls: SurveyedPlan(venue).walls)
            var phone = centre.mall.phoneVenue
            phone.use(RadioMapFile(survey, on: moved, day: 20_000))
            #expect(phone.radioMap == nil)
        }
    }
}
