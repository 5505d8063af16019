import ArgumentParser
import Strings
import Vault
import VaultDevice

/// `cerca vault detach`: removes an attachment for good.
struct VaultDetachCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "detach", abstract: "Remove an attachment of an item for good.")

    @OptionGroup var options: VaultOptions
    @OptionGroup var choice: ItemChoice

    @Argument(help: "The attachment's name or identifier.")
    var attachment: String

    func run() async throws {
        let vault = try await options.unlocked()
        let summary = try choice.find(in: vault)
        let found = try vault.attachment(named: attachment, of: summary.id)
        try refusing { () throws(VaultFault) in
            try vault.removeAttachment(found.id, of: summary.id, now: VaultClock.now)
        }
        try ItemReport.report(summary, state: "detached", json: options.json) {
            VaultStrings.attachmentDetached(name: TerminalText.harmless(found.name.text), title: $0)
        }
    }
}

extension UnlockedVault {
    /// The attachment of an item that a person names by its name or identifier.
    func attachment(named text: String, of id: RecordID) throws(CommandFailure) -> Attachment {
        let item = try refusing { () throws(VaultFault) -> Item in try self.item(id) }
        let name = try? VaultName(text)
        let wanted = RecordID(text)
        guard let found = item.attachments.first(where: { $0.name == name || $0.id == wanted }) else {
            throw CommandFailure(VaultStrings.attachmentUnknown(name: TerminalText.harmless(text)).text)
        }
        return found
    }
}
