import Commands
import Foundation
import Storage

/// How many signed orders a second one server takes over HTTP, and two servers on the same PostgreSQL database.
///
/// Each stage has servers and connections of its own, and as many connections in all as the first.
struct MarketServersBenchmark {
    /// What one server was seen to do in a stage.
    typealias Share = MarketRequestBenchmark.Result

    /// One way to load servers.
    struct Stage: Sendable {
        let name: String
        /// What each load saw, in the order of servers and then of markets.
        let shares: [Share]
        /// Transactions that the database rolled back meanwhile.
        let rollbacks: Int64

        var perSecond: Double { shares.reduce(0) { $0 + $1.perSecond } }
    }

    let traders: MarketBenchmarkTraders
    let database: String
    let folder: URL
    let connections: Int
    let seconds: Double

    /// Loads one server with one market, two with the same one, one with two markets, and two with two.
    func run() async throws -> [Stage] {
        let market = MarketBenchmarkTraders.market
        let other = MarketBenchmarkTraders.otherMarket
        return [
            try await stage("one server, one market", [[market]]),
            try await stage("two servers, the same market", [[market], [market]]),
            try await stage("one server, two markets", [[market, other]]),
            try await stage("two servers, a market each", [[market], [other]]),
        ]
    }

    private func stage(_ name: String, _ loads: [[String]]) async throws -> Stage {
        let url = try CommandDatabase.url(database)
        let servers = try loads.map { _ in try MarketBenchmarkServer(database: url, folder: folder) }
        defer { for server in servers { server.stop() } }
        // Servers that have just begun give one another their markets.
        try await Task.sleep(for: .seconds(3))
        let before = try await rollbacks()
        let all = zip(servers, loads).flatMap { server, markets in markets.map { (server.port, $0) } }
        let each = connections / all.count
        let shares = try await withThrowingTaskGroup(of: (Int, Share).self) { group in
            for (number, (port, market)) in all.enumerated() {
                let load = MarketRequestBenchmark(
                    traders: traders, port: port, connections: each, seconds: seconds, market: market,
                    firstTrader: number * each)
                group.addTask { (number, try await load.run()) }
            }
            var shares: [Int: Share] = [:]
            for try await (number, share) in group { shares[number] = share }
            return shares.sorted { $0.key < $1.key }.map(\.value)
        }
        return Stage(name: name, shares: shares, rollbacks: try await rollbacks() - before)
    }

    private func rollbacks() async throws -> Int64 {
        // What each process counted is told within a second.
        try await Task.sleep(for: .seconds(1.5))
        return try await CommandDatabase.use(database) { database, _ in
            try await database.read { connection in
                let row = try connection.first(
                    "SELECT xact_rollback FROM pg_stat_database WHERE datname = current_database()")
                return try row?.integer("xact_rollback") ?? 0
            }
        }
    }
}
