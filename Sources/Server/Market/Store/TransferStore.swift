import Ledger
import Market
import Storage
import Time

/// The SQL of transfers other than trades, within one transaction.
struct TransferStore {
    /// What is known of a transfer beside its postings.
    struct Details {
        var kind: TransferKind
        var address: String?
        var memo: String?
    }

    private let connection: any Connection

    init(_ connection: any Connection) {
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
    func carryOut(
        _ transfer: Transfer, _ details: Details, at now: Timestamp,
        releasing holds: [(key: BalanceKey, amount: Int128)] = []
    ) throws -> Int64 {
        let balances = BalanceStore(connection)
        var ledger = Ledger()
        for posting in transfer.postings {
            try balances.load(BalanceKey(account: posting.account, asset: posting.asset), into: &ledger)
            if posting.fee > 0 { try balances.load(BalanceKey(account: .fees, asset: posting.asset), into: &ledger) }
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
        let id = try next("transfers")
        try connection.execute(
            "INSERT INTO transfers (id, kind, at, address, memo) VALUES (?1, ?2, ?3, ?4, ?5)",
            [
                .integer(id), .integer(details.kind.rawValue), .integer(now.milliseconds),
                SQLValue(details.address), SQLValue(details.memo),
            ])
        for posting in transfer.postings {
            let key = BalanceKey(account: posting.account, asset: posting.asset)
            try connection.execute(
                """
                INSERT INTO postings (account, asset, transfer, amount, fee, balance) VALUES (?1, ?2, ?3, ?4, ?5, ?6)
                """,
                [
                    .integer(posting.account.rawValue), .integer(Int64(posting.asset)), .integer(id),
                    .amount(posting.amount), .amount(posting.fee), .amount(ledger[key].total),
                ])
        }
        return id
    }

    /// Holds an amount of what an account has available, or gives it back when it is below zero.
    func hold(_ amount: Int128, _ key: BalanceKey) throws {
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
    func lastNumber() throws -> Int64 {
        try connection.first("SELECT value FROM ledger_counters WHERE name = 'transfers'")?.integer(0) ?? 0
    }

    /// Whose balances changed by transfers after this one; at most a thousand, then the rest is not worth telling
    /// apart.
    func accounts(after transfer: Int64) throws -> [LedgerAccount] {
        try connection.query(
            "SELECT DISTINCT account FROM postings WHERE transfer > ?1 LIMIT 1000", [.integer(transfer)]
        ).map { LedgerAccount(rawValue: try $0.integer(0)) }
    }

    /// An account's postings in an asset that are no trades, newest first.
    func transactions(of account: LedgerAccount, asset: Asset, limit: Int) throws -> [TransactionRecord] {
        try connection.query(
            """
            SELECT p.transfer, p.amount, p.fee, p.balance, t.kind, t.at, t.address, t.memo
            FROM postings p JOIN transfers t ON t.id = p.transfer WHERE p.account = ?1 AND p.asset = ?2
            ORDER BY p.transfer DESC LIMIT ?3
            """,
            [.integer(account.rawValue), .integer(Int64(asset.number)), .integer(Int64(limit))]
        ).map { row in
            let amount = try row.amount(1)
            var kind: TransferKind = try row.value(4)
            // The two sides of one transfer between people.
            if kind == .sent, amount > 0 { kind = .received }
            return TransactionRecord(
                id: try row.integer(0) * 1024, asset: asset, kind: kind, amount: amount, fee: try row.amount(2),
                feeRate: nil, balanceAfter: try row.amount(3), at: try row.timestamp(5),
                address: try row.optionalText(6), memo: try row.optionalText(7))
        }
    }
}
