import AccountService
import HTTPKit
import Ledger
import LedgerService
import Market

/// An asset with what is asked of its withdrawals.
struct ConsoleAssetTerms: Sendable {
    let asset: Asset
    var rules = WithdrawalRules()
    /// Above how much two people have to approve; nil where one is enough.
    var approvalLimit: Int128?
}

// Assets, markets and what they ask for.
extension MarketConsole {
    /// The assets with what is asked of their withdrawals, and the markets.
    func catalogue() async throws(ServiceError) -> (assets: [ConsoleAssetTerms], markets: [MarketRules]) {
        let rules = try await administration.withdrawalRules()
        let limits = Dictionary(
            try await administration.approvalLimits().map { ($0.asset.number, $0.limit) },
            uniquingKeysWith: { first, _ in first })
        let assets = rules.map { asset, rules in
            ConsoleAssetTerms(asset: asset, rules: rules, approvalLimit: limits[asset.number] ?? nil)
        }
        return (assets, try await administration.markets())
    }

    /// Adds an asset.
    func add(
        _ draft: AssetDraft, by staff: [UInt8], keeping: AnswerKeeping<Asset>?
    ) async throws(ServiceError) -> Asset {
        let asset = try await administration.addAsset(
            draft, noting: notes(.assetAdded, by: staff, keeping: keeping) { $0.name.text })
        try await market.refresh()
        return asset
    }

    /// Replaces what is asked of withdrawals of an asset.
    func setTerms(
        _ draft: LedgerAdministration.WithdrawalDraft, asset name: AssetName, by staff: [UInt8],
        keeping: AnswerKeeping<(asset: Asset, rules: WithdrawalRules)>?
    ) async throws(ServiceError) -> (asset: Asset, rules: WithdrawalRules) {
        try await administration.setWithdrawalRules(
            draft, asset: name,
            noting: notes(.termsChanged, by: staff, keeping: keeping) { asset, rules in
                let bound = rules.dailyLimit.map(asset.text) ?? "-"
                return "\(asset.name) \(asset.text(rules.fee)) \(asset.text(rules.minimum)) \(bound)"
            })
    }

    /// Adds a market; it takes orders within two seconds.
    func add(
        _ draft: MarketDraft, by staff: [UInt8], keeping: AnswerKeeping<MarketRules>?
    ) async throws(ServiceError) -> MarketRules {
        let rules = try await administration.addMarket(
            draft, noting: notes(.marketAdded, by: staff, keeping: keeping) { $0.name.text })
        try await market.refresh()
        return rules
    }

    /// Lets a market take orders, or no longer; cancelling is always possible.
    func setActive(
        _ isActive: Bool, market name: MarketName, by staff: [UInt8], keeping: AnswerKeeping<MarketRules>?
    ) async throws(ServiceError) -> MarketRules {
        let action: AuditAction = isActive ? .marketResumed : .marketPaused
        let rules = try await administration.setActive(
            isActive, market: name, noting: notes(action, by: staff, keeping: keeping) { $0.name.text })
        try await market.refresh()
        return rules
    }

    /// Replaces a market's fees.
    func setFees(
        _ fees: FeeSchedule, market name: MarketName, by staff: [UInt8], keeping: AnswerKeeping<MarketRules>?
    ) async throws(ServiceError) -> MarketRules {
        let rules = try await administration.setFees(
            fees, market: name,
            noting: notes(.feesChanged, by: staff, keeping: keeping) { rules in
                let tiers = rules.fees.tiers.map { tier in
                    "\(rules.quote.text(tier.threshold)):\(tier.maker.rawValue):\(tier.taker.rawValue)"
                }
                return "\(rules.name) \(tiers.joined(separator: " "))"
            })
        try await market.refresh()
        return rules
    }
}
