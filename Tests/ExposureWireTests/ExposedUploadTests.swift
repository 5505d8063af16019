import Basics
import Exposure
import Foundation
import Testing

@testable import ExposureWire

/// ASCII A to Z and A to F, the original's example.
private let keyText = "QUJDREVGR0hJSktMTU5PUFFSU1RVVldYWVpBQkNERUY="

@Suite("An upload")
struct ExposedUploadTests {
    private func body(_ members: String) -> [UInt8] {
        Array(#"{"key":"\#(keyText)","keyDate":1604707200000,\#(members)}"#.utf8)
    }

    @Test("is read as it was written", arguments: 0..<8 as Range<UInt64>)
    func roundTrip(seed: UInt64) throws {
        var samples = Samples(seed: seed)
        let upload = ExposedUpload(key: samples.key(), authorization: "012345678901", isFake: seed % 2 == 0)
        #expect(try ExposedUpload(json: upload.json()) == upload)
        let list = ExposedListUpload(
            keys: (0...seed).map { _ in samples.key() }, authorization: "012345678901", isFake: seed % 2 == 1)
        #expect(try ExposedListUpload(json: list.json()) == list)
    }

    @Test("has the form of the original")
    func form() throws {
        let upload = try ExposedUpload(json: body(#""authData":{"value":"123456789012"},"fake":0"#))
        #expect(
            String(decoding: upload.json(), as: UTF8.self)
                == #"{"key":"\#(keyText)","keyDate":1604707200000,"authData":{"value":"123456789012"},"fake":0}"#)
    }

    @Test(
        "is fake when either name says so",
        arguments: [
            (#""fake":1"#, true), (#""fake":0"#, false), (#""isFake":1"#, true), (#""isFake":true"#, true),
            (#""fake":true"#, true), (#""fake":0,"isFake":1"#, true), (#""fake":1,"isFake":0"#, true),
            (#""fake":null"#, false), (#""other":1"#, false), (#""fake":2"#, true),
        ])
    func fake(members: String, isFake: Bool) throws {
        #expect(try ExposedUpload(json: body(members)).isFake == isFake)
    }

    @Test("of which a fake differs from a real one in one character alone", arguments: 0..<4 as Range<UInt64>)
    func length(seed: UInt64) {
        var samples = Samples(seed: seed)
        let key = samples.key()
        let real = ExposedUpload(key: key, authorization: "012345678901").json()
        let fake = ExposedUpload(key: key, authorization: "012345678901", isFake: true).json()
        #expect(real.count == fake.count)
    }

    @Test(
        "of another form is refused",
        arguments: [
            "", "x", "[]", #""text""#, "{}", #"{"key":"\#(keyText)"}"#, #"{"keyDate":1604707200000}"#,
            #"{"key":5,"keyDate":1604707200000}"#, #"{"key":"\#(keyText)","keyDate":"2020-11-07"}"#,
            #"{"key":"\#(keyText)","keyDate":1604707200000.5}"#,
            #"{"key":"\#(keyText)","keyDate":9223372036854775808}"#,
            #"{"key":"\#(keyText)","keyDate":1604707200000,"fake":"1"}"#,
            #"{"key":"\#(keyText)","keyDate":1604707200000,"authData":5}"#,
        ])
    func malformed(text: String) {
        #expect(throws: UploadFault.malformed) { try ExposedUpload(json: Array(text.utf8)) }
    }

    @Test(
        "has a key that is base64 of 32 bytes",
        arguments: [
            "", "QUJD", "QUJDREVGR0hJSktMTU5PUFFSU1RVVldYWVpBQkNERQ==", "QUJDREVGR0hJSktMTU5PUFFSU1RVVldYWVpBQkNERUZH",
            "QUJDREVGR0hJSktMTU5PUFFSU1RVVldYWVpBQkNERUY-", "!UJDREVGR0hJSktMTU5PUFFSU1RVVldYWVpBQkNERUY=",
            "QUJDREVGR0hJSktMTU5PUFFSU1RVVldYWVpBQkNERUY=\\n",
        ])
    func key(text: String) {
        let json = #"{"key":"\#(text)","keyDate":1604707200000}"#
        #expect(throws: UploadFault.key) { try ExposedUpload(json: Array(json.utf8)) }
    }

    @Test("may leave out the padding of the key")
    func padding() throws {
        let json = #"{"key":"\#(keyText.dropLast())","keyDate":1604707200000}"#
        #expect(
            try ExposedUpload(json: Array(json.utf8)).key.key.bytes == Array("ABCDEFGHIJKLMNOPQRSTUVWXYZABCDEF".utf8))
    }

    @Test("has midnight for a date", arguments: [1_604_707_200_001, 1_604_707_199_999, 1, Int64.max, Int64.min])
    func midnight(date: Int64) {
        let json = #"{"key":"\#(keyText)","keyDate":\#(date)}"#
        #expect(throws: UploadFault.notMidnight) { try ExposedUpload(json: Array(json.utf8)) }
    }

    @Test("of a list has 1 to 30 keys, each once")
    func list() throws {
        func list(_ count: Int) -> [UInt8] {
            let entries = (0..<count).map { index in
                let key = Data(repeating: UInt8(index), count: 32).base64EncodedString()
                return #"{"key":"\#(key)","keyDate":1604707200000}"#
            }
            return Array(#"{"exposedKeys":[\#(entries.joined(separator: ","))]}"#.utf8)
        }
        #expect(throws: UploadFault.count) { try ExposedListUpload(json: list(0)) }
        #expect(try ExposedListUpload(json: list(30)).keys.count == 30)
        #expect(throws: UploadFault.count) { try ExposedListUpload(json: list(31)) }
        #expect(throws: UploadFault.malformed) { try ExposedListUpload(json: Array("{}".utf8)) }
        let entry = #"{"key":"\#(keyText)","keyDate":1604707200000}"#
        let twice = #"{"exposedKeys":[\#(entry),\#(entry)]}"#
        #expect(try ExposedListUpload(json: Array(twice.utf8)).keys.count == 1)
    }

    @Test("with hostile text for a code is read, and never written as something else")
    func hostileCode() throws {
        let text = #""authData":{"value":"1\",\"fake\":0,\"x\":\"2"},"fake":1"#
        let upload = try ExposedUpload(json: body(text))
        #expect(upload.authorization == #"1","fake":0,"x":"2"#)
        #expect(try ExposedUpload(json: upload.json()).isFake)
    }
}
