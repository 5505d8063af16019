import API
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

@Suite("Requests that move money, sent again under one key")
struct KeyedRequestTests {
    private static let key = "0123456789abcdef"

    private func ask(
        _ site: OwnSite, _ method: HTTPRequest.Method, _ path: String, _ body: (any APIBody)? = nil, _ token: String,
        key: String = Self.key
    ) async throws -> Answer {
        try await site.site.ask(
            method, "/api/market/" + path, try body?.text, token: token, headers: [.idempotencyKey: key])
    }

    private func isReplay(_ answer: Answer) -> Bool {
        answer.headers[.idempotentReplayed] == "true"
    }

    @Test("each route does it once, and gives the same answer again", arguments: Engine.allCases)
    func once(engine: Engine) async throws {
        try await OwnSite.with(engine) { site in
            let eva = try await site.person("eva", ["XLM": "100"])
            let ana = try await site.person("ana", ["CLP": "1000"])
            let to = try await site.get("balances/CLP/address", MarketAddressBody.self, eva).address
            _ = try await site.place(eva, .sell, "5", at: "50")
            let order = MarketOrderRequestBody(
                market: "XLMCLP", side: .buy, type: .limit, amount: "2", price: "10")
            let instant = MarketInstantRequestBody(market: "XLMCLP", side: .buy, amount: "1", bound: "60")
            let draft = MarketMoneyDraftBody(asset: "CLP", amount: "30", bankAccount: "1")
            let transfer = MarketTransferBody(address: to, asset: "CLP", amount: "100")
            let deeds: [(path: String, body: any APIBody, available: String)] = [
                ("orders", order, "980"), ("instant", instant, "930"), ("withdrawals", draft, "900"),
                ("deposits", draft, "900"), ("transfers", transfer, "800"),
            ]
            for (number, deed) in deeds.enumerated() {
                let key = "key-of-request-\(number)"
                let first = try await ask(site, .post, deed.path, deed.body, ana, key: key)
                #expect(first.status == 201 && !isReplay(first), "\(deed.path): \(first.text)")
                for _ in 0..<3 {
                    let again = try await ask(site, .post, deed.path, deed.body, ana, key: key)
                    #expect(again.status == 201 && isReplay(again) && again.text == first.text, "\(deed.path)")
                    #expect(again.headers[.contentType] == "application/json")
                }
                let available = try await site.balance("CLP", ana)?.available
                #expect(available == deed.available, "\(deed.path)")
            }
            #expect(try await site.get("requests", MarketMoneyRequestsBody.self, ana).requests.count == 2)

            // What takes back: an order, and all of them in one market or in every one.
            let open = try await site.get("open-orders", MarketOrdersBody.self, ana).orders
            #expect(open.count == 1)
            let path = "orders/\(open[0].id)"
            let cancelled = try await ask(site, .delete, path, nil, ana)
            #expect(try cancelled.body(MarketOrderBody.self).reason == .user)
            let again = try await ask(site, .delete, path, nil, ana)
            #expect(isReplay(again) && again.text == cancelled.text)
            for (number, query) in ["?market=XLMCLP", ""].enumerated() {
                let key = "cancel-everything-\(number)"
                _ = try await site.place(ana, .buy, "1", at: "9")
                let all = try await ask(site, .delete, "open-orders" + query, nil, ana, key: key)
                #expect(try all.body(MarketOrdersBody.self).orders.count == 1)
                let later = try await site.place(ana, .buy, "1", at: "8")
                let repeated = try await ask(site, .delete, "open-orders" + query, nil, ana, key: key)
                #expect(isReplay(repeated) && repeated.text == all.text)
                // What came after it stays.
                let left = try await site.get("open-orders", MarketOrdersBody.self, ana).orders
                #expect(left.map(\.id) == [later.id])
                _ = try await site.site.ask(.delete, "/api/market/open-orders", token: ana)
            }
            #expect(try await site.services.market.administration.audit().isClean)
        }
    }

