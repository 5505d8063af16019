import ArgumentParser

/// `cerca admin`: what the operator of the machine does in the database, beside a running server as well.
package struct AdminCommand: AsyncParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "admin",
        abstract: "Administer accounts, roles, markets and the ledger on this machine.",
        subcommands: [
            AdminUserCommand.self, AdminKeyCommand.self, AdminDepositCommand.self, AdminAssetCommand.self,
            AdminMarketCommand.self, AdminRequestsCommand.self, AdminWithdrawalCommand.self,
            AdminApprovalCommand.self, AdminVenueRoleCommand.self, AdminAuditCommand.self, AdminRotateKeyCommand.self,
            AdminBackupCommand.self, AdminRestoreCommand.self, AdminCheckCommand.self,
        ]
    )

    package init() {}
}
