import API
import Basics
import Exposure
import ExposureWire
import Loyalty
import Phone
import Radio
import Storage
import Testing

@testable import AccountService
@testable import ExposureService
@testable import HTTPKit
@testable import Simulation

@Suite("Tracing in the simulated centre")
struct SimulatedExposureTests {
    /// 12:33 in Madrid, 27 minutes before a release.
    private static let start = Timestamp(milliseconds: SimulationConfiguration.standardStart.milliseconds + 7_380_000)
    private static let release = BatchTime.next(after: start)

    private func configuration(seed: UInt64, visitors: Int = 9) -> SimulationConfiguration {
        SimulationConfiguration(seed: seed, visitors: visitors, start: Self.start, reportAfterSeconds: 1500)
    }

    @Test(
        "those who kept an infected visitor company are warned, after the release and not before",
        .timeLimit(.minutes(20)))
    func warnsCompany() async throws {
        try await SimulatedCentre.open(configuration(seed: 1), isQuiet: true) { centre in
            let infected = centre.mall.truth.infected
            #expect(infected.count == 2)
            let company = centre.mall.visitors.indices.filter { index in
                !infected.contains(index)
                    && infected.contains { centre.mall.visitors[$0].party == centre.mall.visitors[index].party }
            }
            #expect(!company.isEmpty)

            try await centre.live(until: Self.release.advanced(bySeconds: -1))
            #expect(centre.mall.truth.reported.count == 2)
            #expect(centre.mall.warned.isEmpty)
            for index in infected {
                let tracer = try #require(centre.mall.visitors[index].phone.tracing?.tracer)
                #expect(tracer.state == .reported)
                #expect(tracer.settings.keys == nil)
                #expect(tracer.advertisement(at: centre.mall.now) == nil)
            }
            let concerned = centre.mall.truth.concerned(onlyReported: true)
            #expect(!concerned.intersection(company).isEmpty)

            try await centre.live(until: Self.release.advanced(bySeconds: 660))
            #expect(centre.mall.warned.isSuperset(of: concerned))
            // Whoever was never near an infected one has nothing to be warned of.
            let strangers = centre.mall.visitors.indices.filter {
                !infected.contains($0) && centre.mall.truth.longest(of: $0) == 0
            }
            #expect(!strangers.isEmpty)
            #expect(centre.mall.warned.isDisjoint(with: strangers))

            let report = try await centre.report().exposure
            #expect(report.reported == 2 && report.keysPublished == 2)
            #expect(report.codesIssued == 2 && report.codesUsed == 2)
            #expect(report.warnedOfThose == concerned.count && report.shouldHaveBeenWarned == concerned.count)
            #expect(report.warned == report.warnedOfThose + report.falseWarnings)
            #expect(report.identifiersHeardByEavesdropper > 0)
            #expect(report.longestChainBeforeReports == 1)
            #expect(report.contactsKnownToServer == 0)
            #expect(report.namesKnownToAuthority == 0 && report.keysBesideNames == 0)
        }
    }

    @Test(
        "the night is passed over, and in the morning everybody comes again with another day's key",
        .timeLimit(.minutes(15)))
    func night() async throws {
        // 21:58 in Madrid.
        let start = Timestamp(milliseconds: SimulationConfiguration.standardStart.milliseconds + 41_280_000)
        let opening = start.advanced(bySeconds: 43_320)
        try await SimulatedCentre.open(SimulationConfiguration(seed: 2, visitors: 3, start: start), isQuiet: true) {
            centre in
            #expect(centre.mall.closesAt == start.advanced(bySeconds: 120))
            let keys = centre.mall.visitors.map { $0.phone.tracing?.tracer.settings.keys }
            var steps = 0
            while centre.mall.now < opening, steps < 20_000 {
                try await centre.mall.step()
                steps += 1
            }
            #expect(centre.mall.now == opening)
            #expect(centre.mall.part == .open)
            #expect(centre.mall.skippedMilliseconds > 11 * 3_600_000)
            #expect(centre.mall.visitors.indices.allSatisfy { !centre.mall.isInside($0) })
            for (visitor, old) in zip(centre.mall.visitors, keys) {
                let tracer = try #require(visitor.phone.tracing?.tracer)
                #expect(tracer.settings.keys?.newest.day == old?.newest.day.advanced(by: 1))
                // Every batch of the night was fetched, checked and compared.
                #expect(tracer.settings.lastBatch == BatchTime.floor(opening))
            }
            #expect(centre.mall.nextPublication > BatchTime.floor(opening))
        }
    }

