import NIOCore
import Synchronization

/// How soon all followers of one market have each second's change of its book.
///
/// The server is a process of its own; the followers and a few traders, who change the book all the time, are in this
/// one. A change counts as late by how much later it came to a follower than to the first who got it.
struct MarketSubscriberBenchmark {
    /// What was measured.
    struct Result: Sendable {
        let subscribers: Int
        /// Changes of the book that were sent.
        let changes: Int
        /// How much later than to the first a change came to anybody.
        let lateness: LatencyHistogram
        /// The share of all deliveries that came within 250 ms.
        let within250: Double
        /// The longest time between two changes, in milliseconds.
        let longestInterval: Double
        /// Deliveries that are missing, and changes that did not fit the one before; both must be 0.
        let missing: Int
        let gaps: Int
        let bytesPerSecond: Double
    }

    private static let warmUpSeconds = 3.0

    let traders: MarketBenchmarkTraders
    let port: Int
    let subscribers: Int
    let seconds: Double

    /// Subscribes, trades and compares.
    func run() async throws -> Result {
        let end = BatchLoadClient.Switch()
        let market = MarketBenchmarkTraders.market
        let ending = BatchLoadClient.Switch()
        let requests = OrderRequestsInTurn(
            traders.all.prefix(8).enumerated().map {
                OrderRequests($1, in: MarketBenchmarkTraders.market, end, seed: UInt64($0))
            })
        let trading = BenchmarkServer.connect(1, to: port) { promise in
            RequestLoadClient(
                load: requests, pause: .milliseconds(20), measuresFrom: .now(), finished: promise)
        }
        let following = BenchmarkServer.connect(subscribers, to: port) { promise in
            SubscriberClient(market: market, end: ending, finished: promise)
        }
        try await Task.sleep(for: .seconds(Self.warmUpSeconds))
        let from = NIODeadline.now()
        try await Task.sleep(for: .seconds(seconds))
        let to = NIODeadline.now()
        // What was sent just before has time to come.
        try await Task.sleep(for: .seconds(1))
        ending.stop()
        var tallies: [SubscriberClient.Tally] = []
        for future in following { tallies.append(try await future.get()) }
        end.stop()
        for future in trading {
            let tally = try await future.get()
            if let failure = tally.failure { throw BenchmarkServer.Failure(description: failure) }
            if let status = tally.statuses.keys.first(where: { $0 != 200 }) {
                throw BenchmarkServer.Failure(description: "an order was answered with status \(status)")
            }
        }
        return try result(tallies, from, to)
    }

    private func result(
        _ tallies: [SubscriberClient.Tally], _ from: NIODeadline, _ to: NIODeadline
    ) throws -> Result {
        if let failure = tallies.lazy.compactMap(\.failure).first {
            throw BenchmarkServer.Failure(description: failure)
        }
        var first: [Int64: NIODeadline] = [:]
        for tally in tallies {
            for change in tally.changes { first[change.state] = min(first[change.state] ?? change.at, change.at) }
        }
        let measured = first.filter { $0.value >= from && $0.value < to }
        guard !measured.isEmpty else {
            throw BenchmarkServer.Failure(description: "nobody was told of any change of the book")
        }
        var lateness = LatencyHistogram()
        var inTime = 0
        for tally in tallies {
            for change in tally.changes {
                guard let earliest = measured[change.state] else { continue }
                let late = (change.at - earliest).nanoseconds
                lateness.record(nanoseconds: UInt64(late))
                if late <= 250_000_000 { inTime += 1 }
            }
        }
        let times = measured.values.sorted()
        let longest = zip(times.dropFirst(), times).map { ($0 - $1).nanoseconds }.max() ?? 0
        let bytes = tallies.reduce(0) { $0 + $1.bytes }
        return Result(
            subscribers: subscribers, changes: measured.count, lateness: lateness,
            within250: Double(inTime) / Double(measured.count * subscribers),
            longestInterval: Double(longest) / 1e6, missing: measured.count * subscribers - lateness.count,
            gaps: tallies.reduce(0) { $0 + $1.gaps },
            bytesPerSecond: Double(bytes) / (seconds + Self.warmUpSeconds + 1))
    }
}

/// The orders of several accounts, one after another.
private final class OrderRequestsInTurn: RequestSource {
    private let sources: [OrderRequests]
    private let turn = Atomic<Int>(0)

    init(_ sources: [OrderRequests]) {
        self.sources = sources
    }

    func writeNext(into buffer: inout ByteBuffer) -> Bool {
        sources[turn.add(1, ordering: .relaxed).oldValue % sources.count].writeNext(into: &buffer)
    }
}
