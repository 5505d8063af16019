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
        _ draft: WithdrawalDraft, asset name: AssetName
    ) async throws(ServiceError) -> (asset: Asset, rules: WithdrawalRules) {
        guard let asset = try await assets().first(where: { $0.name == name }) else { throw .market(.unknownAsset) }
        let fee = try draft.fee.map { text throws(ServiceError) in try Self.bound(text, of: asset) }
        let minimum = try draft.minimum.map { text throws(ServiceError) in try Self.bound(text, of: asset) }
        let limit = try draft.dailyLimit.map { text throws(ServiceError) in
            text.isEmpty ? nil : try Self.bound(text, of: asset)
        }
        let rules = try await database.writingMarket { connection in
            let store = OutgoingStore(connection)
            var rules = try store.rules()[asset.number] ?? WithdrawalRules()
            if let fee { rules.fee = fee }
            if let minimum { rules.minimum = minimum }
            if let limit { rules.dailyLimit = limit }
            try store.set(rules, asset: asset.number)
            return rules
        }
        return (asset, rules)
    }

    /// Sets another daily bound for the account with this e-mail address than for everybody; nil takes it back.
    package func setDailyLimit(
        _ text: String?, of email: String, asset name: AssetName
    ) async throws(ServiceError) {
        let address: EmailAddress
        do throws(AccountError) { address = try EmailAddress(email) } catch { throw .account(error) }
        guard let asset = try await assets().first(where: { $0.name == name }) else { throw .market(.unknownAsset) }
        let limit = try text.map { text throws(ServiceError) in try Self.bound(text, of: asset) }
        try await database.writingMarket { connection in
            let accounts = LedgerAccountStore(connection)
            guard let account = try accounts.account(email: address.text) else { throw MarketError.unknownAccount }
            try OutgoingStore(connection).setLimit(limit, of: accounts.makeNumber(of: account), asset: asset.number)
        }
    }

    /// The minor units that a text says, from 0 on.
    private static func bound(_ text: String, of asset: Asset) throws(ServiceError) -> Int128 {
        let units: Int128
        do throws(AmountFault) { units = try DecimalText.units(text, exponent: asset.exponent) } catch {
            throw .market(.amount(error))
        }
        guard units < 1 << 120 else { throw .market(.amount(.tooLarge)) }
        return units
    }
}
