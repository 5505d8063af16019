import Basics
import Crypto
import Vault

/// What an import did.
package struct ImportOutcome: Equatable, Sendable {
    /// How many items are new, those in the trash included.
    package var added = 0
    /// How many items that were here already were changed, because the file has something newer or something more.
    package var updated = 0
    /// How many were here already, with all that the file says of them.
    package var unchanged = 0
    /// How many of the new ones lie in the trash, as they did where they come from.
    package var inTrash = 0

    /// Nothing yet.
    package init() {}
}

extension UnlockedVault {
    /// Adds categories and items, all of them or none.
    ///
    /// A category whose name is there already is that one. What another program kept is kept as it was: titles may be
    /// the same, and an item may have a title alone. An item that came with an earlier import, or was exported from this
    /// vault, is known again by what tells it from others, and does not come twice: whichever side was changed later
    /// says what is in its fields, what the other says goes into its history, and files of both are kept. It stays in
    /// the category, and in the trash, where it is here, unless the file has changed it since it was thrown away.
    @discardableResult
    package func importAll(
        _ categories: [NewCategory], _ items: [ItemDraft], now: Timestamp,
        using random: inout some RandomNumberGenerator
    ) throws(VaultFault) -> ImportOutcome {
        let names = ImportNames(try keys.data)
        return try transaction { edit throws(VaultFault) in
            var outcome = ImportOutcome()
            var places: [RecordID: RecordID] = [:]
            for new in categories { places[new.id] = try edit.category(for: new) }
            for draft in items {
                var draft = draft
                draft.category = places[draft.category] ?? draft.category
                guard edit.root.category(draft.category) != nil else { throw .unknownRecord }
                let known = draft.identifier.map(names.candidates) ?? []
                if let here = try edit.firstSummary(of: known) {
                    let isChanged = try edit.merge(draft, into: here.id, now: now, using: &random)
                    outcome.updated += isChanged ? 1 : 0
                    outcome.unchanged += isChanged ? 0 : 1
                } else {
                    try edit.add(try draft.item(known.last, now: now, using: &random), draft)
                    outcome.added += 1
                    outcome.inTrash += draft.isInTrash ? 1 : 0
                }
            }
            return outcome
        }
    }
}

/// Which items of a vault those of other programs are.
///
/// Identifiers of records lie open in the file. Theirs follow from those of the other program under a key of the vault's,
/// so that nobody else can tell what was imported.
private struct ImportNames {
    private let key: SymmetricKey

    init(_ data: DataKey) {
        key = HKDF<SHA256>.deriveKey(
            inputKeyMaterial: data.secret, info: Array("cerca.vault/import".utf8), outputByteCount: 32)
    }

    /// The identifiers that an item may have here: its own, when the vault exported it, and the one that it gets.
    func candidates(_ identifier: String) -> [RecordID] {
        let code = HMAC<SHA256>.authenticationCode(for: Array(identifier.utf8), using: key)
        return [RecordID(identifier), RecordID(bytes: Array(code.prefix(RecordID.byteCount)))].compactMap { $0 }
    }
}

extension VaultEdit {
    /// The category of a name, which is added when there is none.
    fileprivate mutating func category(for new: NewCategory) throws(VaultFault) -> RecordID {
        if let category = root.category(meant: new.name) { return category.id }
        try root.add(Category(id: new.id, name: new.name, template: UnlockedVault.plainTemplate))
        return new.id
    }

    /// The summary of the first item that there is of some.
    fileprivate func firstSummary(of ids: [RecordID]) throws(VaultFault) -> ItemSummary? {
        for id in ids {
            if let summary = try summary(of: id) { return summary }
        }
        return nil
    }

    /// Brings what a file says of an item together with what is here; false when that is all here already.
    fileprivate mutating func merge(
        _ draft: ItemDraft, into id: RecordID, now: Timestamp, using random: inout some RandomNumberGenerator
    ) throws(VaultFault) -> Bool {
        let former = try item(id)
        var item = former
        let written = draft.modified ?? draft.created
        var told = draft.history
        if let written, written > former.modified {
            item.title = draft.title
            item.fields = draft.fields
            item.asksAgain = former.asksAgain || draft.asksAgain
            item.remember(former.fields, until: now, limit: root.settings.historyLimit)
            item.modified = written
            if let deleted = former.deleted, !draft.isInTrash, written > deleted {
                item.deleted = nil
                item.category = root.homeAfterTrash(item.category)
            }
        } else {
            told += draft.fields.map { PastValue(kind: $0.kind, value: $0.value, until: written ?? former.created) }
        }
        item.learn(told, limit: root.settings.historyLimit)
        for file in draft.attachments { try add(file, to: &item, using: &random) }
        guard item != former else { return false }
        try put(item)
        return true
    }

    /// Adds a file unless the item has it already; one of the same name with something else in it gets a number.
    private mutating func add(
        _ file: (name: VaultName, bytes: [UInt8]), to item: inout Item, using random: inout some RandomNumberGenerator
    ) throws(VaultFault) {
        var name = file.name
        var number = 1
        while let twin = item.attachments.first(where: { $0.name == name }) {
            if twin.byteCount == file.bytes.count, try attachment(twin) == file.bytes { return }
            number += 1
            guard let other = try? VaultName("\(file.name.text.prefix(VaultName.limit - 8)) (\(number))") else {
                return
            }
            name = other
        }
        guard let entry = Attachment(id: RecordID(using: &random), name: name, byteCount: file.bytes.count) else {
            throw .tooLarge("attachment")
        }
        try putAttachment(entry, file.bytes)
        item.attachments.append(entry)
    }
}

extension Item {
    /// Puts values that the item neither has nor had into its history, in the order of their times.
    fileprivate mutating func learn(_ told: [PastValue], limit: Int) {
        var known = Set((fields.map { [$0.kind.word, $0.value] }) + history.map { [$0.kind.word, $0.value] })
        let news = told.filter { !$0.value.isEmpty && known.insert([$0.kind.word, $0.value]).inserted }
        guard !news.isEmpty else { return }
        history = Array((history + news).sorted { $0.until > $1.until }.prefix(limit))
    }
}
