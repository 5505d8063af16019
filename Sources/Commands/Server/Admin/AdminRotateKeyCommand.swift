import ArgumentParser
import Basics
import Strings

/// `cerca admin rotate-key`: seals a database's secrets under another key.
struct AdminRotateKeyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rotate-key",
        abstract: "Seal the database's secrets under a new key, beside running servers.",
        discussion: """
            A new key is put into the file before the old one, every secret is sealed under it, and the old one is taken \
            out of the file. Running servers read the file again when they meet the new key. If it is interrupted, the \
            same command goes on. Copies of the database that were made before open with the old key alone: keep it with \
            them.

            Where servers on other machines have files of their own, say --prepare first, copy the file to them, and then \
            run the command without it. A key in a systemd credential or in the environment is changed by hand: put the \
            new one on a line before the old one, start every server again, run this command, and remove the old one.
            """)

    @OptionGroup
    var database: CommandDatabaseOptions

    @Flag(help: "Put a new key into the file and seal nothing under it yet.")
    var prepare = false

    @Flag(help: "Print one JSON object.")
    var json = false

    func validate() throws {
        _ = try CommandDatabase.url(database.url)
    }

    func run() async throws {
        let outcome = try await KeyRotation(
            database: database.url, secretKeyFile: database.secrets.file
        ).run(onlyPreparing: prepare)
        guard !json else {
            var members = [
                JSONValue.Member("key", .string(outcome.key)), JSONValue.Member("rows", .count(outcome.rows)),
                JSONValue.Member("isPrepared", .boolean(outcome.isPrepared)),
            ]
            if let older = outcome.older { members.append(JSONValue.Member("removeOlderFrom", .string(older))) }
            return print(JSONValue.object(members).compactText)
        }
        guard !outcome.isPrepared else { return AdminStrings.secretKeyPrepared(key: outcome.key).say() }
        AdminStrings.secretKeyChanged(key: outcome.key, count: outcome.rows).say()
        if let older = outcome.older { AdminStrings.secretKeyOlder(place: older).say() }
    }
}
