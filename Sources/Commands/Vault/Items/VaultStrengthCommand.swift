import ArgumentParser
import Strings
import Vault

/// `cerca vault strength`: how many guesses a password withstands.
struct VaultStrengthCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "strength",
        abstract: "Estimate how hard a password is to guess; no vault is needed.",
        discussion: """
            The password comes from --password-file, or is asked for, or is the first line of standard input; never \
            from an argument, which others can see.
            """)

    @OptionGroup var options: VaultOptions

    func run() async throws {
        let strength = PasswordStrength(try password(), knownWords: [])
        var output = OutputBuffer()
        if options.json {
            output.object { line in
                line.member("score", strength.score)
                line.member("guessesLog10", (strength.guessesLog10 * 100).rounded() / 100)
                line.member("reasons", strength.reasons.map(\.rawValue))
            }
        } else {
            let bar =
                String(repeating: "█", count: strength.score + 1) + String(repeating: "░", count: 4 - strength.score)
            output.line("\(bar)  \(strength.phrase.text)")
            output.line(VaultStrings.strengthGuesses(power: Int(strength.guessesLog10.rounded())).text)
            for reason in strength.reasons { output.line("- \(reason.phrase.text)") }
        }
        try output.flush()
    }

    private func password() throws -> String {
        if let file = options.passwordFile {
            return try SecretInput.password(file).withBytes { String(decoding: $0, as: UTF8.self) }
        }
        return try ItemPrompt.value(of: .password)
    }
}
