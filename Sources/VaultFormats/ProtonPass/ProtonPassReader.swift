import Basics
import Vault

/// Reads the export of Proton Pass: a ZIP file with `data.json` and attached files, or that JSON alone.
///
/// Vaults become categories. Identifiers, the looks of vaults, and what an item allows on a platform are left out.
enum ProtonPassReader {
    /// The vault in an export.
    static func vault(_ bytes: [UInt8], into items: ImportedItems) throws(ImportFault) -> ImportedVault {
        let text = String(decoding: bytes.prefix(64), as: UTF8.self)
        guard !text.hasPrefix("-----BEGIN PGP") else { throw .foreign(.plain(.encryptedProtonPass)) }
        guard ZIPArchive.isBegun(by: bytes) else {
            return try vault(JSONFile.object(bytes, as: .protonPass), files: ProtonPassFiles(), into: items)
        }
        let archive = try ZIPArchive(bytes)
        guard let name = archive.names.first(where: ForeignFile.isProtonPassDocument),
            let document = try archive.entry(name, limit: ImportLimits.file)
        else { throw .foreign(.noEntry("data.json")) }
        return try vault(
            JSONFile.object(document, as: .protonPass),
            files: ProtonPassFiles(archive, folder: String(name.dropLast(9))),
            into: items)
    }

    private static func vault(
        _ file: JSONObject, files: ProtonPassFiles, into items: ImportedItems
    ) throws(ImportFault) -> ImportedVault {
        guard file["encrypted"]?.truth != true else { throw .foreign(.plain(.encryptedProtonPass)) }
        guard let vaults = file["vaults"]?.members else { throw .foreign(.plain(.noVaults)) }
        var categories = CategoryNames()
        var items = items
        var files = files
        for place in vaults.members {
            guard let members = place.value.members else { throw .foreign(.plain(.vaultNotObject)) }
            let category = members["name"].flatMap { categories.category($0.plainText) }
            try items.read(members["items"]?.elements ?? []) { item, number, skips throws(ImportFault) in
                var reader = ProtonPassItemReader(item, number: number, skips: skips)
                return try reader.item(in: category, files: &files)
            }
        }
        return try items.finished(categories)
    }
}

/// The attached files of an export, counted so that all of them together stay within bounds.
struct ProtonPassFiles {
    private let archive: ZIPArchive?
    private let folder: String
    private var room = AttachmentRoom()

    init(_ archive: ZIPArchive? = nil, folder: String = "") {
        self.archive = archive
        self.folder = folder
    }

    /// The bytes of a file; nil when the export does not have it.
    ///
    /// - Throws: `tooLarge` for one that is larger than an attached file may be.
    mutating func file(_ path: String) throws(ImportFault) -> [UInt8]? {
        guard let archive else { return nil }
        for name in [folder + "files/" + path, folder + path, path] {
            if let bytes = try archive.entry(name, into: &room) { return bytes }
        }
        return nil
    }
}
