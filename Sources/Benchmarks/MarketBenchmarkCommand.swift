import API
import ArgumentParser
import Basics
import Commands
import Foundation
import LedgerService
import Storage

/// `cerca-bench market`: durable orders, signed requests, followers of one market, and a ticker beside a long past.
struct BenchMarketCommand: AsyncParsableCommand {
    /// What can be measured.
    enum Part: String, CaseIterable, ExpressibleByArgument {
        case durable
        case requests
        case subscribers
        case history
        case servers
    }

    static let configuration = CommandConfiguration(
        commandName: "market",
        abstract:
            "Orders a second that are committed, signed orders a second over HTTP, followers of a market, a ticker "
            + "beside clients who leaf through a long past, and two servers on one database.",
        discussion:
            "Without --part all parts are measured, one after another, each on accounts of its own; servers only "
            + "with a --database of PostgreSQL.")

    @Option(help: "durable, requests, subscribers, history or servers; may be given several times.")
    var part: [Part] = []

    @Option(help: "How many orders are placed in this process.")
    var orders = 200_000

    @Option(help: "How many accounts place them.")
    var accounts = 1000

    @Option(help: "How many orders wait for their commit at once.")
    var concurrency = 1024

    @Option(help: "How long to measure requests and followers.")
    var seconds = 10.0

    @Option(help: "Connections that send signed requests, each with a key of its own.")
    var connections = 64

    @Option(help: "How many follow the market.")
    var subscribers = 1000

    @Option(help: "How many fills the past has in which others leaf.")
    var fills = 200_000

    @Option(help: "sqlite:PATH or postgres://…; without it a new SQLite file for each part, which is removed.")
    var database: String?

    @Option(help: "The directory for new files, on the disk to measure; without it, the current directory.")
    var data: String?

    @Flag(help: "Print one JSON object.")
    var json = false

    func validate() throws {
        guard (1...100_000_000).contains(orders), (2...100_000).contains(accounts) else {
            throw ValidationError("--orders must be 1 to 100000000 and --accounts 2 to 100000")
        }
        guard (1...16_384).contains(concurrency), (1...10_000).contains(connections), (1...2000).contains(subscribers)
        else {
            throw ValidationError(
                "--concurrency must be 1 to 16384, --connections 1 to 10000 and --subscribers 1 to 2000")
        }
        guard (10...1_000_000_000).contains(fills) else {
            throw ValidationError("--fills must be 10 to 1000000000")
        }
        guard seconds > 0, seconds <= 3600 else { throw ValidationError("--seconds must be above 0 and at most 3600") }
        if let database { _ = try CommandDatabase.url(database) }
        if part.contains(.servers), !hasServers {
            throw ValidationError("--part servers needs --database postgres://…")
        }
    }

    /// Whether the database can have two servers.
    private var hasServers: Bool { database?.hasPrefix("postgres") == true }