    @Test("a search of the database finds an identifier, and a name beside a key", .timeLimit(.minutes(2)))
    func auditFinds() async throws {
        try await SimulatedCentre.open(configuration(seed: 1, visitors: 1)) { centre in
            var generator = SplitMix64(seed: 9)
            let key = DayKey(using: &generator)
            let identifier = key.identifiers[7]
            let audit = ExposureAudit(
                identifiers: [identifier], keys: [key.bytes],
                accounts: Set(centre.mall.visitors.map(\.phone.session.accountID)), emails: ["visitor-0@centre.invalid"]
            )
            #expect(try await audit.findings(in: centre.database).contacts == 0)
            try await centre.database.write { connection in
                try connection.execute(
                    """
                    INSERT INTO audit_entries (number, at, action, actor, subject, digest)
                    VALUES (1, 0, '', '', '', ?1)
                    """,
                    [.blob([1, 2] + identifier.bytes + [3])])
                try connection.execute(
                    """
                    INSERT INTO cases (id, state, first_day, registered_on, day_key, words)
                    VALUES (?1, '', 0, 0, ?2, '')
                    """,
                    [.text("visitor-0@centre.invalid"), .blob(key.bytes)])
            }
            let findings = try await audit.findings(in: centre.database)
            #expect(findings.contacts == 1 && findings.names == 1 && findings.keysBesideNames == 1)
        }
    }

    @Test(
        "a guest's phone is switched on, collects, reports with a code from the authority and begins anew",
        .timeLimit(.minutes(15)))
    func guest() async throws {
        try await SimulatedCentre.open(configuration(seed: 4, visitors: 2), isQuiet: true) { centre in
            let session = try await centre.accounts.signUp(email: "guest@example.com", password: "walks in here")
                .session
            #expect(centre.guestBook.tracing(of: session.accountID) == nil)
            #expect(centre.guestBook.enter(session) != nil)
            try await centre.live(until: Self.start.advanced(bySeconds: 2))
            let phone = try #require(centre.guestBook.tracing(of: session.accountID)).shown(at: "http://here")
            #expect(try await phone.tracing().state == .never)
            try await phone.setTracing(on: true)
            try await centre.live(until: Self.start.advanced(bySeconds: 5))
            let on = try await phone.tracing()
            #expect(on.state == .on && on.lastSync != nil && on.nextSync != nil && on.reportable != nil)
            let shown = try await phone.caseCode()
            #expect(shown.url.hasPrefix("http://here/console/health#case=V1."))
            #expect(shown.modules.count == shown.modules[0].count)

            let wrong = ReportCode("000000000000")!
            await #expect(throws: (any Error).self) { try await phone.report(with: wrong, tellsVenueDays: false) }
            #expect(try await phone.tracing().state == .on)
            let code = try await centre.mall.services.exposure.issueCode(by: .operatorOfTheMachine)
            centre.guestBook.gave(code: code.id)
            try await phone.report(with: ReportCode(code.code)!, tellsVenueDays: false)
            #expect(try await phone.tracing().state == .reported)
            await #expect(throws: (any Error).self) { try await phone.setTracing(on: true) }
            try await phone.deleteEverything()
            #expect(try await phone.tracing().state == .never)
            // What a guest does is no part of the day's report.
            let report = try await centre.report().exposure
            #expect(report.codesIssued == 0 && report.reported == 0 && report.keysPublished == 0)
        }
    }
}

@Suite("True encounters")
struct EncounterTruthTests {
    private let near: [PlanPosition?] = [
        PlanPosition(x: 10, y: 10), PlanPosition(x: 11.9, y: 10), PlanPosition(x: 12.1, y: 10), nil,
    ]

    private let day = UTCDay(number: 20_000)

    private func observe(_ seconds: Range<Int>, of day: UTCDay, in truth: inout EncounterTruth) {
        for second in seconds { truth.observe(near, at: day.begin.advanced(bySeconds: Int64(second))) }
    }

    @Test("three windows of one day within two metres make a contact, and neither less nor on two days")
    func threeWindows() {
        var truth = EncounterTruth(infected: [0], visitors: 4)
        observe(0..<749, of: day, in: &truth)
        observe(0..<749, of: day.advanced(by: 1), in: &truth)
        #expect(truth.concerned(onlyReported: false).isEmpty)
        observe(749..<750, of: day, in: &truth)
        #expect(truth.concerned(onlyReported: false) == [1])
        #expect(truth.concerned(onlyReported: true).isEmpty)
        truth.reported(0, from: day)
        #expect(truth.concerned(onlyReported: true) == [1])
    }

