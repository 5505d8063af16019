import Basics
import Dispatch
import HTTPKit
import LedgerService
import Market
import MarketService
import NIOCore
import Storage

/// How many orders a second one market takes, each of them committed before its sender is told.
///
/// Engine, ledger and those who send are in this process. Each sender places a limit order, waits for the answer, and
/// places the next.
struct MarketDurableBenchmark {
    /// What was measured.
    struct Result: Sendable {
        let orders: Int
        let seconds: Double
        let latency: LatencyHistogram
        /// Orders that were executed in part or whole when they came.
        let executed: Int
        /// What the audit of the whole ledger has to say afterwards; it must be empty.
        let faults: [String]
        /// Orders that the database had more or fewer than were answered; it must be 0.
        let difference: Int

        var perSecond: Double { Double(orders) / seconds }
    }

    private struct Tally: Sendable {
        var latency = LatencyHistogram()
        var executed = 0
        var failure: String?
    }

    let database: any Database
    let orders: Int
    let accounts: Int
    let concurrency: Int

    /// Prepares the accounts, sends the orders and compares.
    func run() async throws -> Result {
        let traders = try await MarketBenchmarkTraders.prepare(accounts, in: database)
        let market = MarketService(database: database, clock: .system())
        market.start()
        let before = try await orderCount()
        do {
            // The first order waits for the writer; then the market is awake.
            let (tally, seconds) = try await send(traders.all, to: market)
            await market.stop()
            if let failure = tally.failure { throw BenchmarkServer.Failure(description: failure) }
            let stored = try await orderCount() - before
            let audit = try await LedgerAdministration(database: database).audit()
            return Result(
                orders: tally.latency.count, seconds: seconds, latency: tally.latency, executed: tally.executed,
                faults: audit.faults, difference: stored - tally.latency.count)
        } catch {
            await market.stop()
            throw error
        }
    }

    private func send(
        _ traders: [MarketBenchmarkTraders.One], to market: MarketService
    ) async throws -> (Tally, seconds: Double) {
        guard let name = MarketName(MarketBenchmarkTraders.market) else { return (Tally(), 0) }
        try await untilOpen(name, market)
        let start = NIODeadline.now()
        let total = await withTaskGroup(of: Tally.self) { group in
            for number in 0..<concurrency {
                let share = orders / concurrency + (number < orders % concurrency ? 1 : 0)
                group.addTask { await sender(number, share, traders, name, market) }
            }
            var total = Tally()
            for await tally in group {
                total.latency.add(tally.latency)
                total.executed += tally.executed
                total.failure = total.failure ?? tally.failure
            }
            return total
        }
        return (total, Double((NIODeadline.now() - start).nanoseconds) / 1e9)
    }

    private func sender(
        _ number: Int, _ share: Int, _ traders: [MarketBenchmarkTraders.One], _ name: MarketName,
        _ market: MarketService
    ) async -> Tally {
        var tally = Tally()
        var figures = OrderFigures(seed: UInt64(number))
        for step in 0..<share {
            let one = traders[(number + step * concurrency) % traders.count]
            let (amount, price) = figures.next()
            let draft = OrderDraft(market: name, side: one.side, kind: .limit, amount: amount, price: price)
            let sentAt = NIODeadline.now()
            do throws(ServiceError) {
                let order = try await market.place(draft, for: one.trader)
                tally.latency.record(nanoseconds: UInt64((NIODeadline.now() - sentAt).nanoseconds))
                if order.executed > 0 { tally.executed += 1 }
            } catch {
                tally.failure = "an order was refused: \(error.code)"
                return tally
            }
        }
        return tally
    }

    private func untilOpen(_ name: MarketName, _ market: MarketService) async throws {
        for _ in 0..<100 {
            if (try? await market.bookSnapshot(name, perSide: 1)) != nil { return }
            try await Task.sleep(for: .milliseconds(50))
        }
        throw BenchmarkServer.Failure(description: "the market did not open")
    }

    private func orderCount() async throws -> Int {
        Int(try await database.read { try $0.first("SELECT COUNT(*) AS total FROM orders")?.integer("total") ?? 0 })
    }
}
