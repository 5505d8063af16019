import Basics
import Foundation
import Testing

@Suite("Base64 and Base32")
struct Base64Tests {
    @Test(
        "the vectors of RFC 4648 section 10",
        arguments: [
            ("", "", ""), ("f", "Zg==", "MY"), ("fo", "Zm8=", "MZXQ"), ("foo", "Zm9v", "MZXW6"),
            ("foob", "Zm9vYg==", "MZXW6YQ"), ("fooba", "Zm9vYmE=", "MZXW6YTB"), ("foobar", "Zm9vYmFy", "MZXW6YTBOI"),
        ])
    func vectors(plain: String, base64: String, base32: String) {
        let bytes = Array(plain.utf8)
        let bare = base64.filter { $0 != "=" }
        #expect(Base64.text(bytes) == base64 && Base64.bytes(base64) == bytes)
        #expect(Base64.text(bytes, .url) == bare && Base64.bytes(bare, .url) == bytes)
        #expect(Base32.text(bytes) == base32)
    }

    @Test("every digit of both forms, as Foundation has them", arguments: 0..<256)
    func digits(byte: Int) throws {
        let bytes = [UInt8(byte), UInt8(255 - byte), UInt8(byte ^ 0x5A)]
        let standard = Data(bytes).base64EncodedString()
        let url = standard.replacingOccurrences(of: "+", with: "-").replacingOccurrences(of: "/", with: "_")
        #expect(Base64.text(bytes) == standard && Base64.bytes(standard) == bytes)
        #expect(Base64.text(bytes, .url) == url && Base64.bytes(url, .url) == bytes)
        // A character is a digit of a form exactly when its alphabet has it.
        let character = Character(Unicode.Scalar(UInt8(byte)))
        let common = character.isASCII && (character.isLetter || character.isNumber)
        #expect(
            (Base64.bytes([UInt8(byte), 0x41, 0x41, 0x41]) != nil) == (common || character == "+" || character == "/"))
        #expect(
            (Base64.bytes([UInt8(byte), 0x41, 0x41, 0x41], .url) != nil)
                == (common || character == "-" || character == "_"))
    }

    @Test("what is written is read, and one value has one text", arguments: 0..<64 as Range<UInt64>)
    func roundTrip(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let bytes = (0..<Int(seed)).map { _ in UInt8.random(in: 0...255, using: &random) }
        for form in [Base64.Form.standard, .url] {
            let text = Base64.text(bytes, form)
            #expect(Base64.bytes(text, form) == bytes)
            #expect(form == .url || text == Data(bytes).base64EncodedString())
            // Any other text of the same length means something else, or nothing.
            for _ in 0..<20 where !text.isEmpty {
                var changed = Array(text.utf8)
                changed[Int.random(in: 0..<changed.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
                if changed != Array(text.utf8) { #expect(Base64.bytes(changed, form) != bytes) }
            }
        }
    }

    @Test(
        "padded text that says more or less than bytes is refused",
        arguments: [
            "A", "AA", "AA=", "AAA", "A===", "====", "==", "=", "AB==", "AAB=", "AA==AA==", "A=A=", "AA=A", "AA_A",
            "AA-A", "AA A", " AAAA", "AAAA\n", "AA==\n", "ÀAA=", "AAAA====",
        ])
    func noStandard(text: String) {
        #expect(Base64.bytes(text) == nil)
    }

    @Test(
        "text for addresses that says more or less than bytes is refused",
        arguments: ["A", "AAAAA", "AB", "AAB", "AA==", "AAA=", "AA+A", "AA/A", "A A", "À"])
    func noURL(text: String) {
        #expect(Base64.bytes(text, .url) == nil)
    }
}