    func run() async throws {
        OpenFiles.allowAsManyAsPossible()
        let folder = URL(filePath: data ?? FileManager.default.currentDirectoryPath)
            .appending(path: "cerca-bench-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        var members = [JSONValue.Member("bench", "market")]
        for part in Part.allCases
        where self.part.contains(part) || self.part.isEmpty && (part != .servers || hasServers) {
            if !json { StandardError.write("\(part.rawValue) …") }
            do {
                let (lines, object) = try await measure(part, in: folder)
                if !json { for line in lines { print(line) } }
                members.append(JSONValue.Member(part.rawValue, .object(object)))
            } catch let failure as BenchmarkServer.Failure {
                throw CommandFailure("\(part.rawValue): \(failure.description)")
            }
        }
        if json { print(JSONValue.object(members).compactText) }
    }

    private func measure(_ part: Part, in folder: URL) async throws -> ([String], [JSONValue.Member]) {
        let text = database ?? "sqlite:\(folder.appending(path: "bench-\(part.rawValue).sqlite").path)"
        switch part {
        case .durable:
            return try await CommandDatabase.use(text) { database, _ in
                let result = try await MarketDurableBenchmark(
                    database: database, orders: orders, accounts: accounts, concurrency: concurrency
                ).run()
                return (lines(result), members(result))
            }
        case .requests:
            return try await serving(text, folder, accounts: connections) { traders, port in
                let result = try await MarketRequestBenchmark(
                    traders: traders, port: port, connections: connections, seconds: seconds
                ).run()
                return (lines(result), members(result))
            }
        case .subscribers:
            return try await serving(text, folder, accounts: 8) { traders, port in
                let result = try await MarketSubscriberBenchmark(
                    traders: traders, port: port, subscribers: subscribers, seconds: seconds
                ).run()
                return (lines(result), members(result))
            }
        case .history:
            return try await serving(
                text, folder, accounts: MarketHistoryBenchmark.clients,
                before: { try await MarketHistoryBenchmark.fill(fills, of: $0, in: $1) }
            ) { traders, port in
                let result = try await MarketHistoryBenchmark(
                    traders: traders, port: port, fills: fills, seconds: seconds
                ).run()
                return (lines(result), members(result))
            }
        case .servers:
            let traders = try await CommandDatabase.use(text) { database, _ in
                try await MarketBenchmarkTraders.prepare(connections, in: database)
            }
            let stages = try await MarketServersBenchmark(
                traders: traders, database: text, folder: folder, connections: connections, seconds: seconds
            ).run()
            return (stages.flatMap(lines), [JSONValue.Member("stages", .array(stages.map { .object(members($0)) }))])
        }
    }

    /// Makes accounts, calls `prepare` with them, starts a server on the database and ends it after `body`.
    private func serving<Value: Sendable>(
        _ text: String, _ folder: URL, accounts: Int,
        before prepare: @Sendable (MarketBenchmarkTraders, any Database) async throws -> Void = { _, _ in },
        _ body: (MarketBenchmarkTraders, Int) async throws -> Value
    ) async throws -> Value {
        let traders = try await CommandDatabase.use(text) { database, _ in
            let traders = try await MarketBenchmarkTraders.prepare(accounts, in: database)
            try await prepare(traders, database)
            return traders
        }
        let server = try MarketBenchmarkServer(database: try CommandDatabase.url(text), folder: folder)
        defer { server.stop() }
        return try await body(traders, server.port)
    }

    // MARK: - Results

    private func lines(_ result: MarketDurableBenchmark.Result) -> [String] {
        [
            "durable: \(Int(result.perSecond)) orders a second, each committed before its answer; "
                + latency(result.latency)
                + "; \(result.orders) orders of \(accounts) accounts, \(concurrency) at once, "
                + "\(result.executed * 100 / max(1, result.orders)) % executed at once; "
                + (result.faults.isEmpty && result.difference == 0
                    ? "the audit is clean" : "THE AUDIT FAILS: \(result.faults.first ?? "orders are missing")")
        ]
    }

    private func members(_ result: MarketDurableBenchmark.Result) -> [JSONValue.Member] {
        [
            JSONValue.Member("ordersPerSecond", .count(Int64(result.perSecond))),
            JSONValue.Member("orders", .count(result.orders)),
            JSONValue.Member("executedAtOnce", .count(result.executed)),
            JSONValue.Member("accounts", .count(accounts)),
            JSONValue.Member("concurrency", .count(concurrency)),
        ] + members(result.latency) + [
            JSONValue.Member("auditIsClean", .boolean(result.faults.isEmpty && result.difference == 0))
        ]
    }

    private func lines(_ result: MarketRequestBenchmark.Result) -> [String] {
        [
            "requests: \(Int(result.perSecond)) signed orders a second over HTTP; \(latency(result.latency)), "
                + "\(connections) connections, the load generator on the same machine"
        ]
            + result.otherStatuses.sorted { $0.key < $1.key }.map { "  \($1) answers had status \($0)" }
    }

    private func members(_ result: MarketRequestBenchmark.Result) -> [JSONValue.Member] {
        let others = result.otherStatuses.sorted { $0.key < $1.key }
        return [
            JSONValue.Member("requestsPerSecond", .count(Int64(result.perSecond))),
            JSONValue.Member("accepted", .count(result.accepted)),
            JSONValue.Member("connections", .count(connections)),
        ] + members(result.latency) + [
            JSONValue.Member(
                "otherStatuses", .object(others.map { JSONValue.Member(String($0.key), .count($0.value)) }))
        ]
    }

    private func lines(_ result: MarketSubscriberBenchmark.Result) -> [String] {
        [
            "subscribers: \(result.changes) changes of the book to \(result.subscribers) followers, "
                + "\((result.within250 * 10_000).rounded() / 100) % within 250 ms of the first; "
                + latency(result.lateness) + "; longest interval \(Int(result.longestInterval)) ms, "
                + "\(result.missing) missing, \(result.gaps) gaps, \(Int(result.bytesPerSecond / 1e6)) MB/s"
        ]
    }

    private func members(_ result: MarketSubscriberBenchmark.Result) -> [JSONValue.Member] {
        [
            JSONValue.Member("subscribers", .count(result.subscribers)),
            JSONValue.Member("changes", .count(result.changes)),
            JSONValue.Member("shareWithin250Milliseconds", .number(result.within250)),
            JSONValue.Member("longestIntervalMilliseconds", .number(result.longestInterval.rounded())),
            JSONValue.Member("missing", .count(result.missing)),
            JSONValue.Member("gaps", .count(result.gaps)),
            JSONValue.Member("bytesPerSecond", .count(Int64(result.bytesPerSecond))),
        ] + members(result.lateness)
    }

    private func lines(_ result: MarketHistoryBenchmark.Result) -> [String] {
        [
            "history: a ticker with nobody else on the server: \(latency(result.alone))",
            "history: beside \(MarketHistoryBenchmark.clients) clients who leaf through \(result.fills) fills: "
                + latency(result.beside),
            "  \(result.pages.count) pages were answered, \(latency(result.pages)); \(result.refused) that skip more "
                + "than \(Page.mostSkipped) entries were refused",
        ]
            + result.otherStatuses.sorted { $0.key < $1.key }.map { "  \($1) answers had status \($0)" }
    }

    private func members(_ result: MarketHistoryBenchmark.Result) -> [JSONValue.Member] {
        let others = result.otherStatuses.sorted { $0.key < $1.key }
        return [
            JSONValue.Member("fills", .count(result.fills)),
            JSONValue.Member("clients", .count(MarketHistoryBenchmark.clients)),
            JSONValue.Member("tickerAlone", .object(members(result.alone))),
            JSONValue.Member("tickerBeside", .object(members(result.beside))),
            JSONValue.Member(
                "pages", .object([JSONValue.Member("count", .count(result.pages.count))] + members(result.pages))),
            JSONValue.Member("refused", .count(result.refused)),
            JSONValue.Member(
                "otherStatuses", .object(others.map { JSONValue.Member(String($0.key), .count($0.value)) })),
        ]
    }

    private func lines(_ stage: MarketServersBenchmark.Stage) -> [String] {
        ["servers: \(stage.name): \(Int(stage.perSecond)) signed orders a second, \(stage.rollbacks) rolled back"]
            + stage.shares.map { share in
                "  \(Int(share.perSecond)) a second, \(latency(share.latency))"
                    + share.otherStatuses.sorted { $0.key < $1.key }.map { "; \($1) answers had status \($0)" }.joined()
            }
    }

    private func members(_ stage: MarketServersBenchmark.Stage) -> [JSONValue.Member] {
        [
            JSONValue.Member("stage", .string(stage.name)),
            JSONValue.Member("requestsPerSecond", .count(Int64(stage.perSecond))),
            JSONValue.Member("rollbacks", .count(stage.rollbacks)),
            JSONValue.Member("shares", .array(stage.shares.map { .object(members($0)) })),
        ]
    }

    private func latency(_ histogram: LatencyHistogram) -> String {
        "p50 \(histogram.milliseconds(percentile: 50)) ms, p99 \(histogram.milliseconds(percentile: 99)) ms, "
            + "longest \(histogram.milliseconds(percentile: 100)) ms"
    }

    private func members(_ histogram: LatencyHistogram) -> [JSONValue.Member] {
        [50.0, 99, 99.9, 100].map { percentile in
            let name =
                percentile == 100
                ? "longest" : "p\(String(percentile).filter(\.isNumber).prefix(percentile > 99 ? 3 : 2))"
            return JSONValue.Member(name + "Milliseconds", .number(histogram.milliseconds(percentile: percentile)))
        }
    }
}
