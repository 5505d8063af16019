import HTTPKit
import Ledger
import Market
import Synchronization

/// What a committed batch of one market changed of one account, as it is then.
package struct OwnChanges: Sendable {
    /// The market.
    package let market: MarketRules
    /// The account's orders that changed, those that ended as well.
    package let orders: [OrderRecord]
    /// The executions of its orders, oldest first.
    package let fills: [FillRecord]
    /// What it has of the market's two assets.
    package fileprivate(set) var balances: [(asset: Asset, balance: Balance)]
    /// The turn of the batch among those of all markets that changed the same balances.
    let turn: UInt64

    /// How many entries it has.
    var count: Int { orders.count + fills.count + balances.count }
}

/// What whoever follows an account's own orders and balances is told.
package enum OwnNews: Sendable {
    /// What was known may be old, and nobody says how: the whole has to be asked for.
    case stale
    /// This changed.
    case changed(OwnChanges)
}

/// Somebody who follows an account's own orders and balances.
///
/// Nothing waits for whoever does not take its news: of more than a few the rest is forgotten, and it is told that what
/// it knows is old.
package final class OwnFollower: Sendable {
    /// Entries that wait to be taken.
    static let mostWaiting = 2048

    private struct State {
        var waiting: [OwnChanges] = []
        var count = 0
        /// Whether what came before those that wait is not known; so it is at the beginning.
        var isStale = true
        /// By the numbers of assets, the turn of what was told last.
        var turns: [Int: UInt64] = [:]

        /// Forgets what waits.
        mutating func forget() {
            waiting = []
            count = 0
            isStale = true
        }
    }

    /// The account.
    let account: [UInt8]
    /// Says that there is something to take.
    package let calls: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation
    private let state = Mutex(State())

    /// A follower who knows nothing yet.
    init(account: [UInt8]) {
        self.account = account
        (calls, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        continuation.yield()
    }

    /// Tells what changed.
    ///
    /// Two markets are written at the same time, and what is committed first may be told last: a balance that is older
    /// than one that was told is left out.
    func tell(_ changes: OwnChanges) {
        state.withLock { state in
            var changes = changes
            changes.balances.removeAll { changes.turn < state.turns[$0.asset.number] ?? 0 }
            for (asset, _) in changes.balances { state.turns[asset.number] = changes.turn }
            state.waiting.append(changes)
            state.count += changes.count
            if state.count > Self.mostWaiting { state.forget() }
        }
        continuation.yield()
    }

    /// Tells that what it knows is old.
    func tellStale() {
        state.withLock { $0.forget() }
        continuation.yield()
    }

    /// What there is to be told, in order.
    package func take() -> [OwnNews] {
        let taken = state.withLock { state in
            let taken = state
            state.waiting = []
            state.count = 0
            state.isStale = false
            return taken
        }
        return (taken.isStale ? [.stale] : []) + taken.waiting.map { .changed($0) }
    }
}

/// Those who follow accounts, by account and, once it has one, by its number in the ledger.
struct OwnFollowers {
    private var byAccount: [[UInt8]: [OwnFollower]] = [:]
    private var numbers: [[UInt8]: LedgerAccount] = [:]
    private var accounts: [LedgerAccount: [UInt8]] = [:]

    /// Whether nobody follows anybody.
    var isEmpty: Bool { byAccount.isEmpty }

    /// Those who follow the account of this number.
    subscript(number: LedgerAccount) -> [OwnFollower] { accounts[number].flatMap { byAccount[$0] } ?? [] }

    /// Those who follow an account that has a number.
    var all: [OwnFollower] { accounts.values.flatMap { byAccount[$0] ?? [] } }

    /// Whether somebody follows the account of this number.
    func has(_ number: LedgerAccount) -> Bool { accounts[number] != nil }

    mutating func add(_ follower: OwnFollower) {
        byAccount[follower.account, default: []].append(follower)
    }

    mutating func remove(_ follower: OwnFollower) {
        let left = (byAccount[follower.account] ?? []).filter { $0 !== follower }
        guard left.isEmpty else { return byAccount[follower.account] = left }
        byAccount[follower.account] = nil
        if let number = numbers.removeValue(forKey: follower.account) { accounts[number] = nil }
    }

    /// Learns the number of an account that somebody follows; gives those who have to begin anew with it.
    mutating func learn(_ number: LedgerAccount, of account: [UInt8]) -> [OwnFollower] {
        guard numbers[account] == nil, let followers = byAccount[account] else { return [] }
        numbers[account] = number
        accounts[number] = account
        return followers
    }
}
