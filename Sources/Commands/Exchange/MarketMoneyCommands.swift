import ArgumentParser
import Basics
import MarketClient
import Strings

/// `cerca market balance`: what one has.
struct MarketBalanceCommand: MarketSubcommand {
    static let configuration = CommandConfiguration(commandName: "balance", abstract: "Show what you have.")

    @ParentCommand var parent: MarketCommand
    @OptionGroup var options: MarketOptions

    @Flag(help: "Also assets of which you have nothing.")
    var all = false

    func run() async throws {
        let client = try signingClient()
        let balances = try await exchanging(client) { () throws(MarketClientError) in
            try await client.balances()
        }.filter { all || ExactDecimal($0.balance)?.isZero != true }
        if isJSON {
            return try MarketWords.write(
                balances.map { balance in
                    .object([
                        "asset": .string(balance.asset), "available": .string(balance.available),
                        "balance": .string(balance.balance), "held": .string(Self.held(balance)),
                    ])
                })
        }
        var table = TextTable([
            .init(MarketStrings.headingAsset.text), .init(MarketStrings.headingAvailable.text, right: true),
            .init(MarketStrings.headingHeld.text, right: true),
            .init(MarketStrings.headingBalance.text, right: true), .init(MarketStrings.headingName.text, shortest: 8),
        ])
        let available = MarketWords.column(balances.map(\.available))
        let held = MarketWords.column(balances.map(Self.held))
        let totals = MarketWords.column(balances.map(\.balance))
        for (index, balance) in balances.enumerated() {
            table.add([balance.asset, available[index], held[index], totals[index], balance.title ?? ""])
        }
        try MarketWords.write(table, isEmpty: balances.isEmpty, MarketStrings.emptyBalance)
    }

    private static func held(_ balance: MarketBalance) -> String {
        guard let total = ExactDecimal(balance.balance), let available = ExactDecimal(balance.available),
            let held = total.subtracting(available)
        else { return "0" }
        return held.text
    }
}

/// `cerca market transactions`: one's statement.
struct MarketTransactionsCommand: MarketSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "transactions", abstract: "List what came and went of an asset, latest first.")

    @ParentCommand var parent: MarketCommand
    @OptionGroup var options: MarketOptions

    @Argument(help: "The asset, as CLP.")
    var asset: AssetArgument

    @Option(help: "How many, 1 to 1000.")
    var limit = 20

    func validate() throws {
        guard (1...1000).contains(limit) else { throw ValidationError("--limit must be from 1 to 1000") }
    }

    func run() async throws {
        let client = try signingClient()
        let lines = try await exchanging(client) { () throws(MarketClientError) in
            var lines: [MarketTransaction] = []
            var page = 0
            while lines.count < limit {
                let next = try await client.transactions(asset.name, page: page, limit: min(max(limit, 20), 100))
                lines += next.items
                guard next.hasMore else { break }
                page += 1
            }
            return lines.prefix(limit)
        }
        if isJSON {
            return try MarketWords.write(
                lines.map { line in
                    .object([
                        "id": .string(line.id), "asset": .string(line.asset), "amount": .string(line.amount),
                        "fee": MarketWords.json(line.fee), "balance": MarketWords.json(line.balance),
                        "time": .string(line.date),
                    ])
                })
        }
        var table = TextTable([
            .init(MarketStrings.headingTime.text), .init(MarketStrings.headingAmount.text, right: true),
            .init(MarketStrings.headingFee.text, right: true), .init(MarketStrings.headingBalance.text, right: true),
            .init(MarketStrings.headingNumber.text),
        ])
        let amounts = MarketWords.column(lines.map(\.amount))
        let fees = MarketWords.column(lines.map(\.fee))
        let balances = MarketWords.column(lines.map(\.balance))
        for (index, line) in lines.enumerated() {
            table.add([MarketWords.time(line.date), amounts[index], fees[index], balances[index], line.id])
        }
        try MarketWords.write(table, isEmpty: lines.isEmpty, MarketStrings.emptyTransactions)
    }
}

