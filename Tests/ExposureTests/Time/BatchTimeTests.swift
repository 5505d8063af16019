import Basics
import Exposure
import Testing

@Suite("Batches and epochs in time")
struct BatchTimeTests {
    @Test("a batch gathers from its begin on and excludes its end")
    func halfOpen() {
        let release = UTCDay.example.at(10)
        #expect(BatchTime.isAligned(release))
        #expect(BatchTime.next(after: UTCDay.example.at(8)) == release)
        #expect(BatchTime.next(after: release.advanced(byMilliseconds: -1)) == release)
        #expect(BatchTime.next(after: release) == UTCDay.example.at(12))
        #expect(BatchTime.floor(release) == release)
        #expect(BatchTime.floor(release.advanced(byMilliseconds: -1)) == UTCDay.example.at(8))
        for offset in [-1, 1, 1000, 3_600_000] as [Int64] {
            #expect(!BatchTime.isAligned(release.advanced(byMilliseconds: offset)))
        }
    }

    @Test("each time lies in one batch and one epoch", arguments: 0..<32 as Range<UInt64>)
    func grid(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let time = Timestamp(milliseconds: Int64.random(in: -1 << 45...1 << 45, using: &random))
        let floor = BatchTime.floor(time)
        #expect(BatchTime.isAligned(floor) && floor <= time)
        #expect(time.milliseconds(since: floor) < BatchTime.milliseconds)
        #expect(BatchTime.next(after: time).milliseconds(since: floor) == BatchTime.milliseconds)

        let epoch = Epoch.index(at: time)
        #expect((0..<96).contains(epoch))
        let begin = UTCDay(containing: time).begin.advanced(byMilliseconds: Int64(epoch) * 900_000)
        #expect(Epoch.begin(of: time) == begin)
        #expect((0..<900_000).contains(time.milliseconds(since: begin)))
    }

    @Test("the day's first and last epochs are 0 and 95")
    func epochs() {
        #expect(Epoch.index(at: UTCDay.example.begin) == 0)
        #expect(Epoch.index(at: UTCDay.example.at(0, 14, 59)) == 0)
        #expect(Epoch.index(at: UTCDay.example.at(0, 15)) == 1)
        #expect(Epoch.index(at: UTCDay.example.at(23, 59, 59)) == 95)
    }

    @Test("the ends of time do not overflow", arguments: [Int64.min, .min + 1, .max - 1, .max])
    func extremes(milliseconds: Int64) {
        let time = Timestamp(milliseconds: milliseconds)
        #expect(BatchTime.floor(time) <= time)
        #expect(Epoch.begin(of: time) <= time)
        #expect(BatchTime.next(after: time) >= BatchTime.floor(time))
        #expect((0..<96).contains(Epoch.index(at: time)))
    }
}
