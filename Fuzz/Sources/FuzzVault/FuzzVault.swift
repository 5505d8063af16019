import Basics
import FuzzDriver
import Vault
import VaultFormats

/// The entry point of the executable.
@_cdecl("FuzzVault_main")
public func start(_ count: CInt, _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?) -> CInt {
    drive(count, arguments, fuzzVault)
}

/// One input: a byte that states the format, and the file.
@_cdecl("fuzzVault")
public func fuzzVault(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
    let bytes = [UInt8](UnsafeRawBufferPointer(start: data, count: size))
    guard let format = bytes.first else { return 0 }
    let file = Array(bytes.dropFirst())
    switch format & 15 {
    case 0: check(try? VaultImport.read(.bitwarden, from: file))
    // Without a password nothing is derived: the envelope is read.
    case 1: check(try? VaultImport.read(.bitwardenProtected, from: file))
    case 2: check(try? VaultImport.read(.onePUX, from: file))
    // The document itself, which no checksum keeps from being changed.
    case 3:
        let archive = ZIPFile.bytes([("export.data", file), ("files/a__b", [1])])
        check(try? VaultImport.read(.onePUX, from: archive))
    case 4: check(try? VaultImport.read(.keepassXML, from: file))
    case 6...14: readFurther(format, file)
    default: check(try? VaultImport.read(.csv, from: file))
    }
    return 0
}

/// The formats that came later; the upper bits of the byte choose variants of one.
private func readFurther(_ format: UInt8, _ file: [UInt8]) {
    let (isPacked, skips) = (format & 16 != 0, format & 32 != 0)
    switch format & 15 {
    // Header and parameters of key derivation as they are; without a password no key is derived.
    case 6: _ = try? VaultImport.read(.kdbx, from: file)
    case 7: readDatabase(KDBXFile.version4(file, isPacked: isPacked), skips: skips)
    case 8:
        // No stream, Salsa20, ChaCha20 and one that is unknown.
        let stream = [0, 2, 3, 4][Int(format >> 6)] as UInt8
        readDatabase(KDBXFile.version3(file, isPacked: isPacked, stream: stream), skips: skips)
    case 9: checkBounds(try? VaultImport.read(.protonPass, from: file, skips: skips))
    case 10:
        let archive = ZIPFile.bytes([("Proton Pass/data.json", file), ("Proton Pass/files/a.txt", [1])])
        checkBounds(try? VaultImport.read(.protonPass, from: archive, skips: skips))
    case 11: checkBounds(try? VaultImport.read(.enpass, from: file, skips: skips))
    case 12: checkBounds(try? VaultImport.read(.onePIF, from: file, skips: skips))
    case 13:
        let archive = ZIPFile.bytes([("a/data.1pif", file), ("a/attachments/b/c", [1])])
        checkBounds(try? VaultImport.read(.onePIF, from: archive, skips: skips))
    // One file given as each format.
    default: checkRecognition(file)
    }
}

private func readDatabase(_ file: [UInt8], skips: Bool) {
    let vault = try? VaultImport.read(.kdbx, from: file, password: Password(KDBXFile.password), skips: skips)
    checkBounds(vault)
    guard let vault, skips else { return }
    // A database of the least cost that is written.
    var random = SystemRandomNumberGenerator()
    let cheapest = KDBXSettings(passes: 1, memoryMiB: 1, lanes: 1)
    guard
        let written = try? VaultExport.write(
            .kdbx, vault, password: Password(KDBXFile.password), database: cheapest,
            now: Timestamp(seconds: 1_700_000_000), using: &random),
        let again = try? VaultImport.read(.kdbx, from: written, password: Password(KDBXFile.password), skips: true)
    else { preconditionFailure("a database that is not read again") }
    precondition(again.items.count == vault.items.count, "items that are lost in a database")
}

private func checkRecognition(_ file: [UInt8]) {
    for format in ImportFormat.allCases {
        do throws(ImportFault) {
            _ = try VaultImport.read(format, from: file)
        } catch {
            precondition(error != .foreign(.otherFormat(format)), "a file that is refused for what it is")
        }
    }
}

/// What was read is within the bounds of a vault, and what is written of it is read again.
private func check(_ vault: ImportedVault?) {
    guard let vault else { return }
    checkBounds(vault)
    checkBitwarden(vault)
    // A second field of one name gets another there, and XML cannot say every character.
    if let bytes = written(vault, as: .keepassXML) { checkCount(bytes, .keepassXML, vault) }
    if let bytes = written(vault, as: .csv) { checkCount(bytes, .csv, vault) }
}

/// What was read is within the bounds of a vault.
private func checkBounds(_ vault: ImportedVault?) {
    guard let vault else { return }
    for item in vault.items {
        precondition((try? VaultName(item.title)) != nil, "a title that is no name")
        // The title of an item that has nothing else is its note.
        precondition(item.fields.count <= Item.fieldLimit + 1, "more fields than a vault takes")
        precondition(item.history.count <= Item.historyLimit, "more history than a vault keeps")
        precondition(item.fields.contains { !$0.value.isEmpty } || !item.attachments.isEmpty, "an empty item")
    }
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