/// `cerca market deposit`: tells the exchange that money is on its way.
struct MarketDepositCommand: MarketSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "deposit", abstract: "Announce money that is on its way; an operator settles it.")

    @ParentCommand var parent: MarketCommand
    @OptionGroup var options: MarketOptions

    @OptionGroup var money: MoneyArguments

    @Option(help: "The bank account from which it comes, as the exchange knows it.")
    var bankAccount: String

    @Option(help: "The day of the payment, as 21/02/2020.")
    var date: String?

    @Option(help: "What the bank calls the payment.")
    var trackingCode: String?

    func run() async throws {
        let client = try signingClient()
        do throws(MarketClientError) {
            try await client.requestDeposit(
                amount: money.amount.text, bankAccount: bankAccount, asset: money.asset.name, date: date,
                trackingCode: trackingCode)
        } catch {
            throw MarketRefusal.doubt(error, client, MarketStrings.moneyAskOperator)
        }
        try money.write("deposit", MarketStrings.moneyDepositAnnounced(amount: "\(money)"), isJSON)
    }
}

/// `cerca market withdraw`: asks the exchange to pay out.
struct MarketWithdrawCommand: MarketSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "withdraw", abstract: "Ask for money to be paid out; it is held until an operator settles it.")

    @ParentCommand var parent: MarketCommand
    @OptionGroup var options: MarketOptions

    @OptionGroup var money: MoneyArguments

    @Option(help: "The bank account to which it goes, as the exchange knows it.")
    var bankAccount: String

    func run() async throws {
        let client = try signingClient()
        do throws(MarketClientError) {
            try await client.requestWithdrawal(
                amount: money.amount.text, bankAccount: bankAccount, asset: money.asset.name)
        } catch {
            throw MarketRefusal.doubt(error, client, see: "cerca market balance")
        }
        try money.write("withdrawal", MarketStrings.moneyWithdrawalHeld(amount: "\(money)"), isJSON)
    }
}

/// `cerca market transfer`: sends money to somebody.
struct MarketTransferCommand: MarketSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "transfer", abstract: "Send money to another person's address, at once and for good.")

    @ParentCommand var parent: MarketCommand
    @OptionGroup var options: MarketOptions

    @OptionGroup var money: MoneyArguments

    @Argument(help: "The address of whoever receives it.")
    var address: String

    @Option(help: "A note for whoever receives it.")
    var memo: String?

    @Flag(help: "Send it without asking; only a terminal is asked.")
    var yes = false

    func run() async throws {
        let client = try signingClient()
        if !yes, Terminal.canAsk {
            MarketStrings.moneySend(amount: "\(money)", address: TerminalText.harmless(address)).say()
            guard Terminal.confirms(MarketStrings.moneyAsk.text) else {
                throw CommandFailure(MarketStrings.moneyNotSent.text)
            }
        }
        do throws(MarketClientError) {
            try await client.transfer(
                amount: money.amount.text, asset: money.asset.name, address: address, memo: memo)
        } catch {
            throw MarketRefusal.doubt(error, client, see: "cerca market transactions \(money.asset.name)")
        }
        try money.write("transfer", MarketStrings.moneySent(amount: "\(money)"), isJSON)
    }
}

/// How much of what moves.
struct MoneyArguments: ParsableArguments, CustomStringConvertible {
    @Argument(help: "The asset, as CLP.")
    var asset: AssetArgument

    @Argument(help: "How much.")
    var amount: AmountArgument

    /// As people write it.
    var description: String { "\(amount.text) \(asset.name)" }

    /// Says that it moves: in `words`, or as JSON.
    func write(_ kind: String, _ words: Phrase, _ isJSON: Bool) throws {
        guard isJSON else { return try OutputLines.write(words.text) }
        try MarketWords.write([
            .object(["kind": .string(kind), "asset": .string(asset.name), "amount": .string(amount.text)])
        ])
    }
}
