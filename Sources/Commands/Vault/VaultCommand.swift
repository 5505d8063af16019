import ArgumentParser

/// `cerca vault`: secrets that open at a place, by presence, or with a password.
package struct VaultCommand: AsyncParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "vault",
        abstract: "Keep secrets that open at a place, or with a password.",
        discussion: """
            A vault is one file, and opens with any of its slots: where you are, proven presence at a beacon, a \
            password, a server on the network, or the recovery code that was shown when it was made. Every command \
            unlocks with what its options allow and asks nothing, unless there is nothing to unlock with and a person \
            to ask. `cerca vault unlock` keeps the vault open for a while.

            To begin:  cerca vault create-user ANA --gpsd localhost:2947
            At hand:   cerca vault unlock;  cerca vault list;  cerca vault copy "Mail";  cerca vault lock

            The shell completes commands, ciphers and kinds of field after
              cerca --generate-completion-script bash > ~/.local/share/bash-completion/completions/cerca
            (zsh: into a file _cerca of $fpath; fish: into ~/.config/fish/completions/cerca.fish).

            Exit codes: 0 done, 1 refused or damaged, 2 wrong usage, 3 locked out (the reason tells the seconds left).
            """,
        groupedSubcommands: [
            CommandGroup(
                name: "Opening and closing",
                subcommands: [
                    VaultCreateUserCommand.self, VaultUsersCommand.self, VaultUnlockCommand.self,
                    VaultLockCommand.self, VaultOpenCommand.self, VaultWhereCommand.self, VaultAgentCommand.self,
                ]),
            CommandGroup(
                name: "Items",
                subcommands: [
                    VaultListCommand.self, VaultSearchCommand.self, VaultShowCommand.self, VaultCopyCommand.self,
                    VaultAddCommand.self, VaultEditCommand.self, VaultRemoveCommand.self, VaultRestoreCommand.self,
                    VaultTrashCommand.self, VaultHistoryCommand.self, VaultAttachCommand.self,
                    VaultDetachCommand.self, VaultExtractCommand.self, VaultCategoryCommand.self,
                ]),
            CommandGroup(
                name: "Passwords",
                subcommands: [VaultGenerateCommand.self, VaultStrengthCommand.self, VaultAuditCommand.self]),
            CommandGroup(
                name: "Keys and settings",
                subcommands: [VaultSlotCommand.self, VaultCipherCommand.self, VaultConfigCommand.self]),
            CommandGroup(
                name: "Other places",
                subcommands: [
                    VaultImportCommand.self, VaultExportCommand.self, VaultSyncCommand.self, VaultTravelCommand.self,
                ]),
        ]
    )

    package init() {}
}
