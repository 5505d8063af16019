import Ledger
import LedgerService
import Market
import Storage

// What trades do to orders and balances.
extension MarketEngine {
    /// Carries a trade out.
    ///
    /// - Parameter isAuction: Whether both orders had waited, and so pay what those pay.
    func trade(
        _ maker: LiveOrder, _ taker: LiveOrder, ticks: Int64, lots: Int64, isAuction: Bool = false,
        _ connection: any Connection
    ) throws {
        try loadIfNeeded(maker.account, connection)
        try loadIfNeeded(taker.account, connection)
        try loadIfNeeded(.fees(ofMarket: number), connection)
        try releaseHold(of: maker, ticks: ticks, lots: lots)
        try releaseHold(of: taker, ticks: ticks, lots: lots)
        let makerRate = try tier(of: maker.account, connection).maker
        let takerTier = try tier(of: taker.account, connection)
        let takerRate = isAuction ? takerTier.maker : takerTier.taker
        let fill = Fill(
            maker: OrderParty(order: maker.id, account: maker.account, side: maker.terms.side),
            taker: OrderParty(order: taker.id, account: taker.account, side: taker.terms.side), ticks: ticks, lots: lots
        )
        let transfer = try Settlement.transfer(of: fill, rules: rules, makerRate: makerRate, takerRate: takerRate)
        try ledger.apply(transfer)
        let takerSide = taker.terms.side
        let (buyer, seller) = takerSide == .buy ? (taker, maker) : (maker, taker)
        let amount = rules.amountUnits(lots)
        let notional = try rules.notional(ticks: ticks, lots: lots)
        let buyerFee = (takerSide == .buy ? takerRate : makerRate).fee(of: amount)
        let sellerFee = (takerSide == .buy ? makerRate : takerRate).fee(of: notional)
        buyer.fee += buyerFee
        seller.fee += sellerFee
        count(lots, notional, in: maker)
        count(lots, notional, in: taker)
        sequence += 1
        if takerSide == .buy { lastBuy = ticks } else { lastSell = ticks }
        func total(_ account: LedgerAccount, _ asset: Asset) -> Int128 {
            ledger[BalanceKey(account: account, asset: asset.number)].total
        }
        let id = MarketNumbering.number(at: sequence, market: number)
        let makerPrevious = maker.lastMade
        let takerPrevious = isAuction ? taker.lastMade : nil
        maker.lastMade = id
        if isAuction { taker.lastMade = id }
        fills.append(
            StoredFill(
                id: id, ticks: ticks, lots: lots, takerSide: takerSide, maker: maker.id,
                taker: taker.id, buyer: buyer.account, seller: seller.account, buyerFee: buyerFee,
                sellerFee: sellerFee, makerRate: makerRate, takerRate: takerRate,
                buyerBase: total(buyer.account, rules.base), buyerQuote: total(buyer.account, rules.quote),
                sellerBase: total(seller.account, rules.base), sellerQuote: total(seller.account, rules.quote),
                at: now, buyerPrevious: try trails.add(id, to: .fills, of: buyer.account, connection),
                sellerPrevious: try trails.add(id, to: .fills, of: seller.account, connection),
                makerPrevious: makerPrevious, takerPrevious: takerPrevious))
        candles.add(ticks: ticks, lots: lots, takerSide: takerSide, at: now)
        statistics?.add(ticks: ticks, lots: lots, at: now)
    }

    private func releaseHold(of order: LiveOrder, ticks: Int64, lots: Int64) throws {
        guard let limit = order.terms.ticks else { return }
        try ledger.release(
            try Settlement.release(
                side: order.terms.side, limitTicks: limit, lots: lots, fillTicks: ticks, rules: rules),
            holdKey(order))
    }

    private func count(_ lots: Int64, _ notional: Int128, in order: LiveOrder) {
        order.executed += lots
        order.notional += notional
        touch(order)
    }

    /// Looks at what a market order would do, before anything is changed: what it buys has to be paid with what is
    /// available, and what it sells has to be there.
    func checkFunds(_ command: PlaceCommand, _ connection: any Connection) throws {
        let terms = command.terms
        let reach = reach(terms, of: command.account)
        if let instant = command.instant {
            if reach.isCollared { throw MarketError.priceCollar }
            if reach.lots < terms.lots {
                throw reach.isBlocked ? MarketError.selfTrade : MarketError.boundNotMet
            }
            if let bound = instant.bound {
                let rate = try tier(of: command.account, connection).taker
                let isWorse =
                    terms.side == .buy
                    ? reach.notional > bound : reach.notional - reach.fee(rate, rules, terms.side) < bound
                if isWorse { throw MarketError.boundNotMet }
            }
        }
        let (asset, amount) =
            terms.side == .buy
            ? (rules.quote, reach.notional) : (rules.base, rules.amountUnits(terms.lots))
        guard ledger[BalanceKey(account: command.account, asset: asset.number)].available >= amount else {
            throw MarketError.notEnoughBalance
        }
    }
}
