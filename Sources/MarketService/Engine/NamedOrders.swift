import Ledger
import Storage

/// The orders that have a name which a batch's commands say, as far as there are any.
struct NamedOrders {
    private var known: [ClientOrderKey: LiveOrder] = [:]

    /// Finds those that commands would place a second time, and forgets all others.
    ///
    /// - Parameter live: The open orders: the one in memory is the one that changes.
    mutating func load(
        for commands: [MarketCommand], _ live: [Int64: LiveOrder], _ connection: any Connection
    ) throws {
        if !known.isEmpty { known = [:] }
        let keys = Set(commands.flatMap(\.deed.keys))
        guard !keys.isEmpty else { return }
        for order in try OrderStore(connection).orders(keys) { add(live[order.id] ?? order) }
    }

    /// The order of this name; nil when there is none, and for no name.
    subscript(key: ClientOrderKey?) -> LiveOrder? { key.flatMap { known[$0] } }

    /// Knows an order of the batch from now on, if it has a name.
    mutating func add(_ order: LiveOrder) {
        guard let clientID = order.clientID else { return }
        known[ClientOrderKey(account: order.account, clientID: clientID)] = order
    }
}

extension MarketCommand {
    /// The names that orders get.
    fileprivate var keys: [ClientOrderKey] {
        switch self {
        case .place(let order): order.key.map { [$0] } ?? []
        case .placePair(let limit, let stop): [limit.key, stop.key].compactMap(\.self)
        case .amend(let amendment):
            amendment.clientID.map { [ClientOrderKey(account: amendment.account, clientID: $0)] } ?? []
        case .cancel, .cancelAll, .cancelAllWhenDue, .lookAtTime, .once: []
        }
    }
}
