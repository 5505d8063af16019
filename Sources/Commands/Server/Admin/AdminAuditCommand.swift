import ArgumentParser
import Basics
import HTTPKit
import Ledger
import LedgerService
import MarketService
import Strings

/// `cerca admin audit-ledger`: compares everything in the ledger with everything else.
struct AdminAuditCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "audit-ledger",
        abstract: "Check that every asset adds up to zero and every balance to what moved it.",
        discussion: """
            Sums each asset over all accounts, compares balances with their postings, orders with their fills, and \
            what is held with the open orders and waiting withdrawals, on one state of the database. The exit code is \
            1 when something is wrong.
            """)

    @OptionGroup
    var database: CommandDatabaseOptions

    @Flag(help: "Print one JSON object a line: one for each asset, one for each fault, and one with the totals.")
    var json = false

    func run() async throws {
        let (report, exponents) = try await AdminLedger.use(database) {
            administration throws(ServiceError) in
            let assets = try await administration.assets().map { ($0.name, $0.exponent) }
            return (try await administration.audit(), Dictionary(assets, uniquingKeysWith: { first, _ in first }))
        }
        var output = OutputBuffer()
        if json {
            AuditLines.writeObjects(report, exponents, to: &output)
        } else {
            AuditLines.writeTable(report, exponents, width: Terminal.columns, to: &output)
        }
        try output.flush()
        guard report.isClean else {
            throw CommandFailure(AdminStrings.auditUnclean(faults: AuditLines.summary(report)).text)
        }
    }
}

/// What an audit of the ledger found, as lines.
enum AuditLines {
    /// What is wrong, in one line.
    static func summary(_ report: LedgerAuditReport) -> String {
        let unbalanced = report.assets.filter { !$0.isBalanced }.map(\.name.text)
        var parts: [String] = []
        if !unbalanced.isEmpty {
            parts.append(AdminStrings.auditUnbalanced(assets: unbalanced.joined(separator: ", ")).text)
        }
        if let first = report.faults.first {
            parts.append(AdminStrings.auditFaults(count: report.faults.count, first: first).text)
        }
        return parts.joined(separator: "; ")
    }

    /// Writes a table of the assets and what was compared; amounts have as many places as `exponents` say.
    static func writeTable(
        _ report: LedgerAuditReport, _ exponents: [AssetName: Int], width: Int?, to output: inout OutputBuffer
    ) {
        var table = TextTable([
            .init(AdminStrings.auditAsset.text), .init(AdminStrings.auditOwned.text, right: true),
            .init(AdminStrings.auditSum.text, right: true), .init(""),
        ])
        for asset in report.assets {
            let exponent = exponents[asset.name] ?? 0
            table.add([
                asset.name.text, DecimalText.text(asset.owned, exponent: exponent),
                DecimalText.text(asset.sum, exponent: exponent),
                (asset.isBalanced ? AdminStrings.auditBalanced : AdminStrings.auditNotBalanced).text,
            ])
        }
        table.write(to: &output, width: width)
        output.line("")
        output.line(
            AdminStrings.auditCompared(balances: report.balances, orders: report.orders, fills: report.fills).text)
        for fault in report.faults { output.line(AdminStrings.auditFault(fault: fault).text) }
        if report.isClean { output.line(AdminStrings.auditAgrees.text) }
    }

    /// Writes one object for each asset, one for each fault, and one with the totals.
    static func writeObjects(
        _ report: LedgerAuditReport, _ exponents: [AssetName: Int], to output: inout OutputBuffer
    ) {
        for asset in report.assets {
            let exponent = exponents[asset.name] ?? 0
            output.line(
                JSONValue.object([
                    JSONValue.Member("asset", .string(asset.name.text)),
                    JSONValue.Member("owned", .string(DecimalText.text(asset.owned, exponent: exponent))),
                    JSONValue.Member("sum", .string(DecimalText.text(asset.sum, exponent: exponent))),
                    JSONValue.Member("isBalanced", .boolean(asset.isBalanced)),
                ]).compactText)
        }
        for fault in report.faults {
            output.line(JSONValue.object([JSONValue.Member("fault", .string(fault))]).compactText)
        }
        output.line(
            JSONValue.object([
                JSONValue.Member("balances", .integer(Int64(report.balances))),
                JSONValue.Member("orders", .integer(Int64(report.orders))),
                JSONValue.Member("fills", .integer(Int64(report.fills))),
                JSONValue.Member("faults", .integer(Int64(report.faults.count))),
                JSONValue.Member("isClean", .boolean(report.isClean)),
            ]).compactText)
    }
}
