import Testing

@testable import Loyalty

@Suite("terms of a shop's offers")
struct OfferTermsTests {
    private func terms(
        _ text: [String: String] = ["en": "A coffee"], first: Int64? = 20_000, last: Int64? = 20_010, points: Int = 0,
        limit: Int? = nil
    ) -> OfferTerms {
        OfferTerms(text: text, firstDay: first, lastDay: last, hours: [], points: points, limit: limit)
    }

    @Test("what can be published has no gaps, on its last day too")
    func whole() {
        #expect(terms().gaps(on: 20_010).isEmpty)
        #expect(terms().gaps(on: 20_011).map(\.path) == ["validUntil"])
    }

    @Test("what not even a draft may be like is told with its place")
    func faults() {
        #expect(terms([:], first: nil, last: nil).faults.isEmpty)
        #expect(terms(["fr": "Bonjour"]).faults.map(\.path) == ["text.fr"])
        #expect(terms(["en": String(repeating: "é", count: 160)]).faults.isEmpty)
        #expect(terms(["en": String(repeating: "é", count: 161)]).faults.map(\.path) == ["text.en"])
        #expect(terms(["en": "a\nb"]).faults.map(\.path) == ["text.en"])
        #expect(terms(first: 20_010, last: 20_009).faults.map(\.path) == ["validUntil"])
        #expect(terms(first: 20_000, last: 20_400).faults.map(\.path) == ["validUntil"])
        #expect(terms(points: 1001).faults.map(\.path) == ["points"])
        #expect(terms(limit: 0).faults.map(\.path) == ["limit"])
    }

    @Test("a language that the venue file gave the offer may stay")
    func otherLanguages() {
        let terms = OfferTerms(
            text: ["en": "A coffee", "fr": "Un café"], firstDay: 20_000, lastDay: 20_010, hours: [], points: 0,
            limit: nil, otherLanguages: ["fr"])
        #expect(terms.faults.isEmpty)
    }

    @Test("visitors read no blanks at the ends, and no language that says nothing")
    func published() {
        #expect(terms(["en": "  A coffee ", "es": "  "]).publishedText == ["en": "A coffee"])
    }

    @Test("stretches past midnight are hours of both days, and those of Sunday night of Monday")
    func midnight() throws {
        let night = try #require(WeeklyStretch(day: .sunday, from: 1320, to: 1560))
        let hours = WeeklyHours(stretches: [night])
        #expect(hours.text == "mon 00:00-02:00, sun 22:00-24:00")
        #expect(hours.contains(minuteOfWeek: 119) && !hours.contains(minuteOfWeek: 120))
        #expect(WeeklyStretch(day: .monday, from: 600, to: 600) == nil)
        #expect(WeeklyStretch(day: .monday, from: 600, to: 2041) == nil)
    }

    @Test("what overlaps or touches is one, and no stretch is always")
    func joined() {
        let parts = [(600, 720), (700, 800), (800, 840)].compactMap { from, to in
            WeeklyStretch(day: .tuesday, from: from, to: to)
        }
        #expect(parts.count == 3)
        #expect(WeeklyHours(stretches: parts).text == "tue 10:00-14:00")
        #expect(WeeklyHours(stretches: []).isAlways)
    }

    @Test("hours as text are the same hours again; other texts are none")
    func text() {
        for text in ["", "mon 10:00-14:00", "mon 00:00-02:00, mon 10:00-14:00, sun 22:00-24:00"] {
            #expect(WeeklyHours(text: text)?.text == text)
        }
        for text in ["mon", "mon 10:00", "moon 10:00-14:00", "mon 14:00-10:00", "mon a:b-c:d"] {
            #expect(WeeklyHours(text: text) == nil)
        }
    }
}
