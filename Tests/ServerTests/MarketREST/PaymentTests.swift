import HTTPTypes
import JSON
import Ledger
import Storage
import Testing
import Time

@testable import Server

@Suite struct PaymentTests {
    private static func invoice(_ merchant: KeyHolder) async throws -> JSONValue {
        try #require(
            try await merchant.post(
                "/v1/payment/new_order",
                ["to_receive": "3000", "to_receive_currency": "CLP", "payment_receiver": merchant.email]
            ).data)
    }

    @Test(arguments: Engine.allCases) func whatIsPaidIsChangedIntoWhatWasAsked(engine: Engine) async throws {
        try await TradingSite.with(engine) { site in
            let (merchant, payer) = (try await site.trader("shop"), try await site.trader("ana", ["ETH": "1"]))
            let maker = try await site.trader("eva", ["CLP": "1000000"])
            let bid: KeyValuePairs = ["market": "ETHCLP", "amount": "10", "price": "10000", "type": "buy"]
            #expect(try await maker.post("/v1/orders/create", bid).status == 200)
            let order = try await Self.invoice(merchant)
            #expect(order["expected_currency"] == "ETH" && order["status"] == 0 && order["remanining"] == 900)
            let (address, amount) = (
                try #require(order["deposit_address"]?.string), try #require(order["expected_amount"]?.string)
            )
            let payment: KeyValuePairs = ["address": address, "amount": amount, "currency": "ETH"]
            #expect(try await payer.post("/v2/transfer", payment).data == "")
            let id = try #require(order["id"]?.string)
            #expect(try await merchant.get("/v1/payment/status?id=\(id)").data?["status"] == 3)
            let received = try #require(try await merchant.balance("CLP").total)
            let asked = try DecimalText.units("3000", exponent: 18)
            #expect(try DecimalText.units(received, exponent: 18) >= asked)
            #expect(try await merchant.balance("ETH").total == "0")
            #expect(try await payer.post("/v2/transfer", payment, nonce: 1).message == "payment_not_waiting")
            #expect(try await site.services.market.desk.audit().isClean)
        }
    }

    @Test func anInvoiceIsPaidOnceHoweverManyTry() async throws {
        try await TradingSite.with { site in
            let merchant = try await site.trader("shop")
            let order = try await Self.invoice(merchant)
            let address = try #require(order["deposit_address"]?.string)
            var payers: [KeyHolder] = []
            for number in 0..<6 { payers.append(try await site.trader("ana\(number)", ["CLP": "5000"])) }
            let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
                for payer in payers {
                    group.addTask {
                        try await payer.post(
                            "/v2/transfer", ["address": address, "amount": "3000", "currency": "CLP"]
                        ).status
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(statuses.sorted() == [200] + Array(repeating: 422, count: 5))
            #expect(try await merchant.balance("CLP") == ("3000", "3000"))
        }
    }

    @Test func anInvoiceExpires() async throws {
        try await TradingSite.with { site in
            let (merchant, payer) = (try await site.trader("shop"), try await site.trader("ana", ["CLP": "5000"]))
            let order = try await Self.invoice(merchant)
            let address = try #require(order["deposit_address"]?.string)
            site.world.clock.advance(seconds: 900)
            let answer = try await payer.post(
                "/v2/transfer", ["address": address, "amount": "3000", "currency": "CLP"])
            #expect(answer.status == 422 && answer.message == "payment_not_waiting")
            let id = try #require(order["id"]?.string)
            #expect(try await merchant.get("/v1/payment/status?id=\(id)").data?["status"] == -1)
            #expect(try await payer.balance("CLP") == ("5000", "5000"))
        }
    }

    /// The process ended between the payment and the change: whoever asks next changes it, and nobody does so twice.
    @Test func aPaymentThatWasNotChangedIsChangedOnceAfterwards() async throws {
        try await TradingSite.with { site in
            let merchant = try await site.trader("shop", ["ETH": "2"])
            let maker = try await site.trader("eva", ["CLP": "1000000"])
            let bid: KeyValuePairs = ["market": "ETHCLP", "amount": "10", "price": "10000", "type": "buy"]
            #expect(try await maker.post("/v1/orders/create", bid).status == 200)
            let order = try await Self.invoice(merchant)
            let id = try #require(order["id"]?.string)
            let number = try #require(PaymentOrder.number(id))
            try await site.world.database.write { connection in
                try connection.execute("UPDATE payment_orders SET status = 2 WHERE id = ?1", [.integer(number)])
            }
            let statuses = try await withThrowingTaskGroup(of: JSONValue?.self) { group in
                for _ in 0..<6 {
                    group.addTask { try await merchant.get("/v1/payment/status?id=P\(number)").data?["status"] }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(statuses.contains(3))
            let amount = try DecimalText.units(try #require(order["expected_amount"]?.string), exponent: 18)
            let left = DecimalText.text(try DecimalText.units("2", exponent: 18) - amount, exponent: 18)
            #expect(try await merchant.balance("ETH").total == left)
        }
    }

    @Test func anInvoicesPageIsForWhoeverHasItsToken() async throws {
        try await TradingSite.with { site in
            let merchant = try await site.trader("shop")
            let order = try await Self.invoice(merchant)
            let (id, token) = (try #require(order["id"]?.string), try #require(order["token"]?.string))
            let page = try await site.ask(.get, "/invoice/\(id)/\(token)?lang=en")
            #expect(page.status == 200 && page.text.contains("Send exactly"))
            let address = try #require(order["deposit_address"]?.string)
            #expect(page.text.contains(address))
            #expect(page.headers[.contentSecurityPolicy]?.contains("default-src 'none'") == true)
            let other = String(repeating: "0", count: 32)
            #expect(try await site.ask(.get, "/invoice/\(id)/\(other)").status == 404)
            let picture = try await site.ask(.get, "/invoice/\(id).png")
            #expect(picture.status == 200 && picture.headers[.contentType] == "image/png")
            for path in ["/invoice/P1.png", "/invoice/\(id)", "/invoice/\(id).gif", "/invoice/X/\(token)"] {
                #expect(try await site.ask(.get, path).status == 404)
            }
        }
    }
}
