import ArgumentParser
import Foundation
import Strings
import Vault
import VaultDevice

/// `cerca vault attach`: a file to an item.
struct VaultAttachCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "attach",
        abstract: "Attach a file to an item.",
        discussion: "The file itself stays where it is; `cerca vault extract` writes its copy out again.")

    @OptionGroup var options: VaultOptions
    @OptionGroup var choice: ItemChoice

    @Argument(help: "The file.", completion: .file())
    var file: String

    @Option(help: ArgumentHelp("What to call it; without it, as the file is called.", valueName: "name"))
    var name: String?

    func run() async throws {
        let name = try vaultName(name ?? URL(filePath: file).lastPathComponent)
        let bytes = try contents()
        let vault = try await options.unlocked()
        let item = try choice.find(in: vault)
        var random = SystemRandomNumberGenerator()
        let attachment = try refusing(name.text) { () throws(VaultFault) in
            try vault.attach(bytes, named: name, to: item.id, now: VaultClock.now, using: &random)
        }
        guard options.json else {
            return VaultStrings.attachmentAttached(name: name.text, title: TerminalText.harmless(item.title.text)).say()
        }
        var output = OutputBuffer()
        output.object { line in
            line.member("id", attachment.id.text)
            line.member("name", attachment.name.text)
            line.member("bytes", attachment.byteCount)
        }
        try output.flush()
    }

    private func contents() throws(CommandFailure) -> [UInt8] {
        do {
            let handle = try FileHandle(forReadingFrom: URL(filePath: file))
            defer { try? handle.close() }
            let bytes = Array(try handle.read(upToCount: Attachment.byteLimit + 1) ?? Data())
            guard bytes.count <= Attachment.byteLimit else {
                throw CommandFailure(VaultStrings.attachmentTooLarge(path: file, limit: Attachment.byteLimit).text)
            }
            return bytes
        } catch let failure as CommandFailure {
            throw failure
        } catch {
            throw CommandFailure(
                VaultStrings.sessionUnreadable(path: file, reason: SystemReason.phrase(errno)).text)
        }
    }
}
