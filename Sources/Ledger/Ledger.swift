/// Double-entry balances over a working set: what a batch of operations reads and changes.
///
/// The owner loads the balances that the operations concern, lets them happen, and stores what `changed`. A balance
/// that was never loaded counts as zero, so everything that exists must be loaded before it is used.
///
/// The sum of an asset over all accounts never changes by a transfer; a person's available balance never goes below
/// zero; a refused operation changes nothing.
public struct Ledger: Sendable {
    private struct Entry: Sendable {
        let key: BalanceKey
        var balance: Balance
        var isChanged: Bool
    }

    /// Where each balance stands in `entries`, counted from 1, by what its key hashes to or in the next free place; 0
    /// says that a place is free.
    ///
    /// A table of our own, because each order looks a dozen balances up, and `Dictionary` takes care for each that
    /// keys that collide cannot be chosen: account numbers are given out one after another.
    private var places: [Int32] = []
    private var entries: [Entry] = []
    private var changedSlots: [Int] = []

    /// A ledger that knows no balance.
    public init() {}

    /// All balances that it knows.
    public var balances: [BalanceKey: Balance] {
        var all: [BalanceKey: Balance] = [:]
        all.reserveCapacity(entries.count)
        for entry in entries { all[entry.key] = entry.balance }
        return all
    }

    /// The keys of the balances that differ from what was loaded, or did for a while, in the order of their first
    /// change, without repeats.
    public var changed: [BalanceKey] {
        changedSlots.map { entries[$0].key }
    }

    /// How many balances it knows.
    public var count: Int { entries.count }

    /// Makes `balance` known as the stored one; it does not count as a change.
    public mutating func load(_ key: BalanceKey, _ balance: Balance) {
        if let slot = slot(key) {
            entries[slot].balance = balance
        } else {
            append(key, balance)
        }
    }

    /// Knows no balance any more, but keeps the memory for as many.
    public mutating func forgetAll() {
        for index in places.indices { places[index] = 0 }
        entries.removeAll(keepingCapacity: true)
        changedSlots.removeAll(keepingCapacity: true)
    }

    /// Whether the balance was loaded or has changed.
    public func knows(_ key: BalanceKey) -> Bool {
        slot(key) != nil
    }

    /// The balance of `key`; zero when it is unknown.
    public subscript(key: BalanceKey) -> Balance {
        guard let slot = slot(key) else { return Balance() }
        return entries[slot].balance
    }

    /// Sets `amount` of what is available aside; the system's accounts may hold more than they have.
    public mutating func hold(_ amount: Int128, _ key: BalanceKey) throws(LedgerFault) {
        guard amount >= 0 else { throw .invalidAmount }
        let slot = slot(key)
        var balance = slot.map { entries[$0].balance } ?? Balance()
        guard !key.account.isPerson || balance.available >= amount else { throw .insufficient }
        let (held, overflow) = balance.held.addingReportingOverflow(amount)
        if overflow { throw .overflow }
        balance.held = held
        guard !balance.total.subtractingReportingOverflow(held).overflow else { throw .overflow }
        change(slot, key, to: balance)
    }

    /// Gives `amount` of what is held back to what is available.
    public mutating func release(_ amount: Int128, _ key: BalanceKey) throws(LedgerFault) {
        guard amount >= 0 else { throw .invalidAmount }
        let slot = slot(key)
        var balance = slot.map { entries[$0].balance } ?? Balance()
        guard balance.held >= amount else { throw .notHeld }
        balance.held -= amount
        change(slot, key, to: balance)
    }

    /// Does what `transfer` says, its fees included, or changes nothing and throws.
    ///
    /// Only the end counts: an account may give in one posting what it receives in a later one.
    public mutating func apply(_ transfer: Transfer) throws(LedgerFault) {
        // What each balance becomes: at most 16 lines and as many fees, so that searching a list is quick.
        var pending: [Pending] = []
        pending.reserveCapacity(transfer.postings.count * 2)
        for posting in transfer.postings {
            // Neither can overflow: a fee is at most the amount that is received.
            try add(
                posting.amount - posting.fee, to: BalanceKey(account: posting.account, asset: posting.asset), &pending)
            if posting.fee > 0 {
                try add(posting.fee, to: BalanceKey(account: transfer.feeAccount, asset: posting.asset), &pending)
            }
        }
        for line in pending where line.key.account.isPerson && line.balance.available < 0 {
            throw .insufficient
        }
        for line in pending { change(line.slot, line.key, to: line.balance) }
    }

    /// The sum of the known balances of `asset` over all accounts.
    public func sum(of asset: Int) -> Int128 {
        // Modulo 2^128, so that only the result has to fit.
        entries.reduce(0) { $1.key.asset == asset ? $0 &+ $1.balance.total : $0 }
    }

    /// Counts the balances as they are now for stored.
    public mutating func forgetChanges() {
        for slot in changedSlots { entries[slot].isChanged = false }
        changedSlots.removeAll(keepingCapacity: true)
    }

    private struct Pending {
        let key: BalanceKey
        /// Where the balance stands; nil when it is unknown.
        let slot: Int?
        var balance: Balance
    }

    private func add(_ amount: Int128, to key: BalanceKey, _ pending: inout [Pending]) throws(LedgerFault) {
        var index = 0
        while index < pending.count, pending[index].key != key { index += 1 }
        if index == pending.count {
            let slot = slot(key)
            pending.append(Pending(key: key, slot: slot, balance: slot.map { entries[$0].balance } ?? Balance()))
        }
        let (total, overflow) = pending[index].balance.total.addingReportingOverflow(amount)
        if overflow { throw .overflow }
        guard !total.subtractingReportingOverflow(pending[index].balance.held).overflow else { throw .overflow }
        pending[index].balance.total = total
    }

    private mutating func change(_ known: Int?, _ key: BalanceKey, to balance: Balance) {
        let slot: Int
        if let known {
            slot = known
            if entries[slot].balance == balance { return }
            entries[slot].balance = balance
        } else {
            if balance == Balance() { return }
            slot = entries.count
            append(key, balance)
        }
        if !entries[slot].isChanged {
            entries[slot].isChanged = true
            changedSlots.append(slot)
        }
    }

    // MARK: - Finding a balance

    /// Where `key` is in `places`, or the free place where it belongs; there is always a free one.
    private func place(of key: BalanceKey) -> Int {
        let mask = places.count - 1
        // Multiplying by the golden ratio spreads numbers that follow one another; the upper half is the better one.
        let mixed = UInt64(bitPattern: key.account.rawValue &* 64 &+ Int64(key.asset)) &* 0x9E37_79B9_7F4A_7C15
        var place = Int(truncatingIfNeeded: mixed >> 32) & mask
        while places[place] != 0, entries[Int(places[place]) - 1].key != key { place = (place + 1) & mask }
        return place
    }

    private func slot(_ key: BalanceKey) -> Int? {
        guard !places.isEmpty else { return nil }
        let found = places[place(of: key)]
        return found == 0 ? nil : Int(found) - 1
    }

    private mutating func append(_ key: BalanceKey, _ balance: Balance) {
        entries.append(Entry(key: key, balance: balance, isChanged: false))
        if entries.count * 2 > places.count {
            places = [Int32](repeating: 0, count: max(64, places.count * 2))
            for (slot, entry) in entries.enumerated() { places[place(of: entry.key)] = Int32(slot + 1) }
        } else {
            places[place(of: key)] = Int32(entries.count)
        }
    }
}
