import Basics
import Foundation

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// A folder that takes mails as files, one `.eml` each, for trying out and for tests.
///
/// Codes stand in mails. So each file is readable for its owner alone, in whatever folder it lies, and a folder that is
/// made is as well.
package struct FileOutbox: MailSender {
    private let folder: URL
    private let sender: MailAddress

    /// Always true: whoever runs the server reads the folder.
    package var isAvailable: Bool { true }

    /// Mails from `sender` in the folder at `path`, which is made when it does not exist.
    ///
    /// Throws ``MailError/notWritten`` when it cannot be made.
    package init(path: String, sender: MailAddress) throws(MailError) {
        folder = URL(filePath: path, directoryHint: .isDirectory)
        self.sender = sender
        do {
            try FileManager.default.createDirectory(
                at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw .notWritten
        }
    }

    /// Writes the mail; the file appears with all that is in it, under a name that begins with the mail's time.
    package func send(_ message: MailMessage) async throws(MailError) {
        let file = folder.appending(path: "\(message.date.milliseconds)-\(message.id.prefix(64)).eml").path
        // Under another name first, and never for an instant with the permissions that the process gives new files.
        let temporary = "\(file).\(UInt64.random(in: .min ... .max))"
        let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw .notWritten }
        let isWritten = Self.write(message.bytes(from: sender), to: descriptor)
        guard close(descriptor) == 0, isWritten, rename(temporary, file) == 0 else {
            unlink(temporary)
            throw .notWritten
        }
    }

    private static func write(_ bytes: some Sequence<UInt8>, to descriptor: CInt) -> Bool {
        Array(bytes).withUnsafeBytes { bytes in
            var written = 0
            while written < bytes.count {
                let rest = UnsafeRawBufferPointer(rebasing: bytes[written...])
                #if canImport(Darwin)
                    let count = Darwin.write(descriptor, rest.baseAddress, rest.count)
                #else
                    let count = Glibc.write(descriptor, rest.baseAddress, rest.count)
                #endif
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { return false }
                written += count
            }
            return true
        }
    }
}
