/// A format that is read.
public enum ImportFormat: String, CaseIterable, Sendable {
    /// Bitwarden's JSON that is not encrypted.
    case bitwarden
    /// Bitwarden's JSON that is encrypted with a password of the file's own.
    case bitwardenProtected = "bitwarden-protected"
    /// 1Password's ZIP file.
    case onePUX = "1pux"
    /// 1Password's older export: JSON, an item a line, or a ZIP file of its folder.
    case onePIF = "1pif"
    /// Proton Pass's JSON, or the ZIP file with it.
    case protonPass = "proton-pass"
    /// Enpass's JSON.
    case enpass
    /// The XML of KeePass 2 and KeePassXC.
    case keepassXML = "keepass-xml"
    /// The encrypted databases of KeePass 2 and KeePassXC: KDBX, versions 3 and 4 to read, 4 to write.
    case kdbx
    /// Comma-separated values: of Bitwarden, of KeePassXC, and any others whose columns have names.
    case csv

    /// Whether a file of this format needs a password to be read.
    public var needsPassword: Bool { self == .bitwardenProtected || self == .kdbx }
}

extension ImportFormat {
    /// What a file of this format is, in words.
    var title: String {
        switch self {
        case .bitwarden: "a JSON export of Bitwarden"
        case .bitwardenProtected: "an encrypted JSON export of Bitwarden"
        case .onePUX: "a 1PUX export of 1Password"
        case .onePIF: "a 1PIF export of 1Password"
        case .keepassXML: "an XML export of KeePass"
        case .kdbx: "an encrypted KeePass database"
        case .protonPass: "an export of Proton Pass"
        case .enpass: "a JSON export of Enpass"
        case .csv: "a table of comma-separated values"
        }
    }
}
