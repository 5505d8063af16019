import HTTPKit
import Synchronization

/// That this server may write a market now.
struct WriterPermit: Equatable, Sendable {
    /// For which epoch of the market; nil when there are no other servers.
    let epoch: Int64?
}

/// Why a writer did not carry out commands, which have done nothing then.
enum WriterFault: Error, Equatable {
    /// Another server has the right to write the market, or will have it.
    case notHere
    /// Whoever had sent them did not want to wait any longer, and withdrew them.
    case withdrawn
}

/// Carries commands to whoever writes their market, this writer or another server.
typealias MarketEntrance =
    @Sendable (
        _ commands: [MarketCommand], _ writer: MarketWriter
    ) async throws(ServiceError) -> [CommandResult]

/// How a server's writers stand to the other servers of the database; unless there are others, each may always write.
final class WriterRights: Sendable {
    private struct Shared {
        let permit: @Sendable (Int) -> WriterPermit?
        let entrance: MarketEntrance
    }

    private let shared = Mutex<Shared?>(nil)

    /// The rights of a server that is alone.
    init() {}

    /// Says that there are others from now on.
    func share(permit: @escaping @Sendable (Int) -> WriterPermit?, entrance: @escaping MarketEntrance) {
        shared.withLock { $0 = Shared(permit: permit, entrance: entrance) }
    }

    /// The permit to write a market now, or nil.
    func permit(for market: Int) -> WriterPermit? {
        guard let shared = shared.withLock({ $0 }) else { return WriterPermit(epoch: nil) }
        return shared.permit(market)
    }

    /// What carries commands to whoever writes; nil when that is always this server.
    var entrance: MarketEntrance? { shared.withLock { $0?.entrance } }
}

/// What is kept of commands that another server handed on, in the transaction of what they did.
struct CommandNote: Sendable {
    /// What the other server calls them.
    let id: [UInt8]
    /// What it is answered.
    let answer: @Sendable ([CommandResult]) -> [UInt8]
}
