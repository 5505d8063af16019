import Basics
import HTTPKit
import Ledger
import LedgerService
import Market
import Storage
import Synchronization

// Placing and cancelling: each call returns after the commit.
extension MarketService {
    /// Places an order and says what became of it at once.
    ///
    /// A market order needs all that it will cost, or all that it sells, before anything happens; where the book ends
    /// first, what is left of it is given up.
    package func place(
        _ draft: OrderDraft, for trader: Trader, keeping: OrdersKeeping? = nil
    ) async throws(ServiceError) -> OrderRecord {
        let (rules, writer) = try await writer(draft.market)
        return try await Self.only(writer.submit([.place(try command(draft, trader, rules)).keeping(keeping)]))
    }

    /// Places orders, each of which succeeds or fails by itself, in their order within a market; at most
    /// ``MarketLimits/bulk``.
    package func place(
        _ drafts: [OrderDraft], for trader: Trader
    ) async -> [Result<OrderRecord, ServiceError>] {
        var results: [Result<OrderRecord, ServiceError>] = drafts.map { _ in .failure(.market(.limitReached)) }
        var byMarket: [MarketName: [(index: Int, command: MarketCommand)]] = [:]
        for (index, draft) in drafts.prefix(limits.bulk).enumerated() {
            do throws(ServiceError) {
                let rules = try await market(named: draft.market)
                byMarket[draft.market, default: []].append((index, .place(try command(draft, trader, rules))))
            } catch {
                results[index] = .failure(error)
            }
        }
        for (name, some) in byMarket {
            do throws(ServiceError) {
                let answers = try await writer(name).writer.submit(some.map(\.command))
                for (place, answer) in zip(some, answers) { results[place.index] = Self.only(answer) }
            } catch {
                for place in some { results[place.index] = .failure(error) }
            }
        }
        return results
    }

    /// Places orders of several traders in one market, in their order and in as few commits as may be; each succeeds or
    /// fails by itself, and those that failed are left out.
    package func place(
        _ orders: [(draft: OrderDraft, trader: Trader)], in name: MarketName
    ) async throws(ServiceError) -> [OrderRecord] {
        let (rules, writer) = try await writer(name)
        let commands = try orders.map { order throws(ServiceError) in
            MarketCommand.place(try command(order.draft, order.trader, rules))
        }
        return try await writer.submit(commands).compactMap { try? Self.only($0).get() }
    }

    /// Cancels an open order of the trader.
    package func cancel(
        _ id: Int64, for trader: Trader, keeping: OrdersKeeping? = nil
    ) async throws(ServiceError) -> OrderRecord {
        let writer = try await writer(ofOrder: id)
        return try await Self.only(writer.submit([.cancel(id: id, account: trader.number).keeping(keeping)]))
    }

    /// Makes an open order of the trader another.
    ///
    /// Less of it at the same price keeps the order's number and its place in the queue. Everything else is an order in
    /// place of this one, which comes last at its price and may trade at once; both happen together or not at all.
    package func amend(
        _ id: Int64, _ draft: AmendDraft, for trader: Trader, keeping: OrdersKeeping? = nil
    ) async throws(ServiceError) -> Amendment {
        let rules = try await rules(ofOrder: id)
        let command: AmendCommand
        do throws(MarketError) {
            command = try AmendCommand(draft, of: id, account: trader.number, rules: rules)
        } catch {
            throw .market(error)
        }
        let results = try await writer(rules.name).writer.submit([.amend(command).keeping(keeping)])
        guard let result = results.first else { throw .market(.disabled) }
        let orders = try result.get()
        do throws(MarketError) { return try Amendment(orders) } catch { throw .market(error) }
    }

    /// Cancels orders, each of which succeeds or fails by itself; at most ``MarketLimits/bulk``.
    package func cancel(_ ids: [Int64], for trader: Trader) async -> [Result<OrderRecord, ServiceError>] {
        var results: [Result<OrderRecord, ServiceError>] = ids.map { _ in .failure(.market(.limitReached)) }
        var byMarket: [Int: [(index: Int, id: Int64)]] = [:]
        for (index, id) in ids.prefix(limits.bulk).enumerated() {
            byMarket[MarketNumbering.market(of: id), default: []].append((index, id))
        }
        for some in byMarket.values {
            do throws(ServiceError) {
                let writer = try await writer(ofOrder: some[0].id)
                let answers = try await writer.submit(some.map { .cancel(id: $0.id, account: trader.number) })
                for (place, answer) in zip(some, answers) { results[place.index] = Self.only(answer) }
            } catch {
                for place in some { results[place.index] = .failure(error) }
            }
        }
        return results
    }

