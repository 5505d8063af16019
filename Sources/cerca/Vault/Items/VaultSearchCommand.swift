import ArgumentParser
import Vault
import VaultDevice

/// `cerca vault search`: items in which a text occurs.
struct VaultSearchCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "search",
        abstract: "Search titles and every field, without regard to case.",
        discussion: "It prints which fields have the text, and no field's value.")

    @OptionGroup var options: VaultOptions

    @Argument(help: "What to look for.")
    var text: String

    func run() async throws {
        let vault = try await options.unlocked()
        let found = try refusing { () throws(VaultFault) in
            try vault.search(text, language: vault.settings.language)
        }
        let fields = Dictionary(uniqueKeysWithValues: found.map { ($0.item.id, $0.fields) })
        try ItemList(vault).print(found.map(\.item), json: options.json, found: fields) {
            ItemWords.nothingFound(TerminalText.harmless(text)).say()
        }
    }
}
