import ArgumentParser
import Basics
import Storage
import Strings

/// `cerca admin check`: looks at all of a database, or of a backup.
struct AdminCheckCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Look at a database beside its server, or at a backup: its file, tables, keys, ledger and counts.",
        discussion: """
            Nothing is changed or brought up to date. It reads everything, so it takes minutes for gigabytes; it gives way \
            to others. Each line is one finding; the exit code is 1 when something is wrong. A PostgreSQL database's own \
            files are what its pg_amcheck looks at.
            """)

    @Argument(help: "A backup, instead of --database.", completion: .file())
    var file: String?

    @OptionGroup
    var database: CommandDatabaseOptions

    @Option(
        help: ArgumentHelp("The sealed keys of a backup, to be tried as well.", valueName: "file"), completion: .file())
    var keys: String?

    @OptionGroup
    var passphrase: PassphraseOptions

    @Flag(help: "Print one JSON object a line, one for each finding.")
    var json = false

    func validate() throws {
        guard keys == nil || file != nil else { throw ValidationError("--keys goes with a backup") }
        _ = try CommandDatabase.url(database.url)
    }

    func run() async throws {
        let url = try file.map { .sqlite(path: $0) } ?? CommandDatabase.url(database.url)
        let keyring: Keyring? =
            if let keys {
                try SealedKeys.keyring(at: keys, passphrase: passphrase)
            } else if file == nil || database.secrets.file != nil {
                try SecretKeys.keyring(for: url, file: database.secrets.file)
            } else {
                nil
            }
        let check = DatabaseCheck(url: url, keyring: keyring)
        let findings = try await check.findings()
        var output = OutputBuffer()
        for finding in findings { output.line(json ? finding.json.compactText : finding.line) }
        try output.flush()
        let faults = findings.filter(\.isFault)
        guard faults.isEmpty else {
            throw CommandFailure(
                AdminStrings.checkFaults(
                    count: faults.count, names: faults.map(\.subject.rawValue).joined(separator: ", ")
                ).text)
        }
    }
}
