import ArgumentParser
import Strings
import Vault
import VaultDevice
import VaultFormats

/// `cerca vault export`: everything, for another program.
struct VaultExportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Write every item to a file for another program.",
        discussion: """
            bitwarden-protected and kdbx are encrypted with a password of the file's own. Every other format holds all \
            secrets in clear. The file can be read by its owner alone.

            kdbx is a KeePass database (KDBX 4) that KeePass 2 and KeePassXC open, with attachments. With --key-file it \
            also needs that key file, and no password unless you give --export-password-file.

              cerca vault export --format kdbx Passwords.kdbx

            Control characters that XML can't express are written to keepass-xml and kdbx as marks, and listed. An \
            import turns them back.
            """)

    @OptionGroup var options: VaultOptions

    @Option(help: "What to write.")
    var format: ExportFormat

    @Option(
        help: ArgumentHelp(
            "A file with the password for the file; without it, the one of --password-file.", valueName: "file"),
        completion: .file())
    var exportPasswordFile: String?

    @Option(
        help: ArgumentHelp("An existing key file that the KeePass database will need.", valueName: "file"),
        completion: .file())
    var keyFile: String?

    @Option(help: "The cipher of a KeePass database.")
    var kdbxCipher = KDBXCipher.aes256

    @Option(help: "How the key of a KeePass database is derived; argon2d for programs before 2021.")
    var kdbxDerivation = KDBXSettings.Derivation.argon2id

    @Flag(help: "Derive a protected file's key as older Bitwarden programs do (PBKDF2), not with Argon2id.")
    var pbkdf2 = false

    @Flag(help: "Replace the file if there is one.")
    var force = false

    @Argument(help: "The file to write, - for standard output.", completion: .file())
    var file: String

    func run() async throws {
        let vault = try await options.unlocked()
        let contents = try everything(in: vault)
        if contents.items.contains(where: \.asksAgain), !vault.isFresh {
            throw CommandFailure(VaultStrings.sessionAsksAgain(title: file).text)
        }
        let key = try keyFile.map { path throws(CommandFailure) in try SecretInput.keyFile(path) }
        let password = try filePassword(hasKeyFile: key != nil)
        let now = VaultClock.now
        var random = SystemRandomNumberGenerator()
        let written: ExportedFile
        do throws(ExportFault) {
            written = try VaultExport.file(
                format, contents, password: password, keyFile: key, cost: pbkdf2 ? .widelyReadable : .standard,
                database: KDBXSettings(cipher: kdbxCipher, derivation: kdbxDerivation), now: now, using: &random)
        } catch {
            throw CommandFailure(error.phrase.text)
        }
        if file == "-" || !options.json { for change in written.changes { change.phrase.say() } }
        if file == "-" { return try OutputBuffer.write(written.bytes) }
        try PrivateFile.write(written.bytes, to: file, replacing: force)
        if !format.needsPassword { VaultStrings.transferInClear(path: TerminalText.harmless(file)).say() }
        guard options.json else {
            return VaultStrings.transferExported(count: contents.items.count, path: TerminalText.harmless(file)).say()
        }
        var output = OutputBuffer()
        output.object { line in
            line.member("exported", contents.items.count)
            line.member("file", file)
            line.member("marked", objects: written.changes) { change, line in
                line.member("title", change.title)
                line.member("field", change.field)
                line.member("character", change.characterName)
            }
        }
        try output.flush()
    }

    /// Every item outside the trash, sorted, with its attachments.
    private func everything(in vault: UnlockedVault) throws(CommandFailure) -> ImportedVault {
        try refusing { () throws(VaultFault) in
            let categories = try vault.categories()
            let names = Dictionary(uniqueKeysWithValues: categories.map { ($0.id, $0.category.name.text) })
            let collation = Collation(language: vault.settings.language)
            let summaries = collation.sorted(try vault.summaries()) { $0.title.text }
            var items: [ForeignItem] = []
            for (index, summary) in summaries.enumerated() {
                let item = try vault.item(summary.id)
                var files: [ForeignAttachment] = []
                for attachment in item.attachments {
                    files.append(ForeignAttachment(name: attachment.name.text, bytes: try vault.attachment(attachment)))
                }
                items.append(ForeignItem(item, category: names[item.category], attachments: files))
                if index % 1000 == 999, !options.json, Terminal.showsProgress {
                    VaultStrings.transferExporting(done: index + 1, all: summaries.count).say()
                }
            }
            let sorted = collation.sorted(categories.map { $0.category.name.text }) { $0 }
            return ImportedVault(items: items, categories: sorted)
        }
    }

    private func filePassword(hasKeyFile: Bool) throws(CommandFailure) -> Password? {
        guard format.needsPassword else { return nil }
        if hasKeyFile, exportPasswordFile == nil { return nil }
        if let path = exportPasswordFile ?? options.passwordFile { return try SecretInput.password(path) }
        return try options.newPassword(file: nil)
    }
}
