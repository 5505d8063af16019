import API
import Basics
import HTTPTypes
import HummingbirdTesting
import Ledger
import Market
import TestServer
import Testing

@testable import AccountService
@testable import HTTPKit
@testable import LedgerService
@testable import MarketService
@testable import ServerApp

@Suite("Money that comes and goes, for whoever is signed in, over HTTP")
struct MarketOwnMoneyTests {
    @Test("money is announced, held, refused, settled and sent to an address that stays")
    func money() async throws {
        try await OwnSite.with { site in
            let ana = try await site.person("ana", ["CLP": "1000"])
            let eva = try await site.person("eva")
            func ask(_ path: String, _ body: some APIBody, _ token: String) async throws -> Answer {
                try await site.site.ask(.post, "/api/market/" + path, try body.text, token: token)
            }
            let draft = MarketMoneyDraftBody(asset: "CLP", amount: "300", bankAccount: "Banco 1")
            let out = try await ask("withdrawals", draft, ana).body(MarketMoneyRequestBody.self)
            #expect(out.kind == .withdrawal && out.status == .waiting && out.decidedAt == nil)
            #expect(try await site.balance("CLP", ana) == .init(asset: "CLP", total: "1000", available: "700"))
            let administration = site.services.market.administration
            try await administration.refuse(request: try #require(Int64(out.id)))
            #expect(try await site.balance("CLP", ana)?.available == "1000")
            let coming = try await ask("deposits", draft, ana).body(MarketMoneyRequestBody.self)
            #expect(try await site.balance("CLP", ana)?.total == "1000")
            try await administration.settle(request: try #require(Int64(coming.id)))
            #expect(try await site.balance("CLP", ana)?.total == "1300")
            let requests = try await site.get("requests", MarketMoneyRequestsBody.self, ana).requests
            #expect(requests.map(\.id) == [coming.id, out.id] && requests.map(\.status) == [.settled, .refused])

            let address = try await site.get("balances/CLP/address", MarketAddressBody.self, eva).address
            #expect(try await site.get("balances/CLP/address", MarketAddressBody.self, eva).address == address)
            #expect(try await site.get("balances/CLP/address", MarketAddressBody.self, ana).address != address)
            let gift = MarketTransferBody(address: address, asset: "CLP", amount: "250.5", memo: "for lunch")
            let sent = try await ask("transfers", gift, ana).body(MarketTransactionBody.self)
            #expect(sent.kind == .sent && sent.balance == "1049.5")
            #expect(try await site.balance("CLP", eva)?.available == "250.5")

            for (wrong, code) in [
                (MarketTransferBody(address: "nobody", asset: "CLP", amount: "1"), "market.unknown_address"),
                (MarketTransferBody(address: address, asset: "NOPE", amount: "1"), "market.unknown_asset"),
                (MarketTransferBody(address: address, asset: "CLP", amount: "2000"), "market.not_enough_balance"),
                (MarketTransferBody(address: address, asset: "CLP", amount: "-1"), "market.invalid_amount"),
                (MarketTransferBody(address: address, asset: "CLP", amount: "0"), "market.invalid_amount"),
            ] {
                #expect(try await ask("transfers", wrong, ana).code == code)
            }
            #expect(try await administration.audit().isClean)
        }
    }

    @Test("money leaves an account that asks for codes with a code alone, and with each once")
    func codes() async throws {
        try await OwnSite.with { site in
            let (ana, bea) = (try await site.person("ana", ["CLP": "100"]), try await site.person("bea"))
            let world = site.site.world
            let session = try await site.services.accounts.session(token: ana)
            let to = try await site.get("balances/CLP/address", MarketAddressBody.self, bea).address
            func send(_ code: String?) async throws -> String? {
                let body = MarketTransferBody(address: to, asset: "CLP", amount: "10", code: code)
                let answer = try await site.site.ask(.post, "/api/market/transfers", body.text, token: ana)
                return answer.status == 201 ? nil : answer.code
            }
            func withdraw(_ code: String?) async throws -> String? {
                let body = MarketMoneyDraftBody(asset: "CLP", amount: "10", bankAccount: "1", code: code)
                let answer = try await site.site.ask(.post, "/api/market/withdrawals", body.text, token: ana)
                return answer.status == 201 ? nil : answer.code
            }
            #expect(try await send(nil) == nil)
            let begun = try await site.services.accounts.beginFactor(password: Staff.password, of: session)
            let address = try #require(begun)
            let recovery = try await site.services.accounts.confirmFactor(code: world.code(address), of: session)
            world.clock.advance(seconds: 30)
            for ask in [send, withdraw] {
                #expect(try await ask(nil) == "accounts.code_needed")
                #expect(try await ask("000000") == "accounts.wrong_code")
                world.clock.advance(seconds: 30)
            }
            #expect(try await site.balance("CLP", ana)?.available == "90")
            let code = try world.code(address)
            #expect(try await send(code) == nil)
            #expect(try await withdraw(code) == "accounts.wrong_code")
            #expect(try await withdraw(recovery[0]) == nil)
            #expect(try await site.balance("CLP", ana)?.available == "70")
            // What comes in needs none.
            let deposit = MarketMoneyDraftBody(asset: "CLP", amount: "10", bankAccount: "1")
            #expect(try await site.site.ask(.post, "/api/market/deposits", deposit.text, token: ana).status == 201)
        }
    }
}
