import API
import Basics
import HTTPTypes
import HummingbirdTesting
import Ledger
import Market
import Testing

@testable import AccountService
@testable import HTTPKit
@testable import LedgerService
@testable import MarketService
@testable import ServerApp

/// A site whose markets run, and people who are signed in.
package struct OwnSite: Sendable {
    package let site: Site
    package let services: ServerServices

    package static func with(
        _ engine: Engine = .sqlite, _ test: TestingSetup = .router,
        _ body: @escaping @Sendable (OwnSite) async throws -> Void
    ) async throws {
        try await TradingSite.with(engine, test) { trading in
            try await body(
                OwnSite(site: Site(world: trading.world, client: trading.client), services: trading.services))
        }
    }

    /// A new account's token, after deposits.
    package func person(_ name: String, _ deposits: KeyValuePairs<String, String> = [:]) async throws -> String {
        let token = try await site.signUp(name)
        for (asset, amount) in deposits {
            try await services.market.administration.deposit(
                to: "\(name)@example.org", asset: try #require(AssetName(asset)), amount: amount)
        }
        return token
    }

    package func place(
        _ token: String, _ side: MarketSide, _ amount: String, at price: String, market: String = "XLMCLP"
    ) async throws -> MarketOrderBody {
        let body = MarketOrderRequestBody(market: market, side: side, type: .limit, amount: amount, price: price)
        let answer = try await site.ask(.post, "/api/market/orders", body.text, token: token)
        #expect(answer.status == 201, "\(answer.text)")
        return try answer.body(MarketOrderBody.self)
    }

    package func get<Body: APIBody>(_ path: String, _ type: Body.Type, _ token: String? = nil) async throws -> Body {
        let answer = try await site.ask(.get, "/api/market/" + path, token: token)
        #expect(answer.status == 200, "\(path): \(answer.text)")
        return try answer.body(Body.self)
    }

    package func balance(_ asset: String, _ token: String) async throws -> MarketBalanceBody? {
        try await get("balances", MarketBalancesBody.self, token).balances.first { $0.asset == asset }
    }
}

extension APIBody {
    package var text: String {
        get throws { String(decoding: try json(), as: UTF8.self) }
    }
}
