import Foundation
import Strings

/// Files that only their owner can read.
enum PrivateFile {
    /// Writes a file that is whole when this returns, and that is not there when it throws.
    ///
    /// An existing file is replaced only when that is wanted, and then in one step.
    static func write(_ bytes: [UInt8], to path: String, replacing: Bool) throws(CommandFailure) {
        guard replacing || access(path, F_OK) != 0 else {
            throw CommandFailure(VaultStrings.attachmentExists(path: path).text)
        }
        let beside = path + ".\(getpid()).part"
        let descriptor = open(beside, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw failure(path) }
        var isWritten = (try? OutputBuffer.write(bytes, to: descriptor)) != nil && fsync(descriptor) == 0
        isWritten = close(descriptor) == 0 && isWritten
        // A link fails where a file is; a renaming would replace it.
        let isNamed = isWritten && (replacing ? rename(beside, path) == 0 : link(beside, path) == 0)
        let reason = failure(path)
        unlink(beside)
        guard isNamed else { throw reason }
    }

    private static func failure(_ path: String) -> CommandFailure {
        CommandFailure(VaultStrings.attachmentCannotWrite(path: path, reason: SystemReason.phrase(errno)).text)
    }
}
