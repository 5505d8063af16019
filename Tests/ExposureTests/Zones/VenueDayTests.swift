import Basics
import Exposure
import Testing

@Suite("Contributions of shops and days")
struct VenueDayTests {
    private static let venue = UUID128(high: 7, low: 9)
    private static let period = VenueDayPeriod(number: 1484)
    private let issuer = VenueDayIssuer(period: period)

    private func place(_ major: UInt16, _ day: Int = 20_776) -> VenueDay {
        VenueDay(venue: Self.venue, major: major, day: day)
    }

    private func credential() throws -> VenueDayCredential {
        let request = try #require(VenueDayRequest(period: Self.period, publicKey: issuer.publicKey))
        #expect(request.bytes.count == VenueDayRequest.byteCount)
        let response = try #require(issuer.issue(request.bytes))
        #expect(response.count == VenueDayRequest.responseByteCount)
        return try #require(request.credential(from: response))
    }

    private func present(_ place: VenueDay, by credential: inout VenueDayCredential) throws -> [UInt8] {
        let presentation = credential.present(place)
        return try #require(presentation)
    }

    @Test("a contribution counts for its shop, day and period, and for nothing else")
    func bound() throws {
        var credential = try credential()
        let presentation = try present(place(100), by: &credential)
        #expect(presentation.count == VenueDayCredential.presentationByteCount)
        #expect(issuer.tag(of: presentation, for: place(100)) != nil)
        #expect(issuer.tag(of: presentation, for: place(101)) == nil)
        #expect(issuer.tag(of: presentation, for: place(100, 20_777)) == nil)
        #expect(
            issuer.tag(of: presentation, for: VenueDay(venue: UUID128(high: 7, low: 8), major: 100, day: 20_776)) == nil
        )
        let later = try #require(VenueDayIssuer(period: VenueDayPeriod(number: 1485), secret: issuer.secret))
        #expect(later.tag(of: presentation, for: place(100)) == nil)
        #expect(VenueDayIssuer(period: Self.period).tag(of: presentation, for: place(100)) == nil)
        let restored = try #require(VenueDayIssuer(period: Self.period, secret: issuer.secret))
        #expect(restored.publicKey == issuer.publicKey)
        #expect(restored.tag(of: presentation, for: place(100)) != nil)
    }

    @Test("one credential has one tag for a shop and day, others have others, and shops have nothing in common")
    func tags() throws {
        var ana = try credential()
        // A copy that forgot what it presented: the tag gives it away.
        var copy = ana
        var bob = try credential()
        let first = try present(place(100), by: &ana)
        let again = try present(place(100), by: &copy)
        let third = ana.present(place(100))
        #expect(third == nil)
        #expect(first != again)
        let tag = issuer.tag(of: first, for: place(100))
        #expect(tag != nil && tag == issuer.tag(of: again, for: place(100)))
        let other = try present(place(101), by: &ana)
        #expect(issuer.tag(of: other, for: place(101)) != tag)
        let bobs = try present(place(100), by: &bob)
        #expect(issuer.tag(of: bobs, for: place(100)) != tag)
        // No sixteen bytes of one presentation are in another, nor in what was issued.
        let pieces = Set(stride(from: 1, to: first.count - 16, by: 1).map { Array(first[$0..<$0 + 16]) })
        #expect(!stride(from: 1, to: other.count - 16, by: 1).contains { pieces.contains(Array(other[$0..<$0 + 16])) })
    }

    @Test("bytes that nobody made are refused, whatever their length")
    func hostile() throws {
        var random = SplitMix64(seed: 5)
        var credential = try credential()
        let presentation = try present(place(100), by: &credential)
        for _ in 0..<40 {
            var broken = presentation
            broken[Int.random(in: 0..<broken.count, using: &random)] ^= UInt8.random(in: 1...255, using: &random)
            #expect(issuer.tag(of: broken, for: place(100)) == nil)
        }
        #expect(issuer.tag(of: [], for: place(100)) == nil)
        #expect(issuer.tag(of: presentation + [0], for: place(100)) == nil)
        #expect(issuer.tag(of: [UInt8](repeating: 0, count: presentation.count), for: place(100)) == nil)
        #expect(issuer.issue([UInt8](repeating: 0, count: VenueDayRequest.byteCount)) == nil)
        #expect(VenueDayRequest(period: Self.period, publicKey: [UInt8](repeating: 1, count: 99)) == nil)
        #expect(VenueDayIssuer(period: Self.period, secret: [1, 2, 3]) == nil)
        let request = try #require(VenueDayRequest(period: Self.period, publicKey: issuer.publicKey))
        let foreign = try #require(VenueDayIssuer(period: Self.period).issue(request.bytes))
        #expect(request.credential(from: foreign) == nil)
    }

    @Test("a period tells of its days and the fortnight before, until two days after its end")
    func periods() {
        let period = VenueDayPeriod(number: 10)
        #expect(period.firstDay == 140 && period.lastDay == 153)
        #expect(VenueDayPeriod(containing: 140) == period && VenueDayPeriod(containing: 153) == period)
        #expect(VenueDayPeriod(containing: -1).number == -1)
        #expect(period.tellable(on: 139) == nil)
        #expect(period.tellable(on: 140) == 126...140)
        #expect(period.tellable(on: 153) == 139...153)
        #expect(period.tellable(on: 155) == 141...153)
        #expect(period.tellable(on: 156) == nil)
    }

    @Test("a plan tells each place once, in an order and at times that say nothing", arguments: 0..<32 as Range<UInt64>)
    func plan(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let visits = (0..<40).map { place(UInt16(100 + $0 % 9), 20_776 + $0 % 5) } + [place(100, 1)]
        let plan = VenueDayPlan.contributions(of: visits, during: 20_700...20_780, using: &random)
        #expect(Set(plan.map(\.place)).count == plan.count)
        #expect(Set(plan.map(\.place)) == Set(visits.dropLast()))
        #expect(plan.allSatisfy { (0...86_400).contains($0.delaySeconds) })
        #expect(plan.map(\.place.day) != plan.map(\.place.day).sorted())
        let many = (0..<500).map { place(UInt16($0)) }
        #expect(VenueDayPlan.contributions(of: many, during: 0...30_000, using: &random).count == VenueDayPlan.most)
    }
}

