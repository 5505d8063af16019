import ArgumentParser
import Strings
import Vault
import VaultDevice

/// `cerca vault search`: items in which a text occurs.
struct VaultSearchCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "search",
        abstract: "Search titles and fields, without regard to case.",
        discussion: """
            It prints which fields have the text, and no field's value. Concealed fields are passed over unless \
            --concealed is given, since whoever may ask often enough learns what is in them; those of items that ask \
            again also need a place, a password or the recovery code with the command, whatever the agent holds.
            """)

    @OptionGroup var options: VaultOptions

    @Flag(help: "Look into passwords and other concealed fields as well.")
    var concealed = false

    @Argument(help: "What to look for.")
    var text: String

    func run() async throws {
        let vault = try await options.unlocked()
        let depth: ItemSearch.Depth = concealed ? vault.isFresh ? .concealedOfAll : .concealed : .open
        let found = try refusing { () throws(VaultFault) in
            try vault.search(text, in: depth, language: vault.settings.language)
        }
        if concealed, !vault.isFresh, !options.json { VaultStrings.itemPassedOver.say() }
        let fields = Dictionary(uniqueKeysWithValues: found.map { ($0.item.id, $0.fields) })
        try ItemList(vault).print(found.map(\.item), json: options.json, found: fields) {
            VaultStrings.itemNothingFound(text: TerminalText.harmless(text)).say()
        }
    }
}
