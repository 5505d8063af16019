import Basics
import Crypto
import Strings
import Vault
import VaultDevice
import VaultFormats

/// A file of another program as what a vault takes in one transaction.
struct ImportPlan {
    /// The categories that the items stand in; a vault that has one of the name takes its own.
    private(set) var categories: [NewCategory] = []
    /// The items.
    private(set) var drafts: [ItemDraft] = []

    /// What an item is, for one that the file puts into no category.
    private static func standard(_ language: String, _ icon: String) -> Category? {
        Category.standard(language: language).first { $0.icon == icon }
    }

    /// Plans to take everything over; what cannot be is said with the item that it is in.
    ///
    /// Items without a category go to the notes when all they have is a note, and to the first category otherwise.
    init(
        _ imported: ImportedVault, language: String, using random: inout some RandomNumberGenerator
    ) throws(CommandFailure) {
        var known: [FoldedName: RecordID] = [:]
        var sources: [String: Int] = [:]
        for name in imported.categories { _ = try category(name, &known, using: &random) }
        for (index, item) in imported.items.enumerated() {
            let place: RecordID
            if let name = item.category {
                place = try category(name, &known, using: &random)
            } else {
                let isNote = item.fields.allSatisfy { $0.kind == .note || $0.value.isEmpty }
                let standard = Self.standard(language, isNote ? "note" : "globe")
                place = try category(standard?.name.text ?? "Web", &known, using: &random)
            }
            var draft = try ItemDraft(item, number: index + 1, category: place)
            // What a file has twice is two items, and is so again the next time.
            let source = item.identifier ?? Self.digest(of: item)
            let count = sources[source, default: 0] + 1
            sources[source] = count
            draft.identifier = count == 1 ? source : "\(source) #\(count)"
            drafts.append(draft)
        }
    }

    /// What tells an item without identifier from others: all that it says.
    private static func digest(of item: ForeignItem) -> String {
        var digest = SHA256()
        for part in [item.title, item.category ?? ""] + item.fields.flatMap({ [$0.kind.word, $0.value] }) {
            digest.update(data: Array("\(part.utf8.count) \(part)".utf8))
        }
        return "row " + digest.finalize().map { String($0, radix: 16) }.joined(separator: ".")
    }

    private mutating func category(
        _ text: String, _ known: inout [FoldedName: RecordID], using random: inout some RandomNumberGenerator
    ) throws(CommandFailure) -> RecordID {
        let name = try vaultName(text)
        if let id = known[name.folded] { return id }
        let new = NewCategory(id: RecordID(using: &random), name: name)
        categories.append(new)
        known[name.folded] = new.id
        return new.id
    }
}

extension ItemDraft {
    /// The draft of an item of another program's file.
    ///
    /// Such files have items of the same title as a matter of course, so a duplicate is no reason to refuse one.
    init(_ item: ForeignItem, number: Int, category: RecordID) throws(CommandFailure) {
        func named(_ text: String, _ field: String) throws(CommandFailure) -> VaultName {
            do throws(NameFault) {
                return try VaultName(text)
            } catch {
                let place = ImportFault.ItemPlace(number: number, title: item.title, field: field)
                let phrase = VaultStrings.changeItem(
                    number: place.number, title: place.title, field: place.field, change: error.phrase)
                throw CommandFailure(phrase.text)
            }
        }
        self.init(category: category, title: try named(item.title, "title"), fields: item.fields)
        isFavourite = item.isFavourite
        asksAgain = item.asksAgain
        created = item.created
        modified = item.modified
        // Since when it has been in another program's trash, which may have no end, is no matter of ours.
        isInTrash = item.deleted != nil
        history = Array(item.history.prefix(Item.historyLimit))
        for attachment in item.attachments {
            attachments.append((try named(attachment.name, "attachment"), attachment.bytes))
        }
        allowsDuplicateTitle = true
    }
}
