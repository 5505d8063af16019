import Ledger
import Market
import Storage
import Time

/// Where a market stands in the database.
struct MarketState {
    let sequence: Int64
    let lastTicks: Int64?
    let lastBuy: Int64?
    let lastSell: Int64?
    let changedAt: Timestamp
    /// What may change of its rules, when it was read with them.
    var fees = ""
    var isActive = true

    /// The rules as the database has them now; nil when they are `rules`.
    func changed(_ rules: MarketRules) throws -> MarketRules? {
        guard isActive != rules.isActive || fees != rules.fees.text else { return nil }
        guard let schedule = FeeSchedule(text: fees) else { throw StorageError.corrupt }
        return try rules.with(fees: schedule, isActive: isActive)
    }
}

extension MarketRules {
    /// The same rules with other fees, or paused.
    func with(fees: FeeSchedule, isActive: Bool) throws(MarketRulesFault) -> MarketRules {
        try MarketRules(
            number: number, name: name, base: base, quote: quote, tickUnits: tickUnits, lotUnits: lotUnits,
            minimumLots: minimumLots, fees: fees, isActive: isActive)
    }
}

/// The SQL of where markets stand, within one transaction.
struct MarketStateStore {
    private let connection: any Connection

    init(_ connection: any Connection) {
        self.connection = connection
    }

    /// Where a market stands, or nil when there is none.
    func state(of market: Int) throws -> MarketState? {
        try connection.first(
            """
            SELECT s.sequence, s.last_ticks, s.last_buy_ticks, s.last_sell_ticks, s.changed_at, m.fees, m.is_active
            FROM market_state s JOIN markets m ON m.number = s.market WHERE s.market = ?1
            """,
            [.integer(Int64(market))]
        ).map { row in
            MarketState(
                sequence: try row.integer(0), lastTicks: try row.optionalInteger(1),
                lastBuy: try row.optionalInteger(2), lastSell: try row.optionalInteger(3),
                changedAt: try row.timestamp(4), fees: try row.text(5), isActive: try row.integer(6) != 0)
        }
    }

    /// Replaces where a market stands; false when it is not at `sequence`.
    func replace(_ state: MarketState, of market: Int, at sequence: Int64) throws -> Bool {
        try connection.execute(
            """
            UPDATE market_state SET sequence = ?3, last_ticks = ?4, last_buy_ticks = ?5, last_sell_ticks = ?6,
            changed_at = ?7 WHERE market = ?1 AND sequence = ?2
            """,
            [
                .integer(Int64(market)), .integer(sequence), .integer(state.sequence), SQLValue(state.lastTicks),
                SQLValue(state.lastBuy), SQLValue(state.lastSell), .integer(state.changedAt.milliseconds),
            ]) == 1
    }

    /// The sequence of every market.
    func sequences() throws -> [Int: Int64] {
        var sequences: [Int: Int64] = [:]
        for row in try connection.query("SELECT market, sequence FROM market_state") {
            sequences[Int(try row.integer(0))] = try row.integer(1)
        }
        return sequences
    }
}
