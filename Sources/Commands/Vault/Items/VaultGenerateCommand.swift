import ArgumentParser
import Vault

/// `cerca vault generate`: a password that nobody can guess.
struct VaultGenerateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "generate",
        abstract: "Make a password; no vault is needed.",
        discussion: "It has at least one character of every class, and none that is taken for another.")

    @OptionGroup var options: VaultOptions

    @Option(help: "How many characters, 4 to 128.")
    var length = 20

    @Option(help: "Syllable words with hyphens instead, 3 to 12 of them.")
    var words: Int?

    @Flag(inversion: .prefixedNo, help: "Letters from a to z.")
    var lower = true

    @Flag(inversion: .prefixedNo, help: "Letters from A to Z.")
    var upper = true

    @Flag(inversion: .prefixedNo, help: "Digits.")
    var digits = true

    @Flag(inversion: .prefixedNo, help: "Signs.")
    var symbols = true

    @Flag(help: "Allow characters that look alike: l, 1, I, O, 0 …")
    var lookAlikes = false

    @Option(help: "How many passwords.")
    var count = 1

    func validate() throws {
        guard PasswordGenerator.lengths.contains(length) else { throw ValidationError("--length must be 4 to 128") }
        if let words, !PasswordGenerator.wordCounts.contains(words) {
            throw ValidationError("--words must be 3 to 12")
        }
        guard lower || upper || digits || symbols else { throw ValidationError("there are no characters left") }
        guard (1...1000).contains(count) else { throw ValidationError("--count must be 1 to 1000") }
    }

    func run() async throws {
        var classes: Set<PasswordGenerator.CharacterClass> = []
        if lower { classes.insert(.lower) }
        if upper { classes.insert(.upper) }
        if digits { classes.insert(.digits) }
        if symbols { classes.insert(.symbols) }
        let generator =
            words.map { PasswordGenerator(words: $0) }
            ?? PasswordGenerator(length: length, classes: classes, avoidsLookAlikes: !lookAlikes)
        guard let generator else { throw ValidationError("no password can be made of that") }
        var random = SystemRandomNumberGenerator()
        var output = OutputBuffer()
        for _ in 0..<count {
            let password = generator.make(using: &random)
            guard options.json else {
                output.line(password)
                continue
            }
            output.object { line in
                line.member("password", password)
                line.member("bits", (generator.entropyBits * 10).rounded() / 10)
            }
        }
        try output.flush()
    }
}
