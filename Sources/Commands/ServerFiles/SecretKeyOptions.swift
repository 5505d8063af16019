import ArgumentParser

/// Where a command finds the keys of a database's secrets.
package struct SecretKeyOptions: ParsableArguments {
    @Option(
        name: .customLong("secret-key-file"),
        help: ArgumentHelp(
            "The file with the keys of the database's secrets, of mode 0600. Without it: the credential cerca-keys of "
                + "systemd, the variable CERCA_SECRET_KEY, or PATH.keys beside an SQLite database.",
            valueName: "file"))
    package var file: String?

    package init() {}
}
