import API
import Basics
import Exposure
import ExposureService
import ExposureWire
import Loyalty
import Phone
import Testing

@testable import AccountService
@testable import HTTPKit
@testable import Simulation

@Suite("Guests' reports")
struct GuestReportTests {
    /// 12:33 in Madrid, 27 minutes before a release; nobody of the centre's own reports that soon.
    private static let start = Timestamp(milliseconds: SimulationConfiguration.standardStart.milliseconds + 7_380_000)
    private static let release = BatchTime.next(after: start)
    private static let end = release.advanced(bySeconds: 660)
    private let configuration = SimulationConfiguration(seed: 4, visitors: 4, start: Self.start)

    @Test(
        "a guest's report warns the visitor and the other guest who were near, is counted apart, and leaves the day alone",
        .timeLimit(.minutes(20)))
    func warnsAndLeavesTheDayAlone() async throws {
        let alone = try await SimulatedCentre.open(configuration, isQuiet: true) { centre in
            try await centre.live(until: Self.end)
            return try await centre.report()
        }
        let visited = try await SimulatedCentre.open(configuration, isQuiet: true) { centre in
            let followed = try #require(centre.mall.visitors.indices.first { !centre.mall.truth.infected.contains($0) })
            let reporter = try await enter("ana", &centre)
            let other = try await enter("luz", &centre)
            // Both go where the visitor goes, and so meet each other as well.
            while centre.mall.now < Self.start.advanced(bySeconds: 1500) {
                if centre.mall.isInside(followed) {
                    for index in centre.mall.guests.indices {
                        centre.mall.guests[index].position = centre.mall.visitors[followed].position
                    }
                }
                try await centre.mall.step()
            }
            #expect(centre.mall.guestEncounters.concerned.isEmpty)
            let code = try await centre.mall.services.exposure.issueCode(by: .operatorOfTheMachine)
            centre.guestBook.gave(code: code.id)
            try await reporter.report(with: ReportCode(code.code)!, tellsVenueDays: true)
            try await centre.live(until: Self.end)

            // As with the page's button; by itself a guest's phone asks within twenty minutes of the release.
            try await other.synchronise()
            #expect(try await other.tracing().exposures.count == 1)
            #expect(try await reporter.tracing().state == .reported)
            let warned = centre.mall.visitors.indices.filter { index in
                centre.mall.visitors[index].guestTracing?.tracer.exposureDays.isEmpty == false
            }
            #expect(warned.contains(followed))
            #expect(centre.mall.warned.isEmpty)
            #expect(centre.mall.guestEncounters.concerned.contains(.visitor(followed)))
            let guests = await centre.mall.exposureBody(.init()).guests
            #expect(guests.reported == 1 && guests.warnedGuests == 1)
            #expect(guests.warnedVisitors >= 1 && guests.shouldHaveBeenWarned >= 2)
            return try await centre.report()
        }
        #expect(alone == visited)
        #expect(alone.exposure.warned == 0 && alone.sightings > 0)
    }

    /// A new guest, whose phone traces.
    private func enter(_ name: String, _ centre: inout SimulatedCentre) async throws -> any ServedPhone {
        let session = try await centre.accounts.signUp(
            email: "\(name)@example.com", password: "walks in from the page"
        ).session
        #expect(centre.guestBook.enter(session) != nil)
        try await centre.mall.step()
        let phone = try #require(centre.guestBook.tracing(of: session.accountID)).shown(at: "http://here")
        try await phone.setTracing(on: true)
        return phone
    }
}

@Suite("True encounters with guests")
struct GuestEncountersTests {
    private let guest = GuestEncounters.Installation(account: [1], number: 0)
    private let day = UTCDay(number: 20_000)

    @Test("three windows beside a guest who then reports make a contact; the guest is none of their own")
    func threeWindows() {
        var encounters = GuestEncounters()
        let people: [GuestEncounters.Place] = [
            (.visitor(3), PlanPosition(x: 1.9, y: 0)), (.visitor(4), PlanPosition(x: 2.1, y: 0)),
            (.guest([1]), PlanPosition(x: 0, y: 0)), (.guest([2]), PlanPosition(x: 0, y: 1)),
        ]
        for second in 0..<749 { observe(people, second, in: &encounters) }
        encounters.reported(guest, from: day)
        #expect(encounters.concerned.isEmpty && encounters.reports == 1)
        observe(people, 749, in: &encounters)
        #expect(encounters.concerned == [.visitor(3), .guest([2])])
        // A key that speaks of the next day alone tells nothing of this one.
        encounters.reported(guest, from: day.advanced(by: 1))
        #expect(encounters.concerned.isEmpty)
    }

    private func observe(_ people: [GuestEncounters.Place], _ second: Int, in encounters: inout GuestEncounters) {
        encounters.observe(
            [(guest, PlanPosition(x: 0, y: 0))], among: people, at: day.begin.advanced(bySeconds: Int64(second)))
    }
}
