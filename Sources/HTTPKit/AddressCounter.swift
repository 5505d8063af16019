import Synchronization

/// How many of something are open, in all and by address.
///
/// One address may have so many. The last quarter of all is kept for addresses that have few: whoever takes all that one
/// address may have, from several addresses, still leaves room for everybody else.
package final class AddressCounter: Sendable {
    /// What an address may have when little is left.
    static let few = 16

    private struct State {
        var total = 0
        var byAddress: [ClientAddress: Int] = [:]
    }

    private let total: Int
    private let perAddress: Int
    private let state = Mutex(State())

    /// A counter of at most `total`, and at most `perAddress` of one address.
    package init(total: Int, perAddress: Int) {
        self.total = total
        self.perAddress = perAddress
    }

    /// How many are open.
    package var count: Int { state.withLock { $0.total } }

    /// Whether one more may begin.
    ///
    /// - Parameter address: Whose it is; nil for what is bounded in all only, such as the connections of a proxy.
    package func hasRoom(for address: ClientAddress?) -> Bool {
        state.withLock { hasRoom(for: address, in: $0) }
    }

    /// Counts one more; false, and nothing is counted, when there is no room.
    package func enter(_ address: ClientAddress?) -> Bool {
        state.withLock { state in
            guard hasRoom(for: address, in: state) else { return false }
            state.total += 1
            if let address { state.byAddress[address, default: 0] += 1 }
            return true
        }
    }

    /// One that was counted has ended.
    package func leave(_ address: ClientAddress?) {
        state.withLock { state in
            state.total -= 1
            guard let address else { return }
            let left = state.byAddress[address, default: 1] - 1
            state.byAddress[address] = left > 0 ? left : nil
        }
    }

    private func hasRoom(for address: ClientAddress?, in state: State) -> Bool {
        guard state.total < total else { return false }
        guard let address else { return true }
        let mine = state.byAddress[address, default: 0]
        let isReserve = state.total >= total - total / 4
        return mine < (isReserve ? min(perAddress, Self.few) : perAddress)
    }
}
