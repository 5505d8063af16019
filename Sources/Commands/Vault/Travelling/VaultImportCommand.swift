import ArgumentParser
import Foundation
import Strings
import Vault
import VaultDevice
import VaultFormats

/// `cerca vault import`: the items of another program.
struct VaultImportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Import the items of another program.",
        discussion: """
            bitwarden and bitwarden-protected are Bitwarden's JSON, 1pux and 1pif are 1Password's exports, proton-pass is \
            Proton Pass's ZIP or JSON, enpass is Enpass's JSON, keepass-xml is the XML of KeePass and KeePassXC, kdbx is \
            their encrypted database (KDBX 3 and 4). csv has columns of any of them, or of Firefox, Chrome, Safari, \
            LastPass, Dashlane, NordPass, RoboForm, Zoho Vault and KeePass 1. Columns are recognized in English, \
            Spanish, Portuguese, Italian, German and French. Fields that have no kind here become hidden fields of their own name.

            What does not fit is changed and listed at the end: a long name is cut and kept whole as a field, a value \
            that is too large becomes an attached file, an unknown folder or an unreadable date is left out. Only what \
            can't be taken at all stops the import, before anything is written; --skip imports the rest.

              cerca vault import --format bitwarden bitwarden_export.json
              cerca vault import --format csv --skip passwords.csv
              cerca vault import --format kdbx --key-file my.keyx Passwords.kdbx

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

    @Option(
        help: ArgumentHelp(
            "The key file of a KeePass database; its password is the one of --import-password-file, or none.",
            valueName: "file"),
        completion: .file())
    var keyFile: String?

    @Flag(help: "Import an item of a 1PUX although the file lacks a document of it; the document's name is kept.")
    var skipMissing = false

    @Flag(help: "Skip items and files that can't be imported, and list them.")
    var skip = false

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
        guard options.json else {
            StandardError.write(summary(of: outcome))
            return list(imported.changes)
        }
        var output = OutputBuffer()
        output.object { line in
            line.member("imported", outcome.added)
            line.member("updated", outcome.updated)
            line.member("unchanged", outcome.unchanged)
            line.member("inTrash", outcome.inTrash)
            line.member("categories", plan.categories.count)
            line.member("changes", objects: imported.changes) { change, line in
                line.member("item", change.place.number)
                line.member("title", change.place.title)
                line.member("field", change.place.field)
                line.member("change", change.kind.code)
                line.member("reason", change.kind.description)
            }
        }
        try output.flush()
    }

    private func read() throws(CommandFailure) -> ImportedVault {
        var password: Password?
        let key = try keyFile.map { path throws(CommandFailure) in try SecretInput.keyFile(path) }
        if format.needsPassword {
            // The vault's own password is not tried on a database that may have none.
            if let path = importPasswordFile ?? (key == nil ? options.passwordFile : nil) {
                password = try SecretInput.password(path)
            } else if Terminal.canAsk, let typed = HiddenInput.line(VaultStrings.transferAskFilePassword.text) {
                password = Password(bytes: typed)
            }
        }
        do throws(ImportFault) {
            return try VaultImport.read(
                format, from: URL(filePath: file), password: password, keyFile: key, skipsMissing: skipMissing,
                skips: skip)
        } catch {
            throw CommandFailure("\(TerminalText.harmless(file)): \(error.lines)")
        }
    }

    /// Lists what was changed, an item a line.
    private func list(_ changes: [ImportChange]) {
        guard !changes.isEmpty else { return }
        VaultStrings.changeHeading(count: changes.count).say()
        for change in changes { StandardError.write("  " + change.phrase.text) }
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
extension KDBXCipher: ExpressibleByArgument {}
extension KDBXSettings.Derivation: ExpressibleByArgument {}
