import Synchronization

/// The number of things that are open, or of bytes that are held, in all and by address.
///
/// One address may have so many. The last quarter of all is a reserve for addresses that have few: a client that takes all
/// that one address may have, from several addresses, still leaves room for everyone else. A client with a whole network
/// of addresses gets at most half of what is left of the reserve, so that it is never used up by one network.
package final class AddressCounter: Sendable {
    private struct State {
        var total = 0
        var byAddress: [ClientAddress: Int] = [:]
        /// What was counted from the reserve, by the widest network around an address.
        var reserveByNetwork: [ClientAddress.Network: Int] = [:]
    }

    private let total: Int
    private let perAddress: Int
    private let few: Int
    private let state = Mutex(State())

    /// A counter of at most `total`, and at most `perAddress` of one address.
    ///
    /// - Parameter few: What an address may have when little is left.
    package init(total: Int, perAddress: Int, few: Int = 16) {
        self.total = total
        self.perAddress = perAddress
        self.few = few
    }

    /// The number that is counted now.
    package var count: Int { state.withLock { $0.total } }

    /// Whether one more may begin.
    ///
    /// - Parameter address: Whose it is; nil for what is bounded in all only, such as the connections of a proxy.
    package func hasRoom(for address: ClientAddress?) -> Bool {
        state.withLock { hasRoom(for: address, 1, in: $0) }
    }

    /// Counts `number` more; false, and nothing is counted, when there is no room.
    package func enter(_ address: ClientAddress?, _ number: Int = 1) -> Bool {
        state.withLock { state in
            guard hasRoom(for: address, number, in: state) else { return false }
            if let address {
                state.byAddress[address, default: 0] += number
                if isReserve(state) { state.reserveByNetwork[address.widest, default: 0] += number }
            }
            state.total += number
            return true
        }
    }

    /// `number` that were counted have ended.
    package func leave(_ address: ClientAddress?, _ number: Int = 1) {
        state.withLock { state in
            state.total -= number
            guard let address else { return }
            let left = state.byAddress[address, default: number] - number
            state.byAddress[address] = left > 0 ? left : nil
            guard let reserved = state.reserveByNetwork[address.widest] else { return }
            state.reserveByNetwork[address.widest] = reserved > number ? reserved - number : nil
        }
    }

    private func isReserve(_ state: State) -> Bool { state.total >= total - total / 4 }

    private func hasRoom(for address: ClientAddress?, _ number: Int, in state: State) -> Bool {
        guard state.total + number <= total else { return false }
        guard let address else { return true }
        let mine = state.byAddress[address, default: 0] + number
        guard isReserve(state) else { return mine <= perAddress }
        let ofNetwork = state.reserveByNetwork[address.widest, default: 0] + number
        return mine <= min(perAddress, few) && ofNetwork <= max(few, (total - state.total) / 2)
    }
}
