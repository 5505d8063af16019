import Accounts
import Foundation
import HTTPKit
import Ledger
import Market
import MarketService
import NIOCore
import Storage
import Synchronization

/// How soon a ticker is answered while others leaf through a long past.
///
/// The server is a process of its own; one connection asks for a ticker now and then, first alone and then beside
/// clients that ask for pages as deep as there are, and deeper.
struct MarketHistoryBenchmark {
    /// What was measured.
    struct Result: Sendable {
        let fills: Int
        /// The ticker with nobody else on the server, and beside the others.
        let alone: LatencyHistogram
        let beside: LatencyHistogram
        /// How long the others waited for their pages.
        let pages: LatencyHistogram
        /// How many pages were refused for their depth.
        let refused: Int
        /// Any other status; it must be empty.
        let otherStatuses: [Int: Int]
    }

    /// Clients that leaf, the first half of them without a key.
    static let clients = 16
    private static let warmUpSeconds = 1.0
    private static let pause = TimeAmount.milliseconds(5)

    let traders: MarketBenchmarkTraders
    let port: Int
    let fills: Int
    let seconds: Double

    /// Writes so many fills between the traders.
    static func fill(_ fills: Int, of traders: MarketBenchmarkTraders, in database: any Database) async throws {
        func accounts(_ isBuyer: Bool) -> [LedgerAccount] {
            traders.all.filter { ($0.side == .buy) == isBuyer }.map(\.trader.number)
        }
        try await MarketHistoryFilling(database: database, buyers: accounts(true), sellers: accounts(false))
            .fill(groups: fills / MarketHistoryFilling.groupSize, until: ServerClock.system().now())
    }

    /// Loads the server.
    func run() async throws -> Result {
        let ticker = PathRequests(["/v2/ticker?market=\(MarketBenchmarkTraders.market)"], nil)
        let alone = try await measure([(ticker, Self.pause)])[0]
        let load: [(PathRequests, TimeAmount?)] = (0..<Self.clients).map { (client($0), nil) }
        var tallies = try await measure([(ticker, Self.pause)] + load)
        let beside = tallies.removeFirst()
        var pages = LatencyHistogram()
        var statuses = alone.statuses.merging(beside.statuses, uniquingKeysWith: +)
        for tally in tallies {
            pages.add(tally.latency)
            statuses.merge(tally.statuses, uniquingKeysWith: +)
        }
        return Result(
            fills: fills, alone: alone.latency, beside: beside.latency, pages: pages, refused: statuses[400] ?? 0,
            otherStatuses: statuses.filter { $0.key != 200 && $0.key != 400 })
    }

    /// What one client asks for in turn: pages of every depth that there is, and one that there is not.
    private func client(_ number: Int) -> PathRequests {
        let market = "market=\(MarketBenchmarkTraders.market)"
        let paths = [
            "/v2/trades?\(market)", "/v2/prices?\(market)&timeframe=1", "/v1/trades?\(market)", "/v2/trades?\(market)",
            "/v1/orders/executed?\(market)", "/v2/orders/executed?\(market)", "/v2/transactions?currency=CLP",
            "/v1/orders/executed?\(market)",
        ]
        let isSigned = number >= Self.clients / 2
        let path = paths[number % (paths.count / 2) + (isSigned ? paths.count / 2 : 0)]
        let depths = [99, 100, 57, 99_999, 98]
        return PathRequests(
            depths.map { "\(path)&limit=100&page=\($0)" }, isSigned ? traders.all[number % traders.all.count].key : nil)
    }

    private func measure(
        _ load: [(requests: PathRequests, pause: TimeAmount?)]
    ) async throws -> [RequestLoadClient.Tally] {
        let measuresFrom = NIODeadline.now() + .milliseconds(Int64(Self.warmUpSeconds * 1000))
        let end = NIODeadline.now() + .milliseconds(Int64((Self.warmUpSeconds + seconds) * 1000))
        let finished = load.map { one in
            BenchmarkServer.connect(1, to: port) { promise in
                RequestLoadClient(
                    load: TimedRequests(requests: one.requests, end: end), pause: one.pause,
                    measuresFrom: measuresFrom, finished: promise)
            }[0]
        }
        var tallies: [RequestLoadClient.Tally] = []
        for future in finished {
            let tally = try await future.get()
            if let failure = tally.failure { throw BenchmarkServer.Failure(description: failure) }
            tallies.append(tally)
        }
        return tallies
    }
}

/// Requests until an instant.
private struct TimedRequests: RequestSource {
    let requests: PathRequests
    let end: NIODeadline

    func writeNext(into buffer: inout ByteBuffer) -> Bool {
        guard NIODeadline.now() < end else { return false }
        requests.write(into: &buffer)
        return true
    }
}

/// Requests for some paths in turn, signed where there is a key.
private final class PathRequests: Sendable {
    private let paths: [String]
    private let key: APIKey?
    private let turn = Atomic<Int>(0)

    init(_ paths: [String], _ key: APIKey?) {
        self.paths = paths
        self.key = key
    }

    func write(into buffer: inout ByteBuffer) {
        let target = paths[turn.add(1, ordering: .relaxed).oldValue % paths.count]
        buffer.writeString("GET \(target) HTTP/1.1\r\nHost: 127.0.0.1\r\n")
        if let key {
            let timestamp = String(Int64(Date().timeIntervalSince1970))
            let message = RequestSignature.message(
                timestamp: timestamp, path: String(target.prefix { $0 != "?" }), values: "")
            buffer.writeString(
                "X-MKT-APIKEY: \(key.public)\r\nX-MKT-SIGNATURE: \(SigningSecret(key.secret).signature(of: message))\r\n"
                    + "X-MKT-TIMESTAMP: \(timestamp)\r\n")
        }
        buffer.writeString("\r\n")
    }
}
