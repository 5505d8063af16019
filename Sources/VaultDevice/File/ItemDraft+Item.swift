import Basics
import Vault

extension ItemDraft {
    /// The item that the draft becomes, with identifiers of its own for its attachments, and for itself when none is
    /// given.
    func item(
        _ id: RecordID? = nil, now: Timestamp, using random: inout some RandomNumberGenerator
    ) throws(VaultFault) -> Item {
        var entries: [Attachment] = []
        for file in attachments {
            let id = RecordID(using: &random)
            guard let entry = Attachment(id: id, name: file.name, byteCount: file.bytes.count) else {
                throw .tooLarge("attachment")
            }
            entries.append(entry)
        }
        let created = created ?? now
        return Item(
            id: id ?? RecordID(using: &random), category: category, title: title, fields: fields,
            isFavourite: isFavourite,
            asksAgain: asksAgain, created: created, modified: modified ?? created, deleted: isInTrash ? now : nil,
            history: Array(history.prefix(Item.historyLimit)), attachments: entries)
    }
}
