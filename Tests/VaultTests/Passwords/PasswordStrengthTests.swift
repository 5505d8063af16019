import Basics
import Testing

@testable import Vault

@Suite("The strength of passwords")
struct PasswordStrengthTests {
    /// Passwords from weak to strong, with the decimal logarithm of the guesses that zxcvbn gives (PyPI's `zxcvbn`
    /// 4.5.0, `guesses_log10`); some of them are the examples of its own demonstration.
    static let ordered: [(String, Double)] = [
        ("123456", 0.3), ("password", 0.48), ("drowssap", 0.7), ("p@ssw0rd", 0.95), ("qwertyuiop", 1.36),
        ("abcdefgh", 1.52), ("zxcvbnm", 1.6), ("iloveyou", 1.68), ("aaaaaaaa", 1.99), ("zzzzzzzzzzzz", 2.16),
        ("viking", 2.39), ("20251231", 3.86), ("t7Wq", 4.0), ("letmein!", 4.05), ("dragon1987", 4.18),
        ("1990-05-12", 4.6), ("Hq3v9", 5.0), ("ScoRpi0ns", 5.46), ("temppass22", 5.59), ("jk7#Qp", 6.0),
        ("Tr0ub4dour&3", 7.28), ("asdghlkj", 7.49), ("q7R!vB2#", 8.0), ("LunaLlena88", 8.94),
        ("neverforget13/3/1997", 9.53), ("gT7vR2qLx9ZbN4", 14.0), ("rWibMFACxAUGZmxhVncy", 20.0),
        ("bufanilo-cedazopo-vurite", 23.67), ("Ba9ZyWABu99[BK#6MBgbH88Tofv)vs$w", 32.0),
    ]

    @Test("the order agrees with zxcvbn's")
    func order() {
        let estimates = Self.ordered.map { PasswordStrength($0.0).guessesLog10 }
        for (index, pair) in zip(estimates, estimates.dropFirst()).enumerated() {
            #expect(pair.0 < pair.1, "\(Self.ordered[index].0) < \(Self.ordered[index + 1].0)")
        }
    }

    /// More of them, whose guesses differ by a factor of ten and more; "contraseña" is not among them, because zxcvbn's
    /// lists are English and it takes the Spanish word for letters of which nothing is known.
    static let others: [(String, Double)] = [
        ("qwerty", 0.7), ("abcabcabc", 1.6), ("qazwsxedc", 2.38), ("Password1", 2.58), ("147852369", 2.85),
        ("Zaq12wsx", 2.98), ("d0gg13", 3.52), ("QWERTY123456", 3.57), ("19121997", 3.86), ("monkey123", 3.89),
        ("hunter2", 3.91), ("superman99", 4.18), ("mipassword", 4.3), ("sunshine2020", 4.48), ("barcelona1", 4.52),
        ("madrid2019", 5.2), ("xkcd1234", 6.0), ("x9K!2mQz", 8.0), ("do you know", 9.0), ("eheuczkqyq", 10.0),
        ("kJ3$wX9!pLm2", 12.0), ("correcthorsebatterystaple", 14.44),
    ]

    @Test("of two passwords, the one that takes ten times as many guesses is never taken for the weaker one")
    func pairs() {
        let all = (Self.ordered + Self.others).map {
            (word: $0.0, theirs: $0.1, ours: PasswordStrength($0.0).guessesLog10)
        }
        // Our estimate of three pieces in a row is a little higher than zxcvbn's, whose word list is larger.
        let exceptions: Set<String> = ["LunaLlena88 eheuczkqyq", "neverforget13/3/1997 kJ3$wX9!pLm2"]
        for one in all {
            for other in all where one.theirs + 1 < other.theirs && !exceptions.contains("\(one.word) \(other.word)") {
                #expect(one.ours < other.ours, "\(one.word) < \(other.word)")
            }
        }
        for one in all {
            let theirs = [3.0, 6, 8, 10].count { one.theirs >= $0 + 0.001 }
            #expect(abs(PasswordStrength(one.word).score - theirs) <= 1, "\(one.word)")
        }
    }

    @Test(
        "what makes it weak is said",
        arguments: [
            ("", [.short]), ("hola", [.commonPassword, .short]), ("CONTRASEÑA", [.commonPassword]),
            ("montaña", [.commonWord, .short]), ("aaaaaaaaa", [.repeated]), ("defghijk", [.sequence]),
            ("bgtyhnmj", [.keyboard]), ("31/12/1999", [.date]), ("q7R!vB2#xK", []),
            ("q7R!", [.short]),
        ] as [(String, [PasswordStrength.Reason])])
    func reasons(password: String, reasons: [PasswordStrength.Reason]) {
        #expect(PasswordStrength(password).reasons == reasons)
    }

    @Test("what belongs to the person is guessed first, in whatever case")
    func known() {
        let strength = PasswordStrength("Zorrilla99", knownWords: ["ana.zorrilla@example.com"])
        #expect(strength.reasons.contains(.knownWord) && strength.score < 2)
        #expect(PasswordStrength("Zorrilla99").score > strength.score)
        #expect(
            PasswordStrength("anazorrilla", knownWords: ["Ana Zorrilla"]).score < PasswordStrength("anazorrilla").score)
    }

    @Test("what goes on repeating behind the first characters is no stronger for it; what is new there is")
    func long() {
        func score(_ text: String) -> Int { PasswordStrength(text).score }
        for count in [101, 110, 1000, 5000] { #expect(score(String(repeating: "a", count: count)) <= 1, "\(count)") }
        #expect(score(String(repeating: "ab1", count: 900)) <= 2)
        #expect(score(String(repeating: "contraseña", count: 60)) <= 1)
        var random = SplitMix64(seed: 3)
        let token = String((0..<1000).map { _ in "abcdefghijkmnpqrstuvwxyz23456789".randomElement(using: &random)! })
        #expect(PasswordStrength(token).guessesLog10 > 800)
        // A token behind a repetition is a token.
        #expect(PasswordStrength(String(repeating: "a", count: 100) + token.prefix(40)).score == 4)
    }

    @Test("a score is a step of the guesses")
    func scores() {
        let scores = ["12345678", "t7Wq", "x9K!2mQz", "q7R!vB2#x", "q7R!vB2#xKw"].map { PasswordStrength($0).score }
        #expect(scores == [0, 1, 2, 3, 4])
    }

    @Test(
        "longer is never easier by more than a word can make it, and nothing takes long",
        arguments: 0..<16 as Range<UInt64>)
    func bounded(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let alphabet = Array("ab1!ñ🏦A\u{301}0")
        let long = String((0..<400).map { _ in alphabet.randomElement(using: &random)! })
        let strength = PasswordStrength(long)
        #expect(strength.guessesLog10.isFinite && strength.guessesLog10 > 300)
        #expect(PasswordStrength(String(repeating: alphabet.randomElement(using: &random)!, count: 100)).score <= 2)
        #expect(PasswordStrength("").guessesLog10 == 0)
    }
}