    /// Cancels every open order of the trader in a market, or in all markets, and gives what was cancelled.
    package func cancelAll(
        market: MarketName?, for trader: Trader, because reason: OrderReason = .user
    ) async throws(ServiceError) -> [OrderRecord] {
        var cancelled: [OrderRecord] = []
        for rules in try await some(market) {
            cancelled += try await cancelAll(in: rules.name, for: trader, because: reason)
        }
        return cancelled
    }

    /// Cancels every open order of the trader in one market.
    func cancelAll(
        in market: MarketName, for trader: Trader, because reason: OrderReason = .user,
        keeping: OrdersKeeping? = nil
    ) async throws(ServiceError) -> [OrderRecord] {
        let command = MarketCommand.cancelAll(account: trader.number, reason: reason).keeping(keeping)
        return try await writer(market).writer.submit([command]).first?.get() ?? []
    }

    /// What an order that takes what the book has would bring now, the trader's fee taken off; it ends at an order of
    /// the trader's own, as such an order does.
    package func quote(
        market: MarketName, side: Side, amount: String, for trader: Trader? = nil
    ) async throws(ServiceError) -> InstantQuote {
        let (rules, writer) = try await writer(market)
        let lots: Int64
        do throws(OrderFault) { lots = try rules.lots(amount) } catch { throw .market(.order(error)) }
        var rate = rules.fees.tiers[0].taker
        if let trader, rules.fees.tiers.count > 1 { rate = try await tier(of: trader, market: market).tier.taker }
        let taker = rate
        return try await writer.read { engine in
            let reach = engine.reach(OrderTerms(side, lots: lots, ticks: nil), of: trader?.number)
            return InstantQuote.walk(levels: reach.parts, side: side, lots: lots, rules: rules, takerRate: taker)
        }
    }

    /// Buys or sells the whole amount at once, or nothing: never worse than the bound.
    ///
    /// - Parameter bound: The most to be paid for a purchase, the least to be received for a sale after the fee: a
    ///   decimal number of the quote asset. Nil takes any price.
    package func instant(
        market: MarketName, side: Side, amount: String, bound: String?, for trader: Trader,
        keeping: OrdersKeeping? = nil
    ) async throws(ServiceError) -> OrderRecord {
        try await instant(
            market: market, side: side, amount: amount, bound: bound, occasion: nil, for: trader, keeping: keeping)
    }

    /// The same, for an occasion: exactly once, however often and by whomever it is tried.
    package func instant(
        market: MarketName, side: Side, amount: String, bound: String?, occasion: OrderOccasion?, for trader: Trader,
        keeping: OrdersKeeping? = nil
    ) async throws(ServiceError) -> OrderRecord {
        let (rules, writer) = try await writer(market)
        let command: PlaceCommand
        do throws(MarketError) {
            command = try PlaceCommand(
                instant: amount, bound: bound, side: side, account: trader.number, rules: rules,
                occasion: occasion)
        } catch {
            throw .market(error)
        }
        return try await Self.only(writer.submit([.place(command).keeping(keeping)]))
    }

    /// The best bids of others than `trader`.
    package func bids(_ market: MarketName, otherThanOf trader: Trader, count: Int) async throws(ServiceError)
        -> [BookLine]
    {
        try await writer(market).writer.read { engine in
            var lines: [BookLine] = []
            engine.matching.book.forEach(.buy) { order in
                if order.account != trader.number.rawValue { lines.append(engine.line(order)) }
                return lines.count < count
            }
            return lines
        }
    }

    // MARK: - Writers

    func writer(_ name: MarketName) async throws(ServiceError) -> (rules: MarketRules, writer: MarketWriter) {
        let rules = try await market(named: name)
        guard running.withLock({ $0.isRunning }), let writer = registry.known.writers[rules.number] else {
            throw .market(.disabled)
        }
        return (rules, writer)
    }

    private func writer(ofOrder id: Int64) async throws(ServiceError) -> MarketWriter {
        try await writer(rules(ofOrder: id).name).writer
    }

    private func rules(ofOrder id: Int64) async throws(ServiceError) -> MarketRules {
        let number = MarketNumbering.market(of: id)
        try await load()
        guard let rules = registry.known.catalogue.markets.first(where: { $0.number == number }) else {
            throw .market(.unknownOrder)
        }
        return rules
    }

    private func command(
        _ draft: OrderDraft, _ trader: Trader, _ rules: MarketRules
    ) throws(ServiceError) -> PlaceCommand {
        do throws(MarketError) {
            return try PlaceCommand(draft, account: trader.number, rules: rules)
        } catch {
            throw .market(error)
        }
    }

    private static func only(_ results: [CommandResult]) throws(ServiceError) -> OrderRecord {
        guard let result = results.first else { throw .market(.disabled) }
        return try only(result).get()
    }

    private static func only(_ result: CommandResult) -> Result<OrderRecord, ServiceError> {
        switch result {
        case .success(let orders): orders.first.map { .success($0) } ?? .failure(.market(.disabled))
        case .failure(let error): .failure(error)
        }
    }
}
