import Basics
import Foundation
import Testing

@testable import Vault

@Suite("Generated passwords")
struct PasswordGeneratorTests {
    typealias CharacterClass = PasswordGenerator.CharacterClass

    @Test("a password has the length, one of each class, and nothing else", arguments: 0..<32 as Range<UInt64>)
    func rules(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        for _ in 0..<50 {
            let classes = Set(CharacterClass.allCases.filter { _ in Bool.random(using: &random) })
            let length = Int.random(in: PasswordGenerator.lengths, using: &random)
            let avoids = Bool.random(using: &random)
            let generator = PasswordGenerator(length: length, classes: classes, avoidsLookAlikes: avoids)
            guard !classes.isEmpty else {
                #expect(generator == nil)
                continue
            }
            let password = try #require(generator).make(using: &random)
            #expect(password.count == length)
            var allowed = Set<Character>()
            for one in classes {
                let characters = one.characters(avoidsLookAlikes: avoids)
                #expect(password.contains { characters.contains($0) })
                allowed.formUnion(characters)
            }
            #expect(password.allSatisfy(allowed.contains))
            #expect(!avoids || !password.contains { "loIO01|".contains($0) })
        }
    }

    @Test("lengths and numbers of words out of their ranges are refused")
    func bounds() {
        #expect(PasswordGenerator(length: 3) == nil && PasswordGenerator(length: 129) == nil)
        #expect(PasswordGenerator(words: 2) == nil && PasswordGenerator(words: 13) == nil)
        #expect(PasswordGenerator(length: 128) != nil && PasswordGenerator(words: 12) != nil)
    }

    /// Pearson's statistic stays below its mean plus five standard deviations; with modulo bias or a preferred place it
    /// does not.
    @Test("every character is as likely as any other of its class, in every place")
    func unbiased() throws {
        var random = SplitMix64(seed: 2026)
        let generator = try #require(PasswordGenerator(length: 4, classes: [.lower, .digits], avoidsLookAlikes: false))
        var counts = [[Character: Int]](repeating: [:], count: 4)
        let rounds = 40_000
        for _ in 0..<rounds {
            for (place, character) in generator.make(using: &random).enumerated() {
                counts[place][character, default: 0] += 1
            }
        }
        // The share of digits rises by the rule that there is one: by symmetry it is the same in each place.
        let total = 36.0, letters = 26.0, digits = 10.0
        let allowed = pow(total, 4) - pow(letters, 4) - pow(digits, 4)
        // With a given letter in one place, the other three hold a digit; and the other way round.
        let each = (pow(total, 3) - pow(letters, 3)) / allowed * Double(rounds)
        let eachDigit = (pow(total, 3) - pow(digits, 3)) / allowed * Double(rounds)
        for place in 0..<4 {
            var statistic = 0.0
            for letter in CharacterClass.lower.characters(avoidsLookAlikes: false) {
                statistic += pow(Double(counts[place][letter, default: 0]) - each, 2) / each
            }
            for digit in CharacterClass.digits.characters(avoidsLookAlikes: false) {
                statistic += pow(Double(counts[place][digit, default: 0]) - eachDigit, 2) / eachDigit
            }
            #expect(statistic < 35 + 5 * (70.0).squareRoot(), "place \(place)")
        }
    }

    @Test("the entropy is that of all passwords that can come out")
    func entropy() throws {
        let digits = try #require(PasswordGenerator(length: 6, classes: [.digits], avoidsLookAlikes: false))
        #expect(abs(digits.entropyBits - 6 * log2(10)) < 1e-9)
        // Counted by hand: 36^4 − 26^4 − 10^4 strings have both.
        let both = try #require(PasswordGenerator(length: 4, classes: [.lower, .digits], avoidsLookAlikes: false))
        #expect(abs(both.entropyBits - log2(pow(36, 4) - pow(26, 4) - pow(10, 4))) < 1e-9)
        #expect(PasswordGenerator.standard.entropyBits > 120)
        let words = try #require(PasswordGenerator(words: 4))
        #expect(abs(words.entropyBits - 12 * log2(70)) < 1e-9)
    }

    @Test("words have three syllables, and no two passwords are the same")
    func words() throws {
        var random = SplitMix64(seed: 4)
        let generator = try #require(PasswordGenerator(words: 5))
        var seen: Set<String> = []
        for _ in 0..<200 {
            let password = generator.make(using: &random)
            let words = password.split(separator: "-")
            #expect(words.count == 5 && words.allSatisfy { $0.count == 6 })
            for word in words {
                for (index, letter) in word.enumerated() {
                    #expect("aeiou".contains(letter) == !index.isMultiple(of: 2))
                }
            }
            #expect(seen.insert(password).inserted)
        }
    }

    @Test("a generator that always says the same still ends, with one of each class")
    func stuck() throws {
        struct Stuck: RandomNumberGenerator {
            mutating func next() -> UInt64 { 0x0123_4567_89AB_CDEF }
        }
        var random = Stuck()
        let password = PasswordGenerator.standard.make(using: &random)
        #expect(password.count == 20)
        for one in CharacterClass.allCases {
            #expect(password.contains { one.characters(avoidsLookAlikes: true).contains($0) })
        }
    }
}
