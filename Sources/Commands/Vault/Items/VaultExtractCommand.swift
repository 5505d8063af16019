import ArgumentParser
import Foundation
import Strings
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
            VaultStrings.attachmentExtracted(path: TerminalText.harmless(path)).say()
        }
    }
}
