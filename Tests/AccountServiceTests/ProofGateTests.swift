import API
import Accounts
import Basics
import HTTPKit
import HTTPTypes
import TestServer
import Testing

@testable import AccountService
@testable import LedgerService
@testable import MarketService
@testable import ServerApp

@Suite("What an account may do as far as its address is proved")
struct ProofGateTests {
    private static let bodies = [
        "/api/market/orders": #"{"market":"ETHCLP","side":"buy","type":"limit","amount":"1","price":"1"}"#,
        "/api/market/transfers": #"{"asset":"CLP","address":"caaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa","amount":"1"}"#,
        "/api/account/keys": #"{"password":"long enough","code":"","label":"x","scopes":["trade"]}"#,
    ]

    @Test("an account that nobody vouches for looks and does not trade", arguments: Engine.allCases)
    func trading(engine: Engine) async throws {
        try await TradingSite.with(engine) { site in
            let web = Site(world: site.world, client: site.client)
            func token(_ name: String, _ proof: AddressProof) async throws -> String {
                try await site.services.accounts.signUp(
                    email: "\(name)@example.org", password: "long enough", proof: proof
                ).token
            }
            let (unproved, trader) = (try await token("ana", .none), try await token("eva", .trading))
            for (path, body) in Self.bodies {
                let refused = try await web.ask(.post, path, body, token: unproved)
                #expect(refused.status == 403 && refused.code == "accounts.unproved", "\(path): \(refused.text)")
                let other = try await web.ask(.post, path, body, token: trader)
                #expect(other.code != "accounts.unproved", "\(path): \(other.text)")
            }
            let balances = try await web.ask(.get, "/api/market/balances", token: unproved)
            #expect(balances.status == 200)
            let reads = #"{"password":"long enough","code":"","label":"x","scopes":["read"]}"#
            let reader = try await web.ask(.post, "/api/account/keys", reads, token: unproved)
            #expect(reader.status == 201, "\(reader.text)")
        }
    }

    @Test("money that is sent to an address comes to a proved mailbox alone", arguments: Engine.allCases)
    func receiving(engine: Engine) async throws {
        try await TradingSite.with(engine) { site in
            let sender = try await site.trader("ana", ["CLP": "1000"])
            _ = try await site.services.accounts.signUp(
                email: "eva@example.org", password: "long enough", proof: .trading)
            func send() async throws -> Answer {
                try await sender.post(
                    "/v2/transfer", ["address": "eva@example.org", "amount": "10", "currency": "CLP"], nonce: 1)
            }
            #expect(try await send().message == "address_not_found")
            #expect(try await sender.balance("CLP").available == "1000")
            try await site.services.accounts.verify(email: "eva@example.org", as: .mailbox)
            site.world.clock.advance(seconds: 1)
            let sent = try await send()
            #expect(sent.message == nil, "\(sent.text)")
            #expect(try await sender.balance("CLP").available == "990")
        }
    }
}
