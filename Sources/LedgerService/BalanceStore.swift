import Ledger
import ServiceKit
import Storage

/// The columns of `balances`.
package enum BalanceColumn: String, TableColumn {
    case account, asset, total, held
}

extension TableRow<BalanceColumn> {
    /// Whose balance it is, of which asset.
    fileprivate var key: BalanceKey {
        get throws { BalanceKey(account: try account(.account), asset: try number(.asset)) }
    }

    /// What it says.
    fileprivate var balance: Balance {
        get throws { Balance(total: try amount(.total), held: try amount(.held)) }
    }
}

/// The SQL of balances, within one transaction.
package struct BalanceStore {
    /// How many accounts one statement looks for.
    private static let accountsAtOnce = 32
    private static let selectMany =
        "SELECT \(BalanceColumn.list) FROM balances WHERE asset IN (?1, ?2) AND account IN ("
        + (3..<3 + accountsAtOnce).map { "?\($0)" }.joined(separator: ", ") + ")"

    private let connection: any Connection

    /// The balances that a transaction sees.
    package init(_ connection: any Connection) {
        self.connection = connection
    }

    /// A balance; zero when there is none.
    func balance(_ key: BalanceKey) throws -> Balance {
        try connection.first(
            BalanceColumn.self, "SELECT \(BalanceColumn.list) FROM balances WHERE account = ?1 AND asset = ?2",
            [.integer(key.account.rawValue), .integer(Int64(key.asset))]
        )?.balance ?? Balance()
    }

    /// What an account has, by the assets' numbers.
    package func balances(of account: LedgerAccount) throws -> [Int: Balance] {
        var balances: [Int: Balance] = [:]
        for row in try connection.query(
            BalanceColumn.self, "SELECT \(BalanceColumn.list) FROM balances WHERE account = ?1",
            [.integer(account.rawValue)])
        {
            balances[try row.key.asset] = try row.balance
        }
        return balances
    }

    /// Every balance.
    package func all() throws -> [(key: BalanceKey, balance: Balance)] {
        try connection.query(BalanceColumn.self, "SELECT \(BalanceColumn.list) FROM balances").map {
            (try $0.key, try $0.balance)
        }
    }

    /// Makes the balances of these accounts in two assets known to `ledger`, those that do not exist as zero.
    package func load(_ accounts: [LedgerAccount], assets: (Int, Int), into ledger: inout Ledger) throws {
        var rest = accounts[...]
        while let first = rest.first {
            let some = rest.prefix(Self.accountsAtOnce)
            rest = rest.dropFirst(Self.accountsAtOnce)
            for account in some {
                ledger.load(BalanceKey(account: account, asset: assets.0), Balance())
                ledger.load(BalanceKey(account: account, asset: assets.1), Balance())
            }
            // One for each place: what is left over is filled up with an account that is asked for anyway.
            var arguments: [SQLValue] = [.integer(Int64(assets.0)), .integer(Int64(assets.1))]
            for account in some { arguments.append(.integer(account.rawValue)) }
            while arguments.count < Self.accountsAtOnce + 2 { arguments.append(.integer(first.rawValue)) }
            for row in try connection.query(BalanceColumn.self, Self.selectMany, arguments) {
                ledger.load(try row.key, try row.balance)
            }
        }
    }

    /// Makes one balance known to `ledger` unless it is.
    func load(_ key: BalanceKey, into ledger: inout Ledger) throws {
        guard !ledger.knows(key) else { return }
        ledger.load(key, try balance(key))
    }

    /// How balances are written many at a time.
    package static func inserter() -> TableInserter<BalanceColumn> {
        TableInserter(
            table: "balances",
            suffix: "ON CONFLICT (account, asset) DO UPDATE SET \(BalanceColumn.replacements([.total, .held]))")
    }

    /// Keeps every balance of `ledger` that has changed.
    func storeChanges(of ledger: Ledger) throws {
        var rows = Self.inserter()
        try storeChanges(of: ledger, with: &rows)
    }

    /// Keeps every balance of `ledger` that has changed, by an inserter that is used again.
    ///
    /// They are written in one order everywhere: of two who write the same ones at once in different orders each would wait
    /// for the other, and PostgreSQL finds that out after a second.
    package func storeChanges(of ledger: Ledger, with rows: inout TableInserter<BalanceColumn>) throws {
        for key in ledger.changed.sorted(by: { ($0.account.rawValue, $0.asset) < ($1.account.rawValue, $1.asset) }) {
            let balance = ledger[key]
            try rows.add(to: connection) { column in
                switch column {
                case .account: .integer(key.account.rawValue)
                case .asset: .integer(Int64(key.asset))
                case .total: .amount(balance.total)
                case .held: .amount(balance.held)
                }
            }
        }
        try rows.finish(connection)
    }
}
