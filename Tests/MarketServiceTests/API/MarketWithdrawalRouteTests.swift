import API
import HTTPTypes
import Ledger
import TestServer
import Testing

@testable import AccountService
@testable import HTTPKit
@testable import LedgerService
@testable import MarketService
@testable import ServerApp

@Suite("Money that leaves, over HTTP")
struct MarketWithdrawalRouteTests {
    @Test("terms are told, bounds are refused in words, and a request is taken back")
    func routes() async throws {
        try await TradingSite.with { trading in
            let site = Site(world: trading.world, client: trading.client)
            let market = trading.services.market
            let (ana, eva) = (try await site.signUp("ana"), try await site.signUp("eva"))
            let clp = MarketWorld.asset("CLP")
            try await market.administration.deposit(to: "ana@example.org", asset: clp, amount: "5000")
            try await market.administration.setWithdrawalRules(
                .init(fee: "10", minimum: "100", dailyLimit: "1000"), asset: clp)
            func terms() async throws -> MarketWithdrawalTermsBody {
                try await site.ask(.get, "/api/market/balances/CLP/withdrawal-terms", token: ana)
                    .body(MarketWithdrawalTermsBody.self)
            }
            #expect(
                try await terms()
                    == .init(
                        asset: "CLP", fee: "10", step: "1", least: "100", most: "1000", dailyLimit: "1000", used: "0",
                        left: "1000", proof: MarketMoneyProof.none))
            func withdraw(_ amount: String) async throws -> Answer {
                let body = MarketMoneyDraftBody(asset: "CLP", amount: amount, bankAccount: "Banco 1")
                return try await site.ask(
                    .post, "/api/market/withdrawals", String(decoding: try body.json(), as: UTF8.self), token: ana)
            }
            for (amount, code, words) in [
                ("99", "market.withdrawal_too_small", "must be at least 100"),
                ("1001", "market.daily_limit", "must be at most 1000 now"),
            ] {
                let answer = try await withdraw(amount)
                #expect(answer.status == 422 && answer.code == code)
                #expect(try answer.body(ProblemBody.self).faults == [Fault(path: "$.amount", message: words)])
            }
            // What the terms say is taken.
            let request = try await withdraw(try await terms().most).body(MarketMoneyRequestBody.self)
            #expect(request.fee == "10" && request.receives == "990" && request.status == .waiting)
            #expect(try await terms().left == "0")
            let path = "/api/market/requests/\(request.id)"
            #expect(try await site.ask(.delete, path).code == "accounts.not_signed_in")
            #expect(try await site.ask(.delete, path, token: eva).code == "market.unknown_request")
            for wrong in ["99", "x", "-1", "99999999999999999999"] {
                let answer = try await site.ask(.delete, "/api/market/requests/\(wrong)", token: ana)
                #expect(answer.code == "market.unknown_request", "\(wrong)")
            }
            let taken = try await site.ask(.delete, path, token: ana).body(MarketMoneyRequestBody.self)
            #expect(taken.status == .cancelled && taken.decidedAt != nil && taken.id == request.id)
            #expect(try await site.ask(.delete, path, token: ana).code == "market.request_decided")
            #expect(try await terms().left == "1000")
            #expect(try await market.administration.audit().isClean)
        }
    }

    @Test("the bounds hold for keys as well, in the words of their API")
    func keys() async throws {
        try await TradingSite.with { site in
            let ana = try await site.trader("ana", ["CLP": "5000"])
            let eva = try await site.trader("eva")
            let administration = site.services.market.administration
            let clp = MarketWorld.asset("CLP")
            try await administration.setWithdrawalRules(.init(minimum: "100", dailyLimit: "1000"), asset: clp)
            let account = try await site.world.accounts.session(
                token: try await site.world.accounts.signIn(email: eva.email, password: "long enough").token
            ).accountID
            let market = site.services.market
            let to = try await market.address(of: try await market.trader(of: account), asset: clp)
            func post(_ path: String, _ fields: KeyValuePairs<String, String>) async throws -> String {
                try await ana.post(path, fields).text
            }
            let small = try await post("/v2/withdrawal", ["amount": "99", "bank_account": "1"])
            #expect(small.contains("amount_too_small"))
            let first = try await post("/v2/withdrawal", ["amount": "700", "bank_account": "1"])
            #expect(first.contains("success"))
            let much = try await post("/v2/transfer", ["address": to, "amount": "301", "currency": "CLP"])
            #expect(much.contains("daily_limit_reached"))
            let rest = try await post("/v1/transfer", ["address": to, "amount": "300", "currency": "CLP"])
            #expect(rest.contains("success"))
            #expect(try await administration.audit().isClean)
        }
    }
}
