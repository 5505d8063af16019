import Basics
import HTTPKit
import InboxService
import Ledger
import LedgerService
import Market
import MarketService
import ServiceKit
import Storage

/// Invoices: a merchant asks for an amount of one asset, whoever pays sends another one, and what comes is changed at
/// once in the market.
package struct PaymentService: Sendable {
    /// How many orders of a book are looked at for an estimate.
    private static let depth = 1000

    let market: MarketService
    let inbox: InboxService

    /// The invoices of a market, whose merchants `inbox` tells what came of them.
    package init(market: MarketService, inbox: InboxService) {
        self.market = market
        self.inbox = inbox
    }

    var clock: ServerClock { market.clock }

    // MARK: - Asking

    /// An invoice; one whose payment has yet to be changed is changed now.
    ///
    /// - Throws: `unknownInvoice`.
    func order(_ identifier: String) async throws -> PaymentOrder {
        let assets = try await market.assets()
        guard let number = PaymentOrder.number(identifier),
            let order = try await market.database.reading({ try PaymentStore($0, assets: assets).order(number) })
        else { throw ExchangeFault.unknownInvoice }
        guard order.status == .processing, order.nextTry <= clock.now() else { return order }
        // Whoever asks is told what there is, also when the market does not work at the moment.
        return (try? await convert(order, assets)) ?? order
    }

    /// An invoice of this merchant; somebody else's is no different from one that does not exist.
    func order(_ identifier: String, of merchant: Trader) async throws -> PaymentOrder {
        let order = try await order(identifier)
        guard order.merchant == merchant.number else { throw ExchangeFault.unknownInvoice }
        return order
    }

    /// A merchant's invoices that were made from an instant until before another, newest first.
    func orders(
        of merchant: Trader, from start: Timestamp, to end: Timestamp, page: Page
    ) async throws -> Paged<PaymentOrder> {
        let assets = try await market.assets()
        return try await market.database.readingHistory { connection in
            try PaymentStore(connection, assets: assets)
                .orders(of: merchant.number, from: start, to: end, page: page)
        }
    }

    // MARK: - Making

    /// Makes an invoice over an amount of an asset.
    ///
    /// It can be paid in the first crypto-currency for which the market has enough buyers; when there is none, in the
    /// asset itself.
    func make(
        _ amount: String, of name: AssetName, for merchant: Trader, _ details: PaymentDetails
    ) async throws -> PaymentOrder {
        let assets = try await market.assets()
        let asset = try await market.asset(named: name)
        let toReceive = try Self.units(amount, of: asset)
        var expected = (asset: asset, amount: toReceive)
        for rules in try await market.markets() where rules.isActive && rules.quote == asset {
            if let amount = try await estimate(toReceive, in: rules, for: merchant) {
                expected = (rules.base, amount)
                break
            }
        }
        let now = clock.now()
        for _ in 0..<4 {
            let order = PaymentOrder(
                id: newNumber(), merchant: merchant.number, token: market.random.identifier().hexadecimal,
                address: PaymentOrder.addressPrefix + market.random.identifier().hexadecimal, receiveAsset: asset,
                toReceive: toReceive, expectedAsset: expected.asset,
                expectedAmount: expected.amount, details: details, status: .waiting, createdAt: now, updatedAt: now,
                expiresAt: now.advanced(byMilliseconds: PaymentOrder.milliseconds))
            let isNew = try await market.database.writing { try PaymentStore($0, assets: assets).insert(order) }
            if isNew { return order }
        }
        throw ExchangeFault.unavailable
    }

    /// A random number of fifteen digits: nobody finds an invoice by trying, and every client can read it.
    func newNumber() -> Int64 {
        Int64(market.random.next() % 900_000_000_000_000) + 100_000_000_000_000
    }

    /// Lets an invoice be paid in another asset, as long as nobody has paid it.
    func choose(_ wallet: AssetName, for order: PaymentOrder, of merchant: Trader) async throws -> PaymentOrder {
        let asset = try await market.asset(named: wallet)
        var amount = order.toReceive
        if asset != order.receiveAsset {
            let rules = try await market.markets().first {
                $0.isActive && $0.base == asset && $0.quote == order.receiveAsset
            }
            guard let rules else { throw ExchangeFault.invalid("pair_not_active") }
            guard let estimate = try await estimate(order.toReceive, in: rules, for: merchant) else {
                throw ExchangeFault.invalid("not_enough_liquidity")
            }
            amount = estimate
        }
        let now = clock.now()
        guard order.status(at: now) == .waiting else { throw ExchangeFault.invalid("payment_not_waiting") }
        let assets = try await market.assets()
        let chosen = amount
        let isChosen = try await market.database.writing { connection in
            try PaymentStore(connection, assets: assets).setExpected(asset, chosen, of: order.id, at: now)
        }
        guard isChosen else { throw ExchangeFault.invalid("payment_not_waiting") }
        var order = order
        (order.expectedAsset, order.expectedAmount, order.updatedAt) = (asset, amount, now)
        return order
    }

    /// How much of a market's base must be paid so that its sale gives at least `toReceive`; nil when the book is too
    /// thin.
    ///
    /// What the merchant bids itself does not count: the sale passes over it. A hundredth is asked for on top, because prices move until somebody pays; what it brings belongs to the merchant.
    private func estimate(
        _ toReceive: Int128, in rules: MarketRules, for merchant: Trader
    ) async throws -> Int128? {
        let bids = try await market.bids(rules.name, otherThanOf: merchant, count: Self.depth)
        let rate = try await market.tier(of: merchant, market: rules.name).tier.taker
        func quote(_ lots: Int64) -> InstantQuote {
            InstantQuote.walk(
                levels: bids.lazy.map { (ticks: $0.ticks, lots: $0.lots) }, side: .sell, lots: lots, rules: rules,
                takerRate: rate)
        }
        let most = bids.reduce(0 as Int64) { sum, line in
            let (next, overflow) = sum.addingReportingOverflow(line.lots)
            return overflow ? .max : next
        }
        guard most > 0, quote(most).obtained >= toReceive else { return nil }
        var (low, high) = (1 as Int64, most)
        while low < high {
            let middle = low + (high - low) / 2
            if quote(middle).obtained >= toReceive { high = middle } else { low = middle + 1 }
        }
        let (lots, overflow) = max(low, rules.minimumLots).addingReportingOverflow(low / 100 + 1)
        guard !overflow, lots <= most else { return nil }
        return rules.amountUnits(lots)
    }

    private static func units(_ text: String, of asset: Asset) throws -> Int128 {
        do throws(AmountFault) {
            let units = try DecimalText.units(text, exponent: asset.exponent)
            guard units > 0 else { throw .malformed }
            return units
        } catch {
            throw ExchangeFault(.amount(error))
        }
    }

    // MARK: - Paying

    /// Pays the invoice whose address this is, all of it and in the asset that it asks for.
    ///
    /// - Returns: False when the address is no invoice's.
    func pay(address: String, amount: String, asset name: AssetName, from payer: Trader) async throws -> Bool {
        guard address.hasPrefix(PaymentOrder.addressPrefix), address.utf8.count == 35 else { return false }
        let assets = try await market.assets()
        let found = try await market.database.reading { connection in
            try PaymentStore(connection, assets: assets).order(address: address)
        }
        guard let order = found else { return false }
        guard order.expectedAsset.name == name else { throw ExchangeFault.invalid("payment_currency_mismatch") }
        guard try Self.units(amount, of: order.expectedAsset) == order.expectedAmount else {
            throw ExchangeFault.invalid("payment_amount_mismatch")
        }
        guard order.merchant != payer.number else { throw ExchangeFault.invalid("payment_to_oneself") }
        guard order.status(at: clock.now()) == .waiting, try await carryOut(order, from: payer, assets) else {
            throw ExchangeFault.invalid("payment_not_waiting")
        }
        return true
    }

    /// Moves what an invoice asks for, and changes it for what its merchant asked for.
    ///
    /// - Returns: False when somebody has paid or changed it meanwhile, and nothing has moved.
    func carryOut(_ order: PaymentOrder, from payer: Trader, _ assets: [Asset]) async throws -> Bool {
        let now = clock.now()
        let isSame = order.expectedAsset == order.receiveAsset
        let (units, asset) = (order.expectedAmount, order.expectedAsset.number)
        let transfer = try Transfer([
            Posting(account: payer.number, asset: asset, amount: -units, fee: 0),
            Posting(account: order.merchant, asset: asset, amount: units, fee: 0),
        ])
        let (witness, inbox, random) = (market.witness, inbox, market.random)
        let receiver = order.details.receiver.isEmpty ? try await account(of: order.merchant) : nil
        let paid: (isPaid: Bool, notice: InboxNotification?) = try await market.database.writingMarket { connection in
            let store = PaymentStore(connection, assets: assets)
            // Whatever was chosen or paid meanwhile is seen here, in the transaction that moves the money.
            guard let current = try store.order(order.id), current.expectedAsset == order.expectedAsset,
                current.expectedAmount == order.expectedAmount,
                try store.setStatus(isSame ? .paid : .processing, from: .waiting, of: order.id, at: now)
            else { return (false, nil) }
            try DestinationStore(connection, assets: assets).requireAllowed(
                address: order.address, asset: order.expectedAsset, of: payer.number, at: now)
            let id = try TransferStore(connection).carryOut(
                transfer, .init(kind: .invoice, address: order.address, memo: order.identifier), at: now)
            try store.setPayment(id, by: payer.number, of: order.id)
            try OutgoingStore(connection).take(
                units, of: order.expectedAsset, from: payer.number, id: OutgoingStore.id(transfer: id), at: now)
            try witness(.sent, order.expectedAsset.amountText(units), payer.account, connection)
            try Self.call(current, status: isSame ? .paid : .processing, random, at: now, connection)
            // Merchants with programs of their own ask; people are told.
            return (
                true,
                try receiver.flatMap { receiver in
                    try Self.tell(id, units, order.expectedAsset, receiver, now, inbox, connection)
                }
            )
        }
        guard paid.isPaid else { return false }
        if let notice = paid.notice, let receiver { inbox.publish(notice, to: receiver) }
        market.hub.changed(accounts: [payer.number, order.merchant])
        if !isSame {
            var waiting = order
            waiting.status = .processing
            // It is paid whatever comes of this, which is tried again by itself.
            _ = try? await convert(waiting, assets)
        }
        return true
    }
}
