import Foundation
import Vault

/// Reads vaults that other programs wrote.
///
/// A file is read whole or not at all. What has no field of ours becomes a custom field, so that nothing is lost
/// silently; what each format leaves out is said where it is read.
public enum VaultImport {
    /// The vault that `bytes` hold in `format`; `password` is the file's own, for formats that are encrypted.
    ///
    /// With `skipsMissing`, a document that an item of a 1PUX refers to and that the file does not have is no reason to
    /// refuse the file: its name becomes a field.
    public static func read(
        _ format: ImportFormat, from bytes: [UInt8], password: Password? = nil, skipsMissing: Bool = false
    ) throws(ImportFault) -> ImportedVault {
        guard bytes.count <= ImportLimits.file else { throw .tooLarge(part: "the file", limit: ImportLimits.file) }
        return switch format {
        case .bitwarden: try BitwardenReader.vault(json: bytes)
        case .bitwardenProtected: try BitwardenReader.vault(protected: bytes, password: password)
        case .onePUX: try OnePasswordReader.vault(archive: bytes, skipsMissing: skipsMissing)
        case .keepassXML: try KeePassReader.vault(xml: bytes)
        case .csv: try CSVReader.vault(csv: bytes)
        }
    }

    /// The vault that the file at `url` holds in `format`.
    public static func read(
        _ format: ImportFormat, from url: URL, password: Password? = nil, skipsMissing: Bool = false
    ) throws(ImportFault) -> ImportedVault {
        let bytes: [UInt8]
        let descriptor = open(url.path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .unreadable(String(cString: strerror(errno))) }
        let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        do {
            // One byte more than is allowed, so that a longer file is known without being read.
            bytes = Array(try file.read(upToCount: ImportLimits.file + 1) ?? Data())
        } catch {
            // The system's own reason: the library's text names a number.
            throw .unreadable(String(cString: strerror(errno)))
        }
        return try read(format, from: bytes, password: password, skipsMissing: skipsMissing)
    }
}
