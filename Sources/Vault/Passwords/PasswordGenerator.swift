#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Makes passwords, every one that its rules allow as likely as any other.
public struct PasswordGenerator: Equatable, Sendable {
    /// A class of characters.
    public enum CharacterClass: String, CaseIterable, Comparable, Sendable {
        /// The letters from a to z.
        case lower
        /// The letters from A to Z.
        case upper
        /// The digits from 0 to 9.
        case digits
        /// Signs that keyboards of many countries have, and that sites accept.
        case symbols

        /// The characters of the class.
        ///
        /// - Parameter avoidsLookAlikes: Leaves out what is taken for something else: l, o, I, O, 0, 1 and |.
        public func characters(avoidsLookAlikes: Bool) -> [Character] {
            let all =
                switch self {
                case .lower: "abcdefghijklmnopqrstuvwxyz"
                case .upper: "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
                case .digits: "0123456789"
                case .symbols: "!#$%&()*+,-./:;<=>?@[]_{|}"
                }
            return all.filter { !avoidsLookAlikes || !"loIO01|".contains($0) }
        }

        /// Whether `left` comes before `right` in the order in which classes are offered.
        public static func < (left: CharacterClass, right: CharacterClass) -> Bool {
            (allCases.firstIndex(of: left) ?? 0) < (allCases.firstIndex(of: right) ?? 0)
        }
    }

    /// What a password is made of.
    public enum Recipe: Equatable, Sendable {
        /// Characters of every one of the classes.
        case characters(length: Int, classes: Set<CharacterClass>, avoidsLookAlikes: Bool)
        /// Words of three syllables that can be said in Spanish and Italian, with a hyphen between two.
        case words(count: Int)
    }

    /// How long a password can be.
    public static let lengths = 4...128
    /// How many words there can be.
    public static let wordCounts = 3...12

    /// What a password is made of.
    public let recipe: Recipe

    /// Twenty characters of all classes without look-alikes.
    public static let standard = PasswordGenerator(
        recipe: .characters(length: 20, classes: Set(CharacterClass.allCases), avoidsLookAlikes: true))

    private init(recipe: Recipe) {
        self.recipe = recipe
    }

    /// Passwords of characters; nil when the length is not one of `lengths` or there is no class.
    public init?(
        length: Int, classes: Set<CharacterClass> = Set(CharacterClass.allCases), avoidsLookAlikes: Bool = true
    ) {
        guard Self.lengths.contains(length), !classes.isEmpty else { return nil }
        self.init(recipe: .characters(length: length, classes: classes, avoidsLookAlikes: avoidsLookAlikes))
    }

    /// Passwords of words; nil when the number is not one of `wordCounts`.
    public init?(words: Int) {
        guard Self.wordCounts.contains(words) else { return nil }
        self.init(recipe: .words(count: words))
    }

    /// A password.
    public func make(using random: inout some RandomNumberGenerator) -> String {
        switch recipe {
        case .characters(let length, let classes, let avoidsLookAlikes):
            let alphabets = classes.sorted().map { $0.characters(avoidsLookAlikes: avoidsLookAlikes) }
            return Self.characters(length, of: alphabets, using: &random)
        case .words(let count):
            return (0..<count).map { _ in Self.word(using: &random) }.joined(separator: "-")
        }
    }

    /// The binary logarithm of how many passwords there can be.
    public var entropyBits: Double {
        switch recipe {
        case .characters(let length, let classes, let avoidsLookAlikes):
            Self.entropyBits(length, classes.map { $0.characters(avoidsLookAlikes: avoidsLookAlikes).count })
        case .words(let count):
            Double(count * Self.syllablesPerWord) * log2(Double(Self.consonants.count * Self.vowels.count))
        }
    }
}

extension PasswordGenerator {
    private static let syllablesPerWord = 3
    private static let consonants = Array("bcdfglmnprstvz")
    private static let vowels = Array("aeiou")

    private static func word(using random: inout some RandomNumberGenerator) -> String {
        var word = ""
        for _ in 0..<syllablesPerWord {
            word.append(element(of: consonants, using: &random))
            word.append(element(of: vowels, using: &random))
        }
        return word
    }

    /// Characters of the whole alphabet, until there is one of each class: so no place and no class is preferred.
    private static func characters(
        _ length: Int, of alphabets: [[Character]], using random: inout some RandomNumberGenerator
    ) -> String {
        let alphabet = alphabets.flatMap { $0 }
        // Of four characters of four classes every thirteenth has them all, and longer ones nearly always do. The bound
        // is for a generator that is none; what it leaves undone is done by hand.
        for _ in 0..<10_000 {
            let made = (0..<length).map { _ in element(of: alphabet, using: &random) }
            if alphabets.allSatisfy({ made.contains(where: $0.contains) }) { return String(made) }
        }
        let one = alphabets.map { element(of: $0, using: &random) }
        let rest = (one.count..<max(length, one.count)).map { _ in element(of: alphabet, using: &random) }
        return String((one + rest).shuffled(using: &random))
    }

    /// One of them, each as likely: Swift's range draws again where a remainder would prefer some.
    private static func element(
        of alphabet: [Character], using random: inout some RandomNumberGenerator
    ) -> Character {
        alphabet[Int.random(in: 0..<alphabet.count, using: &random)]
    }

    /// By inclusion and exclusion over the classes that are missing.
    private static func entropyBits(_ length: Int, _ sizes: [Int]) -> Double {
        let total = Double(sizes.reduce(0, +))
        var share = 0.0
        for missing in 0..<(1 << sizes.count) {
            let left = sizes.indices.reduce(0) { $0 + (missing >> $1 & 1 == 0 ? sizes[$1] : 0) }
            let term = pow(Double(left) / total, Double(length))
            share += missing.nonzeroBitCount.isMultiple(of: 2) ? term : -term
        }
        return Double(length) * log2(total) + log2(share)
    }
}
