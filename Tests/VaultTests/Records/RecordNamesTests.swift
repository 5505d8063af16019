import Basics
import Testing

@testable import Vault

@Suite("Identifiers and kinds of fields")
struct RecordNamesTests {
    @Test("an identifier survives its text and its bytes, and sorts as its bytes", arguments: 0..<32 as Range<UInt64>)
    func identifiers(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let one = RecordID(using: &random)
        let other = RecordID(using: &random)
        #expect(RecordID(one.text) == one && RecordID(one.text.uppercased()) == one)
        #expect(RecordID(bytes: one.bytes) == one && one.bytes.count == 16 && one.text.count == 32)
        #expect(one.firstByte == one.bytes[0])
        #expect((one < other) == one.bytes.lexicographicallyPrecedes(other.bytes))
    }

    @Test(
        "what is no identifier is none",
        arguments: [
            "", "0", String(repeating: "0", count: 31), String(repeating: "0", count: 33),
            String(repeating: "g", count: 32), String(repeating: "０", count: 32),
            "+" + String(repeating: "0", count: 31),
        ])
    func noIdentifier(text: String) {
        #expect(RecordID(text) == nil)
    }

    @Test("each kind has a word that names it, and a number")
    func words() {
        #expect(FieldKind.standard.count == 11)
        for kind in FieldKind.standard + [.text(name: "Año: uno"), .concealed(name: "x")] {
            #expect(FieldKind(kind.word) == kind)
            #expect(FieldKind(code: kind.code, name: kind.name ?? "") == kind)
        }
        #expect(Set(FieldKind.standard.map(\.code)).count == 11)
        #expect(FieldKind(code: 0, name: "") == nil && FieldKind(code: 14, name: "x") == nil)
        #expect(FieldKind(code: 1, name: "x") == nil && FieldKind(code: 12, name: "") == nil)
    }

    @Test("other programs' words are understood in any case")
    func aliases() {
        let aliases: [(String, FieldKind)] = [
            ("Username", .user), ("TOTP", .oneTimePassword), ("Notes", .note), ("number", .secretNumber),
            ("e-mail", .email), ("mail", .email), ("TEXT: Sala ", .text(name: "Sala")),
        ]
        for (word, kind) in aliases { #expect(FieldKind(word) == kind, "\(word)") }
        for word in [
            "", "nothing", "text:", "text: ", "concealed:\u{1}", ":x", "text:" + String(repeating: "x", count: 101),
        ] {
            #expect(FieldKind(word) == nil, "\(word)")
        }
    }

    @Test("secrets are hidden")
    func concealed() {
        let hidden = FieldKind.standard.filter(\.isConcealed)
        #expect(hidden == [.password, .pin, .secretNumber, .oneTimePassword])
        #expect(FieldKind.concealed(name: "x").isConcealed && !FieldKind.text(name: "x").isConcealed)
    }
}
