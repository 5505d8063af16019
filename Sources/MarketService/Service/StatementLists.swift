import Ledger
import LedgerService
import Market
import Storage

/// What a statement in an asset is put together from, within one read: trades of each market, points of shops, and
/// every other transfer.
struct StatementLists {
    private let connection: any Connection
    private let trader: Trader
    private let asset: Asset
    private let cursor: HistoryCursor?

    init(_ connection: any Connection, _ trader: Trader, _ asset: Asset, _ cursor: HistoryCursor?) {
        self.connection = connection
        self.trader = trader
        self.asset = asset
        self.cursor = cursor
    }

    /// The statement with the trades of these markets, from its cursor on.
    func history(_ markets: [MarketRules]) throws -> History<TransactionRecord> {
        let places = try MarketService.places(of: cursor) {
            try TrailStore(connection).heads(of: trader.number).mapValues(\.fill)
        }
        let lists = markets.map { trades($0, from: places[$0.number] ?? 0) } + [counted, points]
        // Within one market numbers rise with time; those of points, above all others, do not, but what they come to
        // does.
        return History(lists, isBefore: Self.isBefore)
    }

    /// Whether a line of statements comes before another one: the newest first, of one instant the one with the higher
    /// number, and of the two lines of a trade the one whose asset is first by name.
    static func isBefore(_ first: TransactionRecord, _ second: TransactionRecord) -> Bool {
        if first.at != second.at { return first.at > second.at }
        let isOneAsset = first.asset.number == second.asset.number
        if isOneAsset, first.kind == .points, second.kind == .points, first.balanceAfter != second.balanceAfter {
            return first.balanceAfter > second.balanceAfter
        }
        if first.id != second.id { return first.id > second.id }
        return first.asset.name.text < second.asset.name.text
    }

    private func trades(_ rules: MarketRules, from place: Int64) -> HistoryList<TransactionRecord> {
        let fills = FillStore(connection)
        return HistoryList(from: place, number: \.id) { place, count in
            let some = try fills.executions(of: trader.number, market: rules.number, from: place, limit: count)
            let records = some.map { $0.fill.transaction(in: asset, of: $0.side, rules) }
            guard some.count == count, let last = some.last else { return (records, 0) }
            return (records, last.side == .buy ? last.fill.buyerPrevious : last.fill.sellerPrevious)
        }
    }

    private var counted: HistoryList<TransactionRecord> {
        list(from: place { $0 < TransferStore.firstUncounted }) { place, limit in
            try TransferStore(connection).counted(of: trader.number, asset: asset, through: place, limit: limit)
        }
    }

    private var points: HistoryList<TransactionRecord> {
        list(from: asset.kind == .points ? place { $0 >= TransferStore.firstUncounted } : 0) { place, limit in
            try TransferStore(connection).points(of: trader.number, asset: asset, from: place, limit: limit)
        }
    }

    /// A list of transfers, whose places are their records' numbers and which are read by their own.
    private func list(
        from place: Int64, _ load: @escaping (_ transfer: Int64, _ limit: Int) throws -> [TransactionRecord]
    ) -> HistoryList<TransactionRecord> {
        HistoryList(from: place, number: \.id) { place, count in
            let isNewest = place == HistoryList<TransactionRecord>.newest
            let some = try load(isNewest ? place : MarketNumbering.sequence(of: place), count + 1)
            return (Array(some.prefix(count)), some.count > count ? some[count].id : 0)
        }
    }

    /// Where the list of those transfers goes on whose numbers are so.
    private func place(_ isOne: (Int64) -> Bool) -> Int64 {
        guard let cursor else { return HistoryList<TransactionRecord>.newest }
        return cursor.numbers.first {
            MarketNumbering.market(of: $0) == 0 && isOne(MarketNumbering.sequence(of: $0))
        } ?? 0
    }
}

extension StoredFill {
    /// The trade as a line of the statement of the owner of its order to buy or to sell.
    fileprivate func transaction(in asset: Asset, of side: Side, _ rules: MarketRules) -> TransactionRecord {
        let isBase = asset.number == rules.base.number
        // It was multiplied when it was traded.
        let notional = (try? rules.notional(ticks: ticks, lots: lots)) ?? 0
        let size = isBase ? rules.amountUnits(lots) : notional
        let isReceived = isBase == (side == .buy)
        let balance =
            switch (side, isBase) {
            case (.buy, true): buyerBase
            case (.buy, false): buyerQuote
            case (.sell, true): sellerBase
            case (.sell, false): sellerQuote
            }
        return TransactionRecord(
            id: id, asset: asset, kind: .trade, amount: isReceived ? size : -size,
            fee: isReceived ? (side == .buy ? buyerFee : sellerFee) : 0,
            feeRate: isReceived ? (side == takerSide ? takerRate : makerRate) : nil, balanceAfter: balance, at: at,
            address: nil, memo: nil)
    }
}
