import AccountService
import Accounts
import ArgumentParser
import Basics
import Foundation
import HTTPKit
import LedgerService
import Strings

/// `cerca admin user`: accounts.
struct AdminUserCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "user",
        abstract: "Make, list, prove, stop and delete accounts, and entrust them with a role.",
        subcommands: [
            AdminUserAddCommand.self, AdminUserListCommand.self, AdminUserVerifyCommand.self,
            AdminUserPasswordCommand.self, AdminUserDisableCommand.self, AdminUserEnableCommand.self,
            AdminUserRemoveCommand.self,
        ]
    )

    /// Lets `work` use the accounts of a database that exists.
    static func use<Value: Sendable>(
        _ options: CommandDatabaseOptions, _ work: @Sendable (AccountService) async throws(ServiceError) -> Value
    ) async throws -> Value {
        try await CommandDatabase.use(options, mustExist: true) { database in
            do throws(ServiceError) {
                return try await work(AccountService(database: database, clock: .system(), cost: .standard))
            } catch {
                throw failure(error)
            }
        }
    }

    /// The first line of a file with a password.
    static func password(inFile path: String) throws -> String {
        guard let text = try? String(contentsOfFile: path, encoding: .utf8),
            let line = text.split(separator: "\n", omittingEmptySubsequences: false).first
        else { throw CommandFailure(AdminStrings.accountPasswordFile(file: path).text) }
        return String(line)
    }

    /// The reason in words; failures of the database go on as they are.
    private static func failure(_ error: ServiceError) -> any Error {
        switch error {
        case .account(.wrongCredentials): CommandFailure(AdminStrings.accountUnknown.text)
        case .account(let fault): passwordFailure(fault) ?? error
        default: error
        }
    }

    /// What is wrong with an address or a password that was chosen; nil when it is something else.
    static func passwordFailure(_ fault: AccountError) -> CommandFailure? {
        switch fault {
        case .invalidEmail: CommandFailure(AdminStrings.accountBadEmail.text)
        case .passwordTooShort: CommandFailure(AdminStrings.accountShortPassword.text)
        case .passwordTooLong: CommandFailure(AdminStrings.accountLongPassword.text)
        case .passwordGuessable: CommandFailure(AdminStrings.accountGuessablePassword.text)
        default: nil
        }
    }

    /// Says what became of an account, in words or as JSON.
    static func say(_ email: String, _ words: Phrase, _ state: String, json: Bool) {
        guard json else { return words.say() }
        let members = [JSONValue.Member("email", .string(email)), JSONValue.Member("state", .string(state))]
        print(JSONValue.object(members).compactText)
    }
}

/// `cerca admin user list`: the accounts.
struct AdminUserListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List accounts by their addresses, and how far each is proved.")

    @Option(help: "The address after which the list begins.")
    var after: String?

    @Option(help: "How many accounts at most.")
    var limit = 100

    @OptionGroup
    var database: CommandDatabaseOptions

    @Flag(help: "Print one JSON object a line.")
    var json = false

    func validate() throws {
        guard (1...10_000).contains(limit) else { throw ValidationError("--limit must be 1 to 10000") }
    }

    func run() async throws {
        let found = try await AdminUserCommand.use(database) { accounts throws(ServiceError) in
            try await accounts.accounts(after: after, limit: limit)
        }
        for account in found {
            let day = String(account.madeOn.rfc3339.prefix(10))
            guard json else {
                let mark = account.isDisabled ? "\tdisabled" : ""
                print("\(account.email)\t\(day)\t\(account.proof.rawValue)\(mark)")
                continue
            }
            let members = [
                JSONValue.Member("email", .string(account.email)), JSONValue.Member("madeOn", .string(day)),
                JSONValue.Member("proof", .string(account.proof.rawValue)),
                JSONValue.Member("isDisabled", .boolean(account.isDisabled)),
            ]
            print(JSONValue.object(members).compactText)
        }
    }
}

/// `cerca admin user verify`: vouches for an address.
struct AdminUserVerifyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify",
        abstract: "Vouch that an account's address is its owner's.",
        discussion: """
            Do so after you have seen it: money and identities that are sent to the address come to this account. \
            With --trading the account may trade, and nothing that is meant for the address comes to it.
            """)

    @Argument(help: "The account's e-mail address.")
    var email: String

    @Flag(help: "Only as far as trading.")
    var trading = false

    @OptionGroup
    var database: CommandDatabaseOptions

    @Flag(help: "Print one JSON object.")
    var json = false

    func run() async throws {
        let proof: AddressProof = trading ? .trading : .mailbox
        try await AdminUserCommand.use(database) { accounts throws(ServiceError) in
            try await accounts.verify(email: email, as: proof)
        }
        AdminUserCommand.say(email, AdminStrings.accountVerified(account: email), proof.rawValue, json: json)
    }
}

/// `cerca admin user password`: gives an account a new password.
struct AdminUserPasswordCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "password",
        abstract: "Give an account a new password; its sessions and approved devices end, API keys stay.")

    @Argument(help: "The account's e-mail address.")
    var email: String

    @Option(help: "A file whose first line is the password.")
    var passwordFile: String

    @OptionGroup
    var database: CommandDatabaseOptions

    @Flag(help: "Print one JSON object.")
    var json = false

    func run() async throws {
        let password = try AdminUserCommand.password(inFile: passwordFile)
        try await AdminUserCommand.use(database) { accounts throws(ServiceError) in
            try await accounts.setPassword(password, email: email)
        }
        AdminUserCommand.say(email, AdminStrings.accountPasswordSet(account: email), "password", json: json)
    }
}

/// `cerca admin user disable`: stops an account.
struct AdminUserDisableCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "disable",
        abstract: "Stop an account: nobody signs in to it, and its sessions and API keys do not count.",
        discussion: """
            What it has stays as it is, also its open orders unless they are ended. A server that runs notices within \
            five seconds.
            """)

    @Argument(help: "The account's e-mail address.")
    var email: String

    @Flag(help: "End its open orders as well, with the reason account-disabled.")
    var cancelOrders = false

    @OptionGroup
    var database: CommandDatabaseOptions

    @Flag(help: "Print one JSON object.")
    var json = false

    func run() async throws {
        try await AdminUserCommand.use(database) { accounts throws(ServiceError) in
            try await accounts.setDisabled(true, email: email)
        }
        if cancelOrders {
            try await AdminLedger.use(database) { administration throws(ServiceError) in
                try await administration.endOrders(market: nil, of: email, because: .account)
            }
        }
        AdminUserCommand.say(email, AdminStrings.accountDisabled(account: email), "disabled", json: json)
    }
}

/// `cerca admin user enable`: lets an account go on.
struct AdminUserEnableCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "enable", abstract: "Let an account go on that was stopped.")

    @Argument(help: "The account's e-mail address.")
    var email: String

    @OptionGroup
    var database: CommandDatabaseOptions

    @Flag(help: "Print one JSON object.")
    var json = false

    func run() async throws {
        try await AdminUserCommand.use(database) { accounts throws(ServiceError) in
            try await accounts.setDisabled(false, email: email)
        }
        AdminUserCommand.say(email, AdminStrings.accountEnabled(account: email), "enabled", json: json)
    }
}
