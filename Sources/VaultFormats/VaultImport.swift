import Foundation
import Vault

/// Reads vaults that other programs wrote.
///
/// What has no field of ours becomes a custom field, and what does not fit is cut, cleaned or moved into an attached file:
/// ``ImportedVault/changes`` lists that. An item that can't be taken at all refuses the file, unless it may be skipped. What
/// each format leaves out is stated where it is read.
public enum VaultImport {
    /// The vault that `bytes` hold in `format`; `password` is the file's own, for formats that are encrypted, and `keyFile`
    /// what opens a database besides, or in place of, its password.
    ///
    /// With `skips`, items that can't be taken are left out and listed, as are files that can't. With `skipsMissing`, a
    /// document that an item of a 1PUX refers to and that the file does not have does not refuse the item: its name becomes
    /// a field.
    ///
    /// - Throws: `item` or `items` for what can't be taken, with every such item.
    public static func read(
        _ format: ImportFormat, from bytes: [UInt8], password: Password? = nil, keyFile: KeyFile? = nil,
        skipsMissing: Bool = false, skips: Bool = false
    ) throws(ImportFault) -> ImportedVault {
        guard bytes.count <= ImportLimits.file else { throw .tooLarge(part: .file, limit: ImportLimits.file) }
        do throws(ImportFault) {
            return try vault(
                format, bytes, password: password, keyFile: keyFile, skipsMissing: skipsMissing, skips: skips)
        } catch {
            throw error.recognized(bytes, insteadOf: format)
        }
    }

    private static func vault(
        _ format: ImportFormat, _ bytes: [UInt8], password: Password?, keyFile: KeyFile?, skipsMissing: Bool,
        skips: Bool
    ) throws(ImportFault) -> ImportedVault {
        let items = ImportedItems(skips: skips)
        return switch format {
        case .bitwarden: try BitwardenReader.vault(json: bytes, into: items)
        case .bitwardenProtected: try BitwardenReader.vault(protected: bytes, password: password, into: items)
        case .onePUX: try OnePasswordReader.vault(archive: bytes, skipsMissing: skipsMissing || skips, into: items)
        case .onePIF: try OnePIFReader.vault(bytes, into: items)
        case .protonPass: try ProtonPassReader.vault(bytes, into: items)
        case .enpass: try EnpassReader.vault(json: bytes, into: items)
        case .keepassXML: try KeePassReader.vault(xml: bytes, into: items)
        case .kdbx: try KDBXReader.vault(database: bytes, password: password, keyFile: keyFile, into: items)
        case .csv: try CSVReader.vault(csv: bytes, into: items)
        }
    }

    /// The vault that the file at `url` holds in `format`.
    public static func read(
        _ format: ImportFormat, from url: URL, password: Password? = nil, keyFile: KeyFile? = nil,
        skipsMissing: Bool = false, skips: Bool = false
    ) throws(ImportFault) -> ImportedVault {
        let bytes: [UInt8]
        let descriptor = open(url.path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .unreadable(errno) }
        let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        do {
            // One byte more than is allowed, so that a longer file is known without being read.
            bytes = Array(try file.read(upToCount: ImportLimits.file + 1) ?? Data())
        } catch {
            throw .unreadable(errno)
        }
        return try read(
            format, from: bytes, password: password, keyFile: keyFile, skipsMissing: skipsMissing, skips: skips)
    }
}

extension ImportFault {
    /// The fault with the format that the file really has, when its contents say one.
    fileprivate func recognized(_ bytes: [UInt8], insteadOf format: ImportFormat) -> ImportFault {
        switch self {
        case .foreign, .malformed, .item, .items:
            guard let reason = ForeignFile(bytes)?.reason(insteadOf: format) else { return self }
            return .foreign(reason)
        default: return self
        }
    }
}