    @Test("a key is one request's: another one is refused, and every sender has keys of its own")
    func reused() async throws {
        try await OwnSite.with { site in
            let eva = try await site.person("eva", ["CLP": "1000"])
            let ana = try await site.person("ana", ["CLP": "1000"])
            var order = MarketOrderRequestBody(market: "XLMCLP", side: .buy, type: .limit, amount: "2", price: "10")
            let first = try await ask(site, .post, "orders", order, ana)
            #expect(first.status == 201)
            // The same in another order of its members.
            let turned = #"{"type":"limit","price":"10","side":"buy","amount":"2","market":"XLMCLP"}"#
            let again = try await site.site.ask(
                .post, "/api/market/orders", turned, token: ana, headers: [.idempotencyKey: Self.key])
            #expect(isReplay(again) && again.text == first.text)

            let cancelAll = try await ask(site, .delete, "open-orders", nil, ana)
            #expect(cancelAll.status == 422 && cancelAll.code == "request.key_reused")
            order.amount = "3"
            let other = try await ask(site, .post, "orders", order, ana)
            #expect(other.status == 422 && other.code == "request.key_reused")
            let instant = MarketInstantRequestBody(market: "XLMCLP", side: .buy, amount: "2", bound: "60")
            #expect(try await ask(site, .post, "instant", instant, ana).code == "request.key_reused")
            #expect(try await site.balance("CLP", ana)?.available == "980")
            let hers = try await ask(site, .post, "orders", order, eva)
            #expect(hers.status == 201 && !isReplay(hers))
        }
    }

    @Test("a key that is none is refused before anything happens")
    func malformed() async throws {
        try await OwnSite.with { site in
            let ana = try await site.person("ana", ["CLP": "1000"])
            let order = MarketOrderRequestBody(market: "XLMCLP", side: .buy, type: .limit, amount: "2", price: "10")
            for key in [
                "", "short", String(repeating: "x", count: 15), String(repeating: "x", count: 65), "0123456789 abcdef",
                "0123456789abcdé-ñ", "0123456789abcdef\t1", "0123456789abcdef, 0123456789abcdef",
            ] {
                let answer = try await ask(site, .post, "orders", order, ana, key: key)
                #expect(answer.status == 400 && answer.code == "request.invalid_key", "\(key)")
            }
            for key in [String(repeating: "x", count: 16), String(repeating: "~", count: 64)] {
                #expect(try await ask(site, .post, "orders", order, ana, key: key).status == 201)
            }
            #expect(try await site.balance("CLP", ana)?.available == "960")
        }
    }

    @Test("what is refused leaves its key free, and one that is still under way is told so")
    func refused() async throws {
        try await OwnSite.with { site in
            let ana = try await site.person("ana", ["CLP": "10"])
            let order = MarketOrderRequestBody(market: "XLMCLP", side: .buy, type: .limit, amount: "2", price: "10")
            #expect(try await ask(site, .post, "orders", order, ana).code == "market.not_enough_balance")
            try await site.services.market.administration.deposit(
                to: "ana@example.org", asset: MarketWorld.asset("CLP"), amount: "10")
            let session = try await site.services.accounts.session(token: ana)
            let trader = try await site.services.market.trader(of: session.accountID)
            let running = KeyedRequest(
                account: trader.number, key: try #require(IdempotencyKey(Self.key)), method: "POST", path: "/",
                body: [], at: site.site.world.clock.now)
            let keys = site.services.market.keysInUse
            #expect(keys.begin(running) && !keys.begin(running))
            let busy = try await ask(site, .post, "orders", order, ana)
            #expect(busy.status == 409 && busy.code == "request.key_in_use" && busy.headers[.retryAfter] == "1")
            keys.end(running)
            #expect(try await ask(site, .post, "orders", order, ana).status == 201)
            #expect(try await site.balance("CLP", ana)?.available == "0")
        }
    }

