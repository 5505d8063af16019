import API
import Basics
import HTTPTypes
import Ledger
import Storage
import TestServer
import Testing

@testable import AccountService
@testable import HTTPKit
@testable import InboxService
@testable import LedgerService
@testable import MarketCompatibility
@testable import MarketService
@testable import ServerApp

@Suite("Payments that people ask one another for")
struct PaymentRequestTests {
    /// A shop that asks, and people with money.
    private struct Till: Sendable {
        let trading: TradingSite
        let site: Site
        let shop: String

        static func with(
            _ engine: Engine = .sqlite, _ body: @escaping @Sendable (Till) async throws -> Void
        ) async throws {
            try await TradingSite.with(engine) { trading in
                let site = Site(world: trading.world, client: trading.client)
                try await body(Till(trading: trading, site: site, shop: try await site.signUp("shop")))
            }
        }

        func person(_ name: String, _ amount: String = "5000") async throws -> String {
            let token = try await site.signUp(name)
            try await trading.services.market.administration.deposit(
                to: "\(name)@example.org", asset: MarketWorld.asset("CLP"), amount: amount)
            return token
        }

        func ask(_ path: String, _ body: some APIBody, _ token: String) async throws -> Answer {
            try await site.ask(
                .post, "/api/market/payment-requests" + path, String(decoding: try body.json(), as: UTF8.self),
                token: token)
        }

        func request(_ amount: String = "1500", minutes: Int? = nil) async throws -> MarketPaymentRequestBody {
            try await ask(
                "",
                MarketPaymentDraftBody(
                    asset: "CLP", amount: amount, label: "Café Sur", memo: "Two coffees", minutes: minutes), shop
            ).body(MarketPaymentRequestBody.self)
        }

        func pay(
            _ id: String, _ token: String, _ amount: String = "1500", asset: String = "CLP"
        ) async throws -> Answer {
            try await ask("/\(id)/pay", MarketPaymentConsentBody(asset: asset, amount: amount), token)
        }

        func refund(_ id: String, _ token: String, _ amount: String? = nil) async throws -> Answer {
            try await ask("/\(id)/refund", MarketRefundDraftBody(amount: amount), token)
        }

        func see(_ id: String) async throws -> MarketPaymentRequestBody {
            try await site.ask(.get, "/api/market/payment-requests/\(id)").body(MarketPaymentRequestBody.self)
        }

        func balance(_ token: String) async throws -> String? {
            try await site.ask(.get, "/api/market/balances", token: token).body(MarketBalancesBody.self).balances
                .first { $0.asset == "CLP" }?.total
        }

        func notices(_ token: String) async throws -> [InboxContent] {
            let account = try await trading.services.accounts.session(token: token).accountID
            return try await trading.services.inbox.notifications(of: account).map(\.content)
        }

        func expectClean() async throws {
            let report = try await trading.services.market.administration.audit()
            #expect(report.faults == [])
        }
    }

