import Basics
import Testing

@testable import Vault

@Suite("Names")
struct VaultNameTests {
    @Test("a name is kept as written, composed and without the spaces around it")
    func kept() throws {
        #expect(try VaultName("  Mi Banco \t").text == "Mi Banco")
        #expect(
            try VaultName("a\u{301}nimo").text.unicodeScalars.map(\.value) == "\u{E1}nimo".unicodeScalars.map(\.value))
        #expect(try VaultName("日本語 🏦").text == "日本語 🏦")
        // A family is one picture of several characters, joined by one without a shape.
        #expect(try VaultName("👨‍👩‍👧").text == "👨‍👩‍👧")
    }

    @Test("an empty name is refused") func empty() {
        #expect(throws: NameFault.empty) { try VaultName("") }
    }

    @Test(
        "a name with nothing to be seen is refused",
        arguments: [" ", "\t\n ", "\u{A0}", "\u{3000}", "\u{200B}", " \u{FE0F} ", "\u{7F}", "\u{0}\u{1}", "\u{2028}"])
    func blank(text: String) {
        #expect(throws: NameFault.blank) { try VaultName(text) }
    }

    @Test(
        "a control character, a line break or a turn of direction within a name is refused",
        arguments: ["a\u{0}b", "a\nb", "a\u{1B}[31mb", "a\u{7F}b", "a\u{85}b", "a\u{202E}b", "a\u{2028}b", "\u{2066}a"])
    func control(text: String) {
        #expect(throws: NameFault.controlCharacter) { try VaultName(text) }
    }

    @Test("two hundred characters are a name, one more is too many")
    func length() throws {
        for character in ["a", "ñ", "n\u{303}", "日", "🏦"] {
            #expect(try VaultName(String(repeating: character, count: 200)).text.unicodeScalars.count == 200)
            #expect(throws: NameFault.tooLong(limit: 200)) {
                try VaultName(String(repeating: character, count: 201))
            }
        }
        #expect(throws: NameFault.tooLong(limit: 200)) { try VaultName(String(repeating: " a", count: 10_000_000)) }
    }

    @Test(
        "names that differ in case or composition are one name",
        arguments: [
            ("Ánimo", "a\u{301}NIMO"), ("ana", "ANA"), ("Straße", "STRASSE"), ("STRAẞE", "strasse"),
            ("ΣΊΣΥΦΟΣ", "σίσυφος"), ("ÑANDÚ", "ñandú"),
            ("ﬁn", "FIN"),
        ])
    func same(one: String, other: String) throws {
        #expect(try VaultName(one) == VaultName(other))
        #expect(try VaultName(one).hashValue == VaultName(other).hashValue)
        #expect(try VaultName(one).folded.bytes == VaultName(other).folded.bytes)
    }

    @Test("names that differ in accents are two", arguments: [("Ánimo", "Animo"), ("año", "ano"), ("a", "а")])
    func different(one: String, other: String) throws {
        #expect(try VaultName(one) != VaultName(other))
    }

    @Test("folding what is folded changes nothing", arguments: 0..<32 as Range<UInt64>)
    func idempotent(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        for _ in 0..<50 {
            let scalars = (0..<8).compactMap { _ in Unicode.Scalar(UInt32.random(in: 0x20...0x2FFF, using: &random)) }
            guard let name = try? VaultName(String(String.UnicodeScalarView(scalars))) else { continue }
            guard let again = try? VaultName(name.folded.text) else { continue }
            #expect(again.folded == name.folded, "\(scalars)")
            #expect(try VaultName(name.text).text.utf8.elementsEqual(name.text.utf8))
        }
    }
}