    @Test(
        "fifteen minutes on end are three windows, whenever they begin",
        arguments: Array(stride(from: 0, to: 900, by: 20)))
    func onEnd(begin: Int) {
        var truth = EncounterTruth(infected: [0], visitors: 4)
        observe(begin..<begin + 900, of: day, in: &truth)
        #expect(truth.concerned(onlyReported: false) == [1])
    }

    @Test("who passes by often is not near for long")
    func passing() {
        var truth = EncounterTruth(infected: [0], visitors: 4)
        for time in stride(from: 0, to: 36_000, by: 300) { observe(time..<time + 60, of: day, in: &truth) }
        #expect(truth.concerned(onlyReported: false).isEmpty)
        #expect(truth.longest(of: 1) == 7200)
    }

    @Test("company of fourteen minutes, which phones warn of, is what a warning is for")
    func fourteenMinutes() {
        // They come in together a minute after the epoch began, and the report is at its end.
        var truth = EncounterTruth(infected: [0], visitors: 4)
        observe(60..<900, of: day, in: &truth)
        truth.reported(0, from: day)
        #expect(truth.concerned(onlyReported: true) == [1])
    }

    @Test("the time beside several who reported counts together, as in a phone")
    func together() {
        var truth = EncounterTruth(infected: [0, 3], visitors: 5)
        let one: [PlanPosition?] = [PlanPosition(x: 0, y: 0), PlanPosition(x: 1, y: 0), nil, nil, nil]
        let other: [PlanPosition?] = [nil, PlanPosition(x: 1, y: 0), nil, PlanPosition(x: 0, y: 0), nil]
        for second in 0..<450 {
            truth.observe(one, at: day.begin.advanced(bySeconds: Int64(second)))
            truth.observe(other, at: day.begin.advanced(bySeconds: Int64(1000 + second)))
        }
        #expect(truth.concerned(onlyReported: false) == [1])
        truth.reported(0, from: day)
        #expect(truth.concerned(onlyReported: true).isEmpty)
        truth.reported(1, from: day)
        #expect(truth.concerned(onlyReported: true) == [1])
    }

    @Test("what comes after the report does not count, nor what was before the published key")
    func afterTheReport() {
        let day = UTCDay(number: 20_000)
        var late = EncounterTruth(infected: [0], visitors: 4)
        late.reported(0, from: day)
        var early = EncounterTruth(infected: [0], visitors: 4)
        for second in 0..<2000 {
            late.observe(near, at: day.begin.advanced(bySeconds: Int64(second)))
            early.observe(near, at: day.begin.advanced(bySeconds: Int64(second)))
        }
        early.reported(0, from: day.advanced(by: 1))
        #expect(late.concerned(onlyReported: true).isEmpty)
        #expect(early.concerned(onlyReported: true).isEmpty)
    }
}

@Suite("Opening hours")
struct OpeningHoursTests {
    @Test("the centre opens at 10:00 and closes at 22:00 by the venue's clock, also when the clocks change")
    func hours() throws {
        let hours = OpeningHours(timeZone: "Europe/Madrid")
        func instant(_ text: String) throws -> Timestamp { try #require(Timestamp(rfc3339: text)) }
        let winter = try instant("2026-11-21T09:30:00Z")
        #expect(hours.isOpen(at: winter))
        #expect(!hours.isOpen(at: try instant("2026-11-21T08:59:59Z")))
        #expect(hours.closing(after: winter) == (try instant("2026-11-21T21:00:00Z")))
        #expect(hours.opening(after: winter) == (try instant("2026-11-22T09:00:00Z")))
        // The nights of 25 October 2026 and of 28 March 2027 have 25 and 23 hours.
        #expect(hours.opening(after: try instant("2026-10-24T20:15:30Z")) == (try instant("2026-10-25T09:00:00Z")))
        #expect(hours.opening(after: try instant("2027-03-27T21:00:00Z")) == (try instant("2027-03-28T08:00:00Z")))
        #expect(hours.closing(after: try instant("2026-11-21T21:00:00Z")) == (try instant("2026-11-22T21:00:00Z")))
    }
}

@Suite("VisitorGroup")
struct CompanyTests {
    @Test("a companion stays within about a metre behind, on the way that was walked")
    func trail() throws {
        var trail = Trail()
        trail.restart(at: PlanPosition(x: 0, y: 0))
        #expect(trail.place(behind: 1) == PlanPosition(x: 0, y: 0))
        for step in 1...40 { trail.append(PlanPosition(x: Double(step) / 10, y: 0)) }
        for step in 1...40 { trail.append(PlanPosition(x: 4, y: Double(step) / 10)) }
        let behind = try #require(trail.place(behind: 1))
        #expect(abs(behind.x - 4) < 1e-9 && abs(behind.y - 3) < 1e-9)
        // What lies farther back than anybody follows is forgotten.
        let oldest = try #require(trail.place(behind: 100))
        #expect(oldest.y >= 1.9 && oldest.x == 4)
    }

