import API
import AccountService
import Accounts
import ArgumentParser
import Basics
import HTTPKit
import QRCode
import Strings

/// `cerca admin user add`: makes an account, or entrusts one with a role.
struct AdminUserAddCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Make an account, or entrust one with a role and a second factor.",
        discussion: """
            An account with a role signs in with a code of an authenticator app as well. The address for that app is \
            told once, here and nowhere else: hand it over as you would a key. An account that exists gets the role \
            only with its own password; when it has the role already it gets a new second factor, the old one works no \
            longer, and its sessions with the role end.
            """)

    @Argument(help: "The account's e-mail address.")
    var email: String

    @Option(help: "A file whose first line is the password.")
    var passwordFile: String

    @Option(
        help: "What the account is entrusted with: health, market; merchant or operator, with cerca admin venue-role.")
    var role: String?

    @OptionGroup
    var database: CommandDatabaseOptions

    @Flag(help: "Show the address as a QR code as well, for the app's camera.")
    var qr = false

    @Flag(help: "Print one JSON object a line.")
    var json = false

    func validate() throws {
        guard !(qr && json) else { throw ValidationError("--qr and --json do not go together") }
        if let role, Role(rawValue: role) == nil {
            throw ValidationError("--role must be \(Role.allCases.map(\.rawValue).joined(separator: " or "))")
        }
    }

    func run() async throws {
        let password = try AdminUserCommand.password(inFile: passwordFile)
        let role = role.flatMap(Role.init(rawValue:))
        let added = try await CommandDatabase.use(database) { database in
            let accounts = AccountService(database: database, clock: .system(), cost: .standard)
            do throws(ServiceError) {
                return try await accounts.addAccount(email: email, password: password, role: role)
            } catch {
                throw Self.failure(error)
            }
        }
        if json { print(Self.members(of: added).compactText) } else { report(added) }
    }

    private func report(_ added: AddedAccount) {
        let email = added.email
        let change = added.isNew ? AdminStrings.accountMade(account: email) : AdminStrings.accountKept(account: email)
        (added.role.map { AdminStrings.accountEntrusted(change: change, role: $0.rawValue) } ?? change).say()
        guard let address = added.authenticatorAddress else { return }
        AdminStrings.accountAuthenticator.say()
        print(address)
        guard qr else { return }
        do throws(QRCodeError) {
            print(try QRCode(address).terminal())
        } catch {
            AdminStrings.accountNoQR.say()
        }
    }

    private static func members(of added: AddedAccount) -> JSONValue {
        var members = [
            JSONValue.Member("email", .string(added.email)), JSONValue.Member("isNew", .boolean(added.isNew)),
        ]
        if let role = added.role { members.append(JSONValue.Member("role", .string(role.rawValue))) }
        if let address = added.authenticatorAddress {
            members.append(JSONValue.Member("otpauth", .string(address)))
        }
        return .object(members)
    }

    /// The reason in words; failures of the database go on as they are.
    private static func failure(_ error: ServiceError) -> any Error {
        switch error {
        case .account(.emailTaken):
            CommandFailure(AdminStrings.accountExists.text)
        case .account(.wrongCredentials): CommandFailure(AdminStrings.accountOtherPassword.text)
        case .account(let fault): AdminUserCommand.passwordFailure(fault) ?? error
        default: error
        }
    }
}
