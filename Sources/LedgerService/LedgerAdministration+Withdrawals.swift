import Accounts
import HTTPKit
import Ledger
import Market
import ServiceKit
import Storage

// What an operator asks of money that leaves.
extension LedgerAdministration {
    /// A change of what is asked of withdrawals of an asset, as decimal numbers; nil leaves what stands.
    package struct WithdrawalDraft: Sendable {
        /// What is kept of each withdrawal.
        package var fee: String?
        /// The least that one may be of.
        package var minimum: String?
        /// The most that an account may send away in 24 hours; an empty text for no bound.
        package var dailyLimit: String?

        /// A change of these parts.
        package init(fee: String? = nil, minimum: String? = nil, dailyLimit: String? = nil) {
            self.fee = fee
            self.minimum = minimum
            self.dailyLimit = dailyLimit
        }
    }

    /// What is asked of withdrawals of each asset, by the assets' numbers.
    package func withdrawalRules() async throws(ServiceError) -> [(asset: Asset, rules: WithdrawalRules)] {
        try await database.reading { connection in
            let rules = try OutgoingStore(connection).rules()
            return try CatalogueStore(connection).catalogue().assets.map { ($0, rules[$0.number] ?? WithdrawalRules()) }
        }
    }

    /// Changes what is asked of withdrawals of an asset; it holds from the next one on, at once.
    @discardableResult
    package func setWithdrawalRules(
        _ draft: WithdrawalDraft, asset name: AssetName,
        noting: ChangeNotes<(asset: Asset, rules: WithdrawalRules)> = .none
    ) async throws(ServiceError) -> (asset: Asset, rules: WithdrawalRules) {
        guard let asset = try await assets().first(where: { $0.name == name }) else { throw .market(.unknownAsset) }
        let fee = try draft.fee.map { text throws(ServiceError) in try Self.bound(text, of: asset) }
        let minimum = try draft.minimum.map { text throws(ServiceError) in try Self.bound(text, of: asset) }
        let limit = try draft.dailyLimit.map { text throws(ServiceError) in
            text.isEmpty ? nil : try Self.bound(text, of: asset)
        }
        return try await database.writingMarket { connection in
            try noting.around(connection) {
                let store = OutgoingStore(connection)
                var rules = try store.rules()[asset.number] ?? WithdrawalRules()
                if let fee { rules.fee = fee }
                if let minimum { rules.minimum = minimum }
                if let limit { rules.dailyLimit = limit }
                try store.set(rules, asset: asset.number)
                return (asset, rules)
            }
        }
    }

    /// Sets another daily bound for the account with this e-mail address than for everybody; nil takes it back.
    @discardableResult
    package func setDailyLimit(
        _ text: String?, of email: String, asset name: AssetName, noting: ChangeNotes<AccountLimit> = .none
    ) async throws(ServiceError) -> AccountLimit {
        let address: EmailAddress
        do throws(AccountError) { address = try EmailAddress(email) } catch { throw .account(error) }
        guard let asset = try await assets().first(where: { $0.name == name }) else { throw .market(.unknownAsset) }
        let limit = try text.map { text throws(ServiceError) in try Self.bound(text, of: asset) }
        return try await database.writingMarket { connection in
            try noting.around(connection) {
                let accounts = LedgerAccountStore(connection)
                guard let account = try accounts.account(email: address.text) else { throw MarketError.unknownAccount }
                let number = try accounts.makeNumber(of: account)
                let store = OutgoingStore(connection)
                try store.setLimit(limit, of: number, asset: asset.number)
                return AccountLimit(
                    account: number, asset: asset, usual: try store.rules()[asset.number]?.dailyLimit, own: limit)
            }
        }
    }

    /// The daily bounds of the account with exactly this e-mail address, one for each asset.
    ///
    /// - Parameter noting: Notes that somebody looked, in the same transaction.
    package func dailyLimits(
        of email: String, noting: ChangeNotes<[AccountLimit]> = .none
    ) async throws(ServiceError) -> [AccountLimit] {
        guard let address = try? EmailAddress(email) else { throw .market(.unknownAccount) }
        return try await database.writingMarket { connection in
            try noting.around(connection) {
                let accounts = LedgerAccountStore(connection)
                guard let account = try accounts.account(email: address.text) else { throw MarketError.unknownAccount }
                let number = try accounts.makeNumber(of: account)
                let store = OutgoingStore(connection)
                let (rules, own) = (try store.rules(), try store.limits(of: number))
                return try CatalogueStore(connection).catalogue().assets.map { asset in
                    AccountLimit(
                        account: number, asset: asset, usual: rules[asset.number]?.dailyLimit, own: own[asset.number])
                }
            }
        }
    }

    /// The minor units that a text says, from 0 on.
    static func bound(_ text: String, of asset: Asset) throws(ServiceError) -> Int128 {
        let units: Int128
        do throws(AmountFault) { units = try DecimalText.units(text, exponent: asset.exponent) } catch {
            throw .market(.amount(error))
        }
        guard units < 1 << 120 else { throw .market(.amount(.tooLarge)) }
        return units
    }
}
