import API
import Basics
import Exposure
import HTTPTypes
import Storage
import TestServer
import Testing

@testable import ExposureService

/// A phone whose upload was accepted and whose owner agreed to tell where they were.
struct Contributor {
    let period: VenueDayPeriod
    private(set) var credential: VenueDayCredential

    /// One whose upload had this secret.
    init(_ zones: ZoneService, secret: String) async throws {
        let issuer = try await zones.venueDayIssuer()
        period = issuer.period
        let request = try #require(VenueDayRequest(period: issuer.period, publicKey: issuer.publicKey))
        let response = try await zones.issueVenueDayCredential(
            to: request.bytes, period: issuer.period, uploadSecret: secret, isFake: false)
        credential = try #require(request.credential(from: response))
    }

    /// What it sends for a place.
    mutating func present(_ place: VenueDay) throws -> [UInt8] {
        let presentation = credential.present(place)
        return try #require(presentation)
    }

    /// Sends it.
    mutating func contribute(_ place: VenueDay, to zones: ZoneService) async throws {
        let presentation = try present(place)
        try await zones.contribute(place, period: period, presentation: presentation, isFake: false)
    }
}

@Suite("Contributions of people who reported")
struct VenueDayServiceTests {
    private let secrets = Set((0..<12).map { "secret number \($0) of an upload" })

    private func place(_ world: World, _ major: UInt16 = 100, daysAgo: Int = 3) -> VenueDay {
        VenueDay(venue: world.uuid, major: major, day: world.today - daysAgo)
    }

    private func refusal(_ body: () async throws -> Void) async -> String {
        do {
            try await body()
            return "none"
        } catch ZoneError.refused {
            return "refused"
        } catch ZoneError.unknown {
            return "unknown"
        } catch {
            return "\(error)"
        }
    }

    private func nextDay(_ world: World) {
        world.clock.advance(seconds: 86_400)
    }

