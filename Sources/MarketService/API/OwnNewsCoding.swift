import API
import Ledger
import LedgerService
import Market

extension MarketOwnChangesBody {
    /// What changed of somebody in a market, as it travels to them.
    package init(_ changes: OwnChanges) {
        self.init(
            market: changes.market.name.text, orders: changes.orders.map(MarketOrderBody.init),
            fills: changes.fills.map(MarketFillLineBody.init),
            balances: changes.balances.map { asset, balance in
                MarketBalanceBody(
                    asset: asset.name.text, total: asset.text(balance.total), available: asset.text(balance.available))
            })
    }
}
