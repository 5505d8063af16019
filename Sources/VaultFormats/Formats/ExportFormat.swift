/// A format that is written.
public enum ExportFormat: String, CaseIterable, Sendable {
    /// Bitwarden's JSON that is not encrypted.
    case bitwarden
    /// Bitwarden's JSON that is encrypted with a password of the file's own.
    case bitwardenProtected = "bitwarden-protected"
    /// The XML of KeePass 2 and KeePassXC.
    case keepassXML = "keepass-xml"
    /// The encrypted databases of KeePass 2 and KeePassXC: KDBX, versions 3 and 4 to read, 4 to write.
    case kdbx
    /// Comma-separated values with the columns of KeePassXC.
    case csv

    /// Whether a file of this format is encrypted with a password.
    public var needsPassword: Bool { self == .bitwardenProtected || self == .kdbx }
}
