import ArgumentParser
import Strings
import Vault
import VaultDevice

/// `cerca vault cipher`: how items are sealed.
struct VaultCipherCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cipher",
        abstract: "List the ciphers, or seal every item anew with another one.",
        discussion: """
            A change is one transaction: whatever happens in between, the vault opens with the old cipher or with the \
            new one. No slot is touched. Weak ciphers are those of the original vault; each has a key of its own for \
            every record and an authentication code over it, and is still not to be recommended.
            """)

    @OptionGroup var options: VaultOptions

    @Argument(
        help: "The cipher to change to; without it they are listed.",
        completion: .list(CipherSuite.allCases.map(\.name)))
    var name: CipherArgument?

    @Flag(help: "Allow a cipher that is weak.")
    var allowWeak = false

    func run() async throws {
        guard let suite = name?.suite else { return try list() }
        let vault = try await options.unlocked()
        if !options.json, Terminal.showsProgress { VaultStrings.slotCipherChanging.say() }
        if vault.header.cipher != suite {
            try refusing { () throws(VaultFault) in try vault.changeCipher(to: suite, allowsWeak: allowWeak) }
        }
        if suite.isWeak { VaultStrings.slotWeakCipher(cipher: suite.name).say() }
        guard options.json else { return VaultStrings.slotCipherChanged(cipher: suite.name).say() }
        var output = OutputBuffer()
        output.object { line in
            line.member("cipher", suite.name)
            line.member("weak", suite.isWeak)
            line.member("generation", vault.header.generation)
        }
        try output.flush()
    }

    /// The ciphers, and which one the vault has when there is a vault; that is no secret.
    private func list() throws {
        let current = try? options.locked().header.cipher
        var output = OutputBuffer()
        var table = TextTable([.init(VaultStrings.slotCipher.text), .init(""), .init("")])
        for suite in CipherSuite.allCases {
            if options.json {
                output.object { line in
                    line.member("cipher", suite.name)
                    line.member("weak", suite.isWeak)
                    line.member("inUse", suite == current)
                }
            } else {
                table.add([
                    suite.name, suite.isWeak ? VaultStrings.slotWeak.text : "",
                    suite == current ? VaultStrings.slotInUse.text : "",
                ])
            }
        }
        if !options.json { table.write(to: &output, width: Terminal.columns) }
        try output.flush()
    }
}
