import AccountService
import ArgumentParser
import Basics
import HTTPKit
import Ledger
import LedgerService
import Storage
import Strings

/// `cerca admin approval`: above how much two people of the staff have to approve that money is moved.
struct AdminApprovalCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "approval", abstract: "Set above how much two people have to approve deposits and withdrawals.",
        discussion: """
            It holds in the market's console, where nobody can change it. Who has this machine's command line settles \
            by themselves.
            """,
        subcommands: [AdminApprovalListCommand.self, AdminApprovalSetCommand.self],
        defaultSubcommand: AdminApprovalListCommand.self)
}

/// `cerca admin approval list`: lists the limits.
struct AdminApprovalListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the limit of each asset.")

    @OptionGroup
    var database: CommandDatabaseOptions

    @Flag(help: "Print one JSON object a line.")
    var json = false

    func run() async throws {
        let limits = try await AdminLedger.use(database) {
            administration throws(ServiceError) in
            try await administration.approvalLimits()
        }
        var output = OutputBuffer()
        ApprovalLines.write(limits, json: json, width: Terminal.columns, to: &output)
        try output.flush()
    }
}

/// Limits of approval as lines: a table for people, one JSON object each for programs.
enum ApprovalLines {
    /// Writes the limits of assets in their order; a table is cut to `width` columns.
    static func write(
        _ limits: [(asset: Asset, limit: Int128?)], json: Bool, width: Int?, to output: inout OutputBuffer
    ) {
        let texts = limits.map { asset, limit in
            (asset.name.text, limit.map { DecimalText.text($0, exponent: asset.exponent) })
        }
        if json {
            for (asset, limit) in texts { output.line(Self.json(asset, limit).compactText) }
            return
        }
        var table = TextTable([.init("asset"), .init("two people above", right: true)])
        for (asset, limit) in texts { table.add([asset, limit ?? "-"]) }
        table.write(to: &output, width: width)
    }

    /// The limit of an asset as an object.
    static func json(_ asset: String, _ limit: String?) -> JSONValue {
        .object([
            JSONValue.Member("asset", .string(asset)),
            JSONValue.Member("approvalAbove", limit.map { .string($0) } ?? .null),
        ])
    }
}

/// `cerca admin approval set`: sets the limit of an asset.
struct AdminApprovalSetCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "set", abstract: "Set above how much of an asset two people have to approve.")

    @Argument(help: "The asset, as CLP.")
    var asset: String

    @Argument(help: "The most that one person may move; none for everything.")
    var amount: String

    @OptionGroup
    var database: CommandDatabaseOptions

    @Flag(help: "Print one JSON object.")
    var json = false

    func run() async throws {
        let name = try AdminLedger.asset(asset)
        let limit = amount == "none" ? nil : amount
        let now = ServerClock.system().now()
        try await AdminLedger.use(database) { administration throws(ServiceError) in
            // The staff sees in its journal that the rule it works by is another one.
            let journal = ChangeNotes<Asset>(
                before: { _ in },
                after: { asset, connection in
                    try AuditTrail.append(
                        .approvalLimitSet, subject: "\(asset.name) \(limit ?? "-")", by: .operatorOfTheMachine, at: now,
                        to: .market, in: connection)
                })
            try await administration.setApprovalLimit(limit, asset: name, noting: journal)
        }
        if json { return print(ApprovalLines.json(name.text, limit).compactText) }
        let words =
            limit.map { AdminStrings.approvalLimit(limit: $0, asset: name.text) }
            ?? AdminStrings.approvalNone(asset: name.text)
        words.say()
    }
}

extension AuditAction {
    /// Above how much two people have to approve was changed; the subject is the asset and the limit.
    fileprivate static let approvalLimitSet = AuditAction(rawValue: "approval.limit")
}
