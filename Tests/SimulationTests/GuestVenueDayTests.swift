import API
import Basics
import Exposure
import ExposureWire
import Loyalty
import Storage
import Testing

@testable import AccountService
@testable import ExposureService
@testable import Simulation

@Suite("A guest's venue days")
struct GuestVenueDayTests {
    private static let start = SimulationConfiguration.standardStart

    @Test(
        "are told the venue after a report whose owner agrees, each shop and day once, and else not at all",
        arguments: [true, false])
    func told(agrees: Bool) async throws {
        try await SimulatedCentre.open(
            SimulationConfiguration(seed: 4, visitors: 2, start: Self.start), isQuiet: true
        ) { centre in
            let guest = GuestTracing(server: centre.mall.exposureServer)
            let phone = guest.shown(at: "http://here")
            try await phone.setTracing(on: true)
            #expect(try await phone.tracing().venueDays == nil)
            let day = UTCDay(containing: centre.clock.now).number
            let venue = centre.mall.venue
            let majors = venue.shops.prefix(2).map(\.major)
            for major in majors + majors {
                await guest.proved(VenueDay(venue: venue.uuid, major: major, day: day))
            }
            #expect(try await phone.tracing().venueDays == 2)

            let code = try await centre.mall.services.exposure.issueCode(by: .operatorOfTheMachine)
            try await phone.report(with: ReportCode(code.code)!, tellsVenueDays: agrees)
            #expect(try await told(in: centre).isEmpty)
            // Each comes at a time of its own within a day; one that meets another gets a new time.
            for _ in 0..<3 * 1440 {
                centre.clock.advance(to: centre.clock.now.advanced(bySeconds: 60))
                await guest.live(at: centre.clock.now)
            }
            #expect(try await told(in: centre) == (agrees ? majors.sorted() : []))
        }
    }

    /// The shops of which a day was told, by one person each.
    private func told(in centre: SimulatedCentre) async throws -> [UInt16] {
        try await centre.database.read { connection in
            try connection.query("SELECT major FROM venue_day_counts WHERE people = 1 ORDER BY major").map {
                UInt16(try $0.integer(0))
            }
        }
    }
}
