import ArgumentParser
import Strings
import Vault
import VaultDevice

/// Which item is meant: by its title, in a category when several have it, or by its identifier.
struct ItemChoice: ParsableArguments {
    @Argument(help: "The item's title, or its identifier from --json.")
    var title: String

    @Option(help: ArgumentHelp("The category that it stands in.", valueName: "name"))
    var category: String?

    /// The item in a vault.
    func find(in vault: UnlockedVault) throws(CommandFailure) -> ItemSummary {
        try find(of: vault) { folded, category throws(VaultFault) in
            try vault.items(titled: folded, in: category)
        } others: { () throws(VaultFault) in
            try vault.summaries()
        } orElse: {
            VaultStrings.itemUnknown(title: $0)
        }
    }

    /// The item in the trash of a vault.
    func findDeleted(in vault: UnlockedVault) throws(CommandFailure) -> ItemSummary {
        try find(of: vault) { folded, category throws(VaultFault) in
            try vault.summaries(in: category, deleted: true).filter { $0.title.folded == folded }
        } others: { () throws(VaultFault) in
            try vault.summaries(deleted: true)
        } orElse: {
            VaultStrings.itemNotInTrash(title: $0)
        }
    }

    private func find(
        of vault: UnlockedVault, titled: (FoldedName, RecordID?) throws(VaultFault) -> [ItemSummary],
        others: () throws(VaultFault) -> [ItemSummary], orElse words: (String) -> Phrase
    ) throws(CommandFailure) -> ItemSummary {
        let name = try vaultName(title)
        let place = try category.map { text throws(CommandFailure) in try vault.category(named: text).id }
        let item = try refusing(title) { () throws(VaultFault) -> ItemSummary? in
            let found = try titled(name.folded, place)
            if let only = found.first {
                guard found.count == 1 else { throw .ambiguous(name.text) }
                return only
            }
            // No title is as likely as not an identifier; only then is every item looked at.
            guard let id = RecordID(title) else { return nil }
            return try others().first { $0.id == id }
        }
        guard let item else { throw CommandFailure(words(TerminalText.harmless(name.text)).text) }
        return item
    }
}

extension UnlockedVault {
    /// The category that a person names, in any case; a default one by its name in any language.
    func category(named text: String) throws(CommandFailure) -> Category {
        let name = try vaultName(text)
        let found = try refusing(text) { () throws(VaultFault) in try category(meant: name) }
        guard let found else {
            throw CommandFailure(VaultStrings.categoryUnknown(name: TerminalText.harmless(name.text)).text)
        }
        return found
    }
}
