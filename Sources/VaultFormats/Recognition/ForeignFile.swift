/// The format of a file, recognized by its contents; its name does not matter.
enum ForeignFile: Equatable {
    /// A file of a format that is read.
    case known(ImportFormat)
    /// A file that can't be read, with the reason.
    case unreadable(ImportReason)

    /// Recognizes `bytes`; nil when their format is unknown.
    init?(_ bytes: [UInt8]) {
        if let kind = Self.ofMark(bytes) {
            self = kind
        } else if let file = (try? JSONValue(parsing: bytes))?.members, let format = JSONFile.format(file) {
            self = .known(format)
        } else {
            return nil
        }
    }

    /// What the first bytes say.
    private static func ofMark(_ bytes: [UInt8]) -> ForeignFile? {
        if bytes.starts(with: keePassDatabase) { return .known(.kdbx) }
        if ZIPArchive.isBegun(by: bytes) { return ofArchive(bytes) }
        let text = String(decoding: bytes.prefix(4096), as: UTF8.self)
        if text.hasPrefix("-----BEGIN PGP MESSAGE-----") { return .unreadable(.plain(.encryptedProtonPass)) }
        if text.contains("<KeePassFile") { return .known(.keepassXML) }
        if hasOnePIFMark(bytes) { return .known(.onePIF) }
        return nil
    }

    private static func ofArchive(_ bytes: [UInt8]) -> ForeignFile? {
        guard let archive = try? ZIPArchive(bytes) else { return nil }
        let names = archive.names
        if names.contains("export.data") { return .known(.onePUX) }
        if names.contains(where: { isProtonPassDocument($0) }) { return .known(.protonPass) }
        if names.contains(where: { $0.hasSuffix("data.pgp") }) { return .unreadable(.plain(.encryptedProtonPass)) }
        if names.contains(where: { isOnePIFDocument($0) }) { return .known(.onePIF) }
        return nil
    }

    /// The first bytes of every database of KeePass 2.
    static let keePassDatabase: [UInt8] = [0x03, 0xD9, 0xA2, 0x9A, 0x67, 0xFB, 0x4B, 0xB5]
    /// The line between the items of a 1PIF.
    private static let onePIFSeparator = "***5642bee8-a5ff-11dc-8314-0800200c9a66***"

    /// Whether a file of this name in an archive is the document of Proton Pass.
    static func isProtonPassDocument(_ name: String) -> Bool {
        name == "data.json" || name == "Proton Pass/data.json"
    }

    /// Whether a file of this name in an archive is a 1PIF.
    static func isOnePIFDocument(_ name: String) -> Bool {
        name == "data.1pif" || name.hasSuffix("/data.1pif")
    }

    /// Whether a file has the line between the items of a 1PIF after its first line.
    static func hasOnePIFMark(_ bytes: [UInt8]) -> Bool {
        bytes.first == UInt8(ascii: "{")
            && bytes.split(separator: UInt8(ascii: "\n"), maxSplits: 2).dropFirst().first
                .map { $0.starts(with: onePIFSeparator.utf8) } == true
    }

    /// The reason for which a file of this kind is refused where one of `format` was expected; nil when it is of it.
    func reason(insteadOf format: ImportFormat) -> ImportReason? {
        switch self {
        case .known(format): nil
        case .known(let other): .otherFormat(other)
        case .unreadable(let reason): reason
        }
    }
}

/// Exports that are one JSON object, which their members distinguish.
enum JSONFile {
    /// How many items are looked at.
    private static let itemLimit = 100

    /// The format of the object; nil when it is unknown.
    static func format(_ file: JSONObject) -> ImportFormat? {
        if file["encrypted"]?.truth == true, file["passwordProtected"]?.truth == true { return .bitwardenProtected }
        if file["vaults"]?.members != nil { return .protonPass }
        guard let items = file["items"]?.elements else { return nil }
        let objects = items.prefix(itemLimit).compactMap(\.members)
        if objects.contains(where: { $0["template_type"] != nil }) { return .enpass }
        let isBitwarden =
            file["encrypted"] != nil || file["collections"] != nil
            || objects.contains { $0["type"]?.integer != nil || $0["login"] != nil }
        return isBitwarden ? .bitwarden : nil
    }

    /// The object that `bytes` are, which must not be of another format.
    static func object(_ bytes: [UInt8], as format: ImportFormat) throws(ImportFault) -> JSONObject {
        guard let file = try JSONValue(parsing: bytes).members else { throw .foreign(.plain(.notJSONObject)) }
        if let known = self.format(file), let reason = ForeignFile.known(known).reason(insteadOf: format) {
            throw .foreign(reason)
        }
        return file
    }
}
