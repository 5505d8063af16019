import HTTPKit
import Ledger
import LedgerService
import Market
import ServiceKit
import Storage

// What bounds money that leaves, and how it is taken back.
extension MarketService {
    /// What the trader has to know before money of an asset leaves.
    package func withdrawalTerms(
        of trader: Trader, asset name: AssetName
    ) async throws(ServiceError) -> WithdrawalTerms {
        let asset = try await asset(named: name)
        let now = clock.now()
        return try await database.reading { connection in
            let store = OutgoingStore(connection)
            let balance = try BalanceStore(connection).balances(of: trader.number)[asset.number] ?? Balance()
            return WithdrawalTerms(
                asset: asset, rules: try store.rules(of: trader.number, asset: asset.number),
                used: try store.used(by: trader.number, asset: asset.number, at: now), available: balance.available)
        }
    }

    /// Takes a request of the trader's back that waits; what was held is free again at once.
    ///
    /// Throws `unknownRequest`, and `requestDecided` when somebody has decided: of the two exactly one comes first.
    package func cancel(request id: Int64, for trader: Trader) async throws(ServiceError) -> MoneyRequest {
        let witness = witness
        return try await administration.cancel(request: id, of: trader.number) { request, connection in
            guard request.kind == .withdrawal else { return }
            try witness(.cancelled, request.asset.amountText(request.amount), trader.account, connection)
        }
    }

    /// What is kept of a withdrawal; throws `withdrawalTooSmall` and `withdrawalOffStep`.
    static func withdrawalFee(
        of amount: Int128, _ asset: Asset, _ trader: Trader, _ connection: any Connection
    ) throws -> Int128 {
        let terms = WithdrawalTerms(
            asset: asset, rules: try OutgoingStore(connection).rules(of: trader.number, asset: asset.number), used: 0,
            available: 0)
        guard terms.beyondStep(amount) == 0 else {
            throw MarketError.withdrawalOffStep(least: asset.text(terms.least), step: asset.text(terms.step))
        }
        guard amount >= terms.least else {
            throw MarketError.withdrawalTooSmall(least: DecimalText.text(terms.least, exponent: asset.exponent))
        }
        return terms.rules.fee
    }
}

extension Asset {
    /// An amount with the asset's name, as owners are told it.
    package func amountText(_ units: Int128) -> String { "\(DecimalText.text(units, exponent: exponent)) \(name.text)" }
}
