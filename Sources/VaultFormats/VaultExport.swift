import Time
import Vault

/// Writes vaults for other programs.
///
/// Every value is written as it is. What a format cannot hold is put into custom fields or columns that
/// ``VaultImport`` understands again; what is left out even so is said where the format is written.
public enum VaultExport {
    /// The file of `format` that holds `vault`.
    ///
    /// `password` is the file's own, for formats that are encrypted; `cost` is how its key is derived. `now` is when
    /// the file is written; `random` gives identifiers and, in encrypted formats, salt and initialisation vector.
    public static func write(
        _ format: ExportFormat, _ vault: ImportedVault, password: Password? = nil,
        cost: BitwardenKeyCost = .standard, now: Timestamp, using random: inout some RandomNumberGenerator
    ) throws(ExportFault) -> [UInt8] {
        switch format {
        case .bitwarden:
            return BitwardenWriter.json(vault, now: now, using: &random)
        case .bitwardenProtected:
            guard let password else { throw .needsPassword }
            let json = BitwardenWriter.json(vault, now: now, using: &random)
            return try BitwardenProtection.seal(json, password: password, cost: cost, using: &random)
        case .keepassXML:
            return try KeePassWriter.xml(vault, now: now, using: &random)
        case .csv:
            return try CSVWriter.csv(vault)
        }
    }
}
