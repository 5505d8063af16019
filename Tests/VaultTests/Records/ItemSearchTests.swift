import Basics
import Foundation
import Testing

@testable import Vault

@Suite("Searching items")
struct ItemSearchTests {
    static let item = Item(
        id: .zero, category: .zero, title: VaultName(checked: "Banco de la Montaña"),
        fields: [
            Field(kind: .user, value: "JOSÉ.Núñez"), Field(kind: .password, value: "Sésamo-42"),
            Field(kind: .note, value: "cámara acorazada\nŁódź, Œuvre, straße"),
            Field(kind: .text(name: "Sucursal"), value: "Đông Hà 日本 Ελλάς"),
            Field(kind: .text(name: "Sucursal"), value: "nube"), Field(kind: .email, value: ""),
        ], created: Timestamp(milliseconds: 0), modified: Timestamp(milliseconds: 0),
        history: [PastValue(kind: .password, value: "antigua", until: Timestamp(milliseconds: 0))],
        attachments: [Attachment(id: .zero, name: VaultName(checked: "Escritura.PDF"), byteCount: 3)].compactMap(\.self)
    )

    @Test(
        "words are found without regard to case and accents",
        arguments: [
            ("montana", []), ("BANCO", []), ("jose.nunez", [.user]), ("José", [.user]), ("jose\u{301}", [.user]),
            ("sesamo", [.password]), ("camara", [.note]), ("lodz", [.note]), ("oeuvre", [.note]), ("STRASSE", [.note]),
            ("dong ha", [.text(name: "Sucursal")]), ("日本", [.text(name: "Sucursal")]),
            ("ελλασ", nil), ("ΕΛΛΆς", [.text(name: "Sucursal")]), ("nube banco", [.text(name: "Sucursal")]),
            ("escritura.pdf", []), ("nube nada", nil), ("antigua", nil), ("Sucursal", nil), ("acorazadan", nil),
            ("banco 42 acorazada", [.password, .note]), ("o", [.user, .password, .note, .text(name: "Sucursal")]),
        ] as [(String, [FieldKind]?)])
    func words(text: String, expected: [FieldKind]?) throws {
        let search = try #require(ItemSearch(text, in: .concealed))
        #expect(search.fields(of: Self.item) == expected)
        let bytes = try Self.item.encoded()
        #expect(try bytes.withUnsafeBytes { try search.fields(of: $0) } == expected)
    }

    @Test("nothing is no search, and neither is too much")
    func nothing() {
        for text in ["", "  ", "\n", String(repeating: "x", count: 201), String(repeating: "x ", count: 17)] {
            #expect(ItemSearch(text, in: .concealedOfAll) == nil)
        }
        #expect(ItemSearch("\u{301}", in: .open) == nil)
    }

    @Test("the search in bytes finds what the search in items finds", arguments: 0..<32 as Range<UInt64>)
    func agrees(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        for _ in 0..<40 {
            let item = RecordFixtures.item(using: &random)
            let source = (item.fields.map(\.value) + [item.title.text]).randomElement(using: &random)!
            let start = Int.random(in: 0...max(0, source.count - 3), using: &random)
            let text = String(source.dropFirst(start).prefix(3))
            let bytes = try item.encoded()
            for depth in [ItemSearch.Depth.open, .concealed, .concealedOfAll] {
                guard let search = ItemSearch(text, in: depth) else { continue }
                let found = search.fields(of: item)
                #expect(try bytes.withUnsafeBytes { try search.fields(of: $0) } == found)
                let mayConceal = depth == .concealedOfAll || depth == .concealed && !item.asksAgain
                #expect(mayConceal || found?.contains(where: \.isConcealed) != true)
                #expect(found != nil || depth != .concealedOfAll, "what was cut out of the item is in it")
            }
        }
    }

    @Test("folding agrees with Foundation's for every letter of Western Europe")
    func folding() {
        for value in Array(0x20...0x17F) + Array(0x1E00...0x1EFF) as [UInt32] {
            let text = String(Unicode.Scalar(value)!)
            let theirs = text.folding(
                options: [.caseInsensitive, .diacriticInsensitive], locale: Locale(identifier: "en"))
            // Foundation leaves strokes, ligatures and dotless letters alone; we fold more than it.
            guard theirs.utf8.allSatisfy({ $0 < 0x80 }), value != 0x130 else { continue }
            #expect(SearchText.folded(text) == Array(theirs.utf8), "\(text) U+\(String(value, radix: 16))")
        }
    }
}
