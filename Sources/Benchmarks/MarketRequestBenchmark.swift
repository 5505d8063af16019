import Accounts
import Foundation
import Market
import NIOCore
import Synchronization

/// How many signed orders a second a server takes over HTTP.
///
/// The server is a process of its own on this machine; each connection signs with a key of its own, sends an order, waits
/// for the answer, which comes after the commit, and sends the next.
struct MarketRequestBenchmark {
    /// What was measured.
    struct Result: Sendable {
        let accepted: Int
        let seconds: Double
        let latency: LatencyHistogram
        /// How often any other status was answered; it must be empty.
        let otherStatuses: [Int: Int]

        var perSecond: Double { Double(accepted) / seconds }
    }

    private static let warmUpSeconds = 1.0

    let traders: MarketBenchmarkTraders
    let port: Int
    let connections: Int
    let seconds: Double
    /// The market whose orders are sent.
    var market = MarketBenchmarkTraders.market
    /// The place of the first trader that sends; each connection has the next one.
    var firstTrader = 0

    /// Loads the server.
    func run() async throws -> Result {
        let end = BatchLoadClient.Switch()
        let requests = (0..<connections).map {
            OrderRequests(
                traders.all[(firstTrader + $0) % traders.all.count], in: market, end, seed: UInt64(firstTrader + $0))
        }
        let next = Atomic<Int>(0)
        let measuresFrom = NIODeadline.now() + .milliseconds(Int64(Self.warmUpSeconds * 1000))
        let finished = BenchmarkServer.connect(connections, to: port) { promise in
            let number = next.add(1, ordering: .relaxed).oldValue
            return RequestLoadClient(load: requests[number], measuresFrom: measuresFrom, finished: promise)
        }
        try await Task.sleep(for: .seconds(Self.warmUpSeconds + seconds))
        end.stop()
        var sum = RequestLoadClient.Tally()
        for future in finished {
            let tally = try await future.get()
            if let failure = tally.failure { throw BenchmarkServer.Failure(description: failure) }
            sum.statuses.merge(tally.statuses, uniquingKeysWith: +)
            sum.latency.add(tally.latency)
        }
        return Result(
            accepted: sum.statuses[200, default: 0], seconds: seconds, latency: sum.latency,
            otherStatuses: sum.statuses.filter { $0.key != 200 })
    }
}

/// Orders of one account, each signed with its key.
final class OrderRequests: RequestSource {
    private struct State {
        var figures: OrderFigures
        var microseconds: Int64 = 0
    }

    private static let path = "/v2/orders/create"

    private let key: String
    private let secret: SigningSecret
    private let market: String
    private let side: String
    private let end: BatchLoadClient.Switch
    private let state: Mutex<State>

    init(_ one: MarketBenchmarkTraders.One, in market: String, _ end: BatchLoadClient.Switch, seed: UInt64) {
        self.market = market
        key = one.key.public
        secret = SigningSecret(one.key.secret)
        side = one.side == .buy ? "buy" : "sell"
        self.end = end
        state = Mutex(State(figures: OrderFigures(seed: seed)))
    }

    func writeNext(into buffer: inout ByteBuffer) -> Bool {
        guard !end.isStopped else { return false }
        let (figures, time) = state.withLock { state in
            // Each request has a time of its own, so that two equal orders have two signatures.
            state.microseconds = max(state.microseconds + 1, Int64(Date().timeIntervalSince1970 * 1e6))
            return (state.figures.next(), state.microseconds)
        }
        let fraction = String(time % 1_000_000)
        let timestamp = "\(time / 1_000_000)." + String(repeating: "0", count: 6 - fraction.utf8.count) + fraction
        let body = "amount=\(figures.amount)&market=\(market)&price=\(figures.price)&side=\(side)&type=limit"
        let message = RequestSignature.message(
            timestamp: timestamp, path: Self.path, values: "\(figures.amount)\(market)\(figures.price)\(side)limit")
        buffer.writeString(
            "POST \(Self.path) HTTP/1.1\r\nHost: 127.0.0.1\r\nX-MKT-APIKEY: \(key)\r\nX-MKT-SIGNATURE: "
                + "\(secret.signature(of: message))\r\nX-MKT-TIMESTAMP: \(timestamp)\r\n"
                + "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
        )
        return true
    }
}
