import Basics
import Testing

@testable import Vault

@Suite("Words of a search")
struct SearchWordsTests {
    @Test("all at once find what each finds alone", arguments: 0..<16 as Range<UInt64>)
    func agrees(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        func text(_ alphabet: String, _ counts: ClosedRange<Int>) -> String {
            String((0..<Int.random(in: counts, using: &random)).map { _ in alphabet.randomElement(using: &random)! })
        }
        for _ in 0..<200 {
            let words = (0..<Int.random(in: 1...16, using: &random)).map { _ in text("abñ1", 1...4) }
            let place = text("abABñ1", 0...24)
            let search = SearchWords(words.map { Array($0.utf8) })
            // Of folded texts only letters of ASCII come in either case.
            let lowered = place.lowercased()
            let expected = words.enumerated().reduce(0 as UInt32) { found, word in
                lowered.contains(word.element) ? found | 1 << UInt32(word.offset) : found
            }
            #expect(Array(place.utf8).withUnsafeBytes { search.found(in: $0) } == expected, "\(words) in \(place)")
        }
    }
}
