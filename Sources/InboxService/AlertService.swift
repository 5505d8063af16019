import Basics
import HTTPKit
import Ledger
import LedgerService
import Market
import MarketService
import ServiceKit
import Storage

/// What accounts want to be told of markets: a price that is reached, an own order that is executed.
package struct AlertService: Sendable {
    /// How many alerts an account may have.
    package static let alertsPerAccount = 50
    /// How many trades are looked at in one transaction.
    static let tradesAtOnce = 2000

    let database: any Database
    let market: MarketService
    let inbox: InboxService
    let random: ServerRandom

    /// The alerts in the database of `market`, which are told by `inbox`.
    package init(market: MarketService, inbox: InboxService, random: ServerRandom) {
        self.database = market.database
        self.market = market
        self.inbox = inbox
        self.random = random
    }

    /// The alerts of an account, the oldest first.
    package func alerts(of account: [UInt8]) async throws(ServiceError) -> [Alert] {
        let rules = try await rulesByNumber()
        return try await database.reading { connection in
            try AlertStore(connection).list(of: account).compactMap { Self.alert($0, rules) }
        }
    }

    /// Makes an alert that is told once, by the first trade from now on at `price` or beyond.
    ///
    /// Throws `InboxError.invalidAlert` for a market that there is not or a price that it cannot have, and
    /// `tooManyAlerts`.
    ///
    /// - Parameters:
    ///   - isAbove: Whether prices at or above it count, else those at or below it.
    ///   - price: A decimal number, in the market's quote asset.
    package func addPriceAlert(
        market name: String, isAbove: Bool, price: String, of account: [UInt8]
    ) async throws(ServiceError) -> Alert {
        let rules = try await rules(of: name)
        let ticks: Int64
        do { ticks = try rules.ticks(price) } catch { throw .inbox(.invalidAlert) }
        return try await add(
            to: account, market: rules.number, condition: AlertCondition(isAbove: isAbove, ticks: ticks))
    }

    /// Makes an alert that tells of each own order that is executed to its last unit, until it is deleted.
    ///
    /// Throws `InboxError.invalidAlert` for a market that there is not, and `tooManyAlerts`.
    ///
    /// - Parameter market: The market; nil for all of them, also those that are still to come.
    package func addOrderAlert(market name: String?, of account: [UInt8]) async throws(ServiceError) -> Alert {
        var number = AlertStore.everyMarket
        if let name { number = try await rules(of: name).number }
        return try await add(to: account, market: number, condition: nil)
    }

    /// Deletes an alert; throws `InboxError.unknownAlert`.
    package func delete(_ id: String, of account: [UInt8]) async throws(ServiceError) {
        let isKnown = try await database.writing { try AlertStore($0).delete(id, of: account) }
        guard isKnown else { throw .inbox(.unknownAlert) }
    }

    private func add(
        to account: [UInt8], market number: Int, condition: AlertCondition?
    ) async throws(ServiceError) -> Alert {
        let trader = try await market.trader(of: account)
        let rules = try await rulesByNumber()
        let id = random.identifier(ordered: inbox.clock.now().milliseconds).hexadecimal
        return try await database.writing { connection in
            let (store, tape) = (AlertStore(connection), MarketTape(connection))
            guard try store.count(of: account) < Self.alertsPerAccount else {
                throw ServiceError.inbox(.tooManyAlerts)
            }
            // Where nobody asked before, nobody has looked: begin here and not at the first trade of all.
            let markets = number == AlertStore.everyMarket ? Array(rules.keys) : [number]
            for market in markets where try !store.isWatched(market) {
                try store.setProgress(try tape.lastTrade(of: market), of: market)
            }
            let after = number == AlertStore.everyMarket ? 0 : try tape.lastTrade(of: number)
            let stored = StoredAlert(
                id: id, account: account, trader: trader.number.rawValue, market: number, condition: condition,
                afterTrade: after)
            try store.insert(stored)
            guard let alert = Self.alert(stored, rules) else { throw StorageError.corrupt }
            return alert
        }
    }

    func rulesByNumber() async throws(ServiceError) -> [Int: MarketRules] {
        Dictionary(try await market.markets().map { ($0.number, $0) }, uniquingKeysWith: { first, _ in first })
    }

    private func rules(of name: String) async throws(ServiceError) -> MarketRules {
        guard let name = MarketName(name) else { throw .inbox(.invalidAlert) }
        do {
            return try await market.market(named: name)
        } catch {
            if case .refused(MarketError.unknownMarket) = error { throw .inbox(.invalidAlert) }
            throw error
        }
    }

    private static func alert(_ stored: StoredAlert, _ rules: [Int: MarketRules]) -> Alert? {
        let rules = rules[stored.market]
        guard rules != nil || stored.market == AlertStore.everyMarket else { return nil }
        return Alert(
            id: stored.id, market: rules?.name.text,
            price: stored.condition.flatMap { condition in
                rules.map { Alert.Price(isAbove: condition.isAbove, price: $0.priceText(condition.ticks)) }
            })
    }
}

/// What an account wants to be told.
package struct Alert: Hashable, Sendable {
    /// What names it.
    package let id: String
    /// The market; nil for all of them.
    package let market: String?
    /// The price that is waited for; nil for an alert about own orders.
    package let price: Price?

    /// A price that is waited for.
    package struct Price: Hashable, Sendable {
        /// Whether prices at or above it count, else those at or below it.
        package let isAbove: Bool
        /// A decimal number in the market's quote asset.
        package let price: String
    }
}
