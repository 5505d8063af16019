#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// A password's characters, and what each is without case and accent.
struct StrengthLetters {
    /// The characters that are looked at.
    let characters: [Character]
    /// Each as one byte: its letter, digit or sign of ASCII in lower case; 255 when it is none.
    let folded: [UInt8]
    /// How many characters were left out because there are too many.
    let cut: Int
    /// The decimal logarithm of the guesses that the characters left out take.
    let cutGuessesLog10: Double

    init(_ password: String) {
        let all = Array(password)
        self.init(
            Array(all.prefix(PasswordStrength.limit)), cut: all.count - min(all.count, PasswordStrength.limit),
            cutGuessesLog10: Self.tail(all))
    }

    /// A part of other letters.
    init(_ characters: [Character], cut: Int = 0, cutGuessesLog10: Double = 0) {
        self.cutGuessesLog10 = cutGuessesLog10
        self.characters = characters
        self.cut = cut
        folded = characters.map { character in
            let bytes = SearchText.folded(String(character))
            return bytes.count == 1 && bytes[0] < 0x80 ? bytes[0] : 255
        }
    }

    var count: Int { characters.count }

    /// The decimal logarithm of the guesses that what follows the first characters takes.
    ///
    /// One that goes on with what stood before takes as many as a repetition does, by its length; any other ten.
    private static func tail(_ all: [Character]) -> Double {
        let limit = PasswordStrength.limit
        guard all.count > limit else { return 0 }
        var numbers: [Character: Int] = [:]
        let letters = all.map { character in
            let number = numbers[character] ?? numbers.count
            numbers[character] = number
            return number
        }
        var log = 0.0
        var place = limit
        while place < letters.count {
            var longest = 0
            for distance in 1...limit {
                var length = 0
                while place + length < letters.count, letters[place + length] == letters[place + length - distance] {
                    length += 1
                }
                longest = max(longest, length)
            }
            if longest < 4 {
                log += 1
                place += 1
            } else {
                // What was repeated already when the first characters end is only repeated more often.
                let times = Double(longest + limit) / Double(limit)
                log += place == limit ? log10(times) : log10(Double(limit) * Double(longest))
                place += longest
            }
        }
        return log
    }
}

/// A piece of a password, and how many guesses it takes.
struct StrengthPiece {
    let range: Range<Int>
    let guesses: Double
    /// What it is; nil for characters of which nothing is known.
    let reason: PasswordStrength.Reason?
}
