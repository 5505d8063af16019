import ArgumentParser
import Basics
import ServerApp
import Strings

/// `cerca admin restore`: puts a backup in the place of a database that is not there any more.
struct AdminRestoreCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore",
        abstract: "Put a backup in place, looked at and brought up to date; nothing is overwritten.",
        discussion: """
            FILE is a backup, or any other whole copy of a server's SQLite database. It is copied, every table, index and \
            reference of it is looked at, its keys are tried, and its tables are brought up to date; only then does it get \
            the name of --database, where there must be nothing.

            Since the backup, people have signed out, mails were read, prices have moved, money was sent. So every session \
            ends, what waits to be mailed or pushed is not, and markets are paused until `cerca admin market resume`.
            """)

    @Argument(help: "The backup.", completion: .file())
    var file: String

    @Option(help: "Where it is put: sqlite:PATH.")
    var database: String

    @Option(
        help: ArgumentHelp(
            "The file with the sealed keys: they are put beside the database, or where --secret-key-file says. Without it, "
                + "the keys must be where the server finds them.",
            valueName: "file"), completion: .file())
    var keys: String?

    @OptionGroup
    var passphrase: PassphraseOptions

    @OptionGroup
    var secrets: SecretKeyOptions

    @Flag(help: "Print one JSON object.")
    var json = false

    func validate() throws {
        _ = try CommandDatabase.url(database)
    }

    func run() async throws {
        let restore = try DatabaseRestore(database: database, secretKeyFile: secrets.file)
        let outcome = try await restore.run(from: file, keys: keys, passphrase: passphrase)
        if json { return print(Self.members(of: outcome).compactText) }
        let settled = outcome.settled
        AdminStrings.restoreDone(
            file: file, database: database, schema: outcome.schemaBefore, known: ServerDatabase.schemaNumber
        ).say()
        AdminStrings.restoreSessions(count: settled.sessions).say()
        AdminStrings.restoreDeliveries(count: settled.deliveries).say()
        if !settled.markets.isEmpty {
            AdminStrings.restoreMarkets(markets: settled.markets.joined(separator: ", ")).say()
        }
        if settled.withdrawals > 0 { AdminStrings.restoreWithdrawals(count: settled.withdrawals).say() }
    }

    private static func members(of outcome: DatabaseRestore.Outcome) -> JSONValue {
        let settled = outcome.settled
        return .object([
            JSONValue.Member("schemaBefore", .count(outcome.schemaBefore)),
            JSONValue.Member("schema", .count(ServerDatabase.schemaNumber)),
            JSONValue.Member("sessionsEnded", .count(settled.sessions)),
            JSONValue.Member("deliveriesDropped", .count(settled.deliveries)),
            JSONValue.Member("marketsPaused", .array(settled.markets.map { .string($0) })),
            JSONValue.Member("withdrawalsWaiting", .count(settled.withdrawals)),
        ])
    }
}
