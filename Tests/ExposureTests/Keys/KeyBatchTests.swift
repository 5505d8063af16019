import Basics
import Exposure
import Testing

@Suite("Batches of keys")
struct KeyBatchTests {
    @Test("a batch is released on the two hours and at no other time")
    func alignment() throws {
        let keys = [PublishedKey(key: .example(), day: .example)]
        let batch = try #require(KeyBatch(release: UTCDay.example.at(6), keys: keys))
        #expect(batch.keys == keys)
        for offset in [-1, 1, 60_000, 3_600_000] as [Int64] {
            #expect(KeyBatch(release: UTCDay.example.at(6).advanced(byMilliseconds: offset), keys: keys) == nil)
        }
    }
}
