import Basics
import HTTPKit
import Ledger
import LedgerService
import Logging
import Market
import ServiceKit
import Storage
import Synchronization

// Several servers on one database, each of which writes some of the markets.
extension MarketService {
    /// How often this server says that it is there, in milliseconds.
    static let reportEvery: Int64 = 500

    /// Shares the markets with the other servers of the database from now on; to be called before they run.
    ///
    /// - Parameters:
    ///   - address: Where the others reach this server, which answers them by ``answerPeer(_:)``.
    ///   - peers: Carries questions to the others.
    ///   - servers: Is told again and again how many there are.
    package func share(
        at address: String, with peers: any MarketPeers, counting servers: ServerCount = ServerCount()
    ) {
        let database = database
        let start = ContinuousClock.now
        let monotonic: @Sendable () -> UInt64 = {
            let (seconds, attoseconds) = start.duration(to: .now).components
            return UInt64(seconds) * 1_000_000_000 + UInt64(attoseconds / 1_000_000_000)
        }
        let leases = MarketLeases(
            server: random.identifier().hexadecimal, address: address, monotonic: monotonic, servers: servers
        ) { report in
            try await database.write { try LeaseStore($0).exchange(report) }
        }
        let dispatch = CommandDispatch(
            leases: leases, peers: peers, database: database, clock: clock, random: random, hub: hub,
            registry: registry, monotonic: monotonic, gathering: CommandGathering(most: limits.batch))
        sharing.withLock { $0 = MarketSharing(leases: leases, dispatch: dispatch) }
        rights.share(
            permit: { leases.permit(for: $0) },
            entrance: { commands, writer throws(ServiceError) in try await dispatch.submit(commands, writer) })
    }

    /// Answers what another server asks.
    package func answerPeer(_ question: [UInt8]) async -> [UInt8] {
        guard let sharing = sharing.withLock({ $0 }) else { return ForwardedAnswer.notHere.bytes }
        return await sharing.dispatch.answer(question)
    }

    /// Where the other servers of the database are reached.
    package var otherServers: [String] { sharing.withLock { $0?.leases.others ?? [] } }

    /// Whether this server writes a market now.
    package func writes(_ market: MarketRules) -> Bool {
        rights.permit(for: market.number) != nil
    }

    /// Says that this server is there, again and again until the task is cancelled, and then gives its markets up.
    func keepLeases() async {
        guard let leases = sharing.withLock({ $0?.leases }) else { return }
        while !Task.isCancelled {
            if await leases.report(marketNumbers) {
                await leases.handOver(marketNumbers) { await self.registry.known.writers[$0]?.pause() }
            } else {
                logger.warning("this server cannot tell the others that it is there")
            }
            try? await Task.sleep(for: .milliseconds(Self.reportEvery))
        }
    }

    /// Gives every market up, so that another server writes it at once.
    func giveMarketsUp() async {
        guard let leases = sharing.withLock({ $0?.leases }) else { return }
        await leases.leave(marketNumbers) { await self.registry.known.writers[$0]?.pause() }
    }

    private var marketNumbers: [Int] { registry.known.catalogue.markets.map(\.number) }
}
