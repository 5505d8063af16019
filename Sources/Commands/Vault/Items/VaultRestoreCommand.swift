import ArgumentParser
import Strings
import Vault
import VaultDevice

/// `cerca vault restore`: an item out of the trash.
struct VaultRestoreCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore", abstract: "Take an item out of the trash.")

    @OptionGroup var options: VaultOptions
    @OptionGroup var choice: ItemChoice

    func run() async throws {
        let vault = try await options.unlocked()
        let item = try choice.findDeleted(in: vault)
        try refusing { () throws(VaultFault) in try vault.restore(item.id) }
        try ItemReport.report(item, state: "restored", json: options.json) { VaultStrings.itemRestored(title: $0) }
    }
}
