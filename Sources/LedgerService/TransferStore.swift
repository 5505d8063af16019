import Basics
import Ledger
import Market
import ServiceKit
import Storage

/// The columns of `postings`.
package enum PostingColumn: String, TableColumn {
    case account, asset, transfer, amount, fee, balance
}

/// A posting of an account, and what is known of its transfer.
private enum StatementColumn: String, TableColumn {
    case transfer = "p.transfer"
    case amount = "p.amount"
    case fee = "p.fee"
    case balance = "p.balance"
    case kind = "t.kind"
    case at = "t.at"
    case address = "t.address"
    case memo = "t.memo"
}

extension TransactionRecord {
    /// The line in a row, of a statement in this asset.
    fileprivate init(_ row: TableRow<StatementColumn>, asset: Asset) throws {
        let amount = try row.amount(.amount)
        var kind: TransferKind = try row.value(.kind)
        // The two sides of one transfer between people.
        if kind == .sent, amount > 0 { kind = .received }
        self.init(
            id: MarketNumbering.number(at: try row.integer(.transfer), market: 0), asset: asset, kind: kind,
            amount: amount, fee: try row.amount(.fee), feeRate: nil, balanceAfter: try row.amount(.balance),
            at: try row.timestamp(.at), address: try row.optionalText(.address), memo: try row.optionalText(.memo))
    }
}

