import Basics
import Exposure
import ExposureWire
import TestServer
import Testing

@testable import HTTPKit

@Suite("The text of a case")
struct CaseCodeTests {
    @Test("an address, its end and the bare text mean the same", arguments: 0..<32 as Range<UInt64>)
    func forms(seed: UInt64) throws {
        var shown = ShownCase(seed: seed, daysAgo: Int(seed % 14), now: TestClock.start)
        var random = SplitMix64(seed: seed)
        shown.application = (0..<16).map { _ in UInt8.random(in: 0...255, using: &random) }
        let wrapped = shown.text.prefix(30) + "\r\n  " + shown.text.dropFirst(30) + "\n"
        for text in [shown.text, "case=\(shown.text)", "#case=\(shown.text)", shown.address, String(wrapped)] {
            let code = try #require(CaseCode(text))
            #expect(code.published == PublishedKey(key: shown.key, day: shown.day))
            #expect(code.checkWords == shown.words)
        }
    }

    /// Made apart from this code: 52 bytes 0, 1, 2, … with day 20 778 (2026-11-21) in the middle, hashed by sha256sum.
    @Test("the check words are the first 32 bits of SHA-256")
    func vector() throws {
        let code = try #require(
            CaseCode("V1.AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8AAFEqAAECAwQFBgcICQoLDA0ODw"))
        #expect(code.published.day.number == 20_778)
        #expect(code.published.key.bytes == Array(0..<32))
        #expect(code.checkWords == "7D05-1D8C")
    }

    @Test("what is no case is none", arguments: 0..<32 as Range<UInt64>)
    func mutations(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let shown = ShownCase(seed: seed, now: TestClock.start)
        let text = Array(shown.text)
        let cut = Int.random(in: 0..<text.count, using: &random)
        #expect(CaseCode(String(text[..<cut])) == nil)
        #expect(CaseCode(shown.text + "A") == nil)
        #expect(CaseCode(shown.text + "=") == nil)
        #expect(CaseCode("V2" + shown.text.dropFirst(2)) == nil)
        var spoilt = text
        spoilt[Int.random(in: 3..<text.count, using: &random)] = "+"
        #expect(CaseCode(String(spoilt)) == nil)
        #expect(CaseCode("https://cerca.example/console/health?case=\(shown.text)") == nil)
        #expect(CaseCode(String(repeating: "V1.", count: 1000)) == nil)
        #expect(CaseCode("") == nil)
    }

    @Test("two texts never mean the same case")
    func canonical() throws {
        let shown = ShownCase(now: TestClock.start)
        let last = try #require(shown.text.last)
        // The last character carries four bits that no byte needs.
        let others = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".filter { $0 != last }
        let accepted = others.filter { other in
            guard let code = CaseCode(shown.text.dropLast() + String(other)) else { return false }
            return code.published == PublishedKey(key: shown.key, day: shown.day) && code.checkWords == shown.words
        }
        #expect(accepted.isEmpty)
    }

    @Test("a case shows its key nowhere")
    func secrecy() throws {
        let shown = ShownCase(now: TestClock.start)
        let code = try #require(CaseCode(shown.text))
        var dumped = ""
        dump(code, to: &dumped)
        for text in ["\(code)", String(reflecting: code), dumped] {
            #expect(!text.contains(shown.key.bytes.map(String.init).joined(separator: ", ")))
            #expect(text.count < 40)
        }
    }
}
