import API
import Basics
import Foundation
import HTTPKit
import Ledger
import LedgerService
import Market
import TypedText

/// What of a person's past is written as a table.
package enum ExportedHistory: Sendable {
    /// Orders that were closed.
    case orders
    /// Executions.
    case fills
    /// The lines of the statement in one asset, or in all of them together.
    case statement(AssetName?)
}

/// How a table is written.
package struct ExportStyle: Sendable {
    /// What parts cells.
    package let separator: Character
    /// Whether numbers have a comma where others have a point.
    package let hasDecimalComma: Bool
    /// The zone of local times; nil for UTC.
    package let timeZone: String?

    /// The style of a language, unless `separator` says another one.
    package init(language: String?, separator: Character?, timeZone: String?) {
        hasDecimalComma = language.map(NumberSigns.hasDecimalComma) ?? false
        self.separator = separator ?? (hasDecimalComma ? ";" : ",")
        self.timeZone = timeZone
    }
}

/// Writes a history as a table, a page at a time, newest first: each piece is read when the one before has been sent.
package actor HistoryExport {
    /// Entries of one piece.
    private static let piece = 500
    /// Lines of all assets together that wait for their turn in a statement, as far as there is one of each.
    private static let waiting = 5000

    /// The statement in one asset, as far as it has been read.
    private struct Statement {
        let asset: AssetName
        var lines: ArraySlice<TransactionRecord> = []
        var cursor: HistoryCursor?
        var isRead = false
    }

    private let market: MarketService
    private let trader: Trader
    private let history: ExportedHistory
    private let name: MarketName?
    private let filter: HistoryFilter
    private let writer: DelimitedTextWriter
    private let zone: TimeZone
    private let zoneName: String
    private var hasBegun = false
    private var isOver = false
    private var cursor: HistoryCursor?
    /// The statements of which something is still to be written.
    private var statements: [Statement] = []

    /// A table of the entries that `filter` wants, of one market or of all.
    package init(
        _ history: ExportedHistory, of trader: Trader, in market: MarketService, market name: MarketName?,
        _ filter: HistoryFilter, style: ExportStyle
    ) {
        self.market = market
        self.trader = trader
        self.history = history
        self.name = name
        self.filter = filter
        writer = DelimitedTextWriter(separator: style.separator, hasDecimalComma: style.hasDecimalComma)
        zoneName = style.timeZone ?? "UTC"
        zone = TimeZone(identifier: zoneName) ?? .gmt
    }

    /// Finds out what cannot be written, before anything is.
    package func prepare() async throws(ServiceError) {
        if let name { _ = try await market.market(named: name) }
        guard case .statement(let asset) = history else { return }
        if let asset {
            statements = [Statement(asset: try await market.asset(named: asset).name)]
        } else {
            statements = try await market.assets().map { Statement(asset: $0.name) }
        }
    }

    /// The next piece; nil at the end.
    package func next() async throws(ServiceError) -> [UInt8]? {
        if !hasBegun {
            hasBegun = true
            return DelimitedTextWriter.byteOrderMark + writer.line(header.map { .word($0) })
        }
        switch history {
        case .orders:
            guard !isOver else { return nil }
            let page = try await market.endedOrders(of: trader, market: name, filter, page: nextPage)
            return lines(page.items.map(cells), page.next)
        case .fills:
            guard !isOver else { return nil }
            let page = try await market.fills(of: trader, market: name, filter, page: nextPage)
            return lines(page.items.map(cells), page.next)
        case .statement:
            return try await nextLines()
        }
    }

    /// The next lines of all statements together; nil at the end.
    private func nextLines() async throws(ServiceError) -> [UInt8]? {
        guard !statements.isEmpty else { return nil }
        let limit = min(max(Self.waiting / statements.count, 10), Self.piece)
        var bytes: [UInt8] = []
        for _ in 0..<Self.piece {
            var index = 0
            while index < statements.count {
                try await read(index, limit: limit)
                if statements[index].lines.isEmpty { statements.remove(at: index) } else { index += 1 }
            }
            guard let first = newest, let line = statements[first].lines.popFirst() else { break }
            bytes += writer.line(cells(line))
        }
        return bytes.isEmpty && statements.isEmpty ? nil : bytes
    }

    /// Reads a statement on until there is a line of it, or none is left.
    private func read(_ index: Int, limit: Int) async throws(ServiceError) {
        while statements[index].lines.isEmpty, !statements[index].isRead {
            let page = try await market.transactions(
                of: trader, asset: statements[index].asset, kind: nil, market: name, filter,
                page: Page(from: statements[index].cursor, limit: limit))
            statements[index].lines = page.items[...]
            statements[index].cursor = page.next
            statements[index].isRead = page.next == nil
        }
    }

    /// The statement whose next line comes first.
    private var newest: Int? {
        var best: (index: Int, line: TransactionRecord)?
        for (index, statement) in statements.enumerated() {
            guard let line = statement.lines.first else { continue }
            if best.map({ StatementLists.isBefore(line, $0.line) }) ?? true { best = (index, line) }
        }
        return best?.index
    }

    private var nextPage: Page { Page(from: cursor, limit: Self.piece) }

    private func lines(_ rows: [[DelimitedTextWriter.Cell]], _ next: HistoryCursor?) -> [UInt8] {
        cursor = next
        isOver = next == nil
        return rows.flatMap { writer.line($0) }
    }

    // MARK: - Columns

    private var header: [String] {
        let local = "local (\(zoneName))"
        return switch history {
        case .orders:
            [
                "closed", "closed " + local, "created", "created " + local, "order", "market", "side", "type", "status",
                "reason", "price", "stop", "amount", "executed", "average price", "value", "fee", "fee asset",
            ]
        case .fills:
            [
                "time", "time " + local, "trade", "order", "market", "side", "role", "price", "amount", "value", "fee",
                "fee asset",
            ]
        case .statement:
            ["time", "time " + local, "line", "asset", "kind", "amount", "fee", "balance", "address", "memo"]
        }
    }

    private func instants(_ instant: Timestamp) -> [DelimitedTextWriter.Cell] {
        [.word(instant.rfc3339), .word(Self.local(instant, in: zone))]
    }

    /// An instant as the clocks of a zone show it, with how far they are from UTC (RFC 3339).
    static func local(_ instant: Timestamp, in zone: TimeZone) -> String {
        let offset = zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(instant.milliseconds) / 1000))
        let shifted = Timestamp(milliseconds: instant.milliseconds + Int64(offset) * 1000).rfc3339.dropLast()
        let minutes = abs(offset) / 60
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return "\(shifted)\(offset < 0 ? "-" : "+")\(two(minutes / 60)):\(two(minutes % 60))"
    }

    private func cells(_ order: OrderRecord) -> [DelimitedTextWriter.Cell] {
        let (rules, terms) = (order.market, order.terms)
        return instants(order.updatedAt) + instants(order.createdAt) + [
            .word(OrderIdentifier.text(order.id)), .word(rules.name.text), .word(terms.side.apiValue.rawValue),
            .word(terms.kind.apiValue.rawValue), .word(order.status.apiValue.rawValue),
            .word(order.reason?.apiValue.rawValue ?? ""), .number(terms.ticks.map(rules.priceText) ?? ""),
            .number(terms.stop.map(rules.priceText) ?? ""), .number(rules.amountText(terms.lots)),
            .number(rules.amountText(order.executed)), .number(order.averagePriceText),
            .number(rules.quote.text(order.executedNotional)), .number(order.feeText),
            .word(order.feeAsset.name.text),
        ]
    }

    private func cells(_ fill: FillRecord) -> [DelimitedTextWriter.Cell] {
        let rules = fill.market
        // It was multiplied when it was traded.
        let notional = (try? rules.notional(ticks: fill.ticks, lots: fill.lots)) ?? 0
        return instants(fill.at) + [
            .word(String(fill.id)), .word(OrderIdentifier.text(fill.order)), .word(rules.name.text),
            .word(fill.side.apiValue.rawValue), .word(fill.isMaker ? "maker" : "taker"),
            .number(rules.priceText(fill.ticks)), .number(rules.amountText(fill.lots)),
            .number(rules.quote.text(notional)), .number(fill.feeAsset.text(fill.fee)), .word(fill.feeAsset.name.text),
        ]
    }

    private func cells(_ line: TransactionRecord) -> [DelimitedTextWriter.Cell] {
        instants(line.at) + [
            .word(String(line.id)), .word(line.asset.name.text), .word(line.kind.apiValue.rawValue),
            .number(line.asset.text(line.amount)), .number(line.asset.text(line.fee)),
            .number(line.asset.text(line.balanceAfter)), .text(line.address ?? ""), .text(line.memo ?? ""),
        ]
    }
}
