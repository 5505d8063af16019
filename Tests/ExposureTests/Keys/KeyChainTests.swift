import Basics
import Exposure
import Testing

@Suite("A phone's own keys")
struct KeyChainTests {
    private let day = UTCDay.example

    private func makeChain(seed: UInt64 = 1) -> KeyChain {
        var random = SplitMix64(seed: seed)
        return KeyChain(today: day, using: &random)
    }

    @Test("each day's key is the hash of the one before")
    func advancing() throws {
        var chain = makeChain()
        let first = chain.newest.key
        try chain.advance(to: day.advanced(by: 1))
        try chain.advance(to: day.advanced(by: 3))
        #expect(chain.key(on: day) == first)
        #expect(chain.key(on: day.advanced(by: 1)) == first.next)
        #expect(chain.key(on: day.advanced(by: 3)) == first.next.next.next)
        #expect(chain.newest.day == day.advanced(by: 3))
        #expect(chain.oldest.day == day)
    }

    @Test("going in steps or at once reaches the same chain", arguments: 0..<32 as Range<UInt64>)
    func gaps(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let retained = Int.random(in: 0...30, using: &random)
        var stepwise = makeChain(seed: seed)
        var atOnce = stepwise
        var today = day
        for _ in 0..<Int.random(in: 1...12, using: &random) {
            today = today.advanced(by: Int.random(in: 0...9, using: &random))
            try stepwise.advance(to: today, retaining: retained)
        }
        try atOnce.advance(to: today, retaining: retained)
        #expect(stepwise == atOnce)
        #expect(atOnce.newest.day == today)
        #expect(atOnce.oldest.day == max(day, today.advanced(by: -retained)))
        #expect(atOnce.entries.count == atOnce.newest.day.days(since: atOnce.oldest.day) + 1)
        #expect(atOnce == KeyChain(restoring: atOnce.entries.shuffled(using: &random)))
    }

    @Test("what is older than the retention is forgotten")
    func retention() throws {
        var chain = makeChain()
        try chain.advance(to: day.advanced(by: 21))
        #expect(chain.key(on: day) != nil)
        try chain.advance(to: day.advanced(by: 22))
        #expect(chain.key(on: day) == nil)
        #expect(chain.oldest.day == day.advanced(by: 1))
        try chain.advance(to: day.advanced(by: 22), retaining: 0)
        #expect(chain.entries.count == 1)
    }

    @Test("a key that is not held is not available")
    func unavailable() throws {
        var chain = makeChain()
        try chain.advance(to: day.advanced(by: 2))
        for distance in [-1, 3, 1000, -1000] { #expect(chain.key(on: day.advanced(by: distance)) == nil) }
        #expect(chain.key(on: UTCDay(number: .min)) == nil)
        #expect(chain.key(on: UTCDay(number: .max)) == nil)
    }

    @Test("a clock that goes back or leaps over a century changes nothing")
    func refusals() throws {
        var chain = makeChain()
        try chain.advance(to: day.advanced(by: 5))
        let before = chain
        #expect(throws: KeyChainError.dayIsPast(newest: before.newest.day)) { try chain.advance(to: day) }
        #expect(throws: KeyChainError.dayIsTooFar(newest: before.newest.day)) {
            try chain.advance(to: UTCDay(number: .max))
        }
        #expect(throws: KeyChainError.dayIsPast(newest: before.newest.day)) {
            try chain.advance(to: UTCDay(number: .min))
        }
        #expect(chain == before)
    }

    @Test("what is no chain is not restored")
    func broken() throws {
        var chain = makeChain()
        try chain.advance(to: day.advanced(by: 3))
        var gap = chain.entries
        gap.remove(at: 1)
        #expect(KeyChain(restoring: gap) == nil)
        var foreign = chain.entries
        foreign[2] = KeyChain.Entry(day: foreign[2].day, key: .example(9))
        #expect(KeyChain(restoring: foreign) == nil)
        #expect(KeyChain(restoring: chain.entries + [chain.entries[0]]) == nil)
        #expect(KeyChain(restoring: []) == nil)
        #expect(KeyChain(restoring: chain.entries) == chain)
    }

    @Test("the oldest key of the window is published, or the oldest there is")
    func publishing() throws {
        var chain = makeChain()
        #expect(chain.publishable(at: day.at(23)) == PublishedKey(key: chain.newest.key, day: day))
        try chain.advance(to: day.advanced(by: 14))
        #expect(chain.publishable(at: day.advanced(by: 14).at(0)).day == day)
        try chain.advance(to: day.advanced(by: 20))
        let published = chain.publishable(at: day.advanced(by: 20).at(12))
        #expect(published.day == day.advanced(by: 6))
        #expect(published.key == chain.key(on: published.day))
        #expect(chain.publishable(at: day.advanced(by: 20).at(12), windowDays: 0).day == day.advanced(by: 20))
    }

    @Test("two chains have nothing in common")
    func independence() {
        #expect(makeChain(seed: 1).newest.key != makeChain(seed: 2).newest.key)
    }
}
