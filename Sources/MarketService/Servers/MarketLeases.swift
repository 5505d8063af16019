import HTTPKit
import Synchronization

/// Which markets this server may write, and where the others are written.
///
/// A lease is trusted by this machine's own monotonic clock, counted from before it was asked for, and a second less than
/// the database grants: however late an answer comes, however long the process was stopped and whatever wall clocks do,
/// this server stops before the database lets another one begin. What slips through all the same, because the process
/// was stopped after it had looked, is refused by the epoch in the row that each batch writes.
final class MarketLeases: Sendable {
    /// Carries a report to the database.
    typealias Exchange = @Sendable (LeaseReport) async throws -> LeaseView

    /// Where a market is written.
    enum Place: Equatable {
        /// By this server.
        case here
        /// By the server at this address, or it is to be.
        case at(String)
        /// Nobody knows now.
        case unknown
    }

    private struct Held {
        let epoch: Int64
        /// Until when it is trusted, in nanoseconds of the monotonic clock.
        let until: UInt64
    }

    private struct State {
        var held: [Int: Held] = [:]
        /// Those of them whose last batch is awaited, to give them up.
        var retiring: Set<Int> = []
        var addresses: [Int: String] = [:]
        var wanted: Set<Int> = []
        var others: [String] = []
        var isLeaving = false
        /// The report that is under way.
        var report: Task<Bool, Never>?
    }

    /// For how long a lease is trusted after it was asked for, in nanoseconds.
    private static let trusted = UInt64(LeaseTable.lifetime - 1000) * 1_000_000

    let server: String
    let address: String
    private let monotonic: @Sendable () -> UInt64
    private let servers: ServerCount
    private let exchange: Exchange
    private let state = Mutex(State())

    /// The leases of a server that has none yet.
    ///
    /// - Parameters:
    ///   - server: A name that no other server has or had.
    ///   - address: Where other servers reach this one.
    ///   - monotonic: Nanoseconds of a clock that never goes back.
    ///   - servers: Is told how many servers there are.
    init(
        server: String, address: String, monotonic: @escaping @Sendable () -> UInt64,
        servers: ServerCount = ServerCount(), exchange: @escaping Exchange
    ) {
        self.server = server
        self.address = address
        self.monotonic = monotonic
        self.servers = servers
        self.exchange = exchange
    }

    /// The permit to write a market now, or nil.
    func permit(for market: Int) -> WriterPermit? {
        let now = monotonic()
        return state.withLock { state in
            guard let held = state.held[market], now < held.until, !state.retiring.contains(market) else { return nil }
            return WriterPermit(epoch: held.epoch)
        }
    }

    /// Where a market is written, as far as is known.
    func place(of market: Int) -> Place {
        if permit(for: market) != nil { return .here }
        return state.withLock { state in
            guard let address = state.addresses[market], address != self.address else { return .unknown }
            return .at(address)
        }
    }

    /// Where the other servers are reached that were there at the last report.
    var others: [String] { state.withLock { $0.others } }

    /// Says to the database how this server is doing, and learns where it stands; waits for what is under way already.
    ///
    /// - Parameter nobodyAt: The address of a server at which nobody was found.
    /// - Returns: Whether the database has answered.
    @discardableResult
    func report(_ markets: [Int], nobodyAt: String? = nil) async -> Bool {
        let task = state.withLock { state in
            if let report = state.report { return report }
            let task = Task { await self.exchangeOnce(markets, givingUp: [], nobodyAt: nobodyAt) }
            state.report = task
            return task
        }
        return await task.value
    }

    /// Gives those markets to the servers that are to have them.
    ///
    /// - Parameter pause: Returns when the batch has ended that a market's writer is writing.
    func handOver(_ markets: [Int], pause: @Sendable (Int) async -> Void) async {
        let wanted = state.withLock { state in
            state.retiring.formUnion(state.wanted)
            return state.wanted
        }
        guard !wanted.isEmpty else { return }
        for market in wanted { await pause(market) }
        await alone { await self.exchangeOnce(markets, givingUp: wanted) }
    }

    /// Gives all of them up, for good.
    func leave(_ markets: [Int], pause: @Sendable (Int) async -> Void) async {
        let held = state.withLock { state in
            state.isLeaving = true
            state.retiring.formUnion(state.held.keys)
            return state.retiring
        }
        for market in held { await pause(market) }
        await alone { await self.exchangeOnce(markets, givingUp: held) }
    }

    /// Runs `body` as the only report.
    private func alone(_ body: @escaping @Sendable () async -> Bool) async {
        while true {
            let (task, isOwn) = state.withLock { state in
                if let report = state.report { return (report, false) }
                let task = Task { await body() }
                state.report = task
                return (task, true)
            }
            _ = await task.value
            if isOwn { return }
        }
    }

    private func exchangeOnce(_ markets: [Int], givingUp: Set<Int>, nobodyAt: String? = nil) async -> Bool {
        let report = LeaseReport(
            server: server, address: address, markets: markets, givenUp: givingUp,
            isLeaving: state.withLock { $0.isLeaving }, nobodyAt: nobodyAt)
        // Before it is sent: the database counts from later on.
        let sentAt = monotonic()
        let view = try? await exchange(report)
        state.withLock { state in
            state.report = nil
            guard let view else {
                // Whether it was given up is not known, and nothing will be written under it any more.
                for market in givingUp { state.held[market] = nil }
                state.retiring.subtract(givingUp)
                return
            }
            state.held = view.held.mapValues { Held(epoch: $0, until: sentAt + Self.trusted) }
            state.retiring.formIntersection(view.held.keys)
            state.retiring.subtract(givingUp)
            state.addresses = view.addresses
            state.wanted = view.wanted
            state.others = view.others
        }
        if let view { servers.set(view.others.count + 1) }
        return view != nil
    }
}
