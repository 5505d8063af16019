import Basics
import Foundation
import Testing

@testable import Vault

@Suite("Alphabetical order")
struct CollationTests {
    /// Lists that are in order; CP-21 and CP-22 sort categories and items by the Spanish one.
    static let ordered: [(String, [String])] = [
        (
            "es",
            [
                "", " ", "-", "¡Hola!", "1Password", "2", "9", "a", "A", "á", "Á", "aa", "abc", "ábc", "abd", "Ánimo",
                "Año", "banco", "Banco", "Banco 1", "Bancos", "cana", "caña", "cañón", "cao", "ch", "ci", "llave",
                "lluvia", "lo", "nube", "nuez", "nz", "ñandú", "Ñandú", "ñu", "o", "ópalo", "oz", "pingüino", "zeta",
                "zz", "Ωmega", "日本",
            ]
        ),
        ("en", ["caña", "canal", "naïve", "nana", "ñandú", "nano", "O'Brien", "OBrien", "resume", "Resume", "résumé"]),
        ("pt", ["acao", "ação", "ações", "avo", "avó", "avô", "coração", "corações", "corda", "três", "tresa"]),
        ("it", ["caffe", "caffé", "caffè", "citta", "città", "cittadina", "perche", "perché", "più", "pizza"]),
    ]

    @Test("each list comes out in its order, however it goes in", arguments: ordered)
    func order(language: String, list: [String]) {
        let collation = Collation(language: language)
        var random = SplitMix64(seed: 21)
        for _ in 0..<20 {
            #expect(collation.sorted(list.shuffled(using: &random), by: \.self) == list)
        }
        for (one, other) in zip(list, list.dropFirst()) {
            #expect(collation.key(one).lexicographicallyPrecedes(collation.key(other)), "\(one) < \(other)")
        }
    }

    @Test("the thesis's example: ñ after n, accents passed over")
    func spanish() {
        let sorted = Collation(language: "es").sorted(["ópalo", "ñandú", "Banco", "nube", "Ánimo"], by: \.self)
        #expect(sorted == ["Ánimo", "Banco", "nube", "ñandú", "ópalo"])
        let english = Collation(language: "en").sorted(["ópalo", "ñandú", "Banco", "nube", "Ánimo"], by: \.self)
        #expect(english == ["Ánimo", "Banco", "ñandú", "nube", "ópalo"])
    }

    @Test("letters decide before accents, accents before case", arguments: ["es", "en", "pt-BR", "it"])
    func levels(language: String) {
        let list = ["cote", "Cote", "coté", "Coté", "côte", "côté", "coter"]
        #expect(Collation(language: language).sorted(list.reversed(), by: \.self) == list)
    }

    @Test("composed and decomposed texts are equal", arguments: ["ñandú", "Ánimo", "côté", "ế", "Å"])
    func composition(text: String) {
        let collation = Collation(language: "es")
        #expect(collation.key(text) == collation.key(text.decomposedStringWithCanonicalMapping))
    }

    @Test("equal texts keep their order")
    func stable() {
        let list = [("b", 1), ("a", 2), ("b", 3), ("a", 4), ("b", 5)]
        let sorted = Collation(language: "es").sorted(list) { $0.0 }
        #expect(sorted.map(\.1) == [2, 4, 1, 3, 5])
    }

    @Test("sorting is sorting by keys", arguments: 0..<32 as Range<UInt64>)
    func agrees(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let alphabet = Array("aAáÁbBnNñÑoOóz 1-_.ü日—")
        let list = (0..<200).map { _ in
            String((0..<Int.random(in: 0...12, using: &random)).map { _ in alphabet.randomElement(using: &random)! })
        }
        let collation = Collation(language: "es")
        let sorted = collation.sorted(list, by: \.self)
        #expect(sorted.sorted() == list.sorted())
        for (one, other) in zip(sorted, sorted.dropFirst()) {
            #expect(!collation.key(other).lexicographicallyPrecedes(collation.key(one)))
        }
    }
}