    @Test(
        "five people make a shop and day visible, from the next day on and in steps of five", arguments: Engine.allCases
    )
    func visible(engine: Engine) async throws {
        try await World.with(engine) { world in
            let zones = world.zones(accepting: secrets)
            #expect(try await zones.venueRisk(of: world.uuid).cells.isEmpty)
            let (full, thin) = (place(world), place(world, 101))
            for (index, secret) in secrets.sorted().enumerated() {
                var person = try await Contributor(zones, secret: secret)
                if index < 11 { try await person.contribute(full, to: zones) }
                if index < 4 { try await person.contribute(thin, to: zones) }
            }
            // Nothing changes before the day is over, not for another server either.
            #expect(try await zones.venueRisk(of: world.uuid).cells.isEmpty)
            #expect(try await world.zones().venueRisk(of: world.uuid).cells.isEmpty)
            nextDay(world)
            let risk = try await zones.venueRisk(of: world.uuid)
            #expect(risk.cells == [VenueRiskCellBody(major: 100, day: DayText.iso(full.day), people: 10)])
            #expect(risk.publishedOn == DayText.iso(world.today) && !risk.isTooSmall)
            let small = try await world.zones(rule: .standard).venueRisk(of: world.uuid)
            #expect(small.isTooSmall)
            #expect(
                try await zones.venueRisk(of: world.uuid).cells == world.zones().venueRisk(of: world.uuid).cells)
        }
    }

    @Test(
        "a person counts once for a shop and day, however often and with whatever copies they try",
        arguments: Engine.allCases)
    func once(engine: Engine) async throws {
        try await World.with(engine) { world in
            let zones = world.zones(accepting: secrets)
            var person = try await Contributor(zones, secret: "secret number 0 of an upload")
            var copy = person
            let place = place(world)
            let presentation = try person.present(place)
            for _ in 0..<3 {
                try await zones.contribute(place, period: person.period, presentation: presentation, isFake: false)
            }
            try await copy.contribute(place, to: zones)
            try await person.contribute(self.place(world, 101), to: zones)
            let counts = try await world.database.read { try VenueDayStore($0).counts() }
            #expect(
                Set(counts[world.uuid.bytes] ?? []) == [
                    .init(major: 100, day: place.day, people: 1), .init(major: 101, day: place.day, people: 1),
                ])
        }
    }

    @Test("many at once count each once", arguments: Engine.allCases)
    func concurrent(engine: Engine) async throws {
        try await World.with(engine) { world in
            let zones = world.zones(accepting: secrets)
            let place = place(world)
            var sent: [[UInt8]] = []
            var period = VenueDayPeriod(number: 0)
            for secret in secrets.prefix(6) {
                var person = try await Contributor(zones, secret: secret)
                period = person.period
                sent.append(try person.present(place))
            }
            try await withThrowingTaskGroup(of: Void.self) { [period] group in
                for presentation in sent + sent + sent {
                    group.addTask {
                        try await zones.contribute(place, period: period, presentation: presentation, isFake: false)
                    }
                }
                try await group.waitForAll()
            }
            let counts = try await world.database.read { try VenueDayStore($0).counts() }
            #expect(counts[world.uuid.bytes] == [.init(major: 100, day: place.day, people: 6)])
        }
    }

    @Test("an upload has one credential; without an accepted upload there is none", arguments: Engine.allCases)
    func claims(engine: Engine) async throws {
        try await World.with(engine) { world in
            let zones = world.zones(accepting: secrets)
            let issuer = try await zones.venueDayIssuer()
            #expect(try await world.zones().venueDayIssuer().publicKey == issuer.publicKey)
            func claim(_ bytes: [UInt8], _ secret: String, _ period: VenueDayPeriod? = nil, fake: Bool = false)
                async throws
                -> [UInt8]
            {
                try await zones.issueVenueDayCredential(
                    to: bytes, period: period ?? issuer.period, uploadSecret: secret, isFake: fake)
            }
            let request = try #require(VenueDayRequest(period: issuer.period, publicKey: issuer.publicKey)).bytes
            let other = try #require(VenueDayRequest(period: issuer.period, publicKey: issuer.publicKey)).bytes
            let secret = "secret number 3 of an upload"
            #expect(await refusal { _ = try await claim(request, "of nobody") } == "refused")
            #expect(await refusal { _ = try await claim([1, 2], secret) } == "refused")
            let before = VenueDayPeriod(number: issuer.period.number - 1)
            #expect(await refusal { _ = try await claim(request, secret, before) } == "refused")
            let response = try await claim(request, secret)
            #expect(try await claim(request, secret) == response)
            #expect(await refusal { _ = try await claim(other, secret) } == "refused")
            // A fake costs nobody their credential and brings none.
            let fake = try await claim(other, "secret number 4 of an upload", fake: true)
            #expect(fake.count == response.count)
            _ = try await claim(other, "secret number 4 of an upload")
        }
    }

    @Test(
        "the secret of a real upload is known to the service of uploads, and nothing else is",
        arguments: Engine.allCases)
    func acceptedUpload(engine: Engine) async throws {
        try await World.with(engine) { world in
            let secret = "5c0ffee5c0ffee5c0ffee5c0ffee5c0f"
            #expect(try await !world.exposure.hasAccepted(uploadSecret: secret))
            try await world.exposure.upload([world.dayKey(1)], code: try await world.code(), retry: secret)
            try await world.exposure.upload([world.dayKey(2)], code: try await world.code(), retry: "short")
            #expect(try await world.exposure.hasAccepted(uploadSecret: secret))
            for other in ["", "short", secret + "0", secret.uppercased()] {
                #expect(try await !world.exposure.hasAccepted(uploadSecret: other))
            }
            let digest = try await world.database.read { try $0.query("SELECT retry FROM exposure_codes") }
            #expect(digest.count == 2)
        }
    }

    @Test("what is no contribution is refused and not counted", arguments: Engine.allCases)
    func refused(engine: Engine) async throws {
        try await World.with(engine) { world in
            let zones = world.zones(accepting: secrets)
            var person = try await Contributor(zones, secret: "secret number 1 of an upload")
            let (here, period) = (place(world), person.period)
            let presentation = try person.present(here)
            func send(_ place: VenueDay, _ bytes: [UInt8]? = nil, in other: VenueDayPeriod? = nil, fake: Bool = false)
                async
                -> String
            {
                await refusal {
                    try await zones.contribute(
                        place, period: other ?? period, presentation: bytes ?? presentation, isFake: fake)
                }
            }
            #expect(await send(place(world, 101)) == "refused")
            #expect(await send(place(world, daysAgo: 2)) == "refused")
            #expect(await send(here, [UInt8](repeating: 0, count: 292)) == "refused")
            #expect(await send(here, []) == "refused")
            #expect(await send(place(world, 7)) == "unknown")
            #expect(await send(place(world, daysAgo: 15)) == "unknown")
            #expect(await send(place(world, daysAgo: -1)) == "unknown")
            #expect(await send(here, in: VenueDayPeriod(number: period.number + 1)) == "unknown")
            #expect(await send(VenueDay(venue: UUID128(high: 1, low: 1), major: 100, day: here.day)) != "none")
            #expect(await send(here, [], fake: true) == "none")
            let contents = try await world.database.read { connection in
                try ["venue_day_marks", "venue_day_counts"].map {
                    try connection.query("SELECT * FROM \($0)").count
                }
            }
            #expect(contents == [0, 0])
            #expect(await send(here) == "none")
        }
    }

    @Test("after fourteen days nothing is left, and a period's secret goes with it", arguments: Engine.allCases)
    func forgotten(engine: Engine) async throws {
        try await World.with(engine) { world in
            let zones = world.zones(accepting: secrets)
            var late = try await Contributor(zones, secret: "secret number 9 of an upload")
            for secret in secrets.sorted().prefix(6) {
                var person = try await Contributor(zones, secret: secret)
                try await person.contribute(place(world, daysAgo: 0), to: zones)
            }
            let day = world.today
            for _ in 0..<14 {
                nextDay(world)
                try await zones.prune(at: world.clock.now)
                #expect(try await zones.venueRisk(of: world.uuid).cells.map(\.people) == [5])
            }
            nextDay(world)
            try await zones.prune(at: world.clock.now)
            #expect(try await zones.venueRisk(of: world.uuid).cells.isEmpty)
            #expect(
                await refusal {
                    try await late.contribute(VenueDay(venue: world.uuid, major: 100, day: day), to: zones)
                }
                    == "unknown")
            world.clock.advance(seconds: 14 * 86_400)
            try await zones.prune(at: world.clock.now)
            let left = try await world.database.read { connection in
                try [
                    "venue_day_marks", "venue_day_counts", "venue_risk", "venue_day_claims", "venue_day_issuers",
                ].map { try connection.query("SELECT * FROM \($0)").count }
            }
            #expect(left == [0, 0, 0, 0, 0])
        }
    }

    @Test(
        "a copy of the database joins no contribution to another, to a claim or to a visit", arguments: Engine.allCases)
    func unlinkable(engine: Engine) async throws {
        try await World.with(engine) { world in
            let zones = world.zones(accepting: secrets)
            let ana = try await world.visitor("ana", choosing: [100, 101])
            try await world.prove(world.sighting(100, 1), ana)
            var first = try await Contributor(zones, secret: "secret number 1 of an upload")
            var second = try await Contributor(zones, secret: "secret number 2 of an upload")
            for major: UInt16 in [100, 101, 102] {
                try await first.contribute(place(world, major, daysAgo: 0), to: zones)
                try await second.contribute(place(world, major, daysAgo: 0), to: zones)
            }
            let (marks, others): ([[UInt8]], [[UInt8]]) = try await world.database.read { connection in
                let marks = try connection.query("SELECT mark FROM venue_day_marks").map { try $0.blob(0) }
                let claims = try connection.query("SELECT claim, request, response FROM venue_day_claims")
                    .flatMap { try [$0.blob(0), $0.blob(1), $0.blob(2)] }
                return (marks, claims)
            }
            #expect(marks.count == 6 && others.count == 6)
            func pieces(_ bytes: [UInt8]) -> [[UInt8]] {
                (0...bytes.count - 8).map { Array(bytes[$0..<$0 + 8]) }
            }
            var seen: Set<[UInt8]> = []
            for bytes in marks { for piece in pieces(bytes) { #expect(seen.insert(piece).inserted) } }
            for bytes in others { for piece in pieces(bytes) { #expect(!seen.contains(piece)) } }
            // Of a moment nothing is kept: the columns are days, counts and digests.
            let columns = try await world.database.read { connection in
                try connection.query("SELECT * FROM venue_day_marks").map { try $0.integer(1) }
            }
            #expect(Set(columns) == [Int64(world.today)])
        }
    }

    @Test("over HTTP a phone claims and contributes without a session, and fakes look alike")
    func overHTTP() async throws {
        try await Site.with { site in
            let world = site.world
            let secret = "5c0ffee5c0ffee5c0ffee5c0ffee5c0f"
            try await world.exposure.upload([world.dayKey(1)], code: try await world.code(), retry: secret)
            let body = try await site.ask(.get, "/api/exposure/venue-days").body(VenueDayIssuerBody.self)
            let period = VenueDayPeriod(number: body.period)
            let key = try #require([UInt8](hexadecimal: body.publicKey))
            func claim(_ secret: String, fake: Bool) async throws -> (VenueDayRequest, Answer) {
                let request = try #require(VenueDayRequest(period: period, publicKey: key))
                let claim = VenueDayClaimBody(
                    uploadSecret: secret, period: body.period, request: request.bytes.hexadecimal, isFake: fake)
                let text = String(decoding: try claim.json(), as: UTF8.self)
                return (request, try await site.ask(.post, "/api/exposure/venue-days/credential", text))
            }
            let (request, answer) = try await claim(secret, fake: false)
            let (_, fake) = try await claim(String(secret.reversed()), fake: true)
            #expect(answer.status == 200 && fake.status == 200 && answer.text.utf8.count == fake.text.utf8.count)
            #expect(try await claim(String(secret.reversed()), fake: false).1.code == "exposure.code_refused")
            let response = try #require([UInt8](hexadecimal: try answer.body(VenueDayCredentialBody.self).response))
            let made = request.credential(from: response)
            var credential = try #require(made)
            let place = place(world)
            let presentation = credential.present(place)
            func send(_ bytes: [UInt8], major: Int = 100, fake: Bool = false) async throws -> Answer {
                let contribution = VenueDayBody(
                    venue: world.uuid.description, major: major, day: DayText.iso(place.day), period: body.period,
                    presentation: bytes.hexadecimal, isFake: fake)
                let text = String(decoding: try contribution.json(), as: UTF8.self)
                return try await site.ask(.post, "/api/exposure/venue-days", text)
            }
            let bytes = try #require(presentation)
            #expect(try await send(bytes).status == 204)
            #expect(try await send(bytes, fake: true).status == 204)
            #expect(try await send(bytes, major: 101).code == "exposure.code_refused")
            #expect(try await send(bytes, major: 9).code == "zones.unknown")
            let risk = try await site.ask(.get, "/api/venues/\(world.uuid)/risk")
            #expect(try risk.body(VenueRiskBody.self).isTooSmall)
            let unknown = "/api/venues/11111111-2222-3333-4444-555555555555/risk"
            #expect(try await site.ask(.get, unknown).code == "loyalty.unknown_venue")
            #expect(try await site.ask(.get, "/api/venues/x/risk").code == "loyalty.unknown_venue")
        }
    }
}
