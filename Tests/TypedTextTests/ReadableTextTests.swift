import Testing

@testable import TypedText

@Suite("Texts that one person writes and another reads")
struct ReadableTextTests {
    @Test(
        "what people write stays as it is",
        arguments: [
            "Ana", "Añá 中", "Café – «hoy» 50 %", "नमस्ते", "क्‍ष", "می‌خواهم", "שלום", "مرحبا",
            // A family, a flag of a country, the flags of England and Scotland, a heart, a keycap, a skin tone.
            "👨‍👩‍👧‍👦", "🇨🇱", "\u{1F3F4}\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F} England",
            "\u{1F3F4}\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F}", "❤️‍🔥", "1️⃣", "👍🏽", "🏳️‍🌈", "🏴‍☠️",
            "葛\u{E0100}城", "≨\u{FE00}", "O’Higgins", "tel\u{A0}2", "٤٢", "\u{600}١٢",
        ])
    func accepted(text: String) throws {
        #expect(try ReadableText.read(text).unicodeScalars.elementsEqual(text.unicodeScalars))
        #expect(ReadableText.cleaned(text) == text)
    }

    @Test(
        "a text is normalized, and what says nothing is dropped",
        arguments: [
            ("Cafe\u{301}", "Caf\u{E9}"), ("Super\u{AD}markt", "Supermarkt"), ("a\u{200E}b\u{200F}c\u{61C}", "abc"),
            ("שלום\u{200F}!", "שלום\u{200F}!"), ("\u{212B}", "\u{C5}"),
        ])
    func changed(text: String, read: String) throws {
        #expect(try Array(ReadableText.read(text).unicodeScalars) == Array(read.unicodeScalars))
    }

    @Test(
        "what turns, hides or breaks a line is refused by its number and name",
        arguments: [
            ("a\u{202E}b", "U+202E right-to-left override"), ("\u{202A}a", "U+202A left-to-right embedding"),
            ("a\u{202C}", "U+202C pop directional formatting"), ("a\u{2066}b\u{2069}", "U+2066 left-to-right isolate"),
            ("a\u{2069}", "U+2069 pop directional isolate"), ("שלום\u{202E}a", "U+202E right-to-left override"),
            ("a\u{200B}b", "U+200B zero width space"), ("a\u{2060}b", "U+2060 word joiner"),
            ("\u{FEFF}a", "U+FEFF byte order mark"), ("a\u{FFF9}b", "U+FFF9 interlinear annotation anchor"),
            ("a\u{FFFB}", "U+FFFB interlinear annotation terminator"), ("a\u{0}", "U+0000 null"),
            ("a\u{1B}[2J", "U+001B escape"), ("a\nb", "U+000A line feed"), ("a\tb", "U+0009 tab"),
            ("a\u{85}b", "U+0085 next line"), ("a\u{2028}b", "U+2028 line separator"),
            ("a\u{2029}b", "U+2029 paragraph separator"), ("a\u{E000}", "U+E000 private-use character"),
            ("a\u{378}", "U+0378 unassigned character"), ("a\u{FFFE}", "U+FFFE unassigned character"),
            ("a\u{200D}b", "U+200D zero width joiner"), ("a\u{200C}b", "U+200C zero width non-joiner"),
            ("\u{1F468}\u{200D}", "U+200D zero width joiner"), ("\u{200D}\u{1F468}", "U+200D zero width joiner"),
            ("a\u{FE0F}", "U+FE0F variation selector-16"), ("\u{2764}\u{FE0F}\u{FE0F}", "U+FE0F variation selector-16"),
            ("a\u{E0100}", "U+E0100 variation selector-17"), ("a\u{34F}b", "U+034F combining grapheme joiner"),
            ("\u{115F}", "U+115F hangul choseong filler"), ("\u{3164}", "U+3164 hangul filler"),
            ("a\u{180E}b", "U+180E mongolian vowel separator"), ("a\u{2063}b", "U+2063 invisible separator"),
            // Tags without a flag, of a flag without an end, and too many.
            ("a\u{E0067}", "U+E0067 tag latin small letter g"), ("\u{E0001}", "U+E0001 language tag"),
            ("\u{1F3F4}\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}", "U+E0067 tag latin small letter g"),
            ("\u{1F600}\u{E0067}\u{E007F}", "U+E0067 tag latin small letter g"),
            (
                "\u{1F3F4}\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E0067}\u{E0067}\u{E007F}",
                "U+E0067 tag latin small letter g"
            ),
        ])
    func refused(text: String, name: String) throws {
        let fault = #expect(throws: UnreadableCharacter.self) { try ReadableText.read(text) }
        #expect(fault?.description == name)
        let cleaned = ReadableText.cleaned(text)
        #expect(try ReadableText.read(cleaned) == cleaned)
    }

    @Test("several lines end as lines do, however they were written")
    func lines() throws {
        #expect(try ReadableText.read("a\r\nb\rc\u{2028}d\u{2029}é\nf", .several) == "a\nb\nc\nd\né\nf")
        #expect(throws: UnreadableCharacter.self) { try ReadableText.read("a\u{B}b", .several) }
    }

    @Test("a text that shows nothing is blank", arguments: ["", "  ", "\u{A0}", "\u{2800}", "\u{3164}"])
    func blank(text: String) { #expect(ReadableText.isBlank(text)) }

    @Test("whatever is read is read again as it is, and nothing of it hides")
    func stable() throws {
        var seed: UInt64 = 7
        func next() -> UInt64 {
            seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return seed >> 33
        }
        let samples: [Unicode.Scalar] = [
            "a", "é", "\u{301}", "\u{AD}", "\u{200B}", "\u{200C}", "\u{200D}", "\u{200E}", "\u{202E}", "\u{2066}",
            "\u{FE0F}",
            "\u{1F468}", "\u{1F3FD}", "\u{1F3F4}", "\u{E0067}", "\u{E007F}", "\u{5D0}", "\u{627}", "\u{915}", "\u{94D}",
            "\n",
        ]
        for _ in 0..<5000 {
            var scalars = String.UnicodeScalarView()
            for _ in 0..<(next() % 8) { scalars.append(samples[Int(next() % UInt64(samples.count))]) }
            let text = String(scalars)
            let cleaned = ReadableText.cleaned(text)
            #expect(try ReadableText.read(cleaned).unicodeScalars.elementsEqual(cleaned.unicodeScalars))
            guard let read = try? ReadableText.read(text) else { continue }
            #expect(try ReadableText.read(read).unicodeScalars.elementsEqual(read.unicodeScalars))
            #expect(!read.unicodeScalars.contains { (0x202A...0x202E).contains($0.value) || $0.value == 0x200B })
        }
    }
}