/// The SQL of transfers other than trades, within one transaction.
package struct TransferStore {
    /// What is known of a transfer beside its postings.
    package struct Details {
        var kind: TransferKind
        var address: String?
        var memo: String?
        /// Its number; without one it gets the next.
        var number: Int64?

        /// What is known of a transfer; it gets the next number unless it has one.
        package init(kind: TransferKind, address: String? = nil, memo: String? = nil, number: Int64? = nil) {
            self.kind = kind
            self.address = address
            self.memo = memo
            self.number = number
        }
    }

    /// The first of the numbers that are not given one after another; all of them are below twice as much, so that they
    /// have room for the ids of statements.
    package static let firstUncounted: Int64 = 1 << 52

    private static let insertPosting = PostingColumn.insertion(into: "postings")

    private let connection: any Connection

    /// The transfers that a transaction sees.
    package init(_ connection: any Connection) {
        self.connection = connection
    }

    /// The next number of a count.
    func next(_ counter: String) throws -> Int64 {
        guard
            let row = try connection.first(
                "UPDATE ledger_counters SET value = value + 1 WHERE name = ?1 RETURNING value", [.text(counter)])
        else { throw StorageError.corrupt }
        return try row.integer(0)
    }

    /// Carries out a transfer: loads the balances that it needs, changes and keeps them, and writes its postings.
    ///
    /// Holds are released before, by `releasing`. Throws ``MarketError/notEnoughBalance`` when a person has too little.
    @discardableResult
    package func carryOut(
        _ transfer: Transfer, _ details: Details, at now: Timestamp,
        releasing holds: [(key: BalanceKey, amount: Int128)] = []
    ) throws -> Int64 {
        let balances = BalanceStore(connection)
        var ledger = Ledger()
        for posting in transfer.postings {
            try balances.load(BalanceKey(account: posting.account, asset: posting.asset), into: &ledger)
            if posting.fee > 0 {
                try balances.load(BalanceKey(account: transfer.feeAccount, asset: posting.asset), into: &ledger)
            }
        }
        do {
            for hold in holds {
                try balances.load(hold.key, into: &ledger)
                try ledger.release(hold.amount, hold.key)
            }
            try ledger.apply(transfer)
        } catch LedgerFault.insufficient {
            throw MarketError.notEnoughBalance
        } catch LedgerFault.overflow {
            throw MarketError.amount(.tooLarge)
        }
        for key in ledger.changed {
            // However much comes in, no sum of what everybody has may ever leave 128 bits.
            guard ledger[key].total.magnitude < 1 << 120 else { throw MarketError.amount(.tooLarge) }
        }
        try balances.storeChanges(of: ledger)
        let id = try details.number ?? next("transfers")
        try connection.execute(
            "INSERT INTO transfers (id, kind, at, address, memo) VALUES (?1, ?2, ?3, ?4, ?5)",
            [
                .integer(id), .integer(details.kind.rawValue), .integer(now.milliseconds),
                SQLValue(details.address), SQLValue(details.memo),
            ])
        for posting in transfer.postings {
            let key = BalanceKey(account: posting.account, asset: posting.asset)
            // What the issuer has given so far would put the points of all people in their order.
            let balance = posting.account == .points ? 0 : ledger[key].total
            let values = PostingColumn.allCases.map { column -> SQLValue in
                switch column {
                case .account: .integer(posting.account.rawValue)
                case .asset: .integer(Int64(posting.asset))
                case .transfer: .integer(id)
                case .amount: .amount(posting.amount)
                case .fee: .amount(posting.fee)
                case .balance: .amount(balance)
                }
            }
            try connection.execute(Self.insertPosting, values)
        }
        return id
    }

    /// Holds an amount of what an account has available, or gives it back when it is below zero.
    package func hold(_ amount: Int128, _ key: BalanceKey) throws {
        let balances = BalanceStore(connection)
        var ledger = Ledger()
        try balances.load(key, into: &ledger)
        do {
            if amount >= 0 { try ledger.hold(amount, key) } else { try ledger.release(-amount, key) }
        } catch LedgerFault.insufficient {
            throw MarketError.notEnoughBalance
        }
        try balances.storeChanges(of: ledger)
    }

    /// The number of the last transfer; 0 when there is none.
    package func lastNumber() throws -> Int64 {
        try connection.first("SELECT value FROM ledger_counters WHERE name = 'transfers'")?.integer(0) ?? 0
    }

    /// Whose balances changed by counted transfers after this one; at most a thousand, then the rest is not worth
    /// telling apart.
    package func accounts(after transfer: Int64) throws -> [LedgerAccount] {
        try connection.query(
            "SELECT DISTINCT account FROM postings WHERE transfer > ?1 AND transfer < ?2 LIMIT 1000",
            [.integer(transfer), .integer(Self.firstUncounted)]
        ).map { LedgerAccount(rawValue: try $0.integer(0)) }
    }

    /// The least number of points that were given on the day that began at `day`, or later.
    static func firstPointsNumber(day: Timestamp) -> Int64 {
        firstUncounted + hours(of: day) << 32
    }

    /// A number for points that a shop gave on the day that began at `day`: the hours until then, and 32 random bits.
    ///
    /// Numbers that are given one after another would tell when in the day somebody was at the shop, since the
    /// neighbours' instants are known. These sort by the day, and within it say nothing; nor does where the rows lie
    /// (see ``PointsOrder``). What remains is the balance beside each of a person's own lines, which tells which of that
    /// person's visits of one day came first.
    func pointsNumber(day: Timestamp, random: ServerRandom) throws -> Int64 {
        let first = Self.firstPointsNumber(day: day)
        while true {
            let number = first + Int64(random.next() >> 32)
            let taken = try connection.first("SELECT id FROM transfers WHERE id = ?1", [.integer(number)])
            if taken == nil { return number }
        }
    }

    private static func hours(of day: Timestamp) -> Int64 {
        min(max(0, day.milliseconds / 3_600_000), (1 << 20) - 1)
    }

    /// What the issuer has given of its points in all; nil while there are none.
    package func pointsGiven() throws -> String? {
        try connection.first(
            """
            SELECT b.total FROM balances b JOIN assets a ON a.number = b.asset WHERE b.account = ?1 AND a.kind = ?2
            """, [.integer(LedgerAccount.points.rawValue), .integer(AssetKind.points.rawValue)])?.text(0)
    }

    /// An account's postings in an asset that are counted transfers and no trades, newest first, with numbers up to
    /// `last`.
    package func counted(
        of account: LedgerAccount, asset: Asset, through last: Int64, limit: Int
    ) throws -> [TransactionRecord] {
        try transactions(
            of: account, asset: asset, in: 0..<min(last, Self.firstUncounted - 1) + 1, limit: limit)
    }

    /// An account's postings in an asset that are points of shops, newest first, from the transfer `first` on; all of
    /// them from `Int64.max` on, and none from a transfer on that is not among them.
    package func points(
        of account: LedgerAccount, asset: Asset, from first: Int64, limit: Int
    ) throws -> [TransactionRecord] {
        // Within a day by what they came to, which has no sign: the longer number is the greater one.
        let order = "t.at DESC, LENGTH(p.balance) DESC, p.balance DESC, p.transfer DESC"
        let all = Self.firstUncounted..<Int64.max
        if first == .max {
            return try transactions(of: account, asset: asset, in: all, order: order, limit: limit)
        }
        guard first >= Self.firstUncounted,
            let row = try connection.first(
                StatementColumn.self,
                """
                SELECT \(StatementColumn.list) FROM postings p JOIN transfers t ON t.id = p.transfer
                WHERE p.account = ?1 AND p.asset = ?2 AND p.transfer = ?3
                """, [.integer(account.rawValue), .integer(Int64(asset.number)), .integer(first)])
        else { return [] }
        let (at, balance) = (try row.timestamp(.at), try row.text(.balance))
        // All numbers of its day and of those before are below the next day's.
        let end = Self.hours(of: at.advanced(bySeconds: 86_400)) << 32 + Self.firstUncounted
        return try transactions(
            of: account, asset: asset, in: Self.firstUncounted..<max(end, first + 1), order: order, limit: limit,
            condition: """
                AND (t.at, LENGTH(p.balance), p.balance, p.transfer) <= \
                (CAST(?6 AS BIGINT), LENGTH(CAST(?7 AS TEXT)), CAST(?7 AS TEXT), CAST(?8 AS BIGINT))
                """, [.integer(at.milliseconds), .text(balance), .integer(first)])
    }

    /// What one transfer did to an account, or nil.
    package func transaction(_ id: Int64, of account: LedgerAccount, asset: Asset) throws -> TransactionRecord? {
        try transactions(of: account, asset: asset, in: id..<id + 1, limit: 1).first
    }

    private func transactions(
        of account: LedgerAccount, asset: Asset, in numbers: Range<Int64>, order: String = "p.transfer DESC",
        limit: Int, condition: String = "", _ more: [SQLValue] = []
    ) throws -> [TransactionRecord] {
        try connection.query(
            StatementColumn.self,
            """
            SELECT \(StatementColumn.list)
            FROM postings p JOIN transfers t ON t.id = p.transfer
            WHERE p.account = ?1 AND p.asset = ?2 AND p.transfer >= ?3 AND p.transfer < ?4 \(condition)
            ORDER BY \(order) LIMIT ?5
            """,
            [
                .integer(account.rawValue), .integer(Int64(asset.number)), .integer(numbers.lowerBound),
                .integer(numbers.upperBound), .integer(Int64(limit)),
            ] + more
        ).map { try TransactionRecord($0, asset: asset) }
    }
}
