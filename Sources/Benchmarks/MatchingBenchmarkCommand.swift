import API
import ArgumentParser
import Basics
import Foundation
import Market

/// `cerca-bench matching`: an order flow through the book, in memory, on one core.
struct BenchMatchingCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "matching",
        abstract: "Carry out an order flow on the market's book: time for each operation, trades, hashes.",
        discussion: """
            The flow is a file of lines seq,op,id,side,price,qty; op is L, I, M or C. Without one it is a flow of \
            200,000 operations that keeps about 1,000 orders in the book, always the same.
            """)

    @Option(help: "The order flow; without it, one that is made up.", completion: .file())
    var workload: String?

    @Option(help: "How many of the best prices of each side to publish after each operation.")
    var depth = 0

    @Option(help: "How often to run the whole flow; the middle counts.")
    var rounds = 5

    @Flag(help: "Print one JSON object.")
    var json = false

    func validate() throws {
        guard (0...1024).contains(depth) else { throw ValidationError("--depth must be from 0 to 1024") }
        guard (1...1000).contains(rounds) else { throw ValidationError("--rounds must be from 1 to 1000") }
    }

    func run() throws {
        let operations =
            try workload.map { try MatchingWorkloadFile(path: $0).operations }
            ?? MatchingWorkload(operations: 200_000, live: 1000, seed: 1).operations
        let result = MatchingBenchmark(operations: operations, depth: depth).run(rounds: rounds)
        if json {
            print(JSONValue.object(members(of: result, operations: operations.count)).compactText)
            return
        }
        print(
            "\(result.nanosecondsPerOperation.oneDecimal) ns for each of \(operations.count) operations, "
                + "the middle of \(rounds) rounds (from \(result.rounds[0].oneDecimal) "
                + "to \(result.rounds[rounds - 1].oneDecimal))")
        for (kind, times) in result.latencies where times.count > 0 {
            print(
                "  \(kind.name): p50 \(times.percentile(50)) ns, p99 \(times.percentile(99)) ns, "
                    + "p99.9 \(times.percentile(99.9)) ns of \(times.count)")
        }
        print("  of each of these, reading the clock takes \(result.timerNanoseconds) ns")
        print("\(result.trades) trades, \(result.rejectedCancels) rejected cancels")
        print("trades_fnv1a64 \(result.tradesHash.hexadecimal), book_fnv1a64 \(result.bookHash.hexadecimal)")
    }

    private func members(of result: MatchingBenchmark.Result, operations: Int) -> [JSONValue.Member] {
        let latencies = result.latencies.map { kind, times in
            JSONValue.Member(
                kind.name,
                .object([
                    JSONValue.Member("count", .count(times.count)),
                    JSONValue.Member("p50Nanoseconds", .count(times.percentile(50))),
                    JSONValue.Member("p99Nanoseconds", .count(times.percentile(99))),
                    JSONValue.Member("p999Nanoseconds", .count(times.percentile(99.9))),
                ]))
        }
        return [
            JSONValue.Member("bench", "matching"),
            JSONValue.Member("operations", .count(operations)),
            JSONValue.Member("depth", .count(depth)),
            JSONValue.Member("nanosecondsPerOperation", .number(result.nanosecondsPerOperation.rounded2)),
            JSONValue.Member("rounds", .array(result.rounds.map { .number($0.rounded2) })),
            JSONValue.Member("latency", .object(latencies)),
            JSONValue.Member("timerNanoseconds", .count(result.timerNanoseconds)),
            JSONValue.Member("trades", .count(result.trades)),
            JSONValue.Member("rejectedCancels", .count(result.rejectedCancels)),
            JSONValue.Member("trades_fnv1a64", .string(result.tradesHash.hexadecimal)),
            JSONValue.Member("book_fnv1a64", .string(result.bookHash.hexadecimal)),
        ]
    }
}

extension UInt64 {
    /// Sixteen hexadecimal digits.
    fileprivate var hexadecimal: String {
        let digits = String(self, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}

extension Double {
    fileprivate var oneDecimal: String { String(format: "%.1f", self) }
    fileprivate var rounded2: Double { (self * 100).rounded() / 100 }
}
