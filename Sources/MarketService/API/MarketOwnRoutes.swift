import API
import Basics
import HTTPKit
import Ledger
import LedgerService
import Market

/// Checks what is asked for before money leaves: a passkey that was just shown, or this code of the second factor.
package typealias CodeCheck = @Sendable (_ code: String?, _ session: Session) async throws -> Void

/// Lets only those go on whose account may trade; it throws for others.
package typealias TraderCheck = @Sendable (_ session: Session) async throws -> Void

/// What is asked of whoever is signed in before money leaves.
package typealias MoneyProof = @Sendable (_ session: Session) async throws -> MarketMoneyProof

extension RouteHandlers {
    /// Markets, orders and money for whoever is signed in to our own application.
    ///
    /// - Parameters:
    ///   - requireCode: Checks the code of the second factor, which moving money out asks for.
    ///   - requireTrader: Checks that the account may trade: whoever may not can look, and take back what is there.
    ///   - moneyProof: Tells what `requireCode` would ask for.
    ///   - requireOwner: Checks that whoever asks has just shown who they are.
    package mutating func addOwnMarketRoutes(
        _ market: MarketService, requireCode: @escaping CodeCheck, requireTrader: @escaping TraderCheck,
        moneyProof: @escaping MoneyProof, requireOwner: @escaping OwnerCheck
    ) {
        addMarketDataRoutes(market)
        addMarketViewRoutes(market)
        addMarketHistoryRoutes(market)
        addMarketExportRoutes(market)
        addPortfolioRoutes(market)
        addPreferenceRoutes(market)
        addMarketOrderRoutes(market, requireTrader)
        addMarketTradingRoutes(market, requireTrader)
        addMarketWalletRoutes(market, requireCode, requireTrader)
        addMarketWithdrawalRoutes(market, moneyProof)
        addMarketAddressBookRoutes(market, requireOwner)
        let tickets = SocketTickets(database: market.database, random: market.random)
        on(Routes.marketSocketTicket) { call in
            let trader = try await call.trader(market)
            let ticket = try await tickets.issue(
                for: trader, by: .session(try call.session.tokenDigest), now: market.clock.now())
            return MarketSocketTicketBody(uid: ticket.uid, socid: ticket.socid, verify: ticket.verify)
        }
    }

    /// What everybody may see.
    private mutating func addMarketDataRoutes(_ market: MarketService) {
        openToPages(
            [
                Routes.marketAssets.route, Routes.markets.route, Routes.marketTickers.route, Routes.marketBook.route,
                Routes.marketTrades.route, Routes.marketCandles.route, Routes.marketDepth.route,
                Routes.marketChart.route, Routes.marketAuction.route, Routes.serverTime.route,
            ].map(\.name))
        on(Routes.serverTime) { _ in
            let now = market.clock.now()
            return ServerTimeBody(at: now, milliseconds: Int(now.milliseconds))
        }
        on(Routes.marketAssets) { _ in
            MarketAssetsBody(assets: try await market.assets().map(MarketAssetBody.init))
        }
        on(Routes.markets) { _ in
            MarketsBody(
                markets: try await market.markets().map(MarketBody.init), isPlay: market.isPlay ? true : nil)
        }
        on(Routes.marketTickers) { _ in
            MarketTickersBody(tickers: try await market.tickers().map(MarketTickerBody.init))
        }
        on(Routes.marketBook) { call in
            let rules = try await market.market(named: try call.marketName)
            let book = try await market.bookSnapshot(rules.name, perSide: 1000)
            return MarketBookBody(
                sequence: book.sequence, bids: rules.levels(of: book.bids), asks: rules.levels(of: book.asks))
        }
        on(Routes.marketTrades) { call in
            let rules = try await market.market(named: try call.marketName)
            let page = try await market.trades(rules.name, page: try call.page(of: 100))
            return MarketTradesBody(
                trades: page.items.map { MarketTradeBody($0, rules) }, next: page.next?.text)
        }
        on(Routes.marketCandles) { call in
            let rules = try await market.market(named: try call.marketName)
            let kind = CandleKind(try call.value(RouteParameters.kind))
            let page = try await market.candles(
                rules.name, kind: kind, frame: try call.frame, page: try call.page(of: 500))
            return MarketCandlesBody(
                candles: page.items.map { MarketCandleBody($0, rules) }, next: page.next?.text)
        }
    }
}

extension RouteCall {
    /// The trader that the session belongs to.
    package func trader(_ market: MarketService) async throws -> Trader {
        try await market.trader(of: session.accountID)
    }

    /// The market that the path names.
    package var marketName: MarketName {
        get throws {
            let unknown = ServiceError.market(.unknownMarket)
            guard let name = MarketName(try value(RouteParameters.market, or: unknown)) else { throw unknown }
            return name
        }
    }

    /// The market that the query names; nil for all of them.
    var chosenMarket: MarketName? {
        get throws { parameters[RouteParameters.market.name] == nil ? nil : try marketName }
    }

    /// The length of candles that the query names.
    var frame: CandleFrame {
        get throws {
            guard let frame = CandleFrame(rawValue: Int64(try value(RouteParameters.frame))) else {
                let minutes = CandleFrame.allCases.map { String($0.minutes) }.joined(separator: ", ")
                throw BodyError.invalid([Fault(path: "?frame", message: "must be one of \(minutes)")])
            }
            return frame
        }
    }

    /// The asset that the path names.
    package var assetName: AssetName {
        get throws {
            let unknown = ServiceError.market(.unknownAsset)
            guard let name = AssetName(try value(RouteParameters.asset, or: unknown)) else { throw unknown }
            return name
        }
    }

    /// The page that the query asks for, of so many entries at most: the newest, or those from where another page ended.
    ///
    /// - Throws: `request.invalid` for what no page has told.
    func page(of most: Int) throws -> Page {
        let limit = min(try optional(RouteParameters.limit) ?? most, most)
        guard let text = try optional(RouteParameters.before) else { return Page(from: nil, limit: limit) }
        guard let cursor = HistoryCursor(text) else {
            throw BodyError.invalid([Fault(path: "?before", message: "is nothing that a page has told")])
        }
        return Page(from: cursor, limit: limit)
    }
}
