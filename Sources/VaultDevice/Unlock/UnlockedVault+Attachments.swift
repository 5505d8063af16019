import Basics
import Vault

extension UnlockedVault {
    /// Adds a file to an item; several may have the same name.
    ///
    /// - Throws: `tooLarge` for more bytes than `Attachment.byteLimit` or more files than `Item.attachmentLimit`.
    @discardableResult
    package func attach(
        _ bytes: [UInt8], named name: VaultName, to item: RecordID, now: Timestamp,
        using random: inout some RandomNumberGenerator
    ) throws(VaultFault) -> Attachment {
        guard let attachment = Attachment(id: RecordID(using: &random), name: name, byteCount: bytes.count) else {
            throw .tooLarge("attachment")
        }
        try transaction { edit throws(VaultFault) in
            var item = try edit.item(item)
            guard !item.attachments.contains(where: { $0.name == name }) else { throw .nameTaken(name.text) }
            item.attachments.append(attachment)
            item.modified = now
            try edit.putAttachment(attachment, bytes)
            try edit.put(item)
        }
        return attachment
    }

    /// The bytes of an attachment.
    package func attachment(_ attachment: Attachment) throws(VaultFault) -> [UInt8] {
        try read { reading, _ in try reading.attachment(attachment) }
    }

    /// Removes an attachment of an item for good.
    package func removeAttachment(
        _ attachment: RecordID, of item: RecordID, now: Timestamp
    ) throws(VaultFault) {
        try transaction { edit throws(VaultFault) in
            var item = try edit.item(item)
            guard let place = item.attachments.firstIndex(where: { $0.id == attachment }) else {
                throw .unknownRecord
            }
            item.attachments.remove(at: place)
            item.modified = now
            try edit.put(item)
        }
    }
}
