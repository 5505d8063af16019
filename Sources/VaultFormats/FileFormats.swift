/// A format that is read.
public enum ImportFormat: String, CaseIterable, Sendable {
    /// Bitwarden's JSON that is not encrypted.
    case bitwarden
    /// Bitwarden's JSON that is encrypted with a password of the file's own.
    case bitwardenProtected = "bitwarden-protected"
    /// 1Password's ZIP file.
    case onePUX = "1pux"
    /// The XML of KeePass 2 and KeePassXC.
    case keepassXML = "keepass-xml"
    /// Comma-separated values: of Bitwarden, of KeePassXC, and any others whose columns have names.
    case csv

    /// Whether a file of this format needs a password to be read.
    public var needsPassword: Bool { self == .bitwardenProtected }
}

/// A format that is written.
public enum ExportFormat: String, CaseIterable, Sendable {
    /// Bitwarden's JSON that is not encrypted.
    case bitwarden
    /// Bitwarden's JSON that is encrypted with a password of the file's own.
    case bitwardenProtected = "bitwarden-protected"
    /// The XML of KeePass 2 and KeePassXC.
    case keepassXML = "keepass-xml"
    /// Comma-separated values with the columns of KeePassXC.
    case csv

    /// Whether a file of this format is encrypted with a password.
    public var needsPassword: Bool { self == .bitwardenProtected }
}
