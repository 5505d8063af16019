import Crypto
import Foundation
import Vault

/// What of a category travels.
struct CategoryContent: Codable {
    var name: String
    var isProtected: Bool
    var isRemovable: Bool
    var template: [String]
    var icon: String

    /// What another device gets to know of a category.
    init(_ category: Category) {
        name = category.name.text
        isProtected = category.isProtected
        isRemovable = category.isRemovable
        template = category.template.map(\.word)
        icon = category.icon
    }

    /// What bytes say; throws `damaged`.
    init(bytes: [UInt8]) throws(VaultFault) {
        do { self = try JSONDecoder().decode(Self.self, from: Data(bytes)) } catch { throw .damaged("category") }
    }

    /// The content as bytes; the same content always gives the same.
    func encoded() throws(VaultFault) -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        do { return Array(try encoder.encode(self)) } catch { throw .damaged("category") }
    }

    /// What two devices must agree on: the default categories are named in the language of each.
    func mark() throws(VaultFault) -> SyncMark {
        var common = self
        if isProtected { common.name = "" }
        return SyncMark(SHA256.hash(data: try common.encoded()))
    }

    /// The category as it is here, or becomes; fields that this version does not know are left out.
    func category(_ id: RecordID, here: Category?) throws(VaultFault) -> Category {
        let name: VaultName
        if let here, here.isProtected {
            name = here.name
        } else {
            do { name = try VaultName(self.name) } catch { throw .name(error) }
        }
        return Category(
            id: id, name: name, isProtected: here?.isProtected ?? isProtected, isRemovable: isRemovable,
            template: template.prefix(Category.templateLimit).compactMap { FieldKind($0) },
            icon: String(icon.prefix(40)))
    }
}

extension Item {
    /// Whether two items say the same to whoever reads them, whenever it was written.
    func says(_ other: Item) -> Bool {
        // Titles that differ in case alone are equal, and yet not the same to read.
        guard title.text == other.title.text else { return false }
        var copy = self
        copy.modified = other.modified
        copy.created = other.created
        copy.history = other.history
        if deleted != nil, other.deleted != nil { copy.deleted = other.deleted }
        return copy == other
    }
}

/// The content of the manifest.
extension SyncState.Total {
    /// The total as bytes.
    func encoded() -> [UInt8] {
        var writer = BytesOut(capacity: 4 + SyncMark.byteCount)
        writer.put(count)
        writer.put(mark.bytes)
        return writer.bytes
    }

    /// The total that bytes say; throws `damaged`.
    init(bytes: [UInt8]) throws(VaultFault) {
        var reader = BytesIn(bytes)
        count = try reader.number()
        mark = SyncMark(try reader.part(SyncMark.byteCount))
    }
}

/// A piece of an attachment, with the item that it belongs to.
struct PieceContent {
    let owner: RecordID
    let bytes: [UInt8]

    init(owner: RecordID, bytes: [UInt8]) {
        self.owner = owner
        self.bytes = bytes
    }

    /// What bytes say; throws `damaged`.
    init(bytes: [UInt8]) throws(VaultFault) {
        var reader = BytesIn(bytes)
        owner = try reader.recordID()
        self.bytes = Array(try reader.part(bytes.count - RecordID.byteCount))
    }

    func encoded() -> [UInt8] { owner.bytes + bytes }
}
