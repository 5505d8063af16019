import ArgumentParser
import CommandOutput
import Foundation
import Vault
import VaultDevice

/// `cerca vault extract`: an attachment as a file, or on standard output.
struct VaultExtractCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "extract",
        abstract: "Write an attachment to a file.",
        discussion: "The file can be read by its owner alone; it is no longer protected by the vault.")

    @OptionGroup var options: VaultOptions
    @OptionGroup var choice: ItemChoice

    @Argument(help: "The attachment's name or identifier.")
    var attachment: String

    @Argument(help: "The file to write, - for standard output; without it, as the attachment is called.")
    var file: String?

    @Flag(help: "Replace the file if there is one.")
    var force = false

    func run() async throws {
        let vault = try await options.unlocked()
        let summary = try choice.find(in: vault)
        let item = try refusing { () throws(VaultFault) in try vault.item(summary.id) }
        try vault.requireFreshUnlock(for: item)
        let found = try vault.attachment(named: attachment, of: summary.id)
        let bytes = try refusing { () throws(VaultFault) in try vault.attachment(found) }
        // A name from another program's file is no path: it must not lead out of the folder.
        let path = file ?? found.name.text.replacing("/", with: "_")
        if path == "-" { return try OutputBuffer.write(bytes) }
        try PrivateFile.write(bytes, to: path, replacing: force)
        if options.json {
            var output = OutputBuffer()
            output.object { line in
                line.member("file", path)
                line.member("bytes", bytes.count)
            }
            try output.flush()
        } else {
            ItemMessages.extracted(path: TerminalText.harmless(path)).say()
        }
    }
}

/// Files that only their owner can read.
enum PrivateFile {
    /// Writes a file that is whole when this returns, and that is not there when it throws.
    ///
    /// An existing file is replaced only when that is wanted, and then in one step.
    static func write(_ bytes: [UInt8], to path: String, replacing: Bool) throws(CommandFailure) {
        guard replacing || access(path, F_OK) != 0 else {
            throw CommandFailure(ItemMessages.fileExists(path: path).text)
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
        CommandFailure(ItemMessages.cannotWrite(path: path, reason: String(cString: strerror(errno))).text)
    }
}
