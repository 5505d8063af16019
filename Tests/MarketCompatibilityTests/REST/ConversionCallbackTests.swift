import AccountService
import Accounts
import Basics
import Ledger
import Storage
import Synchronization
import TestServer
import Testing

@testable import HTTPKit
@testable import LedgerService
@testable import MarketCompatibility
@testable import MarketService
@testable import ServerApp

/// What the merchant's program hears of an invoice of v1 that was paid in another asset than it asks for.
@Suite("Calls about payments that have to be changed")
struct ConversionCallbackTests {
    /// A shop whose invoices are paid in ETH and asked for in CLP, and somebody who buys ETH, or does not.
    private struct Shop {
        let site: TradingSite
        let merchant: KeyHolder
        let payer: KeyHolder
        let maker: KeyHolder
        let program = MerchantProgram([])

        init(_ site: TradingSite) async throws {
            self.site = site
            merchant = try await site.trader("shop")
            payer = try await site.trader("ana", ["ETH": "1"])
            maker = try await site.trader("eva", ["CLP": "1000000"])
        }

        /// Somebody is there who buys ETH; the number of the order.
        func bid(nonce: Int) async throws -> String {
            let fields: KeyValuePairs = ["market": "ETHCLP", "amount": "10", "price": "10000", "type": "buy"]
            return try #require(try await maker.post("/v1/orders/create", fields, nonce: nonce).data?["id"]?.string)
        }

        func withdraw(_ bid: String, nonce: Int) async throws {
            #expect(try await maker.post("/v1/orders/cancel", ["id": bid], nonce: nonce).status == 200)
        }

        /// An invoice that is to be paid in ETH.
        func invoice(nonce: Int) async throws -> JSONValue {
            try #require(
                try await merchant.post(
                    "/v1/payment/new_order",
                    [
                        "to_receive": "3000", "to_receive_currency": "CLP", "payment_receiver": merchant.email,
                        "callback_url": "https://shop.example/paid",
                    ], nonce: nonce
                ).data)
        }

        func pay(_ invoice: JSONValue, nonce: Int) async throws {
            let payment: KeyValuePairs = [
                "address": try #require(invoice["deposit_address"]?.string),
                "amount": try #require(invoice["expected_amount"]?.string), "currency": "ETH",
            ]
            #expect(try await payer.post("/v2/transfer", payment, nonce: nonce).data == "")
        }

        /// Makes the calls that are due, and gives what was ever said of an invoice.
        func told(of invoice: JSONValue) async throws -> [JSONValue] {
            let queue = DeliveryQueue(
                database: site.world.database, clock: site.world.clock.serverClock,
                carriers: [.callback: CallbackCarrier(site.world.database, program)])
            while try await queue.deliverDue(.callback) > 0 {}
            return try program.calls.withLock { $0 }
                .map { try JSONValue(parsing: Array($0.body.utf8)) }
                .filter { $0["id"] == invoice["id"] }
        }

        /// Expects that every call is one of its own and signed with the merchant's secret.
        func expectSigned(_ count: Int) async throws {
            let calls = program.calls.withLock { $0 }
            #expect(calls.count == count && Set(calls.map { $0.headers["x-cerca-delivery"] }).count == count)
            let secret = try await site.world.database.read { connection in
                let number = try connection.first("SELECT account FROM callback_secrets")?.integer(0)
                return try CallbackSecretStore(connection).secret(of: LedgerAccount(rawValue: number ?? 0))
            }
            for call in calls {
                let timestamp = try #require(call.headers["x-cerca-timestamp"])
                let message = Array("\(timestamp).\(call.body)".utf8)
                #expect(
                    call.headers["x-cerca-signature"]
                        == RequestSignature.hex(secret: try #require(secret), message: message))
            }
        }
    }

    @Test("a payment that is changed at once is told when it came and when it was changed", arguments: Engine.allCases)
    func atOnce(engine: Engine) async throws {
        try await TradingSite.with(engine) { site in
            let shop = try await Shop(site)
            _ = try await shop.bid(nonce: 1)
            let invoice = try await shop.invoice(nonce: 1)
            try await shop.pay(invoice, nonce: 1)
            // Both are due at one instant, and may come in any order.
            let told = try await shop.told(of: invoice)
            #expect(told.count == 2 && [2, 3].allSatisfy { status in told.contains { $0["status"] == status } })
            #expect(told.allSatisfy { $0["to_receive"] == "3000" && $0["expected_currency"] == "ETH" })
            try await shop.expectSigned(2)
            #expect(try await shop.told(of: invoice).count == 2)
        }
    }

    @Test("one that has to wait is told once when it was changed, whoever tries", arguments: Engine.allCases)
    func later(engine: Engine) async throws {
        try await TradingSite.with(engine) { site in
            let shop = try await Shop(site)
            let payments = PaymentService(market: site.services.market, inbox: site.services.inbox)
            let first = try await shop.bid(nonce: 1)
            let invoice = try await shop.invoice(nonce: 1)
            try await shop.withdraw(first, nonce: 1)
            try await shop.pay(invoice, nonce: 1)
            #expect(try await shop.told(of: invoice).map { $0["status"] } == [2])
            // In vain once more: of that there is nothing to be told.
            site.world.clock.advance(seconds: 15)
            try await payments.convertWaiting()
            #expect(try await shop.told(of: invoice).count == 1)
            _ = try await shop.bid(nonce: 2)
            site.world.clock.advance(seconds: 60)
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<4 { group.addTask { try await payments.convertWaiting() } }
                try await group.waitForAll()
            }
            try await payments.convertWaiting()
            #expect(try await shop.told(of: invoice).map { $0["status"] } == [2, 3])
            try await shop.expectSigned(2)
        }
    }

    @Test("one that nobody could change for a day is told once to have ended unchanged", arguments: Engine.allCases)
    func never(engine: Engine) async throws {
        try await TradingSite.with(engine) { site in
            let shop = try await Shop(site)
            let payments = PaymentService(market: site.services.market, inbox: site.services.inbox)
            let bid = try await shop.bid(nonce: 1)
            let invoice = try await shop.invoice(nonce: 1)
            try await shop.withdraw(bid, nonce: 1)
            try await shop.pay(invoice, nonce: 1)
            #expect(try await shop.told(of: invoice).map { $0["status"] } == [2])
            site.world.clock.advance(seconds: 86_400 + 1000)
            for _ in 0..<3 { try await payments.convertWaiting() }
            #expect(try await shop.told(of: invoice).map { $0["status"] } == [2, -2])
            try await shop.expectSigned(2)
        }
    }
}
