import API
import HTTPKit
import Ledger
import LedgerService

extension RouteHandlers {
    /// What bounds money that leaves, told beforehand, and how it is taken back.
    mutating func addMarketWithdrawalRoutes(_ market: MarketService, _ moneyProof: @escaping MoneyProof) {
        on(Routes.marketWithdrawalTerms) { call in
            let asset = try call.assetName
            let terms = try await market.withdrawalTerms(of: try await call.trader(market), asset: asset)
            return MarketWithdrawalTermsBody(terms, proof: try await moneyProof(try call.session))
        }
        on(Routes.cancelMarketRequest) { call in
            let number = try call.requestNumber
            return MarketMoneyRequestBody(try await market.cancel(request: number, for: try await call.trader(market)))
        }
    }
}

extension RouteCall {
    /// The request that the path names.
    package var requestNumber: Int64 {
        get throws {
            let text = try value(RouteParameters.id)
            guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int64(text) else {
                throw ServiceError.market(.unknownRequest)
            }
            return number
        }
    }
}

extension MarketWithdrawalTermsBody {
    fileprivate init(_ terms: WithdrawalTerms, proof: MarketMoneyProof) {
        let asset = terms.asset
        self.init(
            asset: asset.name.text, fee: asset.text(terms.rules.fee), step: asset.text(terms.step),
            least: asset.text(terms.least),
            most: asset.text(terms.most), dailyLimit: terms.rules.dailyLimit.map(asset.text),
            used: asset.text(terms.used), left: terms.left.map(asset.text), proof: proof)
    }
}
