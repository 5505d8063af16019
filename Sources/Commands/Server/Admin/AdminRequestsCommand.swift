import ArgumentParser
import Basics
import HTTPKit
import Ledger
import LedgerService
import Strings

/// `cerca admin requests`: deposits and withdrawals that wait for an operator.
struct AdminRequestsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "requests", abstract: "List, settle and refuse deposits and withdrawals.",
        subcommands: [AdminRequestsListCommand.self, AdminRequestsSettleCommand.self, AdminRequestsRefuseCommand.self],
        defaultSubcommand: AdminRequestsListCommand.self)
}

/// `cerca admin requests list`: lists them, oldest first.
struct AdminRequestsListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the requests that wait, oldest first.")

    @Flag(help: "Those that were settled or refused as well.")
    var all = false

    @Option(help: "Only those with higher numbers than this one; 1,000 are listed at a time.")
    var after: Int64 = 0

    @OptionGroup
    var database: CommandDatabaseOptions

    @Flag(help: "Print one JSON object a line.")
    var json = false

    func run() async throws {
        let requests = try await AdminLedger.use(database) {
            [all, after] administration throws(ServiceError) in
            try await administration.requests(all ? nil : .waiting, after: after)
        }
        var output = OutputBuffer()
        RequestLines.write(requests.items, json: json, width: Terminal.columns, to: &output)
        try output.flush()
        if requests.hasMore, let last = requests.items.last {
            AdminStrings.requestMore(number: "\(last.id)").say()
        }
    }
}

/// Deposits and withdrawals that were asked for as lines: a table for people, one JSON object each for programs.
enum RequestLines {
    /// Writes requests in their order; a table is cut to `width` columns.
    static func write(_ requests: [MoneyRequest], json: Bool, width: Int?, to output: inout OutputBuffer) {
        if json {
            for request in requests { output.line(request.members.compactText) }
            return
        }
        var table = TextTable([
            .init("id", right: true), .init("made"), .init("kind"), .init("amount", right: true), .init("asset"),
            .init("account", shortest: 12), .init("bank account", shortest: 12), .init("tracking", shortest: 8),
            .init("status"),
        ])
        for request in requests {
            table.add([
                "\(request.id)", String(request.createdAt.rfc3339.prefix(16)), request.kindWord, request.amountText,
                request.asset.name.text, request.email, request.bankAccount, request.trackingCode ?? "",
                request.statusWord,
            ])
        }
        table.write(to: &output, width: width)
    }
}

/// `cerca admin requests settle`: moves the money that a request asks to move.
struct AdminRequestsSettleCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "settle", abstract: "Credit a deposit that has arrived, or debit a withdrawal that was paid out.")

    @Argument(help: "The request's number.")
    var id: Int64

    @OptionGroup
    var database: CommandDatabaseOptions

    @Flag(help: "Print one JSON object.")
    var json = false

    func run() async throws {
        let request = try await AdminLedger.use(database) {
            [id] administration throws(ServiceError) in
            try await administration.settle(request: id)
        }
        if json { return print(request.members.compactText) }
        let amount = "\(request.amountText) \(request.asset.name)"
        let settled =
            request.kind == .deposit
            ? AdminStrings.requestSettledDeposit(amount: amount) : AdminStrings.requestSettledWithdrawal(amount: amount)
        settled.say()
    }
}

/// `cerca admin requests refuse`: refuses a request.
struct AdminRequestsRefuseCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "refuse", abstract: "Refuse a request; what a withdrawal held is free again.")

    @Argument(help: "The request's number.")
    var id: Int64

    @Option(help: "Why, in words that its owner reads, at most 256 bytes.")
    var reason: String?

    @OptionGroup
    var database: CommandDatabaseOptions

    @Flag(help: "Print one JSON object.")
    var json = false

    func run() async throws {
        let request = try await AdminLedger.use(database) {
            [id, reason] administration throws(ServiceError) in
            try await administration.refuse(request: id, reason: reason)
        }
        if json { return print(request.members.compactText) }
        let amount = "\(request.amountText) \(request.asset.name)"
        let refused =
            request.kind == .deposit
            ? AdminStrings.requestRefusedDeposit(amount: amount) : AdminStrings.requestRefusedWithdrawal(amount: amount)
        refused.say()
    }
}

extension MoneyRequest {
    fileprivate var kindWord: String { kind == .deposit ? "deposit" : "withdrawal" }
    fileprivate var amountText: String { DecimalText.text(amount, exponent: asset.exponent) }
    fileprivate var statusWord: String {
        switch status {
        case .waiting: "waiting"
        case .settled: "settled"
        case .refused: "refused"
        case .cancelled: "cancelled"
        }
    }

    /// The request as an object.
    var members: JSONValue {
        var members = [
            JSONValue.Member("id", .integer(id)), JSONValue.Member("kind", .string(kindWord)),
            JSONValue.Member("email", .string(email)), JSONValue.Member("asset", .string(asset.name.text)),
            JSONValue.Member("amount", .string(amountText)), JSONValue.Member("bankAccount", .string(bankAccount)),
        ]
        if fee > 0 {
            members.append(JSONValue.Member("fee", .string(DecimalText.text(fee, exponent: asset.exponent))))
        }
        if let date { members.append(JSONValue.Member("date", .string(date))) }
        if let trackingCode { members.append(JSONValue.Member("trackingCode", .string(trackingCode))) }
        if let voucher { members.append(JSONValue.Member("voucher", .string(voucher))) }
        members.append(JSONValue.Member("status", .string(statusWord)))
        members.append(JSONValue.Member("createdAt", .string(createdAt.rfc3339)))
        if let decidedAt { members.append(JSONValue.Member("decidedAt", .string(decidedAt.rfc3339))) }
        return .object(members)
    }
}
