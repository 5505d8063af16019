import Basics
import Vault

/// Reads 1Password's 1PUX export: a ZIP file with `export.data`, which is JSON, and the documents under `files/`.
///
/// Vaults become categories, and the category of 1Password becomes the field "type" of everything that is no login.
/// Identifiers, pictures of vaults, and what 1Password works out itself (subtitles, strengths) are left out.
enum OnePasswordReader {
    /// The vault in a 1PUX file.
    ///
    /// - Parameter skipsMissing: Whether a document that the file does not have is left out, and its name kept as a field.
    static func vault(
        archive bytes: [UInt8], skipsMissing: Bool, into items: ImportedItems
    ) throws(ImportFault) -> ImportedVault {
        let archive = try ZIPArchive(bytes)
        guard let document = try archive.entry("export.data", limit: ImportLimits.file) else {
            throw .foreign(.noEntry("export.data"))
        }
        guard let accounts = try JSONValue(parsing: document).members?["accounts"]?.elements else {
            throw .foreign(.plain(.noAccounts))
        }
        var categories = CategoryNames()
        var files = OnePasswordFiles(archive, skipsMissing: skipsMissing)
        var items = items
        for account in accounts {
            for place in account.members?["vaults"]?.elements ?? [] {
                guard let place = place.members else { throw .foreign(.plain(.vaultNotObject)) }
                try read(place, into: &items, &categories, &files)
            }
        }
        return try items.finished(categories)
    }

    private static func read(
        _ place: JSONObject, into items: inout ImportedItems, _ categories: inout CategoryNames,
        _ files: inout OnePasswordFiles
    ) throws(ImportFault) {
        var category: String?
        if let name = place["attrs"]?.members?["name"]?.text, !name.isEmpty {
            category = categories.category(name)
        }
        try items.read(place["items"]?.elements ?? []) { item, number, skips throws(ImportFault) in
            var reader = OnePasswordItemReader(item, number: number, skips: skips)
            return try reader.item(in: category, files: &files)
        }
    }
}

/// The documents of a 1PUX file, or of the folder of a 1PIF, counted so that all of them together stay within bounds.
struct OnePasswordFiles {
    private let archive: ZIPArchive?
    /// The folder of a 1PIF whose folders are named by items; nil for a 1PUX.
    private let attachments: String?
    private var names: [String: [String]] = [:]
    private var room = AttachmentRoom()

    /// Whether an item may refer to a document that is not there.
    let skipsMissing: Bool

    init(_ archive: ZIPArchive, skipsMissing: Bool) {
        self.archive = archive
        attachments = nil
        self.skipsMissing = skipsMissing
    }

    /// The files in a folder of an archive, or none.
    init(_ archive: ZIPArchive? = nil, attachments: String = "") {
        self.archive = archive
        self.attachments = attachments
        skipsMissing = false
        for path in archive?.names ?? [] where path.hasPrefix(attachments) {
            let parts = path.dropFirst(attachments.count).split(separator: "/", maxSplits: 1)
            if parts.count == 2 { names[String(parts[0]), default: []].append(String(parts[1])) }
        }
    }

    /// The names of the files that belong to an item of a 1PIF.
    func names(of id: String) -> [String] { names[id] ?? [] }

    /// The bytes of a document; nil when the file does not have it.
    ///
    /// - Throws: `tooLarge` for one that is larger than an attached file may be.
    mutating func document(id: String, name: String) throws(ImportFault) -> [UInt8]? {
        let path = attachments.map { "\($0)\(id)/\(name)" } ?? "files/\(id)__\(name)"
        return try archive?.entry(path, into: &room)
    }
}
