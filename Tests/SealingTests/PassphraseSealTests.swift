import Basics
import Testing

@testable import Sealing

@Suite struct PassphraseSealTests {
    private let passphrase = Array("correct horse battery".utf8)

    private func sealed(_ secret: [UInt8], seed: UInt64 = 1) throws -> [UInt8] {
        var random = SplitMix64(seed: seed)
        return Array(try PassphraseSeal.seal(secret, under: passphrase, cost: .least, using: &random).utf8)
    }

    @Test func whatIsSealedOpensWithItsPassphraseAlone() throws {
        let secret = (0..<1000).map { UInt8(truncatingIfNeeded: $0) }
        let text = try sealed(secret)
        #expect(try PassphraseSeal.open(text, with: passphrase) == secret)
        #expect(throws: PassphraseFault.wrongPassphrase) { try PassphraseSeal.open(text, with: passphrase + [0x20]) }
        #expect(throws: PassphraseFault.wrongPassphrase) { try PassphraseSeal.open(text, with: []) }
        #expect(try sealed(secret, seed: 2) != text)
        // Remarks and blank lines say nothing.
        let remarked = Array("# keys\n\n".utf8) + text + Array("\n# end\n".utf8)
        #expect(try PassphraseSeal.open(remarked, with: passphrase) == secret)
    }

    @Test func eachAlteredCharacterIsNoticed() throws {
        let text = try sealed([1, 2, 3])
        for index in text.indices {
            var altered = text
            altered[index] ^= 1
            let opened = try? PassphraseSeal.open(altered, with: passphrase)
            #expect(opened == nil, "\(index)")
        }
        for count in 0..<(text.count - 1) {
            #expect(throws: PassphraseFault.self) {
                try PassphraseSeal.open(Array(text.prefix(count)), with: passphrase)
            }
        }
    }

    @Test(
        "a text of others' asks for bounded memory and time, or is none",
        arguments: [
            "", "argon2id", "argon2id 1 8 1 00\nAAAA", "argon2id 2 8 1 \(String(repeating: "0", count: 32))\nAAAA",
            "argon2id 1 4000000000 1 \(String(repeating: "0", count: 32))\nAAAA",
            "argon2id 1 -8 1 \(String(repeating: "0", count: 32))\nAAAA",
            "argon2id 1 8 4000000000 \(String(repeating: "0", count: 32))\nAAAA",
            "argon2id 1 8 0 \(String(repeating: "0", count: 32))\nAAAA",
            "argon2id 1 8 1 \(String(repeating: "0", count: 32))\n!!!!",
            "argon2id 1 8 1 \(String(repeating: "0", count: 32))\nAAAA",
            "argon2id 1 8 1 \(String(repeating: "0", count: 32))\nAAAA\nAAAA",
        ])
    func strange(text: String) {
        #expect(throws: PassphraseFault.notSealed) { try PassphraseSeal.open(Array(text.utf8), with: passphrase) }
    }
}
