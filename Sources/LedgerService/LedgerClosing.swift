import Basics
import Ledger
import Market
import ServiceKit
import Storage

/// What an account has when it ends, and what becomes of it, within one transaction.
package struct LedgerClosing {
    /// What an account has of an asset.
    package struct Holding: Sendable {
        /// The asset.
        package let asset: Asset
        /// How much of it, and how much of that is held.
        package let balance: Balance
    }

    private let connection: any Connection

    /// The ledger that a transaction sees.
    package init(_ connection: any Connection) {
        self.connection = connection
    }

    /// What an account has, of each asset of which it has anything.
    package func holdings(of account: LedgerAccount) throws -> [Holding] {
        let assets = try CatalogueStore(connection).catalogue().assets
        let balances = try BalanceStore(connection).balances(of: account)
        return assets.compactMap { asset in
            guard let balance = balances[asset.number], balance.total != 0 || balance.held != 0 else { return nil }
            return Holding(asset: asset, balance: balance)
        }
    }

    /// Whether an account has ever asked for a deposit or a withdrawal.
    package func hasAskedForMoney(_ account: LedgerAccount) throws -> Bool {
        try connection.first("SELECT 1 FROM money_requests WHERE account = ?1", [.integer(account.rawValue)]) != nil
    }

    /// Books what an account has to whom it came from: points to those who give them, money to the house.
    ///
    /// Nothing may be held. The books go on adding up; where the money went stands in them.
    package func forfeit(_ holdings: [Holding], of account: LedgerAccount, at now: Timestamp) throws {
        for holding in holdings where holding.balance.total > 0 {
            let (asset, amount) = (holding.asset.number, holding.balance.total)
            let heir: LedgerAccount = holding.asset.kind == .points ? .points : .fees
            let transfer = try Transfer([
                Posting(account: account, asset: asset, amount: -amount),
                Posting(account: heir, asset: asset, amount: amount),
            ])
            try TransferStore(connection).carryOut(
                transfer, .init(kind: .sent, address: nil, memo: nil), at: Timestamp(day: now.day))
        }
    }
}
