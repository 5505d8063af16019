import API
import Accounts
import Basics
import HTTPKit
import Ledger
import LedgerService
import ServiceKit
import Storage

extension AccountService {
    /// What would be lost with the account of whoever asks, and what stands in the way of its end.
    package func ending(of session: Session) async throws(ServiceError) -> AccountEnding {
        let (account, ties) = (session.accountID, ties)
        return try await database.reading { connection in
            let number = try LedgerAccountStore(connection).number(of: account)
            return AccountEnding(
                holdings: try number.map { try LedgerClosing(connection).holdings(of: $0) } ?? [],
                keys: try APIKeyStore(connection).count(of: account),
                coupons: try ties?.countCoupons(account, connection) ?? 0)
        }
    }

    /// Deletes the account of whoever asks.
    ///
    /// All that names it goes in one transaction, in which its sessions end as well: a request that is still on its way
    /// finds nobody. What the ledger must keep stays under a number that belongs to nobody. Throws `confirmationNeeded`,
    /// and `moneyLeft` or `moneyHeld` as long as there is money that is not to be lost.
    ///
    /// - Parameter forfeits: Whether balances may be lost, and open orders cancelled.
    package func end(_ session: Session, forfeits: Bool) async throws(ServiceError) {
        try await requireConfirmed(session)
        try await end(session.accountID, forfeits: forfeits)
    }

    /// Deletes the account with this address, for the operator of the machine.
    ///
    /// Throws as ``end(_:forfeits:)``, and `wrongCredentials` when there is no such account.
    package func end(email: String, forfeits: Bool) async throws(ServiceError) {
        let address: EmailAddress
        do { address = try EmailAddress(email) } catch { throw .account(error) }
        let account = try await database.reading { try AccountStore($0).credentials(of: address)?.id }
        guard let account else { throw .account(.wrongCredentials) }
        try await end(account, forfeits: forfeits)
    }

    private func end(_ account: [UInt8], forfeits: Bool) async throws(ServiceError) {
        if forfeits, try await holds(account) { try await ties?.cancelOrders(account) }
        let now = clock.now()
        let tables = (ties?.tables ?? []) + Self.personalDataTables
        let sessions: [[UInt8]] = try await database.writing { connection in
            let store = AccountStore(connection)
            // Somebody was faster.
            guard let email = try store.email(ofAccount: account) else { throw ServiceError.account(.notSignedIn) }
            let number = try LedgerAccountStore(connection).number(of: account)
            if let number {
                let closing = LedgerClosing(connection)
                let holdings = try closing.holdings(of: number)
                guard forfeits || !AccountEnding.hasMoney(holdings) else { throw ServiceError.account(.moneyLeft) }
                guard !AccountEnding.isHeld(holdings) else { throw ServiceError.account(.moneyHeld) }
                try closing.forfeit(holdings, of: number, at: now)
            }
            let sessions = try store.sessions(of: account).map(\.tokenDigest)
            let person = PersonalDataTable.Person(account: account, number: number?.rawValue, email: email)
            for table in tables { try table.end(of: person, in: connection) }
            return sessions
        }
        cache.end(sessions)
        _ = failures.take(of: account)
    }

    /// Whether something of an account is held, by an order or a withdrawal.
    private func holds(_ account: [UInt8]) async throws(ServiceError) -> Bool {
        try await database.reading { connection in
            let number = try LedgerAccountStore(connection).number(of: account)
            return try number.map { AccountEnding.isHeld(try LedgerClosing(connection).holdings(of: $0)) } ?? false
        }
    }
}

/// What would be lost with an account.
package struct AccountEnding: Sendable {
    /// What it has of each asset, of which it has anything.
    package let holdings: [LedgerClosing.Holding]
    /// How many API keys would end.
    package let keys: Int
    /// How many coupons would be lost.
    package let coupons: Int

    /// Whether money is among what it has, and not points alone.
    package var hasMoney: Bool { Self.hasMoney(holdings) }
    /// Whether something is held, by an order or a withdrawal.
    package var isHeld: Bool { Self.isHeld(holdings) }

    fileprivate static func hasMoney(_ holdings: [LedgerClosing.Holding]) -> Bool {
        holdings.contains { $0.asset.kind != .points && $0.balance.total != 0 }
    }

    fileprivate static func isHeld(_ holdings: [LedgerClosing.Holding]) -> Bool {
        holdings.contains { $0.balance.held != 0 }
    }
}
