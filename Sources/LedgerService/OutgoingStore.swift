import Basics
import Ledger
import Market
import Storage

/// The SQL of what bounds money that leaves, within one transaction.
package struct OutgoingStore {
    /// For how long what was sent away counts, seconds.
    package static let windowSeconds: Int64 = 86_400

    private let connection: any Connection

    /// The bounds that a transaction sees.
    package init(_ connection: any Connection) {
        self.connection = connection
    }

    /// The columns of `withdrawal_rules`.
    private enum RulesColumn: String, TableColumn {
        case asset, fee, minimum
        case dailyLimit = "daily_limit"
    }

    // MARK: - Rules

    /// What is asked of withdrawals of each asset of which anything is.
    package func rules() throws -> [Int: WithdrawalRules] {
        var all: [Int: WithdrawalRules] = [:]
        for row in try connection.query(RulesColumn.self, "SELECT \(RulesColumn.list) FROM withdrawal_rules") {
            var rules = WithdrawalRules()
            rules.fee = try row.amount(.fee)
            rules.minimum = try row.amount(.minimum)
            if try row.optionalText(.dailyLimit) != nil { rules.dailyLimit = try row.amount(.dailyLimit) }
            all[try row.number(.asset)] = rules
        }
        return all
    }

    /// Replaces what is asked of withdrawals of an asset.
    func set(_ rules: WithdrawalRules, asset: Int) throws {
        try connection.execute(
            """
            \(RulesColumn.insertion(into: "withdrawal_rules"))
            ON CONFLICT (asset) DO UPDATE SET \(RulesColumn.replacements([.fee, .minimum, .dailyLimit]))
            """,
            RulesColumn.allCases.map { column in
                switch column {
                case .asset: .integer(Int64(asset))
                case .fee: .amount(rules.fee)
                case .minimum: .amount(rules.minimum)
                case .dailyLimit: rules.dailyLimit.map { .amount($0) } ?? .null
                }
            })
    }

    /// Sets another bound for an account than for everybody; nil takes it back.
    func setLimit(_ limit: Int128?, of account: LedgerAccount, asset: Int) throws {
        let key: [SQLValue] = [.integer(account.rawValue), .integer(Int64(asset))]
        guard let limit else {
            try connection.execute("DELETE FROM withdrawal_limits WHERE account = ?1 AND asset = ?2", key)
            return
        }
        try connection.execute(
            """
            INSERT INTO withdrawal_limits (account, asset, daily_limit) VALUES (?1, ?2, ?3)
            ON CONFLICT (account, asset) DO UPDATE SET daily_limit = excluded.daily_limit
            """, key + [.amount(limit)])
    }

    /// The bounds that hold for an account in place of everybody's, by asset.
    func limits(of account: LedgerAccount) throws -> [Int: Int128] {
        var limits: [Int: Int128] = [:]
        for row in try connection.query(
            "SELECT asset, daily_limit FROM withdrawal_limits WHERE account = ?1", [.integer(account.rawValue)])
        {
            limits[Int(try row.integer(0))] = try row.amount(1)
        }
        return limits
    }

    /// What is asked of an account's withdrawals of an asset, with the account's own bound where it has one.
    package func rules(of account: LedgerAccount, asset: Int) throws -> WithdrawalRules {
        var rules = try rules()[asset] ?? WithdrawalRules()
        let own = try connection.first(
            "SELECT daily_limit FROM withdrawal_limits WHERE account = ?1 AND asset = ?2",
            [.integer(account.rawValue), .integer(Int64(asset))])
        if let own { rules.dailyLimit = try own.amount(0) }
        return rules
    }

    // MARK: - What left

    /// What an account has sent away of an asset in the 24 hours before `now`.
    package func used(by account: LedgerAccount, asset: Int, at now: Timestamp) throws -> Int128 {
        try connection.query(
            "SELECT amount FROM outgoings WHERE account = ?1 AND asset = ?2 AND at > ?3",
            [
                .integer(account.rawValue), .integer(Int64(asset)),
                .integer(now.advanced(bySeconds: -Self.windowSeconds).milliseconds),
            ]
        ).reduce(0) { sum, row in
            let (next, overflow) = sum.addingReportingOverflow(try row.amount(0))
            return overflow ? .max : next
        }
    }

    /// Counts what leaves; throws ``MarketError/dailyLimit(left:)`` where it is more than may.
    ///
    /// - Parameter id: What tells it from everything else that leaves.
    package func take(
        _ amount: Int128, of asset: Asset, from account: LedgerAccount, id: String, at now: Timestamp
    ) throws {
        if let limit = try rules(of: account, asset: asset.number).dailyLimit {
            let left = max(0, limit - (try used(by: account, asset: asset.number, at: now)))
            guard amount <= left else {
                throw MarketError.dailyLimit(left: DecimalText.text(left, exponent: asset.exponent))
            }
        }
        // Also without a bound: one that is set tomorrow counts what left today.
        try connection.execute(
            "INSERT INTO outgoings (id, account, asset, amount, at) VALUES (?1, ?2, ?3, ?4, ?5)",
            [
                .text(id), .integer(account.rawValue), .integer(Int64(asset.number)), .amount(amount),
                .integer(now.milliseconds),
            ])
    }

    /// Counts a withdrawal no longer: it was refused or taken back.
    func giveBack(request: Int64) throws {
        try connection.execute("DELETE FROM outgoings WHERE id = ?1", [.text(Self.id(request: request))])
    }

    /// Removes what does not count any more.
    package func prune(at now: Timestamp) throws {
        try connection.execute(
            "DELETE FROM outgoings WHERE at <= ?1",
            [.integer(now.advanced(bySeconds: -Self.windowSeconds).milliseconds)])
    }

    /// What names a withdrawal among all that leaves.
    package static func id(request: Int64) -> String { "w\(request)" }

    /// What names a transfer among all that leaves.
    package static func id(transfer: Int64) -> String { "t\(transfer)" }
}