    @Test("a request is seen by its number, paid once however often that is sent, and told", arguments: Engine.allCases)
    func story(engine: Engine) async throws {
        try await Till.with(engine) { till in
            let ana = try await till.person("ana")
            let request = try await till.request()
            #expect(request.id.utf8.count == 32 && request.status == .waiting)
            #expect(request.expiresAt == request.createdAt.advanced(bySeconds: 900))
            let seen = try await till.site.ask(.get, "/api/market/payment-requests/\(request.id)")
            #expect(try seen.body(MarketPaymentRequestBody.self) == request)
            // Nothing of it names the receiver but what they call themselves.
            #expect(!seen.text.contains("shop@") && seen.text.contains("Café Sur"))
            #expect(
                try await till.site.ask(.get, "/api/market/payment-requests", token: till.shop)
                    .body(MarketPaymentRequestsBody.self).requests == [request])

            let first = try await till.pay(request.id, ana)
            #expect(first.status == 201, "\(first.text)")
            let receipt = try first.body(MarketPaymentBody.self)
            #expect(receipt.request.status == .paid && receipt.transaction.kind == .invoice)
            #expect(receipt.transaction.amount == "-1500" && receipt.transaction.balance == "3500")
            #expect(try await till.pay(request.id, ana).text == first.text)
            #expect(try await till.balance(ana) == "3500")
            #expect(try await till.balance(till.shop) == "1500")
            #expect(try await till.see(request.id).status == .paid)
            let told = try await till.notices(till.shop)
            #expect(told.count == 1)
            guard case .paymentReceived(_, "CLP", "1500")? = told.first else {
                Issue.record("\(told)")
                return
            }
            while try await till.trading.services.alerts.lookAtPayments() {}
            #expect(try await till.notices(till.shop).count == 1, "it is told once")
            try await till.expectClean()
        }
    }

    @Test("many presses of one person are one payment; of many people one pays", arguments: Engine.allCases)
    func rush(engine: Engine) async throws {
        try await Till.with(engine) { till in
            let ana = try await till.person("ana")
            func together(_ id: String, _ tokens: [String]) async throws -> [Answer] {
                try await withThrowingTaskGroup(of: Answer.self) { group in
                    for token in tokens { group.addTask { try await till.pay(id, token) } }
                    return try await group.reduce(into: []) { $0.append($1) }
                }
            }
            let one = try await together(try await till.request().id, Array(repeating: ana, count: 8))
            #expect(one.allSatisfy { $0.status == 201 } && Set(one.map(\.text)).count == 1)
            #expect(try await till.balance(ana) == "3500")
            var people: [String] = []
            for number in 0..<5 { people.append(try await till.person("person\(number)")) }
            let many = try await together(try await till.request().id, people)
            #expect(many.filter { $0.status == 201 }.count == 1)
            #expect(many.filter { $0.code == "market.payment_ended" }.count == 4)
            #expect(try await till.balance(till.shop) == "3000")
            try await till.expectClean()
        }
    }

    @Test("late, of another amount or asset, one's own, unknown: refused in words, and nothing moves")
    func refusals() async throws {
        try await Till.with { till in
            let ana = try await till.person("ana", "1600")
            let request = try await till.request(minutes: 1)
            for (amount, asset, path) in [
                ("1499", "CLP", "$.amount"), ("1501", "CLP", "$.amount"), ("1500", "EUR", "$.asset"),
                ("1500", "clp", "$.asset"),
            ] {
                let answer = try await till.pay(request.id, ana, amount, asset: asset)
                #expect(answer.status == 422 && answer.code == "market.payment_differs")
                #expect(try answer.body(ProblemBody.self).faults?.map(\.path) == [path])
            }
            #expect(try await till.pay(request.id, ana, "1e3").code == "market.invalid_amount")
            #expect(try await till.pay(request.id, till.shop).code == "market.payment_to_oneself")
            for id in [String(repeating: "0", count: 32), "x", request.id.uppercased() + "0"] {
                #expect(try await till.pay(id, ana).code == "market.unknown_payment", "\(id)")
                let seen = try await till.site.ask(.get, "/api/market/payment-requests/\(id)")
                #expect(seen.code == "market.unknown_payment", "\(id)")
            }
            let other = try await till.request("1601")
            #expect(try await till.pay(other.id, ana, "1601").code == "market.not_enough_balance")
            #expect(try await till.see(other.id).status == .waiting)
            till.trading.world.clock.advance(seconds: 60)
            #expect(try await till.pay(request.id, ana).code == "market.payment_ended")
            #expect(try await till.see(request.id).status == .expired)
            #expect(try await till.balance(ana) == "1600")
            for (amount, label, code) in [
                ("0", "a", "market.invalid_amount"), ("-1", "a", "market.invalid_amount"),
                ("1", "a\u{1}", "request.invalid"),
            ] {
                let draft = MarketPaymentDraftBody(asset: "CLP", amount: amount, label: label)
                #expect(try await till.ask("", draft, till.shop).code == code)
            }
            let unknown = MarketPaymentDraftBody(asset: "NOPE", amount: "1")
            #expect(try await till.ask("", unknown, till.shop).code == "market.unknown_asset")
            for minutes in [0, 10_081] {
                let draft = #"{"asset":"CLP","amount":"1","minutes":\#(minutes)}"#
                let answer = try await till.site.ask(
                    .post, "/api/market/payment-requests", draft, token: till.shop)
                #expect(answer.code == "request.invalid")
            }
            try await till.expectClean()
        }
    }

    @Test("the receiver sends back what was paid or less, once", arguments: Engine.allCases)
    func refunds(engine: Engine) async throws {
        try await Till.with(engine) { till in
            let ana = try await till.person("ana")
            let request = try await till.request()
            #expect(try await till.refund(request.id, till.shop).code == "market.not_refundable")
            #expect(try await till.pay(request.id, ana).status == 201)
            #expect(try await till.refund(request.id, ana).code == "market.unknown_payment")
            #expect(try await till.refund(request.id, till.shop, "1500.01").code == "market.payment_differs")
            #expect(try await till.refund(request.id, till.shop, "0").code == "market.invalid_amount")
            let answers = try await withThrowingTaskGroup(of: Answer.self) { group in
                for _ in 0..<5 { group.addTask { try await till.refund(request.id, till.shop, "700") } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(answers.filter { $0.status == 201 }.count == 1)
            #expect(answers.filter { $0.code == "market.not_refundable" }.count == 4)
            let seen = try await till.see(request.id)
            #expect(seen.status == .refunded && seen.refunded == "700")
            #expect(try await till.balance(ana) == "4200")
            #expect(try await till.balance(till.shop) == "800")
            let told = try await till.notices(ana).filter {
                if case .paymentReceived(_, "CLP", "700") = $0 { true } else { false }
            }
            #expect(told.count == 1)
            // The one who paid sees the receipt all the same, and pays no second time.
            #expect(try await till.pay(request.id, ana).status == 201)
            #expect(try await till.balance(ana) == "4200")
            // What is no longer there cannot be sent back; nothing is marked then.
            let second = try await till.request()
            #expect(try await till.pay(second.id, ana).status == 201)
            let session = try await till.trading.services.accounts.session(token: till.shop)
            let market = till.trading.services.market
            let shop = try await market.trader(of: session.accountID)
            _ = try await market.requestWithdrawal(
                MoneyRequestDraft(asset: MarketWorld.asset("CLP"), amount: "2000", bankAccount: "1"), for: shop)
            #expect(try await till.refund(second.id, till.shop).code == "market.not_enough_balance")
            #expect(try await till.see(second.id).status == .paid)
            try await till.expectClean()
        }
    }

    @Test("paying asks for what is asked for before money leaves, and again for nothing to see the receipt")
    func proofs() async throws {
        try await Till.with { till in
            let ana = try await till.person("ana")
            let accounts = till.trading.services.accounts
            let session = try await accounts.session(token: ana)
            let begun = try await accounts.beginFactor(password: "long enough", of: session)
            let address = try #require(begun)
            let world = till.trading.world
            let recovery = try await accounts.confirmFactor(code: world.code(address), of: session)
            let request = try await till.request()
            #expect(try await till.pay(request.id, ana).code == "accounts.code_needed")
            let consent = MarketPaymentConsentBody(asset: "CLP", amount: "1500", code: recovery[0])
            #expect(try await till.ask("/\(request.id)/pay", consent, ana).status == 201)
            // The answer was lost: the code is used up, and no second one is needed.
            #expect(try await till.ask("/\(request.id)/pay", consent, ana).status == 201)
            #expect(try await till.pay(request.id, ana).status == 201)
            #expect(try await till.balance(ana) == "3500")
            let clp = MarketWorld.asset("CLP")
            try await till.trading.services.market.administration.setWithdrawalRules(
                .init(dailyLimit: "2000"), asset: clp)
            let bob = try await till.person("bob")
            #expect(try await till.pay(try await till.request("2000.5").id, bob, "2000.5").code == "market.daily_limit")
            try await till.expectClean()
        }
    }
}
