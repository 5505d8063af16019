import API
import HTTPKit
import Ledger
import LedgerService
import Market

extension RouteHandlers {
    /// Money of whoever is signed in; where the account asks for codes, one is needed for what goes away.
    mutating func addMarketWalletRoutes(
        _ market: MarketService, _ requireCode: @escaping CodeCheck, _ requireTrader: @escaping TraderCheck
    ) {
        on(Routes.marketBalances) { call in
            let balances = try await market.balances(of: try await call.trader(market))
            return MarketBalancesBody(
                balances: balances.map { asset, balance in
                    MarketBalanceBody(
                        asset: asset.name.text, total: asset.text(balance.total),
                        available: asset.text(balance.available))
                })
        }
        on(Routes.marketTier) { call in
            let rules = try await market.market(named: try call.marketName)
            let tier = try await market.tier(of: try await call.trader(market), market: rules.name)
            return MarketTierBody(
                level: tier.level, traded: rules.quote.text(tier.traded),
                tier: MarketFeeTierBody(tier.tier, quote: rules.quote))
        }
        on(Routes.marketAddress) { call in
            let asset = try call.assetName
            return MarketAddressBody(
                address: try await market.address(of: try await call.trader(market), asset: asset))
        }
        onKeyed(Routes.requestMarketDeposit, market) { call, body, key in
            let draft = try MoneyRequestDraft(body)
            try await requireTrader(try call.session)
            return MarketMoneyRequestBody(
                try await market.requestDeposit(
                    draft, for: try await call.trader(market), keeping: key?.keeping(MarketMoneyRequestBody.init)))
        }
        onKeyed(Routes.requestMarketWithdrawal, market) { call, body, key in
            let draft = try MoneyRequestDraft(body)
            try await requireTrader(try call.session)
            try await requireCode(body.code, try call.session)
            return MarketMoneyRequestBody(
                try await market.requestWithdrawal(
                    draft, for: try await call.trader(market), keeping: key?.keeping(MarketMoneyRequestBody.init)))
        }
        on(Routes.marketRequests) { call in
            let page = try call.page(of: 50)
            let requests = try await market.requests(of: try await call.trader(market), page: page)
            return MarketMoneyRequestsBody(
                requests: requests.items.map(MarketMoneyRequestBody.init), next: requests.next?.text)
        }
        onKeyed(Routes.transferMarketMoney, market) { call, body, key in
            let asset = try AssetName(checking: body.asset)
            try await requireTrader(try call.session)
            try await requireCode(body.code, try call.session)
            return MarketTransactionBody(
                try await market.transfer(
                    to: body.address, amount: body.amount, asset: asset, memo: body.memo,
                    from: try await call.trader(market), keeping: key?.keeping(MarketTransactionBody.init)))
        }
    }
}

extension MoneyRequestDraft {
    /// The request that a body makes.
    fileprivate init(_ body: MarketMoneyDraftBody) throws {
        self.init(
            asset: try AssetName(checking: body.asset), amount: body.amount, bankAccount: body.bankAccount ?? "",
            destination: body.destination, date: body.date, trackingCode: body.trackingCode, voucher: body.voucher)
    }
}
