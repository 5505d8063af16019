import Testing

@testable import AccountService

@Suite("Failures that wait to be written")
struct FailureTallyTests {
    @Test("each is counted once, whoever takes them")
    func counts() {
        let tally = FailureTally()
        for _ in 0..<3 { tally.count([1], from: nil) }
        tally.count([2], from: nil)
        let mine = tally.take(of: [1])
        #expect(Array(mine.values) == [3])
        #expect(tally.take(of: [1]).isEmpty)
        tally.putBack(mine)
        tally.count([1], from: nil)
        #expect(tally.take().values.sorted() == [1, 4])
        #expect(tally.take().isEmpty)
    }

    @Test("it is bounded whatever strangers try")
    func bounded() {
        let tally = FailureTally(capacity: 10)
        for number in 0..<100 as Range<UInt8> { tally.count([number], from: nil) }
        for _ in 0..<5 { tally.count([0], from: nil) }
        let taken = tally.take()
        #expect(taken.count == 10 && taken[.init(account: [0], address: nil)] == 6)
    }
}
