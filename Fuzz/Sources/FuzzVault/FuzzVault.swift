import FuzzDriver
import Time
import Vault
import VaultFormats

/// The entry point of the executable.
@_cdecl("FuzzVault_main")
public func start(_ count: CInt, _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?) -> CInt {
    drive(count, arguments, fuzzVault)
}

/// One input: a byte that says the format, and the file.
@_cdecl("fuzzVault")
public func fuzzVault(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
    let bytes = [UInt8](UnsafeRawBufferPointer(start: data, count: size))
    guard let format = bytes.first else { return 0 }
    let file = Array(bytes.dropFirst())
    switch format & 7 {
    case 0: check(try? VaultImport.read(.bitwarden, from: file))
    // Without a password nothing is derived: it is the envelope that is read.
    case 1: check(try? VaultImport.read(.bitwardenProtected, from: file))
    case 2: check(try? VaultImport.read(.onePUX, from: file))
    // The document itself, which no checksum keeps from being changed.
    case 3:
        let archive = ZIPFile.bytes([("export.data", file), ("files/a__b", [1])])
        check(try? VaultImport.read(.onePUX, from: archive))
    case 4: check(try? VaultImport.read(.keepassXML, from: file))
    default: check(try? VaultImport.read(.csv, from: file))
    }
    return 0
}

/// What was read is within the bounds of a vault, and what is written of it is read again.
private func check(_ vault: ImportedVault?) {
    guard let vault else { return }
    for item in vault.items {
        precondition((try? VaultName(item.title)) != nil, "a title that is no name")
        // The title of an item that has nothing else is its note.
        precondition(item.fields.count <= Item.fieldLimit + 1, "more fields than a vault takes")
        precondition(item.history.count <= Item.historyLimit, "more history than a vault keeps")
        precondition(item.fields.contains { !$0.value.isEmpty } || !item.attachments.isEmpty, "an empty item")
    }
    checkBitwarden(vault)
    // A second field of one name gets another there, and XML cannot say every character.
    if let bytes = written(vault, as: .keepassXML) { checkCount(bytes, .keepassXML, vault) }
    if let bytes = written(vault, as: .csv) { checkCount(bytes, .csv, vault) }
}

private func checkBitwarden(_ vault: ImportedVault) {
    // The names of files would be further fields.
    let plain = ImportedVault(items: vault.items.filter { $0.attachments.isEmpty }, categories: vault.categories)
    guard let bytes = written(plain, as: .bitwarden), let again = try? VaultImport.read(.bitwarden, from: bytes) else {
        preconditionFailure("Bitwarden's JSON that is not read again")
    }
    precondition(again.categories == plain.categories, "other categories after Bitwarden")
    for (one, other) in zip(plain.items, again.items) {
        precondition(one.title == other.title && one.category == other.category, "another item after Bitwarden")
        precondition(comparable(one) == comparable(other), "other fields after Bitwarden")
    }
}

private func checkCount(_ bytes: [UInt8], _ format: ImportFormat, _ vault: ImportedVault) {
    // A name that was made unique may be too long to be read again; nothing else may stop the reader.
    guard let again = try? VaultImport.read(format, from: bytes) else { return }
    precondition(again.items.count == vault.items.count, "items that are lost in another format")
}

private func written(_ vault: ImportedVault, as format: ExportFormat) -> [UInt8]? {
    var random = SystemRandomNumberGenerator()
    return try? VaultExport.write(format, vault, now: Timestamp(seconds: 1_700_000_000), using: &random)
}

/// The fields that say something, as `kind=value`, in an order of their own.
private func comparable(_ item: ForeignItem) -> [String] {
    item.fields.filter { !$0.value.isEmpty || $0.kind.name != nil }.map { "\($0.kind.word)=\($0.value)" }.sorted()
}
