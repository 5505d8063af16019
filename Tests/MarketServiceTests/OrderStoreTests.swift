import Basics
import Ledger
import Market
import Storage
import TestServer
import Testing

@testable import MarketService

@Suite("Orders and fills in the database")
struct OrderStoreTests {
    /// Orders with every mixture of kinds, conditions and outcomes.
    private struct RandomOrders {
        var random: SplitMix64

        mutating func next(_ id: Int64) -> LiveOrder {
            let price = Int64.random(in: 1...1_000_000, using: &random)
            let kind = OrderKind.allCases.randomElement(using: &random) ?? .limit
            let conditions = OrderConditions(
                timeInForce: TimeInForce.allCases.randomElement(using: &random) ?? .fillOrKill,
                isPostOnly: Bool.random(using: &random),
                selfTrade: SelfTradePrevention.allCases.randomElement(using: &random) ?? .passOver)
            let order = LiveOrder(
                id: id, account: LedgerAccount(rawValue: Int64.random(in: 1...9, using: &random)),
                OrderTerms(
                    Bool.random(using: &random) ? .buy : .sell, lots: Int64.random(in: 1...(.max), using: &random),
                    ticks: kind == .market ? nil : price, stop: kind == .stopLimit ? price + 1 : nil, conditions),
                clientID: Bool.random(using: &random) ? ClientOrderID("order-\(id)") : nil,
                status: OrderStatus.allCases.randomElement(using: &random) ?? .queued, placed: id,
                at: Timestamp(milliseconds: Int64.random(in: 0...(.max), using: &random)))
            change(order)
            return order
        }

        /// Something that happens to an order.
        mutating func change(_ order: LiveOrder) {
            order.executed = Int64.random(in: 0...order.terms.lots, using: &random)
            order.notional = Int128.random(in: -(1 << 120)...(1 << 120), using: &random)
            order.fee = Int128.random(in: 0...(1 << 120), using: &random)
            order.status = OrderStatus.allCases.randomElement(using: &random) ?? .queued
            order.reason = order.status == .cancelled ? OrderReason.allCases.randomElement(using: &random) : nil
            order.placed = Int64.random(in: 0...(.max), using: &random)
            order.updatedAt = Timestamp(milliseconds: Int64.random(in: 0...(.max), using: &random))
            order.lastMade = Int64.random(in: 0...(.max), using: &random)
            order.previousClosed = Int64.random(in: 0...(.max), using: &random)
            if order.status == .cancelled, order.successor == nil {
                order.successor = Int64.random(in: 0...(.max), using: &random)
            }
        }
    }

    /// All that is kept of an order.
    private struct Kept: Equatable {
        let id: Int64
        let account: LedgerAccount
        let terms: OrderTerms
        let numbers: [Int64]
        let amounts: [Int128]
        let status: OrderStatus
        let reason: OrderReason?
        let instants: [Timestamp]
        let clientID: ClientOrderID?

        init(_ order: LiveOrder) {
            (id, account, terms) = (order.id, order.account, order.terms)
            numbers = [
                order.executed, order.placed, order.lastMade, order.previousClosed, order.ordered ?? -1,
                order.successor ?? -1,
            ]
            amounts = [order.notional, order.fee]
            (status, reason) = (order.status, order.reason)
            instants = [order.createdAt, order.updatedAt]
            clientID = order.clientID
        }
    }

    @Test("an order is read as it was written, and as it was changed", arguments: Engine.allCases)
    func roundTrip(engine: Engine) async throws {
        try await engine.withDatabase { database in
            let (written, changed) = try await database.write { connection in
                var orders = RandomOrders(random: SplitMix64(seed: 7))
                let store = OrderStore(connection)
                var rows = OrderStore.inserter()
                let all = (1...75).map { orders.next(Int64($0) * 1024 + 3) }
                for order in all { try store.insert(order, market: 3, with: &rows) }
                try rows.finish(connection)
                let written = try store.orders(market: 3, after: 0, limit: 1000).map(Kept.init)
                #expect(written == all.map(Kept.init))
                for order in all.dropFirst(20) {
                    let placed = order.placed
                    let closed = order.previousClosed
                    orders.change(order)
                    if order.status == .queued, order.terms.stop == nil {
                        // The writer changes nothing else of an order that stays in the book.
                        (order.placed, order.previousClosed) = (placed, closed)
                        if written.first(where: { $0.id == order.id })?.status != .queued { continue }
                        order.reason = nil
                    }
                    try store.update(order, market: 3)
                }
                let now = try store.orders(market: 3, after: 0, limit: 1000).map(Kept.init)
                return (
                    zip(now, all).prefix(20).allSatisfy { $0 == Kept($1) },
                    zip(now, all).dropFirst(20).filter { $0 == Kept($1) }.count
                )
            }
            #expect(written)
            #expect(changed >= 40)
        }
    }

    @Test("an order whose kind is not that of its prices is an error and no other order", arguments: Engine.allCases)
    func contradiction(engine: Engine) async throws {
        try await engine.withDatabase { database in
            try await database.write { connection in
                var rows = OrderStore.inserter()
                let order = LiveOrder(
                    id: 1027, account: LedgerAccount(rawValue: 1), OrderTerms(.buy, lots: 1, ticks: 5),
                    status: .queued, placed: 1, at: Timestamp(milliseconds: 0))
                try OrderStore(connection).insert(order, market: 3, with: &rows)
                try rows.finish(connection)
                #expect(try OrderStore(connection).order(1027)?.terms == order.terms)
                try connection.execute("UPDATE orders SET kind = 3 WHERE id = 1027")
                #expect(throws: StorageError.unexpectedValue(column: OrderColumn.kind.position)) {
                    _ = try OrderStore(connection).order(1027)
                }
            }
        }
    }
}
