import ArgumentParser
import CommandOutput
import Foundation
import Strings
import Vault
import VaultDevice
import VaultFormats

/// `cerca vault import`: the items of another program, all of them or none.
struct VaultImportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Take over the items of another program, all of them or none.",
        discussion: """
            bitwarden and bitwarden-protected are Bitwarden's JSON, 1pux is 1Password's, keepass-xml is that of KeePass \
            and KeePassXC, csv has columns of any of them, or of Firefox, LastPass, Dashlane, NordPass and Proton Pass. \
            Fields that have no kind here become fields of one's own.

            Importing again doubles nothing: an item is known by the identifier that the file gives it, or else by all \
            that its row says. What was changed later counts, here or there, and what the other side says goes into the \
            item's history. What lay in the other program's trash lies in the trash, where its time begins now.

            Remove the file afterwards: it is not protected.
            """)

    @OptionGroup var options: VaultOptions

    @Option(help: "What the file is.")
    var format: ImportFormat

    @Option(
        help: ArgumentHelp(
            "A file with the password of a protected file; without it, the one of --password-file.", valueName: "file"),
        completion: .file())
    var importPasswordFile: String?

    @Flag(help: "Import an item of a 1PUX although the file lacks a document of it; the document's name is kept.")
    var skipMissing = false

    @Argument(help: "The file.", completion: .file())
    var file: String

    func run() async throws {
        let imported = try read()
        let vault = try await options.unlocked()
        var random = SystemRandomNumberGenerator()
        let plan = try ImportPlan(imported, language: vault.settings.language, using: &random)
        if !options.json, Terminal.showsProgress { VaultStrings.transferImporting(count: plan.drafts.count).say() }
        let outcome = try refusing { () throws(VaultFault) in
            try vault.importAll(plan.categories, plan.drafts, now: VaultClock.now, using: &random)
        }
        guard options.json else { return StandardError.write(summary(of: outcome)) }
        var output = OutputBuffer()
        output.object { line in
            line.member("imported", outcome.added)
            line.member("updated", outcome.updated)
            line.member("unchanged", outcome.unchanged)
            line.member("inTrash", outcome.inTrash)
            line.member("categories", plan.categories.count)
        }
        try output.flush()
    }

    private func read() throws(CommandFailure) -> ImportedVault {
        var password: Password?
        if format.needsPassword {
            if let path = importPasswordFile ?? options.passwordFile {
                password = try SecretFile.password(path)
            } else if Terminal.canAsk, let typed = HiddenInput.line(VaultStrings.transferAskFilePassword.text) {
                password = Password(bytes: typed)
            }
        }
        do throws(ImportFault) {
            return try VaultImport.read(
                format, from: URL(filePath: file), password: password, skipsMissing: skipMissing)
        } catch {
            throw CommandFailure("\(TerminalText.harmless(file)): \(error.phrase.text)")
        }
    }

    /// What became of the items, in a sentence.
    private func summary(of outcome: ImportOutcome) -> String {
        var text = VaultStrings.transferImported(count: outcome.added).text
        if outcome.inTrash > 0 { text += " " + VaultStrings.transferInTrash(number: outcome.inTrash).text }
        if outcome.updated > 0 { text += "; " + VaultStrings.transferUpdated(count: outcome.updated).text }
        if outcome.unchanged > 0 { text += "; " + VaultStrings.transferUnchanged(count: outcome.unchanged).text }
        return text
    }
}

extension ImportFormat: ExpressibleByArgument {}
extension ExportFormat: ExpressibleByArgument {}
