import ArgumentParser
import Basics
import HTTPKit
import Ledger
import LedgerService
import Strings

/// `cerca admin withdrawal`: what is asked of money that leaves.
struct AdminWithdrawalCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "withdrawal", abstract: "Set the fee, the minimum and the daily bound of money that leaves.",
        subcommands: [
            AdminWithdrawalListCommand.self, AdminWithdrawalSetCommand.self, AdminWithdrawalLimitCommand.self,
        ],
        defaultSubcommand: AdminWithdrawalListCommand.self)
}

/// `cerca admin withdrawal list`: lists what is asked, of each asset.
struct AdminWithdrawalListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the fee, the minimum and the daily bound of each asset.")

    @OptionGroup
    var database: CommandDatabaseOptions

    @Flag(help: "Print one JSON object a line.")
    var json = false

    func run() async throws {
        let all = try await AdminLedger.use(database) {
            administration throws(ServiceError) in
            try await administration.withdrawalRules()
        }
        var output = OutputBuffer()
        WithdrawalLines.write(all, json: json, width: Terminal.columns, to: &output)
        try output.flush()
    }
}

/// What is asked of withdrawals as lines: a table for people, one JSON object each for programs.
enum WithdrawalLines {
    /// Writes the rules of assets in their order; a table is cut to `width` columns.
    static func write(
        _ all: [(asset: Asset, rules: WithdrawalRules)], json: Bool, width: Int?, to output: inout OutputBuffer
    ) {
        if json {
            for (asset, rules) in all { output.line(Self.json(asset, rules).compactText) }
            return
        }
        var table = TextTable([
            .init("asset"), .init("fee", right: true), .init("minimum", right: true), .init("a day", right: true),
        ])
        for (asset, rules) in all {
            let texts = Texts(asset, rules)
            table.add([asset.name.text, texts.fee, texts.minimum, texts.dailyLimit ?? "-"])
        }
        table.write(to: &output, width: width)
    }

    /// The rules of an asset as an object.
    static func json(_ asset: Asset, _ rules: WithdrawalRules) -> JSONValue {
        let texts = Texts(asset, rules)
        return .object([
            JSONValue.Member("asset", .string(asset.name.text)), JSONValue.Member("fee", .string(texts.fee)),
            JSONValue.Member("minimum", .string(texts.minimum)),
            JSONValue.Member("dailyLimit", texts.dailyLimit.map { .string($0) } ?? .null),
        ])
    }

    /// The rules of an asset as decimal texts.
    struct Texts {
        let fee: String
        let minimum: String
        let dailyLimit: String?

        init(_ asset: Asset, _ rules: WithdrawalRules) {
            func text(_ units: Int128) -> String { DecimalText.text(units, exponent: asset.exponent) }
            fee = text(rules.fee)
            minimum = text(rules.minimum)
            dailyLimit = rules.dailyLimit.map(text)
        }
    }
}

/// `cerca admin withdrawal set`: changes what is asked of an asset.
struct AdminWithdrawalSetCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "set",
        abstract: "Change what is asked of withdrawals of an asset; those that wait keep what they were told.")

    @Argument(help: "The asset, as CLP.")
    var asset: String

    @Option(help: "What is kept of each withdrawal.")
    var fee: String?

    @Option(help: "The least that a withdrawal may be of, the fee included.")
    var minimum: String?

    @Option(help: "The most that an account may send away in any 24 hours, to other people as well; none for no bound.")
    var dailyLimit: String?

    @OptionGroup
    var database: CommandDatabaseOptions

    @Flag(help: "Print one JSON object.")
    var json = false

    func validate() throws {
        guard fee != nil || minimum != nil || dailyLimit != nil else {
            throw ValidationError("give --fee, --minimum or --daily-limit")
        }
    }

    func run() async throws {
        let name = try AdminLedger.asset(asset)
        let draft = LedgerAdministration.WithdrawalDraft(
            fee: fee, minimum: minimum, dailyLimit: dailyLimit == "none" ? "" : dailyLimit)
        let (asset, rules) = try await AdminLedger.use(database) {
            administration throws(ServiceError) in
            try await administration.setWithdrawalRules(draft, asset: name)
        }
        if json { return print(WithdrawalLines.json(asset, rules).compactText) }
        let texts = WithdrawalLines.Texts(asset, rules)
        AdminStrings.withdrawalRules(
            asset: name.text, fee: texts.fee, minimum: texts.minimum, limit: texts.dailyLimit ?? "∞"
        ).say()
    }
}

/// `cerca admin withdrawal limit`: sets another daily bound for one account.
struct AdminWithdrawalLimitCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "limit", abstract: "Set another daily bound for one account than for everybody.")

    @Argument(help: "The account's e-mail address.")
    var email: String

    @Argument(help: "The asset, as CLP.")
    var asset: String

    @Argument(help: "The most that it may send away in any 24 hours; default for what holds for everybody.")
    var amount: String

    @OptionGroup
    var database: CommandDatabaseOptions

    @Flag(help: "Print one JSON object.")
    var json = false

    func run() async throws {
        let name = try AdminLedger.asset(asset)
        let limit = amount == "default" ? nil : amount
        try await AdminLedger.use(database) {
            [email] administration throws(ServiceError) in
            try await administration.setDailyLimit(limit, of: email, asset: name)
        }
        if json {
            return print(
                JSONValue.object([
                    JSONValue.Member("email", .string(email)), JSONValue.Member("asset", .string(name.text)),
                    JSONValue.Member("dailyLimit", limit.map { .string($0) } ?? .null),
                ]).compactText)
        }
        let words =
            limit.map { AdminStrings.withdrawalLimit(account: email, limit: $0, asset: name.text) }
            ?? AdminStrings.withdrawalNoLimit(account: email, asset: name.text)
        words.say()
    }
}
