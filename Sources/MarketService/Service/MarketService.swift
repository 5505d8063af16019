import Basics
import HTTPKit
import Ledger
import LedgerService
import Logging
import Market
import ServiceKit
import ServiceLifecycle
import Storage
import Synchronization

/// The markets of a server: orders, books, balances and what is derived from them.
///
/// Each market has one writer, which gathers commands into batches; somebody who sent one is answered after the commit.
/// The use cases are in extensions, one file for each kind of them.
package final class MarketService: Sendable {
    /// Where orders and balances are.
    package let database: any Database
    /// What time it is.
    package let clock: ServerClock
    /// Where deposit addresses and tickets come from.
    package let random: ServerRandom
    private let log: Mutex<Logger>
    /// How much one trader may have and how much may wait.
    package let limits: MarketLimits
    /// Whether all money here is play money.
    let isPlay: Bool
    /// Tells owners of money that leaves.
    package let witness: MoneyWitness
    let registry: MarketRegistry
    let rights = WriterRights()
    /// How the markets are shared with other servers; nil when they are not.
    let sharing = Mutex<MarketSharing?>(nil)
    let candleMemory = CandleMemory()
    let depths = DepthMemory()
    let traders = Mutex(RecentlyUsed<[UInt8], Trader>(capacity: 65_536))
    let running = Mutex(Running())
    let keysInUse = KeysInUse()
    let seen = Mutex(Seen())
    let refreshes = Mutex(Refreshes())
    /// Up to which day each market's volumes are added up, as far as this process knows.
    let volumeDays = Mutex<[Int: Int64]>([:])

    /// Whether the markets are running, and the task that runs them when no service group does.
    struct Running {
        var isRunning = false
        var task: Task<Void, Never>?
    }

    /// How many times the catalogue began to be read, and which of them was the last to be taken over.
    struct Refreshes: Sendable {
        var begun = 0
        var taken = 0
    }

    /// What was in the database at the last look.
    struct Seen: Sendable {
        var transfer: Int64?
        var pointsGiven: String?
        var sequences: [Int: Int64] = [:]
    }

    /// What has changed, for whoever follows a market or an account.
    package let hub = MarketHub()

    /// The markets of `database`; they take orders while ``service`` runs.
    ///
    /// - Parameters:
    ///   - random: Where deposit addresses come from.
    ///   - limits: How much one trader may have and how much may wait.
    ///   - isPlay: Whether all money is play money, which those who ask for the markets are told.
    ///   - witness: Tells owners of money that leaves; nobody is told unless it is given.
    package init(
        database: any Database, clock: ServerClock, random: ServerRandom = .system,
        logger: Logger = Logger(label: "cerca.market", factory: { _ in SwiftLogNoOpLogHandler() }),
        limits: MarketLimits = .standard, isPlay: Bool = false, witness: @escaping MoneyWitness = { _, _, _, _ in }
    ) {
        self.database = database
        self.clock = clock
        self.random = random
        self.log = Mutex(logger)
        self.limits = limits
        self.isPlay = isPlay
        self.witness = witness
        self.registry = MarketRegistry()
    }

    /// What runs the markets while the server does: the writers, the look at what other processes changed, and the
    /// daily sums of what was traded.
    package var service: any Service { MarketLifecycle(market: self) }

    /// The same, and from now on `logger` is told what goes wrong.
    package func service(logger: Logger) -> any Service {
        log.withLock { $0 = logger }
        return service
    }

    var logger: Logger { log.withLock { $0 } }
}
