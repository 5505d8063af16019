import ArgumentParser
import Storage

/// The database that an operator's command works on, and the keys of its secrets.
struct CommandDatabaseOptions: ParsableArguments {
    @Option(name: .customLong("database"), help: "sqlite:PATH or postgres://…")
    var url = "sqlite:cerca.sqlite"

    @OptionGroup
    var secrets: SecretKeyOptions
}

extension CommandDatabase {
    /// Opens the database, lets `work` use it and closes it; with `mustExist` a file that does not exist is not made.
    static func use<Value: Sendable>(
        _ options: CommandDatabaseOptions, mustExist: Bool = false, _ work: (any Database) async throws -> Value
    ) async throws -> Value {
        try await use(options.url, secretKeyFile: options.secrets.file, mustExist: mustExist) { database, _ in
            try await work(database)
        }
    }
}
