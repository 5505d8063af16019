import ArgumentParser
import Basics
import HTTPKit
import Ledger
import LedgerService
import Strings

/// `cerca admin deposit`: credits an account with money that came from outside.
struct AdminDepositCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "deposit", abstract: "Credit an account with money that came from outside.")

    @Argument(help: "The account's e-mail address.")
    var email: String

    @Argument(help: "The asset, as CLP.")
    var asset: String

    @Argument(help: "How much, a plain decimal number.")
    var amount: String

    @OptionGroup
    var database: CommandDatabaseOptions

    @Flag(help: "Print one JSON object.")
    var json = false

    func run() async throws {
        let name = try AdminLedger.asset(asset)
        let line = try await AdminLedger.use(database) {
            [email, amount] administration throws(ServiceError) in
            try await administration.deposit(to: email, asset: name, amount: amount)
        }
        let units = { DecimalText.text($0, exponent: line.asset.exponent) }
        guard json else {
            return AdminStrings.ledgerDeposited(
                amount: "\(units(line.amount)) \(name)", balance: units(line.balanceAfter)
            ).say()
        }
        print(
            JSONValue.object([
                JSONValue.Member("id", .string(String(line.id))), JSONValue.Member("asset", .string(name.text)),
                JSONValue.Member("amount", .string(units(line.amount))),
                JSONValue.Member("balance", .string(units(line.balanceAfter))),
            ]).compactText)
    }
}
