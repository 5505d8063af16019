import Basics
import Testing

@Suite("SplitMix64")
struct SplitMix64Tests {
    @Test("the published sequence of seed 1234567 comes out")
    func publishedSequence() {
        var random = SplitMix64(seed: 1_234_567)
        let expected: [UInt64] = [
            6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423,
            4_593_380_528_125_082_431, 16_408_922_859_458_223_821,
        ]
        #expect((0..<5).map { _ in random.next() } == expected)
    }

    @Test("streams differ from each other and repeat themselves")
    func streams() {
        let root = SplitMix64(seed: 9)
        var first = root.split(1)
        var again = root.split(1)
        var second = root.split(2)
        #expect(first.next() == again.next())
        #expect(first.next() != second.next())
    }

    @Test("uniform numbers stay in [0, 1) and are spread evenly")
    func uniform() {
        var random = SplitMix64(seed: 3)
        let numbers = (0..<10_000).map { _ in random.uniform() }
        #expect(numbers.allSatisfy { $0 >= 0 && $0 < 1 })
        let mean = numbers.reduce(0, +) / Double(numbers.count)
        #expect(abs(mean - 0.5) < 0.01)
    }
}
