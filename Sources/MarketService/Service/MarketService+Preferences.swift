import HTTPKit
import Ledger
import LedgerService
import Market
import ServiceKit
import Storage

// How accounts want to see money, words and times.
extension MarketService {
    /// What an account prefers; nothing when it never said.
    package func preferences(of account: [UInt8]) async throws(ServiceError) -> AccountPreferences {
        try await database.reading { try PreferenceStore($0).preferences(of: account) }
    }

    /// Keeps what an account prefers.
    package func setPreferences(
        _ preferences: AccountPreferences, of account: [UInt8]
    ) async throws(ServiceError) {
        if let base = preferences.base { _ = try await asset(named: base) }
        try await database.writing { try PreferenceStore($0).put(preferences, of: account) }
    }

    /// The asset in which somebody who prefers none is told values: the first currency.
    package func usualBase() async throws(ServiceError) -> Asset {
        let assets = try await assets()
        guard let asset = assets.first(where: { $0.kind == .currency && $0.isActive }) ?? assets.first else {
            throw .market(.unknownAsset)
        }
        return asset
    }
}
