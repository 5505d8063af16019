import Basics
import Loyalty
import Testing

@Suite("Which offers a visit gives")
struct CouponRulesTests {
    private static let noon = 12 * 60
    private let inValidity = Timestamp(rfc3339: "2026-06-01T12:00:00Z") ?? Timestamp(milliseconds: 0)

    private func venue(_ change: (inout VenueDraft.Offer) -> Void = { _ in }) throws -> Venue {
        var draft = VenueSamples.draft()
        var offer = VenueSamples.offer(100, ["es": "Un libro"])
        offer.hours = ["mon": ["10:00-14:00"]]
        offer.limit = 3
        change(&offer)
        draft.offers = [offer, VenueSamples.offer(101, ["es": "Un juguete"]), VenueSamples.offer(100, ["es": "Dos"])]
        return try Venue(validating: draft)
    }

    @Test("validity holds its first instant and not its last")
    func validity() throws {
        let offer = try venue().offers[0]
        func refusal(_ instant: Timestamp) -> OfferRefusal? {
            offer.refusal(at: instant, localMinuteOfWeek: Self.noon, history: OfferHistory())
        }
        #expect(refusal(offer.validFrom.advanced(byMilliseconds: -1)) == .notYetValid)
        #expect(refusal(offer.validFrom) == nil)
        #expect(refusal(offer.validUntil.advanced(byMilliseconds: -1)) == nil)
        #expect(refusal(offer.validUntil) == .expired)
        #expect(offer.isOpen(at: offer.validFrom, localMinuteOfWeek: Self.noon))
        #expect(!offer.isOpen(at: offer.validUntil, localMinuteOfWeek: Self.noon))
    }

    @Test("an offer is given in its hours, once to each, until its limit")
    func rules() throws {
        let offer = try venue().offers[0]
        func refusal(_ minute: Int, _ history: OfferHistory) -> OfferRefusal? {
            offer.refusal(at: inValidity, localMinuteOfWeek: minute, history: history)
        }
        #expect(refusal(Self.noon, OfferHistory(given: 2)) == nil)
        #expect(refusal(Self.noon, OfferHistory(given: 3)) == .usedUp)
        #expect(refusal(Self.noon, OfferHistory(given: .max)) == .usedUp)
        #expect(refusal(Self.noon, OfferHistory(given: 1, isReceived: true)) == .received)
        #expect(refusal(14 * 60, OfferHistory()) == .closed)
        #expect(!offer.isOpen(at: inValidity, localMinuteOfWeek: 14 * 60))
    }

    @Test("an offer without limit never ends")
    func unlimited() throws {
        let offer = try venue { $0.limit = nil }.offers[0]
        let history = OfferHistory(given: .max)
        #expect(offer.refusal(at: inValidity, localMinuteOfWeek: Self.noon, history: history) == nil)
    }

    @Test("a visit gives the offers of its shop alone, in the order of the file")
    func given() throws {
        let venue = try venue()
        func texts(_ major: UInt16, _ minute: Int, _ history: (Offer) -> OfferHistory) -> [String?] {
            venue.offersGiven(major: major, at: inValidity, localMinuteOfWeek: minute, history: history)
                .map { $0.text["es"] }
        }
        #expect(texts(100, Self.noon) { _ in OfferHistory() } == ["Un libro", "Dos"])
        #expect(texts(101, Self.noon) { _ in OfferHistory() } == ["Un juguete"])
        #expect(texts(1, Self.noon) { _ in OfferHistory() } == [])
        #expect(texts(100, Self.noon) { OfferHistory(isReceived: $0.text["es"] == "Dos") } == ["Un libro"])
    }

    @Test("history is asked only for offers that are open")
    func lazy() throws {
        let venue = try venue()
        var asked: [String?] = []
        _ = venue.offersGiven(major: 100, at: inValidity, localMinuteOfWeek: 0) { offer in
            asked.append(offer.text["es"])
            return OfferHistory()
        }
        #expect(asked == ["Dos"])
    }
}
