import Basics
import Vault

/// Writes vaults for other programs.
///
/// Every value is written as it is, but for characters that XML can't express, which get a mark. What a format cannot hold is put into custom fields or columns that
/// ``VaultImport`` understands again; what is left out even so is said where the format is written.
public enum VaultExport {
    /// The file of `format` that holds `vault`.
    ///
    /// `password` is the file's own, for formats that are encrypted; `cost` is how Bitwarden's key is derived. A database
    /// is encrypted as `database` says, with the password, the `keyFile` or both. `now` is when the file is written;
    /// `random` gives identifiers and, in encrypted formats, salt and initialisation vector.
    public static func write(
        _ format: ExportFormat, _ vault: ImportedVault, password: Password? = nil, keyFile: KeyFile? = nil,
        cost: BitwardenKeyCost = .standard, database: KDBXSettings = .standard, now: Timestamp,
        using random: inout some RandomNumberGenerator
    ) throws(ExportFault) -> [UInt8] {
        try file(
            format, vault, password: password, keyFile: keyFile, cost: cost, database: database, now: now,
            using: &random
        ).bytes
    }

    /// The same, with a list of what had to be written otherwise because the format can't express it.
    public static func file(
        _ format: ExportFormat, _ vault: ImportedVault, password: Password? = nil, keyFile: KeyFile? = nil,
        cost: BitwardenKeyCost = .standard, database: KDBXSettings = .standard, now: Timestamp,
        using random: inout some RandomNumberGenerator
    ) throws(ExportFault) -> ExportedFile {
        switch format {
        case .bitwarden:
            return ExportedFile(bytes: BitwardenWriter.json(vault, now: now, using: &random))
        case .bitwardenProtected:
            guard let password else { throw .needsPassword }
            let json = BitwardenWriter.json(vault, now: now, using: &random)
            return ExportedFile(
                bytes: try BitwardenProtection.seal(json, password: password, cost: cost, using: &random))
        case .keepassXML:
            return KeePassWriter.xml(vault, now: now, using: &random)
        case .kdbx:
            guard let secret = KDBXSecret(password, keyFile) else { throw .needsPassword }
            return try KDBXWriter.database(vault, secret: secret, settings: database, now: now, using: &random)
        case .csv:
            return ExportedFile(bytes: try CSVWriter.csv(vault))
        }
    }
}
