#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// How many guesses an attacker needs who knows how people choose passwords.
///
/// The method is that of D. Wheeler, "zxcvbn: Low-Budget Password Strength Estimation", USENIX Security 2016: the
/// password is cut into pieces that are words, dates, sequences, repetitions, ways over the keyboard, or nothing known,
/// so that the product of the pieces' guesses is the least. The word list is small, so a password of rarer words is taken
/// for stronger than it is; what is called weak is weak.
public struct PasswordStrength: Equatable, Sendable {
    /// What makes a password easier to guess.
    public enum Reason: String, CaseIterable, Sendable {
        /// It has one of the most frequent passwords in it.
        case commonPassword = "common-password"
        /// It has an everyday word or name in it.
        case commonWord = "common-word"
        /// It has something in it that belongs to the person or the item, such as the user's name.
        case knownWord = "known-word"
        /// It has neighbouring keys in it.
        case keyboard
        /// It has a sequence such as `abc` or `4321` in it.
        case sequence
        /// It has a repetition in it.
        case repeated
        /// It has a date or a year in it.
        case date
        /// It is short.
        case short
    }

    /// How many characters are looked at; of what comes after them, only repetitions are.
    public static let limit = 100

    /// The decimal logarithm of the number of guesses; 0 for the empty password.
    public let guessesLog10: Double
    /// What makes it easier to guess, the piece that comes first in the password first.
    public let reasons: [Reason]

    /// The estimate for a password.
    ///
    /// - Parameters:
    ///   - password: The password.
    ///   - knownWords: What else an attacker knows: the user's name, the item's title and the like.
    public init(_ password: String, knownWords: [String] = []) {
        let letters = StrengthLetters(password)
        guard !letters.characters.isEmpty else {
            guessesLog10 = 0
            reasons = [.short]
            return
        }
        let known = knownWords.prefix(64).flatMap(Self.words)
        let best = StrengthSearch(letters, known: Set(known), depth: 0).best()
        guessesLog10 = log10(best.guesses) + letters.cutGuessesLog10
        var reasons = best.pieces.compactMap(\.reason)
        if letters.characters.count + letters.cut < 8 { reasons.append(.short) }
        var seen: Set<Reason> = []
        self.reasons = reasons.filter { seen.insert($0).inserted }
    }

    /// The strength in five steps, from 0 (open to anyone) to 4 (safe against an attacker who has the file): fewer than
    /// 10^3, 10^6, 10^8, 10^10 guesses, or more.
    public var score: Int {
        [3.0, 6, 8, 10].count { guessesLog10 >= $0 + 0.001 }
    }

    /// A text as a whole, and its words of three letters and more.
    private static func words(_ text: String) -> [[UInt8]] {
        let folded = SearchText.folded(String(text.prefix(limit)))
        let parts = folded.split { !(0x61...0x7A ~= $0 || 0x30...0x39 ~= $0) }.map { Array($0) }
        return ([folded] + parts).filter { $0.count >= 3 }
    }
}
