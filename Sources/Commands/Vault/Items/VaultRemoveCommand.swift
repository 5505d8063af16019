import ArgumentParser
import Strings
import Vault
import VaultDevice

/// `cerca vault remove`: an item into the trash, or away for good.
struct VaultRemoveCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Move an item to the trash.",
        discussion: """
            `cerca vault restore` takes it out again. After 30 days, or as `config` says, it is erased as soon as \
            another item is added or removed.
            """,
        aliases: ["rm"])

    @OptionGroup var options: VaultOptions
    @OptionGroup var choice: ItemChoice

    @Flag(help: "Erase it for good, its history and attachments too; also when it is in the trash already.")
    var erase = false

    @Flag(help: "Do not ask.")
    var yes = false

    func run() async throws {
        let vault = try await options.unlocked()
        guard erase else {
            let item = try choice.find(in: vault)
            try refusing { () throws(VaultFault) in try vault.moveToTrash(item.id, now: VaultClock.now) }
            return try ItemReport.report(item, state: "trash", json: options.json) {
                VaultStrings.itemTrashed(title: $0, undo: "cerca vault restore \(ShellWord.quoted($0))")
            }
        }
        let item = try found(in: vault)
        if !yes, Terminal.canAsk, !Terminal.confirms(VaultStrings.itemConfirmErase(title: item.title.text).text) {
            throw CommandFailure(VaultStrings.itemNothingDone.text)
        }
        try refusing { () throws(VaultFault) in try vault.erase(item.id) }
        try ItemReport.report(item, state: "erased", json: options.json) { VaultStrings.itemErased(title: $0) }
    }

    /// The item, wherever it is.
    private func found(in vault: UnlockedVault) throws(CommandFailure) -> ItemSummary {
        do throws(CommandFailure) {
            return try choice.find(in: vault)
        } catch {
            // The first reason is the better one when it is in neither place.
            guard let deleted = try? choice.findDeleted(in: vault) else { throw error }
            return deleted
        }
    }
}

/// A word for a shell.
enum ShellWord {
    /// `text` so that a shell reads it as one word.
    static func quoted(_ text: String) -> String {
        let isPlain = text.utf8.allSatisfy { byte in
            (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
                || [UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: ".")].contains(byte)
        }
        if isPlain, !text.isEmpty, !text.hasPrefix("-") { return text }
        return "'" + text.replacing("'", with: "'\\''") + "'"
    }
}
