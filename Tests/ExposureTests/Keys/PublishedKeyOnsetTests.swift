import Basics
import Exposure
import Testing

@Suite("A key from two days before an onset on")
struct PublishedKeyOnsetTests {
    private let day = UTCDay.example
    private let key = PublishedKey(key: .example(), day: .example)

    @Test("is the chain's key of that day, and tells nothing of the days before")
    func narrowed() throws {
        let narrowed = key.narrowed(toOnset: day.advanced(by: 9))
        #expect(narrowed.day == day.advanced(by: 7))
        var chained = DayKey.example()
        for _ in 0..<7 { chained = chained.next }
        #expect(narrowed.key == chained)
        #expect(narrowed.identifiers(on: day.advanced(by: 6)) == nil)
        #expect(narrowed.identifiers(on: day.advanced(by: 12)) == key.identifiers(on: day.advanced(by: 12)))
    }

    @Test("stays as it is when it begins there or later", arguments: [-400, 0, 1, 2])
    func unchanged(onset: Int) {
        #expect(key.narrowed(toOnset: day.advanced(by: onset)) == key)
    }

    @Test("absurd onsets are no danger")
    func absurd() {
        #expect(key.narrowed(toOnset: UTCDay(number: .max)) == key)
        #expect(key.narrowed(toOnset: UTCDay(number: .min)) == key)
    }
}
