import AccountService
import Accounts
import ArgumentParser
import Basics
import HTTPKit
import ServerApp
import Strings

/// `cerca admin user remove`: deletes an account.
struct AdminUserRemoveCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Delete an account and all that names it.",
        discussion: """
            It cannot be undone. The books stay, under a number that is nobody's. An account with money is deleted only \
            with --forfeit, which gives the money to the house; what open orders or withdrawals hold has to be free \
            before. A running server may go on knowing the account's sessions for up to an hour, which then lead to \
            nobody.
            """)

    @Argument(help: "The account's e-mail address.")
    var email: String

    @Flag(help: "Let the account's balances be lost.")
    var forfeit = false

    @OptionGroup
    var database: CommandDatabaseOptions

    @Flag(help: "Print one JSON object a line.")
    var json = false

    func run() async throws {
        try await CommandDatabase.use(database, mustExist: true) { database in
            let accounts = AccountService(database: database, clock: .system(), cost: .standard)
                .with(AccountTies(tables: ServerServices.personalDataTables))
            do throws(ServiceError) {
                try await accounts.end(email: email, forfeits: forfeit)
            } catch {
                throw Self.failure(error)
            }
        }
        if json {
            print(JSONValue.object([JSONValue.Member("removed", .string(email))]).compactText)
        } else {
            AdminStrings.accountRemoved(account: email).say()
        }
    }

    /// The reason in words; failures of the database go on as they are.
    private static func failure(_ error: ServiceError) -> any Error {
        switch error {
        case .account(.invalidEmail): CommandFailure(AdminStrings.accountBadEmail.text)
        case .account(.wrongCredentials): CommandFailure(AdminStrings.accountUnknown.text)
        case .account(.moneyLeft): CommandFailure(AdminStrings.accountMoneyLeft.text)
        case .account(.moneyHeld): CommandFailure(AdminStrings.accountMoneyHeld.text)
        default: error
        }
    }
}