    @Test("a table belongs to one party until it leaves, and its seats are apart and on the floor")
    func tables() throws {
        let venue = try DemoCentre.venue()
        let grid = WalkableGrid(plan: venue.plan)
        var tables = CafeTables(venue: venue, grid: grid)
        var random = SplitMix64(seed: 1)
        var taken: [Int] = []
        while let table = tables.take(for: taken.count, using: &random) { taken.append(table) }
        #expect(Set(taken).count == taken.count)
        #expect(taken.count >= 6)
        let cafe = try #require(venue.shops.first { $0.category == "café" })
        for table in taken {
            let seats = (0..<CafeTables.seats).map { tables.seat($0, at: table) }
            #expect(seats.allSatisfy { cafe.contains($0) && grid.standable(near: $0) == $0 })
            for (one, other) in zip(seats, seats.dropFirst()) {
                #expect((0.7...1.2).contains(one.distance(to: other)))
            }
        }
        tables.leave(taken[0])
        #expect(tables.take(for: 0, using: &random) == taken[0])
    }
}

@Suite("Listening at the entrance")
struct IdentifierCollectorTests {
    @Test("a published key joins what was heard of its phone, and of no other")
    func joined() {
        var generator = SplitMix64(seed: 5)
        let day = UTCDay(number: 20_000)
        let key = DayKey(using: &generator)
        var air = SimulatedAir(seed: 1)
        var collector = IdentifierCollector(
            at: AirPosition(x: 0, y: 0), in: &air, now: day.begin, random: &generator)
        for identifier in key.identifiers.prefix(3) + key.next.identifiers.prefix(4) {
            collector.note(identifier, from: .random(using: &generator))
        }
        let stranger = DayKey(using: &generator)
        let keys = [PublishedKey(key: key, day: day), PublishedKey(key: stranger, day: day)]
        #expect(collector.joined(by: keys, until: day) == [3, 0])
        #expect(collector.joined(by: keys, until: day.advanced(by: 1)) == [7, 0])
        #expect(collector.longestChain == 1)
    }

    @Test("a phone that keeps its address as its identifier changes is followed")
    func followed() {
        var generator = SplitMix64(seed: 6)
        var air = SimulatedAir(seed: 1)
        var collector = IdentifierCollector(
            at: AirPosition(x: 0, y: 0), in: &air, now: Timestamp(seconds: 0), random: &generator)
        let addresses = (0..<3).map { _ in DeviceAddress.random(using: &generator) }
        let identifiers = DayKey(using: &generator).identifiers
        collector.note(identifiers[0], from: addresses[0])
        collector.note(identifiers[1], from: addresses[0])
        collector.note(identifiers[1], from: addresses[1])
        collector.note(identifiers[2], from: addresses[1])
        collector.note(identifiers[3], from: addresses[2])
        #expect(collector.longestChain == 3)
    }
}

@Suite("What the page is shown of tracing")
struct ExposureBoardTests {
    private static let shown =
        #"{"at":"2026-12-21T09:30:00.250Z","reportAt":"2026-11-21T09:30:00.250Z","reported":2,"warned":7,"shouldHaveBeenWarned":6,"warnedOfThose":6,"falseWarnings":1,"people":["clear","infected","warned","due","needless"],"spread":[{"release":"2026-12-21T09:30:00.250Z","warned":7}],"guests":{"reported":1,"warnedVisitors":2,"warnedGuests":1,"shouldHaveBeenWarned":3},"eavesdropper":{"identifiers":734,"longestChainBefore":1,"longestChainAfter":9,"devicesLinked":2},"server":{"rows":{"exposure_codes":2,"exposure_keys":2},"keys":2,"contacts":0},"authority":{"codesIssued":2,"codesUsed":2,"names":0,"keysBesideNames":0}}"#

    @Test("a look asks for something new and waits for it", .timeLimit(.minutes(1)))
    func look() async throws {
        let board = ExposureBoard()
        #expect(!board.isWatched)
        async let seen = board.look()
        while !board.isWatched { try await Task.sleep(for: .milliseconds(5)) }
        let body = try DemoExposureBody(json: Array(Self.shown.utf8))
        board.show(body)
        #expect(try await seen == body)
    }
}
