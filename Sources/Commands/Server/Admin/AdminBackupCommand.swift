import ArgumentParser
import Basics
import Strings

/// `cerca admin backup`: copies a database beside its server, and keeps its keys apart.
struct AdminBackupCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup",
        abstract: "Copy an SQLite database beside its running server, and keep its keys apart, under a passphrase.",
        discussion: """
            FILE becomes a plain SQLite database as it was at the moment at which the command began to copy; the server \
            goes on meanwhile. It has its name once it is whole, on the disk and looked at, and takes nothing's place. \
            The keys of its secrets go into the file of --keys, sealed under a passphrase: keep them somewhere else.

            A PostgreSQL database is copied by its own tools (pg_basebackup, pgbackrest, pg_dump): leave FILE out, and \
            this keeps the keys alone.
            """)

    @Argument(help: "The new file of the copy.", completion: .file())
    var file: String?

    @Option(
        help: ArgumentHelp("The new file of the keys, which is sealed under a passphrase.", valueName: "file"),
        completion: .file())
    var keys: String?

    @OptionGroup
    var passphrase: PassphraseOptions

    @OptionGroup
    var database: CommandDatabaseOptions

    @Flag(help: "Print one JSON object.")
    var json = false

    func validate() throws {
        guard file != nil || keys != nil else { throw ValidationError("say FILE, --keys FILE or both") }
        guard file == nil || file != keys else { throw ValidationError("FILE and --keys are two files") }
        _ = try CommandDatabase.url(database.url)
    }

    func run() async throws {
        let backup = try DatabaseBackup(database: database.url, secretKeyFile: database.secrets.file)
        let outcome = try await backup.run(to: file, keys: keys, passphrase: passphrase)
        if json { return print(Self.members(of: outcome, file, keys).compactText) }
        if let file, let copy = outcome.copy {
            AdminStrings.backupMade(
                file: file, megabytes: Self.tenths(Double(copy.byteCount) / 1_000_000),
                seconds: Self.tenths(copy.copying / .seconds(1)), schema: copy.schema
            ).say()
        }
        if let keys, let count = outcome.keyCount {
            AdminStrings.backupKeysMade(file: keys, count: count).say()
        } else {
            AdminStrings.backupNoKeys.say()
        }
        if backup.needsOwnTools { AdminStrings.backupPostgres.say() }
    }

    private static func members(of outcome: DatabaseBackup.Outcome, _ file: String?, _ keys: String?) -> JSONValue {
        var members: [JSONValue.Member] = []
        if let file, let copy = outcome.copy {
            members += [
                JSONValue.Member("file", .string(file)), JSONValue.Member("bytes", .integer(copy.byteCount)),
                JSONValue.Member("schema", .count(copy.schema)),
                JSONValue.Member("copySeconds", .number(copy.copying / .seconds(1))),
                JSONValue.Member("checkSeconds", .number(copy.checking / .seconds(1))),
            ]
        }
        if let keys, let count = outcome.keyCount {
            members += [JSONValue.Member("keys", .string(keys)), JSONValue.Member("keyCount", .count(count))]
        }
        return .object(members)
    }

    private static func tenths(_ number: Double) -> String {
        "\((number * 10).rounded() / 10)"
    }
}
