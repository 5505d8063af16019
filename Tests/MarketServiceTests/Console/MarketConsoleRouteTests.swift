import API
import Accounts
import Basics
import HTTPTypes
import Ledger
import LedgerService
import Market
import Storage
import TestServer
import Testing

@testable import AccountService
@testable import HTTPKit
@testable import MarketService
@testable import ServerApp

@Suite("The market's console over HTTP")
struct MarketConsoleRouteTests {
    private static let base = "/api/console/market/"

    /// Somebody of the market's staff, signed in.
    private func staff(_ name: String, in site: Site) async throws -> String {
        let email = "\(name)@mercado.example"
        let staff = try await Staff.add(to: site.world, email: email, role: .market)
        let answer = try await site.ask(
            .post, Self.base + "session",
            #"{"email":"\#(email)","password":"\#(Staff.password)","code":"\#(staff.code(site.world))"}"#)
        #expect(answer.status == 201, "\(answer.text)")
        return try answer.body(SessionBody.self).token
    }

    private func ask(
        _ site: Site, _ method: HTTPRequest.Method, _ path: String, _ body: (any APIBody)? = nil, _ token: String,
        key: String? = nil
    ) async throws -> Answer {
        var headers: HTTPFields = [:]
        if let key { headers[.idempotencyKey] = key }
        return try await site.ask(method, Self.base + path, try body?.text, token: token, headers: headers)
    }

    @Test("each route refuses strangers, visitors, staff without the second factor, and the health authority's staff")
    func roles() async throws {
        try await OwnSite.with { own in
            let site = own.site
            let eva = try await staff("eva", in: site)
            let visitor = try await own.person("ana")
            let ordinary = try await site.ask(
                .post, "/api/sessions", #"{"email":"eva@mercado.example","password":"\#(Staff.password)"}"#
            ).body(SessionBody.self).token
            let health = try await Staff.add(to: site.world)
            let other = try await health.signIn(site.world).token
            let before = try await Contents(of: site.world.database)
            let routes = Routes.all.filter { route in
                route.path.description.hasPrefix(Self.base) && route.name != Routes.signInToMarketConsole.route.name
            }
            #expect(routes.count >= 15 && routes.allSatisfy { $0.role == .market })
            for route in routes {
                let values = Dictionary(
                    route.path.parameters.map { ($0, "x") }, uniquingKeysWith: { first, _ in first })
                let path = try #require(route.path.path(values))
                let body = route.body == nil ? nil : "{}"
                #expect(try await site.ask(route.method, path, body).code == "accounts.not_signed_in", "\(route.name)")
                for token in [visitor, ordinary, other] {
                    let answer = try await site.ask(route.method, path, body, token: token)
                    #expect(answer.code == "accounts.wrong_role" && answer.status == 403, "\(route.name)")
                }
            }
            #expect(try await site.ask(.get, "/api/health/audit", token: eva).code == "accounts.wrong_role")
            // The markets run, and write what is theirs.
            let after = try await Contents(of: site.world.database)
            for table in ["market_journal", "markets", "assets", "withdrawal_rules", "withdrawal_limits"] {
                #expect(after.count(table) == before.count(table), "\(table)")
            }
        }
    }

    @Test("each change is made once for its key, and its answer names nobody", arguments: Engine.allCases)
    func keys(engine: Engine) async throws {
        try await OwnSite.with(engine) { own in
            let site = own.site
            let (eva, ben) = (try await staff("eva", in: site), try await staff("ben", in: site))
            let ana = try await own.person("ana", ["CLP": "90000"])
            let draft = MarketMoneyDraftBody(asset: "CLP", amount: "5000", bankAccount: "Banco 1, 0001")
            for _ in 0..<2 {
                #expect(try await site.ask(.post, "/api/market/withdrawals", draft.text, token: ana).status == 201)
            }
            try await own.services.market.administration.setApprovalLimit("1000", asset: MarketWorld.asset("CLP"))
            let list = try await ask(site, .get, "requests", nil, eva).body(ConsoleRequestsBody.self)
            #expect(list.requests.map(\.email) == ["ana@example.org", "ana@example.org"])
            #expect(list.requests.allSatisfy { $0.needsTwo && !$0.isOwn && $0.approval == nil } && list.cursor == nil)
            let ids = list.requests.map(\.id)
            let tier = MarketFeeTierBody(threshold: "0", maker: 1000, taker: 2000)
            let deeds: [(HTTPRequest.Method, String, (any APIBody)?, String)] = [
                (.post, "requests/\(ids[0])/settle", nil, eva), (.post, "requests/\(ids[0])/settle", nil, ben),
                (.post, "requests/\(ids[1])/settle", nil, eva), (.delete, "requests/\(ids[1])/approval", nil, eva),
                (.post, "requests/\(ids[1])/refuse", ConsoleRefusalBody(reason: "Another name"), eva),
                (
                    .post, "assets",
                    ConsoleAssetDraftBody(name: "USD", kind: .currency, title: "US-Dollar", decimals: 2, exponent: 18),
                    eva
                ),
                (
                    .post, "markets",
                    ConsoleMarketDraftBody(
                        name: "ETHUSD", base: "ETH", quote: "USD", tick: "0.01", lot: "0.001", minimum: "0.001",
                        fees: [tier]), eva
                ),
                (.post, "markets/XLMCLP/pause", nil, eva), (.post, "markets/XLMCLP/resume", nil, eva),
                (.put, "markets/XLMCLP/fees", ConsoleFeesBody(fees: [tier]), eva),
                (.put, "assets/CLP/withdrawal-terms", ConsoleTermsBody(fee: "300", minimum: "1000"), eva),
                (
                    .put, "accounts/limits",
                    ConsoleLimitDraftBody(email: "ana@example.org", asset: "CLP", dailyLimit: "7000"), eva
                ),
            ]
            for (number, (method, path, body, token)) in deeds.enumerated() {
                let key = "key-of-a-change-\(number)"
                let first = try await ask(site, method, path, body, token, key: key)
                #expect([200, 201].contains(first.status), "\(path): \(first.text)")
                #expect(!first.text.contains("ana@") && !first.text.contains("Banco"), "\(path): \(first.text)")
                let again = try await ask(site, method, path, body, token, key: key)
                #expect(again.headers[.idempotentReplayed] == "true" && again.text == first.text, "\(path)")
                let other = try await ask(site, .post, "markets/ETHCLP/pause", nil, token, key: key)
                #expect(other.code == "request.key_reused", "\(path)")
            }
            let journal = try await ask(site, .get, "journal", nil, ben).body(ConsoleJournalBody.self)
            #expect(journal.isIntact)
            #expect(
                journal.entries.reversed().map(\.action) == [
                    "role.given", "session.begun", "role.given", "session.begun", "request.approved",
                    "request.settled", "request.approved", "request.unapproved", "request.refused", "asset.added",
                    "market.added", "market.paused", "market.resumed", "market.fees", "asset.terms", "account.limit",
                ])
            #expect(journal.entries.allSatisfy { !$0.subject.contains("@") })
            #expect(journal.entries.first?.email == "eva@mercado.example")
            #expect(
                try await own.balance("CLP", ana) == MarketBalanceBody(asset: "CLP", total: "85000", available: "85000")
            )
            let requests = try await own.get("requests", MarketMoneyRequestsBody.self, ana).requests
            #expect(requests.map(\.status) == [.refused, .settled] && requests.first?.reason == "Another name")
        }
    }

    @Test("what cannot be is refused with what is wrong", arguments: [Engine.sqlite])
    func refusals(engine: Engine) async throws {
        try await OwnSite.with(engine) { own in
            let site = own.site
            let eva = try await staff("eva", in: site)
            let rising = [
                MarketFeeTierBody(threshold: "5", maker: 0, taker: 0),
                MarketFeeTierBody(threshold: "0", maker: 0, taker: 0),
            ]
            let wrong: [(HTTPRequest.Method, String, (any APIBody)?, String)] = [
                (.post, "requests/1/settle", nil, "market.unknown_request"),
                (.post, "requests/x/settle", nil, "market.unknown_request"),
                (.post, "requests/-1/refuse", ConsoleRefusalBody(reason: "no"), "market.unknown_request"),
                (.post, "markets/XXX/pause", nil, "market.unknown_market"),
                (.put, "markets/XLMCLP/fees", ConsoleFeesBody(fees: rising), "market.invalid_rules"),
                (.put, "markets/XLMCLP/fees", ConsoleFeesBody(fees: []), "request.invalid"),
                (.put, "assets/XXX/withdrawal-terms", ConsoleTermsBody(fee: "1", minimum: "1"), "market.unknown_asset"),
                (.post, "accounts", ConsoleAccountQueryBody(email: "ana"), "market.unknown_account"),
                (
                    .put, "accounts/limits", ConsoleLimitDraftBody(email: "x@example.org", asset: "CLP"),
                    "market.unknown_account"
                ),
                (
                    .post, "assets",
                    ConsoleAssetDraftBody(name: "usd", kind: .currency, title: "x", decimals: 2, exponent: 2),
                    "market.unknown_asset"
                ),
                (
                    .post, "assets",
                    ConsoleAssetDraftBody(name: "USD", kind: .currency, title: "x", decimals: 3, exponent: 2),
                    "market.invalid_rules"
                ),
            ]
            for (method, path, body, code) in wrong {
                let answer = try await ask(site, method, path, body, eva)
                #expect(answer.code == code, "\(path): \(answer.text)")
            }
        }
    }

    @Test("a market that is paused in the console takes no orders at once, and everybody sees it")
    func pause() async throws {
        try await OwnSite.with { own in
            let eva = try await staff("eva", in: own.site)
            let ana = try await own.person("ana", ["CLP": "1000"])
            let paused = try await ask(own.site, .post, "markets/XLMCLP/pause", nil, eva)
            #expect(try paused.body(MarketBody.self).isActive == false)
            let markets = try await own.get("markets", MarketsBody.self).markets
            #expect(markets.first { $0.name == "XLMCLP" }?.isActive == false)
            let order = MarketOrderRequestBody(market: "XLMCLP", side: .buy, type: .limit, amount: "1", price: "10")
            let refused = try await own.site.ask(.post, "/api/market/orders", order.text, token: ana)
            #expect(refused.code == "market.inactive")
            _ = try await ask(own.site, .post, "markets/XLMCLP/resume", nil, eva)
            #expect(try await own.site.ask(.post, "/api/market/orders", order.text, token: ana).status == 201)
            let health = try await ask(own.site, .get, "health", nil, eva).body(ConsoleHealthBody.self)
            #expect(health.markets.allSatisfy { $0.isWriting && $0.waiting == 0 } && health.openSockets == 0)
            #expect(health.feedLagMilliseconds >= 0 && health.waitingRequests == 0)
        }
    }
}
