import Ledger
import LedgerService
import Market
import Storage

// What accounts have, hold and pay.
extension MarketEngine {
    private var baseAndQuote: (Int, Int) { (rules.base.number, rules.quote.number) }

    func loadBalances(_ commands: [MarketCommand], _ connection: any Connection) throws {
        var accounts: [LedgerAccount] = []
        func add(_ account: LedgerAccount) {
            let key = BalanceKey(account: account, asset: rules.base.number)
            guard !ledger.knows(key) else { return }
            // From here on it is known, and does not come twice.
            ledger.load(key, Balance())
            accounts.append(account)
        }
        for command in commands {
            switch command.deed {
            case .place(let order):
                add(order.account)
                add(.fees(ofMarket: number))
            case .placePair(let order, _):
                add(order.account)
            case .cancel(_, let account), .cancelAll(let account, _), .cancelAllWhenDue(let account, _):
                add(account)
            case .amend(let amendment):
                add(amendment.account)
                add(.fees(ofMarket: number))
            case .lookAtTime, .once: break
            }
        }
        try BalanceStore(connection).load(accounts, assets: baseAndQuote, into: &ledger)
    }

    func loadIfNeeded(_ account: LedgerAccount, _ connection: any Connection) throws {
        guard !ledger.knows(BalanceKey(account: account, asset: rules.base.number)) else { return }
        try BalanceStore(connection).load([account], assets: baseAndQuote, into: &ledger)
    }

    /// What an account pays.
    func tier(of account: LedgerAccount, _ connection: any Connection) throws -> FeeTier {
        if rules.fees.tiers.count == 1 { return rules.fees.tiers[0] }
        let day = TradedVolumeStore.day(of: now)
        if day != ratesDay {
            rates = [:]
            ratesDay = day
        }
        if let known = rates[account] { return known }
        let volume = try TradedVolumeStore(connection).volume(of: account, market: number, before: day)
        let tier = rules.fees.tier(for: volume).tier
        rates[account] = tier
        return tier
    }

    func holdKey(_ order: LiveOrder) -> BalanceKey {
        BalanceKey(account: order.account, asset: order.terms.side == .buy ? rules.quote.number : rules.base.number)
    }

    /// What an order that waits holds for so many lots; nothing for a market order.
    func hold(_ order: LiveOrder, lots: Int64) throws -> Int128 {
        guard let ticks = order.terms.ticks else { return 0 }
        do { return try rules.hold(side: order.terms.side, ticks: ticks, lots: lots).amount } catch {
            throw MarketError.order(error)
        }
    }

    /// What an open order holds: of a pair the stop only what it may cost beyond the limit order, which holds the rest.
    func hold(_ order: LiveOrder) throws -> Int128 {
        let all = try hold(order, lots: order.remaining)
        guard order.status == .waiting, let limit = order.partner.flatMap({ live[$0] }) else { return all }
        return max(0, all - (try hold(limit, lots: limit.terms.lots)))
    }

    /// Asks anew what everybody pays.
    func forgetRates() {
        rates = [:]
    }
}
