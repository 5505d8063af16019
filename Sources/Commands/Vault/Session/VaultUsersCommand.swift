import ArgumentParser
import Foundation
import Strings
import Vault
import VaultDevice

/// `cerca vault users`: whose vaults are in the folder, as far as this device made or joined them.
struct VaultUsersCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "users",
        abstract: "List the users whose vaults this device knows.",
        discussion: "A vault's file does not tell whose it is; this device remembers, sealed with its own keys.")

    @OptionGroup var options: VaultOptions

    func run() async throws {
        let users = Collation(language: Language.current.rawValue).sorted(options.folder.users()) { $0.text }
        var output = OutputBuffer()
        for user in users {
            if options.json {
                output.object { line in
                    line.member("user", user.text)
                    line.member("file", options.folder.path(of: user.folded).path)
                }
            } else {
                output.line(TerminalText.harmless(user.text))
            }
        }
        try output.flush()
        if users.isEmpty, !options.json { VaultStrings.sessionNoVaultYet.say() }
    }
}
