import Ledger
import Storage

/// The SQL of who has balances, within one transaction.
package struct LedgerAccountStore {
    private let connection: any Connection

    /// The accounts that a transaction sees.
    package init(_ connection: any Connection) {
        self.connection = connection
    }

    /// The number of an account, or nil when it has none yet.
    package func number(of account: [UInt8]) throws -> LedgerAccount? {
        try connection.first("SELECT number FROM ledger_accounts WHERE account_id = ?1", [.blob(account)])
            .map { LedgerAccount(rawValue: try $0.integer(0)) }
    }

    /// The number of an account, a new one when it has none yet.
    package func makeNumber(of account: [UInt8]) throws -> LedgerAccount {
        if let known = try number(of: account) { return known }
        let next = try TransferStore(connection).next("accounts")
        try connection.execute(
            "INSERT INTO ledger_accounts (number, account_id) VALUES (?1, ?2)", [.integer(next), .blob(account)])
        return LedgerAccount(rawValue: next)
    }

    /// Whose number it is; nil when it belongs to nobody any more.
    func owner(of number: LedgerAccount) throws -> [UInt8]? {
        try connection.first("SELECT account_id FROM ledger_accounts WHERE number = ?1", [.integer(number.rawValue)])?
            .optionalBlob(0)
    }

    /// The account with this e-mail address, or nil.
    func account(email: String) throws -> [UInt8]? {
        try connection.first("SELECT id FROM accounts WHERE email = ?1", [.text(email)])?.blob(0)
    }

    // MARK: - Addresses

    /// Where an account receives an asset; `fresh` becomes it when there is none yet.
    package func address(of account: LedgerAccount, asset: Int, fresh: String) throws -> String {
        try connection.execute(
            """
            INSERT INTO deposit_addresses (address, account, asset) VALUES (?1, ?2, ?3)
            ON CONFLICT (account, asset) DO NOTHING
            """, [.text(fresh), .integer(account.rawValue), .integer(Int64(asset))])
        let row = try connection.first(
            "SELECT address FROM deposit_addresses WHERE account = ?1 AND asset = ?2",
            [.integer(account.rawValue), .integer(Int64(asset))])
        guard let row else { throw StorageError.corrupt }
        return try row.text(0)
    }

    /// Whose a deposit address is.
    private enum OwnerColumn: String, TableColumn {
        case account, asset
    }

    /// Whose address it is, and for which asset, or nil.
    package func owner(ofAddress address: String) throws -> (account: LedgerAccount, asset: Int)? {
        try connection.first(
            OwnerColumn.self, "SELECT \(OwnerColumn.list) FROM deposit_addresses WHERE address = ?1", [.text(address)]
        ).map { (try $0.account(.account), try $0.number(.asset)) }
    }
}
