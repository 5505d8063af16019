import API
import HTTPKit
import Ledger
import LedgerService
import Market

extension RouteHandlers {
    /// What all is worth that somebody has and had.
    mutating func addPortfolioRoutes(_ market: MarketService) {
        on(Routes.marketValuation) { call in
            let trader = try await call.trader(market)
            return MarketValuationBody(
                try await market.valuation(of: trader, in: try await call.base(of: trader, market)))
        }
        on(Routes.marketPortfolio) { call in
            let trader = try await call.trader(market)
            let days: Int64 =
                switch try call.value(RouteParameters.range) {
                case .day: 1
                case .week: 7
                case .month: 30
                case .year: 365
                case .all: MarketService.mostPortfolioDays
                }
            return MarketPortfolioBody(
                try await market.portfolio(of: trader, in: try await call.base(of: trader, market), days: days))
        }
    }
}

extension RouteCall {
    /// The asset that values are told in: the one that the query names, or that the account prefers, or the usual one.
    fileprivate func base(of trader: Trader, _ market: MarketService) async throws -> Asset {
        if let name = try optional(RouteParameters.base) {
            return try await market.asset(named: try AssetName(checking: name))
        }
        if let name = try await market.preferences(of: trader.account).base {
            return try await market.asset(named: name)
        }
        return try await market.usualBase()
    }
}

extension MarketValuationBody {
    init(_ portfolio: ValuedPortfolio) {
        let base = portfolio.base
        self.init(
            base: base.name.text, total: base.text(portfolio.total),
            balances: portfolio.balances.map { row in
                let one = (0..<row.asset.exponent).reduce(Int128(1)) { whole, _ in whole * 10 }
                return MarketValuedBalanceBody(
                    asset: row.asset.name.text, total: row.asset.text(row.balance.total),
                    available: row.asset.text(row.balance.available),
                    held: row.asset.text(row.balance.total - row.balance.available),
                    price: row.route?.value(of: one).map(base.text), value: row.value.map(base.text),
                    markets: row.route?.markets.map(\.text))
            },
            unpriced: portfolio.unpriced, at: portfolio.at)
    }
}

extension MarketPortfolioBody {
    init(_ history: PortfolioHistory) {
        let base = history.base
        self.init(
            base: base.name.text,
            points: history.points.map { point in
                MarketPortfolioPointBody(
                    at: point.at, value: base.text(point.value), flow: base.text(point.flow), unpriced: point.unpriced)
            },
            isComplete: history.isComplete)
    }
}
