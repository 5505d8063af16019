import Basics
import Ledger
import Market

@testable import MarketService

/// A market as plainly as it can be said, to be compared with the true one: the reference book, balances in a
/// dictionary, nothing stored.
struct PlainMarket {
    struct Order {
        let account: Int64
        let side: Side
        let ticks: Int64?
        var lots: Int64
        let hasStop: Bool
        var executed: Int64 = 0
    }

    struct Trade: Equatable {
        let ticks: Int64
        let lots: Int64
        let takerSide: Side
        let at: Timestamp
    }

    let rules: MarketRules
    var matching = Matching<ReferenceBook>()
    /// By account and asset: all, and what is held.
    var totals: [BalanceKey: Int128] = [:]
    var held: [BalanceKey: Int128] = [:]
    var open: [Int64: Order] = [:]
    var trades: [Trade] = []

    func key(_ account: Int64, _ asset: Asset) -> BalanceKey {
        BalanceKey(account: LedgerAccount(rawValue: account), asset: asset.number)
    }

    private func hold(_ order: Order, _ lots: Int64) -> (BalanceKey, Int128) {
        switch order.side {
        case .buy: (key(order.account, rules.quote), Int128(order.ticks ?? 0) * Int128(lots) * rules.unit)
        case .sell:
            (key(order.account, rules.base), order.ticks == nil ? 0 : Int128(lots) * rules.lotUnits)
        }
    }

    private mutating func release(_ order: Order, _ lots: Int64) {
        let (key, amount) = hold(order, lots)
        held[key, default: 0] -= amount
    }

    func available(_ key: BalanceKey) -> Int128 {
        (totals[key] ?? 0) - (held[key] ?? 0)
    }

    /// Places an order that the true market has accepted or refused; says whether this one accepts it.
    mutating func place(_ command: PlaceCommand, id: Int64, at now: Timestamp) -> Bool {
        let order = Order(
            account: command.account.rawValue, side: command.terms.side, ticks: command.terms.ticks,
            lots: command.terms.lots,
            hasStop: command.terms.stop != nil)
        if command.terms.ticks != nil {
            let (key, amount) = hold(order, order.lots)
            guard available(key) >= amount else { return false }
            held[key, default: 0] += amount
        } else {
            guard canPay(command) else { return false }
        }
        open[id] = order
        let incoming = IncomingOrder(id: id, account: order.account, command.terms)
        var events: [MatchingEvent] = []
        matching.submit(incoming) { events.append($0) }
        var isAccepted = true
        for event in events {
            switch event {
            case .book(.trade(let maker, _, _, let taker, let ticks, let lots), _):
                trade(maker, taker, ticks, lots, now)
            case .book(.makerCancelled(let id, _, _, _, let left), _):
                if let order = open.removeValue(forKey: id) { release(order, left) }
            case .placed(let placed, .refused):
                if let order = open.removeValue(forKey: placed) { release(order, order.lots) }
                if placed == id, command.terms.stop == nil { isAccepted = false }
            case .placed(let placed, .done(_, let resting, let dropped)):
                if dropped > 0, let order = open.removeValue(forKey: placed) { release(order, dropped) }
                if resting == 0 { open[placed] = nil }
            case .placed(let placed, .metItself(let traded, let dropped)):
                if let order = open.removeValue(forKey: placed) { release(order, dropped) }
                if placed == id, events.count == 1, traded == 0, command.terms.stop == nil { isAccepted = false }
            case .placed(let placed, .collared(_, let dropped)):
                if let order = open.removeValue(forKey: placed) { release(order, dropped) }
            case .stopAccepted, .stopTriggered, .partnerEnded, .auctionTrade:
                break
            }
        }
        return isAccepted
    }

    /// Whether a market order can be paid with what is available.
    private func canPay(_ command: PlaceCommand) -> Bool {
        var left = command.terms.lots
        var cost: Int128 = 0
        matching.book.forEach(command.terms.side.opposite) { order in
            if order.account == command.account.rawValue { return command.terms.conditions.selfTrade == .cancelOldest }
            let lots = min(left, order.lots)
            cost += Int128(order.ticks) * Int128(lots) * rules.unit
            left -= lots
            return left > 0
        }
        switch command.terms.side {
        case .buy: return available(key(command.account.rawValue, rules.quote)) >= cost
        case .sell:
            return available(key(command.account.rawValue, rules.base)) >= Int128(command.terms.lots) * rules.lotUnits
        }
    }

    private mutating func trade(_ maker: Int64, _ taker: Int64, _ ticks: Int64, _ lots: Int64, _ now: Timestamp) {
        guard let made = open[maker], let taken = open[taker] else { return }
        release(made, lots)
        release(taken, lots)
        let amount = Int128(lots) * rules.lotUnits
        let notional = Int128(ticks) * Int128(lots) * rules.unit
        for (order, rate) in [(made, 3900), (taken, 6800)] {
            let isBuy = order.side == .buy
            let received = isBuy ? amount : notional
            let fee = received * Int128(rate) / 1_000_000
            let (inAsset, outAsset) = isBuy ? (rules.base, rules.quote) : (rules.quote, rules.base)
            totals[key(order.account, inAsset), default: 0] += received - fee
            totals[key(order.account, outAsset), default: 0] -= isBuy ? notional : amount
            totals[key(LedgerAccount.fees(ofMarket: rules.number).rawValue, inAsset), default: 0] += fee
        }
        for id in [maker, taker] {
            open[id]?.executed += lots
            if let order = open[id], order.executed == order.lots { open[id] = nil }
        }
        trades.append(Trade(ticks: ticks, lots: lots, takerSide: taken.side, at: now))
    }

    /// Takes lots away from an order; says whether that was done.
    mutating func reduce(_ id: Int64, to lots: Int64) -> Bool {
        guard let order = open[id], lots > order.executed, lots < order.lots else { return false }
        matching.reduce(id, by: order.lots - lots)
        release(order, order.lots - lots)
        open[id]?.lots = lots
        return true
    }

    /// Cancels an order; says whether this account had it open.
    mutating func cancel(_ id: Int64, of account: Int64) -> Bool {
        guard let order = open[id], order.account == account else { return false }
        matching.cancel(id)
        release(order, order.lots - order.executed)
        open[id] = nil
        return true
    }

    /// The candles of every trade so far, by their beginnings, worked out anew.
    func candles(_ kind: CandleKind, _ frame: CandleFrame) -> [Timestamp: Candle] {
        var candles: [Timestamp: Candle] = [:]
        for trade in trades where kind == .last || kind == CandleKind(takerSide: trade.takerSide) {
            let start = frame.start(of: trade.at)
            if candles[start] == nil {
                candles[start] = Candle(start: start, ticks: trade.ticks, lots: trade.lots)
            } else {
                candles[start]?.add(ticks: trade.ticks, lots: trade.lots)
            }
        }
        return candles
    }
}
