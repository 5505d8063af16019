import Foundation
import Strings

/// The reason that the system gives for a file that can't be read or written.
enum SystemReason {
    /// The reason in the person's language; in the system's own words when it is a rare one.
    static func phrase(_ number: Int32) -> any Speakable {
        switch number {
        case ENOENT: VaultImportStrings.systemNoSuchFile
        case EACCES, EPERM: VaultImportStrings.systemNotPermitted
        case EISDIR: VaultImportStrings.systemIsFolder
        case ENOTDIR: VaultImportStrings.systemNotFolder
        case ENOSPC, EDQUOT: VaultImportStrings.systemNoSpace
        case EROFS: VaultImportStrings.systemReadOnly
        case EEXIST: VaultImportStrings.systemExists
        case ELOOP: VaultImportStrings.systemLinkLoop
        case ENAMETOOLONG: VaultImportStrings.systemLongName
        case EIO: VaultImportStrings.systemDeviceFailed
        case EMFILE, ENFILE: VaultImportStrings.systemManyFiles
        default: String(cString: strerror(number))
        }
    }
}
