import Basics
import Foundation
import Testing

@Suite("Percent encoding")
struct PercentEncodingTests {
    @Test("only the unreserved characters of RFC 3986 stand as they are")
    func everyByte() {
        let unreserved = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~".utf8)
        for byte in 0..<0x80 as Range<UInt8> {
            let text = String(UnicodeScalar(byte))
            let hexadecimal = String(byte, radix: 16, uppercase: true)
            let encoded = "%" + String(repeating: "0", count: 2 - hexadecimal.count) + hexadecimal
            #expect(PercentEncoding.encoded(text) == (unreserved.contains(byte) ? text : encoded))
        }
    }

    @Test(
        "a text is encoded by its bytes of UTF-8",
        arguments: [("", ""), ("a b+c", "a%20b%2Bc"), ("ñ", "%C3%B1"), ("€/😀", "%E2%82%AC%2F%F0%9F%98%80")])
    func text(text: String, encoded: String) {
        #expect(PercentEncoding.encoded(text) == encoded)
    }

    @Test("what is encoded is decoded, and Foundation agrees", arguments: 0..<32 as Range<UInt64>)
    func roundTrip(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        for _ in 0..<50 {
            let characters: [Character] = ["a", "%", "+", " ", "2", "0", "é", "😀", "/", "\u{0}", "~", "\n"]
            let text = String(
                (0..<Int.random(in: 0..<10, using: &random)).map { _ in
                    characters.randomElement(using: &random) ?? "a"
                })
            let encoded = PercentEncoding.encoded(text)
            #expect(PercentEncoding.decoded(encoded) == text && encoded.removingPercentEncoding == text)
            // As it is, it may mean something else, or nothing; then Foundation says the same.
            #expect(PercentEncoding.decoded(text) == text.removingPercentEncoding)
        }
    }

    @Test(
        "a percent sign without two digits, and bytes that are no UTF-8, say nothing",
        arguments: ["%", "%4", "%4g", "%g4", "a%", "%+1", "%-1", "% 1", "%FF", "%C3", "%C3%28", "%ED%A0%80", "%%41"])
    func refused(text: String) {
        #expect(PercentEncoding.decoded(text) == nil)
    }

    @Test("digits have either case, and nothing is decoded twice")
    func decoded() {
        #expect(PercentEncoding.decoded("%c3%B1%2541+") == "ñ%41+")
        #expect(PercentEncoding.decoded("") == "")
    }

    @Test("in a form a plus sign is a space; a reader that must not fail keeps what is no encoding")
    func options() {
        #expect(PercentEncoding.bytes(Array("a+%2B".utf8), plus: " ") == Array("a +".utf8))
        #expect(PercentEncoding.bytes(Array("a%zz%4".utf8)) == nil)
        #expect(PercentEncoding.bytes(Array("100%,%41%4".utf8), keepsStray: true) == Array("100%,A%4".utf8))
    }
}
