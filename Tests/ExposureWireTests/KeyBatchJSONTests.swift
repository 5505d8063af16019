import Basics
import Exposure
import Foundation
import Testing

@testable import ExposureWire

@Suite("A batch as JSON")
struct KeyBatchJSONTests {
    @Test("is read as it was written", arguments: 0..<8 as Range<UInt64>)
    func roundTrip(seed: UInt64) throws {
        var samples = Samples(seed: seed)
        let batch = try samples.batch(Int(seed * 3))
        #expect(try KeyBatch(json: batch.json()) == batch)
        // Foundation reads it as well.
        #expect(try JSONSerialization.jsonObject(with: Data(batch.json())) is [String: Any])
    }

    @Test("has the form of the original")
    func form() throws {
        let key = try #require(DayKey(bytes: Array("ABCDEFGHIJKLMNOPQRSTUVWXYZABCDEF".utf8)))
        let day = try #require(UTCDay(midnight: Timestamp(milliseconds: 1_604_707_200_000)))
        let release = Timestamp(milliseconds: 1_604_714_400_000)
        let batch = try #require(KeyBatch(release: release, keys: [PublishedKey(key: key, day: day)]))
        #expect(
            String(decoding: batch.json(), as: UTF8.self)
                == """
                {"batchReleaseTime":1604714400000,"exposed":[{"key":"QUJDREVGR0hJSktMTU5PUFFSU1RVVldYWVpBQkNERUY=",\
                "keyDate":1604707200000}]}
                """)
    }

    @Test(
        "of another form is refused",
        arguments: [
            "", "{", "[]", "null", "{}", #"{"batchReleaseTime":0}"#, #"{"batchReleaseTime":"0","exposed":[]}"#,
            #"{"batchReleaseTime":0,"exposed":[{}]}"#, #"{"batchReleaseTime":0.5,"exposed":[]}"#,
            #"{"batchReleaseTime":0,"exposed":{}}"#,
        ])
    func malformed(text: String) {
        #expect(throws: BatchError.malformed) { try KeyBatch(json: Array(text.utf8)) }
    }

    @Test("has keys of 32 bytes", arguments: ["", "QUJD", "QUJDREVGR0hJSktMTU5PUFFSU1RVVldYWVpBQkNERUZH", "*"])
    func keyLength(key: String) {
        let text = #"{"batchReleaseTime":0,"exposed":[{"key":"\#(key)","keyDate":0}]}"#
        #expect(throws: BatchError.keyLength) { try KeyBatch(json: Array(text.utf8)) }
    }
}
