/// A password's characters, and what each is without case and accent.
struct StrengthLetters {
    /// The characters that are looked at.
    let characters: [Character]
    /// Each as one byte: its letter, digit or sign of ASCII in lower case; 255 when it is none.
    let folded: [UInt8]
    /// How many characters were left out because there are too many.
    let cut: Int

    init(_ password: String) {
        let all = Array(password)
        self.init(Array(all.prefix(PasswordStrength.limit)), cut: all.count - min(all.count, PasswordStrength.limit))
    }

    /// A part of other letters.
    init(_ characters: [Character], cut: Int = 0) {
        self.characters = characters
        self.cut = cut
        folded = characters.map { character in
            let bytes = SearchText.folded(String(character))
            return bytes.count == 1 && bytes[0] < 0x80 ? bytes[0] : 255
        }
    }

    var count: Int { characters.count }
}

/// A piece of a password, and how many guesses it takes.
struct StrengthPiece {
    let range: Range<Int>
    let guesses: Double
    /// What it is; nil for characters of which nothing is known.
    let reason: PasswordStrength.Reason?
}
