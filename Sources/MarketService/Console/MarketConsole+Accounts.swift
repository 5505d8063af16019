import AccountService
import HTTPKit
import Ledger
import LedgerService
import ServiceKit

// What one account may send away in a day. Nobody can list people here, and that somebody asked is written down.
extension MarketConsole {
    /// The daily bounds of the account with exactly this e-mail address; throws `unknownAccount`.
    func limits(of email: String, by staff: [UInt8]) async throws(ServiceError) -> [AccountLimit] {
        do throws(ServiceError) {
            return try await administration.dailyLimits(
                of: email,
                noting: notes(.accountFound, by: staff, keeping: nil) { limits in
                    limits.first.map { "\($0.account.rawValue)" } ?? "-"
                })
        } catch {
            guard case .refused(MarketError.unknownAccount) = error else { throw error }
            // Whoever tries addresses one after another leaves a trace as well.
            let now = market.clock.now()
            try await database.writing { connection in
                try AuditTrail.append(
                    .accountFound, subject: "-", by: .account(staff), at: now, to: .market, in: connection)
            }
            throw error
        }
    }

    /// Sets another bound for an account than for everybody; nil takes it back.
    func setLimit(
        _ limit: String?, of email: String, asset: AssetName, by staff: [UInt8], keeping: AnswerKeeping<AccountLimit>?
    ) async throws(ServiceError) -> AccountLimit {
        try await administration.setDailyLimit(
            limit, of: email, asset: asset,
            noting: notes(.limitChanged, by: staff, keeping: keeping) { limit in
                let own = limit.own.map(limit.asset.text) ?? "-"
                return "\(limit.account.rawValue) \(limit.asset.name) \(own)"
            })
    }
}
