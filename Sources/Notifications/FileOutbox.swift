import Foundation
import Time

/// A folder that takes mails as files, one `.eml` each, for trying out and for tests.
///
/// Whoever may read the folder reads the mails, codes included; it is made readable for its owner alone.
public struct FileOutbox: MailSender {
    private let folder: URL
    private let sender: MailAddress

    /// Always true: whoever runs the server reads the folder.
    public var isAvailable: Bool { true }

    /// Mails from `sender` in the folder at `path`, which is made when it does not exist.
    ///
    /// Throws ``MailError/notWritten`` when it cannot be made.
    public init(path: String, sender: MailAddress) throws(MailError) {
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
    public func send(_ message: MailMessage) async throws(MailError) {
        let file = folder.appending(path: "\(message.date.milliseconds)-\(message.id.prefix(64)).eml")
        do {
            try Data(message.bytes(from: sender)).write(to: file, options: .atomic)
        } catch {
            throw .notWritten
        }
    }
}