    @Test("ten at once are one, and whoever asked meanwhile asks again", arguments: Engine.allCases)
    func atOnce(engine: Engine) async throws {
        try await OwnSite.with(engine) { site in
            let eva = try await site.person("eva")
            let ana = try await site.person("ana", ["CLP": "1000"])
            let to = try await site.get("balances/CLP/address", MarketAddressBody.self, eva).address
            let transfer = MarketTransferBody(address: to, asset: "CLP", amount: "100")
            let answers = try await withThrowingTaskGroup(of: Answer.self) { group in
                for _ in 0..<10 {
                    group.addTask { try await ask(site, .post, "transfers", transfer, ana) }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(answers.count { $0.status == 201 && !isReplay($0) } == 1)
            #expect(answers.allSatisfy { $0.status == 201 || $0.code == "request.key_in_use" })
            #expect(try await site.balance("CLP", ana)?.total == "900")
        }
    }

    @Test("an answer goes after a day, with housekeeping or without")
    func expiry() async throws {
        try await OwnSite.with { site in
            let ana = try await site.person("ana", ["CLP": "1000"])
            let order = MarketOrderRequestBody(market: "XLMCLP", side: .buy, type: .limit, amount: "2", price: "10")
            let first = try await ask(site, .post, "orders", order, ana)
            let (world, market) = (site.site.world, site.services.market)
            func kept() async throws -> Int64? {
                try await world.database.read { try $0.first("SELECT COUNT(*) FROM kept_answers")?.integer(0) }
            }
            world.clock.advance(seconds: 86_399)
            try await market.prune(at: world.clock.now)
            let request = KeyedRequest(
                account: try await market.trader(of: try await site.services.accounts.session(token: ana).accountID)
                    .number, key: try #require(IdempotencyKey(Self.key)), method: "POST", path: "/api/market/orders",
                body: Array(try order.text.utf8), at: world.clock.now)
            let answer = try await world.database.read { try KeptAnswerStore($0).answer(to: request) }
            #expect(answer == Array(first.text.utf8))
            world.clock.advance(seconds: 1)
            let later = KeyedRequest(
                account: request.account, key: request.key, method: "POST", path: "/api/market/orders",
                body: Array(try order.text.utf8), at: world.clock.now)
            #expect(try await world.database.read { try KeptAnswerStore($0).answer(to: later) } == nil)
            #expect(try await kept() == 1)
            // Its place is taken by the next one.
            try await world.database.write { try KeptAnswerStore($0).keep([0x7B, 0x7D], to: later, part: 0) }
            #expect(try await kept() == 1)
            #expect(try await world.database.read { try KeptAnswerStore($0).answer(to: later) } == [0x7B, 0x7D])
            world.clock.advance(seconds: 86_400)
            try await market.prune(at: world.clock.now)
            #expect(try await kept() == 0)
        }
    }

    @Test("a code of the second factor is shown once, and the answer comes again without it")
    func code() async throws {
        try await OwnSite.with { site in
            let (ana, bea) = (try await site.person("ana", ["CLP": "100"]), try await site.person("bea"))
            let world = site.site.world
            let session = try await site.services.accounts.session(token: ana)
            let to = try await site.get("balances/CLP/address", MarketAddressBody.self, bea).address
            let begun = try await site.services.accounts.beginFactor(password: Staff.password, of: session)
            let address = try #require(begun)
            _ = try await site.services.accounts.confirmFactor(code: world.code(address), of: session)
            world.clock.advance(seconds: 30)
            let code = try world.code(address)
            let body = MarketTransferBody(address: to, asset: "CLP", amount: "10", code: code)
            let first = try await ask(site, .post, "transfers", body, ana)
            #expect(first.status == 201)
            for other in [code, "000000", nil] {
                let again = MarketTransferBody(address: to, asset: "CLP", amount: "10", code: other)
                let answer = try await ask(site, .post, "transfers", again, ana)
                #expect(isReplay(answer) && answer.text == first.text)
            }
            #expect(try await site.balance("CLP", ana)?.total == "90")
        }
    }

    @Test("a batch that fails keeps neither the deed nor its answer", arguments: Engine.allCases)
    func together(engine: Engine) async throws {
        try await MarketWorld.with(engine) { world in
            let ana = try await world.person(1, ["CLP": "100"])
            let request = KeyedRequest(
                account: ana.number, key: try #require(IdempotencyKey(Self.key)), method: "POST", path: "/", body: [],
                at: world.clock.now)
            // One order is no pair.
            let broken = request.keeping(.pair)
            let draft = OrderDraft(
                market: MarketWorld.xlmclp, side: .buy, kind: .limit, amount: "2", price: "10")
            await #expect(throws: (any Error).self) {
                _ = try await world.market.place(draft, for: ana, keeping: broken)
            }
            #expect(try await world.balance(ana, "CLP") == "100/100")
            let whole = request.keeping(.order)
            let order = try await world.market.place(draft, for: ana, keeping: whole)
            #expect(try await world.balance(ana, "CLP") == "100/80")
            // As another server finds it, or this one after it was killed.
            try await world.withSecondServer { second in
                let again = await placed(draft, ana, whole, in: second)
                let kept = try OrdersAnswer.order.json([order])
                #expect(again == kept)
            }
            #expect(try await world.market.openOrders(of: ana, market: nil, page: Page(limit: 9)).items == [order])
        }
    }

    /// What was answered before, or nil when the order is new.
    private func placed(
        _ draft: OrderDraft, _ trader: Trader, _ keeping: OrdersKeeping, in world: MarketWorld
    ) async -> [UInt8]? {
        do {
            _ = try await world.market.place(draft, for: trader, keeping: keeping)
            return nil
        } catch {
            if case .refused(KeyFault.answered(let kept)) = error { return kept }
            return nil
        }
    }
}
