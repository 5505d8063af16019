import Basics
import Ledger
import LedgerService
import Market
import Storage

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
    var collar: PriceCollar?
    var phase = MarketPhase.trading
    /// How often the right to write it went to another server, when it was read.
    var epoch: Int64 = 0

    /// The rules as the database has them now; nil when they are `rules`.
    func changed(_ rules: MarketRules) throws -> MarketRules? {
        guard
            isActive != rules.isActive || fees != rules.fees.text || collar != rules.collar || phase != rules.phase
        else { return nil }
        guard let schedule = FeeSchedule(text: fees) else { throw StorageError.corrupt }
        return try rules.with(fees: schedule, isActive: isActive, collar: collar, phase: phase)
    }
}

extension MarketRules {
    /// The same rules with other fees, paused, or in another phase.
    func with(
        fees: FeeSchedule, isActive: Bool, collar: PriceCollar?, phase: MarketPhase
    ) throws(MarketRulesFault) -> MarketRules {
        try MarketRules(
            number: number, name: name, base: base, quote: quote, tickUnits: tickUnits, lotUnits: lotUnits,
            minimumLots: minimumLots, fees: fees, isActive: isActive, collar: collar, phase: phase)
    }
}

/// The columns of where a market stands, and of its rules those that may change.
private enum MarketStateColumn: String, TableColumn {
    case sequence
    case lastTicks = "last_ticks"
    case lastBuy = "last_buy_ticks"
    case lastSell = "last_sell_ticks"
    case changedAt = "changed_at"
    case fees
    case isActive = "is_active"
    case collar, phase
    case auctionUntil = "auction_until"
    case epoch

    /// Those of `market_state`.
    static let written: [Self] = [.sequence, .lastTicks, .lastBuy, .lastSell, .changedAt]
}

extension MarketState {
    /// Where the market of a row stands.
    fileprivate init(_ row: TableRow<MarketStateColumn>) throws {
        guard
            let phase = StoredPhase.phase(try row.integer(.phase), until: try row.optionalInteger(.auctionUntil))
        else { throw row.unexpected(.phase) }
        self.init(
            sequence: try row.integer(.sequence), lastTicks: try row.optionalInteger(.lastTicks),
            lastBuy: try row.optionalInteger(.lastBuy), lastSell: try row.optionalInteger(.lastSell),
            changedAt: try row.timestamp(.changedAt), fees: try row.text(.fees), isActive: try row.boolean(.isActive),
            collar: StoredCollar.collar(try row.optionalInteger(.collar)), phase: phase,
            epoch: try row.integer(.epoch))
    }

    /// What stands in a column of its row.
    fileprivate func value(_ column: MarketStateColumn) -> SQLValue {
        switch column {
        case .sequence: .integer(sequence)
        case .lastTicks: SQLValue(lastTicks)
        case .lastBuy: SQLValue(lastBuy)
        case .lastSell: SQLValue(lastSell)
        case .changedAt: .integer(changedAt.milliseconds)
        case .fees: .text(fees)
        case .isActive: .integer(isActive ? 1 : 0)
        case .collar: StoredCollar.column(collar)
        case .phase: .integer(StoredPhase.columns(phase).number)
        case .auctionUntil: SQLValue(StoredPhase.columns(phase).until)
        case .epoch: .integer(epoch)
        }
    }
}

/// The SQL of where markets stand, within one transaction.
struct MarketStateStore {
    private static let select = """
        SELECT \(MarketStateColumn.list) FROM market_state JOIN markets ON number = market WHERE market = ?1
        """
    private static let update = """
        UPDATE market_state SET \(MarketStateColumn.assignments(MarketStateColumn.written, from: 4))
        WHERE market = ?1 AND sequence = ?2 AND epoch = ?3
        """

    private let connection: any Connection

    init(_ connection: any Connection) {
        self.connection = connection
    }

    /// Where a market stands, or nil when there is none.
    func state(of market: Int) throws -> MarketState? {
        try connection.first(MarketStateColumn.self, Self.select, [.integer(Int64(market))])
            .map { try MarketState($0) }
    }

    /// Replaces where a market stands; false when it is not at `sequence`, or another server has the right to write it
    /// since the epoch of `state`.
    func replace(_ state: MarketState, of market: Int, at sequence: Int64) throws -> Bool {
        try connection.execute(
            Self.update,
            [.integer(Int64(market)), .integer(sequence), .integer(state.epoch)]
                + MarketStateColumn.written.map(state.value)) == 1
    }

    /// Says that another server has the right to write a market from now on.
    func begin(epoch: Int64, of market: Int) throws {
        try connection.execute(
            "UPDATE market_state SET epoch = ?2 WHERE market = ?1", [.integer(Int64(market)), .integer(epoch)])
    }

    /// How far a market is.
    private enum SequenceColumn: String, TableColumn {
        case market, sequence
    }

    /// The sequence of every market.
    func sequences() throws -> [Int: Int64] {
        var sequences: [Int: Int64] = [:]
        for row in try connection.query(
            SequenceColumn.self, "SELECT \(SequenceColumn.list) FROM market_state")
        {
            sequences[try row.number(.market)] = try row.integer(.sequence)
        }
        return sequences
    }
}