@Suite("What is shown of a venue")
struct VenueRiskTests {
    private let shops: Set<UInt16> = [100, 101, 102, 103, 104]

    @Test("four are never shown, five are, and more in steps of five")
    func threshold() {
        let cells = (0...12).map { VenueRiskRule.Cell(major: 100, day: 80 + $0, people: $0) }
        let shown = VenueRiskRule.standard.shown(of: cells, shops: shops, on: 94)
        #expect(shown.map(\.day) == Array(85...92))
        #expect(shown.map(\.people) == [5, 5, 5, 5, 5, 10, 10, 10])
    }

    @Test("today, old days, unknown shops and small venues are left out")
    func suppressed() {
        let rule = VenueRiskRule.standard
        let days = (60...100).map { VenueRiskRule.Cell(major: 100, day: $0, people: 9) }
        #expect(rule.shown(of: days, shops: shops, on: 90).map(\.day) == Array(76...89))
        #expect(rule.shown(of: [.init(major: 7, day: 89, people: 50)], shops: shops, on: 90) == [])
        #expect(rule.shown(of: days, shops: [100, 101, 102, 103], on: 90) == [])
    }

    @Test("what is shown depends on nothing but whole fives", arguments: 0..<32 as Range<UInt64>)
    func coarse(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let cells = shops.sorted().flatMap { major in
            (80..<90).map { VenueRiskRule.Cell(major: major, day: $0, people: Int.random(in: 0...23, using: &random)) }
        }
        let more = cells.map { cell in
            VenueRiskRule.Cell(
                major: cell.major, day: cell.day, people: cell.people / 5 * 5 + Int.random(in: 0...4, using: &random))
        }
        let rule = VenueRiskRule.standard
        #expect(rule.shown(of: cells, shops: shops, on: 90) == rule.shown(of: more, shops: shops, on: 90))
        #expect(rule.shown(of: cells, shops: shops, on: 90).allSatisfy { $0.people >= 5 && $0.people % 5 == 0 })
    }
}
