/// The folded words of a search, all of which are looked for at once.
struct SearchWords: Sendable {
    /// How many there are, up to 32.
    var count: Int { words.count }

    private let words: [[UInt8]]
    /// Which words begin with a byte, by the byte: bit n stands for word n.
    private let beginnings: [UInt32]

    /// Words that are folded and not empty.
    init(_ words: [[UInt8]]) {
        var beginnings = [UInt32](repeating: 0, count: 256)
        for (number, word) in words.enumerated() {
            for byte in UInt8.min...UInt8.max where SearchText.lowered(byte) == word[0] {
                beginnings[Int(byte)] |= 1 << UInt32(number)
            }
        }
        self.words = words
        self.beginnings = beginnings
    }

    /// Which words are in a folded text, as bits; its letters of ASCII may be in either case.
    func found(in text: UnsafeRawBufferPointer) -> UInt32 {
        beginnings.withUnsafeBufferPointer { beginnings in
            var found: UInt32 = 0
            for start in 0..<text.count {
                var candidates = beginnings[Int(text[start])] & ~found
                while candidates != 0 {
                    let number = candidates.trailingZeroBitCount
                    candidates &= candidates - 1
                    if Self.begins(text[start...], with: words[number]) { found |= 1 << UInt32(number) }
                }
            }
            return found
        }
    }

    private static func begins(_ text: Slice<UnsafeRawBufferPointer>, with word: [UInt8]) -> Bool {
        guard text.count >= word.count else { return false }
        return zip(text, word).allSatisfy { SearchText.lowered($0) == $1 }
    }
}
