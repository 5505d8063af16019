import HTTPKit
import Ledger
import LedgerService
import Market
import ServiceKit
import Storage

// What an order would do, before it is placed.
extension MarketService {
    /// What the order would do at this moment, by the engine's own rules of lots, holds and fees, and the most that it may
    /// be when it is told by money or by a share of what is available.
    package func preview(_ wish: OrderWish, for trader: Trader) async throws(ServiceError) -> OrderEstimate {
        let (rules, writer) = try await writer(wish.market)
        if rules.phase == .halted { throw .market(.halted) }
        let given = wish.side == .buy ? rules.quote : rules.base
        let available =
            try await database.reading { try BalanceStore($0).balances(of: trader.number) }[given.number]?.available
            ?? 0
        let (limit, size) = try Self.size(of: wish, available: available, rules)
        let tier =
            rules.fees.tiers.count > 1 ? try await self.tier(of: trader, market: wish.market).tier : rules.fees.tiers[0]
        let side = wish.side
        return try await writer.read { engine in
            var walk = OrderPreviewWalk(
                side, size, limitTicks: limit, rules: rules, takerRate: tier.taker, makerRate: tier.maker,
                collarTicks: engine.rules.phase == .trading ? engine.matching.collarTicks(side) : nil)
            engine.walk(&walk, side, of: trader.number)
            return OrderEstimate(
                market: rules, preview: walk.preview, limitTicks: limit, tier: tier, available: available,
                bestBid: engine.matching.book.bestBid, bestAsk: engine.matching.book.bestAsk)
        }
    }

    private static func size(
        of wish: OrderWish, available: Int128, _ rules: MarketRules
    ) throws(ServiceError) -> (limit: Int64?, size: OrderSize) {
        do throws(OrderFault) {
            var limit: Int64?
            if let price = wish.price { limit = try rules.ticks(price) }
            switch wish.size {
            case .amount(let text):
                let lots = try rules.lots(text)
                // What it comes to has to fit, as when it is placed.
                if let limit { _ = try rules.notional(ticks: limit, lots: lots) }
                return (limit, .lots(lots))
            case .spend(let units):
                return (limit, .money(units))
            case .share(let parts):
                // In two steps, so that nothing overflows.
                let (wholes, rest) = max(0, available).quotientAndRemainder(dividingBy: OrderWish.whole)
                let part = wholes * parts + rest * parts / OrderWish.whole
                return (limit, OrderSize.most(of: part, side: wish.side, rules: rules))
            }
        } catch {
            throw .market(.order(error))
        }
    }
}

extension MarketEngine {
    /// Walks over the orders that an order of `account` would meet, until it goes no further.
    func walk(_ walk: inout OrderPreviewWalk, _ side: Side, of account: LedgerAccount) {
        // For an auction everything waits.
        guard rules.phase == .trading else { return }
        matching.book.forEach(side.opposite) { order in
            if order.account == account.rawValue {
                walk.meetOwn(ticks: order.ticks)
                return false
            }
            return walk.meet(ticks: order.ticks, lots: order.lots)
        }
    }
}
