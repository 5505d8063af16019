import Market
import NIOCore

/// How fast the book carries out an order flow, on one core, in memory.
///
/// The operations are parsed before any clock starts. Each order has an account of its own, so that self-trade
/// prevention looks but never acts. Whole rounds give the mean; each operation is timed alone in a pass of its own,
/// because reading the clock takes as long as an operation; the hashes come from a third pass.
struct MatchingBenchmark {
    /// What was measured.
    struct Result {
        /// The mean of each round in nanoseconds for an operation, from the least to the greatest.
        let rounds: [Double]
        /// The times of each kind of operation.
        let latencies: [(kind: MatchingWorkloadFile.Kind, times: Latencies)]
        /// What reading the clock twice takes, in nanoseconds; it is part of every latency.
        let timerNanoseconds: Int
        let trades: Int
        let rejectedCancels: Int
        /// FNV-1a, 64 bits, of the lines `maker,taker,price,lots`.
        let tradesHash: UInt64
        /// FNV-1a, 64 bits, of the final book.
        let bookHash: UInt64

        /// The round in the middle.
        var nanosecondsPerOperation: Double { rounds[rounds.count / 2] }
    }

    /// Times of one kind of operation in nanoseconds, exact.
    struct Latencies {
        private var times: [UInt32]

        init(_ times: [UInt32]) { self.times = times.sorted() }

        var count: Int { times.count }

        /// The time that this share of all did not exceed.
        func percentile(_ share: Double) -> Int {
            guard !times.isEmpty else { return 0 }
            return Int(times[min(times.count - 1, max(0, Int((Double(times.count) * share / 100).rounded(.up)) - 1))])
        }
    }

    let operations: [MatchingWorkloadFile.Operation]
    /// Levels of each side that are published after each operation; 0 for none.
    let depth: Int

    /// Measures `rounds` rounds and the passes after them.
    func run(rounds: Int) -> Result {
        var means: [Double] = []
        for _ in 0..<rounds {
            var book = PriceTimeBook()
            var seen = Seen()
            let start = NIODeadline.now()
            runAll(on: &book, &seen)
            let time = NIODeadline.now() - start
            means.append(Double(time.nanoseconds) / Double(operations.count))
        }
        let (seen, tradesHash, bookHash) = hash()
        return Result(
            rounds: means.sorted(), latencies: timeEach(), timerNanoseconds: timerCost(), trades: seen.trades,
            rejectedCancels: seen.rejected, tradesHash: tradesHash, bookHash: bookHash)
    }

    /// What an empty listener sees.
    private struct Seen {
        var trades = 0
        var rejected = 0
        var depth = DepthListener()
    }

    private func runAll(on book: inout PriceTimeBook, _ seen: inout Seen) {
        operations.withUnsafeBufferPointer { operations in
            for operation in operations {
                carryOut(operation, on: &book, &seen) { _ in }
                if depth > 0 { seen.depth.publish(depth, of: book) }
            }
        }
    }

    @inline(__always)
    private func carryOut(
        _ operation: MatchingWorkloadFile.Operation, on book: inout PriceTimeBook, _ seen: inout Seen,
        _ emit: (BookEvent) -> Void
    ) {
        guard operation.kind != .cancel else {
            if book.cancel(operation.id) == nil { seen.rejected += 1 }
            return
        }
        var trades = 0
        let order = IncomingOrder(
            id: operation.id, account: operation.id,
            OrderTerms(
                operation.side, lots: operation.lots, ticks: operation.kind == .market ? nil : operation.ticks,
                OrderConditions(timeInForce: operation.kind == .limit ? .goodTillCancelled : .immediateOrCancel)))
        _ = book.place(order) { event in
            if case .trade = event { trades += 1 }
            emit(event)
        }
        seen.trades += trades
    }

    private func timeEach() -> [(kind: MatchingWorkloadFile.Kind, times: Latencies)] {
        var book = PriceTimeBook()
        var seen = Seen()
        var times = MatchingWorkloadFile.Kind.allCases.map { _ in [UInt32]() }
        for index in times.indices { times[index].reserveCapacity(operations.count) }
        for operation in operations {
            let start = NIODeadline.now()
            carryOut(operation, on: &book, &seen) { _ in }
            if depth > 0 { seen.depth.publish(depth, of: book) }
            let time = NIODeadline.now() - start
            times[operation.kind.rawValue].append(UInt32(clamping: time.nanoseconds))
        }
        return MatchingWorkloadFile.Kind.allCases.map { ($0, Latencies(times[$0.rawValue])) }
    }

    private func timerCost() -> Int {
        var times: [UInt32] = []
        for _ in 0..<100_000 {
            let start = NIODeadline.now()
            times.append(UInt32(clamping: (NIODeadline.now() - start).nanoseconds))
        }
        return Latencies(times).percentile(50)
    }

    private func hash() -> (seen: Seen, trades: UInt64, book: UInt64) {
        var book = PriceTimeBook()
        var seen = Seen()
        var hash = FNV1a64()
        for operation in operations {
            carryOut(operation, on: &book, &seen) { event in
                guard case .trade(let maker, _, _, let taker, let ticks, let lots) = event else { return }
                hash.combine(decimal: maker)
                for field in [taker, ticks, lots] {
                    hash.combine(",")
                    hash.combine(decimal: field)
                }
                hash.combine("\n")
            }
        }
        return (seen, hash.value, book.stateHash)
    }
}

/// A listener to the best prices that keeps them and does nothing with them.
private struct DepthListener {
    private typealias Level = (ticks: Int64, lots: Int64)

    private var bids = [Level](repeating: (0, 0), count: 1024)
    private var asks = [Level](repeating: (0, 0), count: 1024)

    /// Takes the best `depth` levels of both sides, at most 1024.
    @inline(never)
    mutating func publish(_ depth: Int, of book: borrowing PriceTimeBook) {
        Self.keep(depth, .buy, of: book, in: &bids)
        Self.keep(depth, .sell, of: book, in: &asks)
    }

    /// Through a pointer, because an array would look for other owners at each level, which took longer than the book.
    private static func keep(_ depth: Int, _ side: Side, of book: borrowing PriceTimeBook, in levels: inout [Level]) {
        levels.withUnsafeMutableBufferPointer { levels in
            var next = 0
            book.forEachLevel(side) { ticks, lots in
                levels[next] = (ticks, lots)
                next += 1
                return next < depth
            }
        }
    }
}
