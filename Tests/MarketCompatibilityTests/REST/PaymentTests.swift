import Accounts
import Basics
import HTTPTypes
import Ledger
import Storage
import TestServer
import Testing

@testable import AccountService
@testable import InboxService
@testable import MarketCompatibility
@testable import MarketService
@testable import ServerApp

@Suite struct PaymentTests {
    private static func invoice(_ merchant: KeyHolder, nonce: Int = 0) async throws -> JSONValue {
        try #require(
            try await merchant.post(
                "/v1/payment/new_order",
                ["to_receive": "3000", "to_receive_currency": "CLP", "payment_receiver": merchant.email],
                nonce: nonce
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
            #expect(try await site.services.market.administration.audit().isClean)
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

    /// The merchant bids most of all: what is paid is sold to others, and the merchant's bid stays where it is.
    @Test(arguments: Engine.allCases)
    func aMerchantsOwnBidNeitherMakesThePriceNorStandsInTheWay(engine: Engine) async throws {
        try await TradingSite.with(engine) { site in
            let merchant = try await site.trader("shop", ["CLP": "1000000"])
            let (payer, maker) = (
                try await site.trader("ana", ["ETH": "1"]), try await site.trader("eva", ["CLP": "1000000"])
            )
            let own: KeyValuePairs = ["market": "ETHCLP", "amount": "10", "price": "20000", "type": "buy"]
            let bid = try #require(try await merchant.post("/v1/orders/create", own).data?["id"]?.string)
            // Nobody else bids: then there is nothing to be priced by.
            #expect(try await Self.invoice(merchant)["expected_currency"] == "CLP")
            let others: KeyValuePairs = ["market": "ETHCLP", "amount": "10", "price": "10000", "type": "buy"]
            #expect(try await maker.post("/v1/orders/create", others).status == 200)
            let order = try await Self.invoice(merchant, nonce: 1)
            let amount = try #require(order["expected_amount"]?.string)
            #expect(try DecimalText.units(amount, exponent: 18) > DecimalText.units("0.3", exponent: 18))
            let payment: KeyValuePairs = [
                "address": try #require(order["deposit_address"]?.string), "amount": amount, "currency": "ETH",
            ]
            #expect(try await payer.post("/v2/transfer", payment).data == "")
            let id = try #require(order["id"]?.string)
            #expect(try await merchant.get("/v1/payment/status?id=\(id)").data?["status"] == 3)
            #expect(try await merchant.get("/v1/orders/status?id=\(bid)").data?["status"] == "active")
            #expect(try await merchant.balance("ETH").total == "0")
            #expect(try await site.services.market.administration.audit().isClean)
        }
    }

    /// The buyers are gone when it is paid: it is tried again until there are others, and the merchant is told of both.
    @Test(arguments: Engine.allCases) func whatCouldNotBeChangedIsTriedAgainAndTold(engine: Engine) async throws {
        try await TradingSite.with(engine) { site in
            let (merchant, payer) = (try await site.trader("shop"), try await site.trader("ana", ["ETH": "1"]))
            let maker = try await site.trader("eva", ["CLP": "1000000"])
            let payments = PaymentService(market: site.services.market, inbox: site.services.inbox)
            func told() async throws -> [String] {
                let account = try #require(
                    try await site.world.database.read {
                        try AccountStore($0).credentials(of: EmailAddress(merchant.email))?.id
                    })
                return try await site.services.inbox.notifications(of: account).map(\.content.kind)
            }
            func status(_ id: String) async throws -> JSONValue? {
                try await merchant.get("/v1/payment/status?id=\(id)").data?["status"]
            }
            func pay(nonce: Int) async throws -> String {
                let fields: KeyValuePairs = ["market": "ETHCLP", "amount": "10", "price": "10000", "type": "buy"]
                let bid = try #require(
                    try await maker.post("/v1/orders/create", fields, nonce: nonce).data?["id"]?.string)
                let order = try await Self.invoice(merchant, nonce: nonce)
                #expect(try await maker.post("/v1/orders/cancel", ["id": bid]).status == 200)
                let payment: KeyValuePairs = [
                    "address": try #require(order["deposit_address"]?.string),
                    "amount": try #require(order["expected_amount"]?.string), "currency": "ETH",
                ]
                #expect(try await payer.post("/v2/transfer", payment, nonce: nonce).data == "")
                return try #require(order["id"]?.string)
            }

            let first = try await pay(nonce: 1)
            #expect(try await status(first) == 2)
            #expect(try await told() == ["invoice.delayed"])
            // Not before its time, and told once.
            try await payments.convertWaiting()
            site.world.clock.advance(seconds: 15)
            try await payments.convertWaiting()
            #expect(try await status(first) == 2)
            #expect(try await told() == ["invoice.delayed"])
            let fields: KeyValuePairs = ["market": "ETHCLP", "amount": "10", "price": "10000", "type": "buy"]
            let bid = try #require(try await maker.post("/v1/orders/create", fields, nonce: 9).data?["id"]?.string)
            site.world.clock.advance(seconds: 25)
            // Several at once: it is sold once.
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<4 { group.addTask { try await payments.convertWaiting() } }
                try await group.waitForAll()
            }
            #expect(try await status(first) == 3)
            #expect(try await told() == ["invoice.changed", "invoice.delayed"])
            #expect(try await merchant.balance("ETH").total == "0")
            #expect(try await maker.post("/v1/orders/cancel", ["id": bid], nonce: 9).status == 200)

            // Nobody comes for a day: it ends, and the merchant has what was paid.
            let second = try await pay(nonce: 2)
            site.world.clock.advance(seconds: 86_400 + 1000)
            try await payments.convertWaiting()
            let left = try await site.world.database.read { connection in
                try connection.first(
                    "SELECT status FROM payment_orders WHERE id = ?1", [.integer(PaymentOrder.number(second) ?? 0)]
                )?.integer(0)
            }
            #expect(left == -2)
            #expect(try await told().first == "invoice.kept")
            #expect(try await site.services.market.administration.audit().isClean)
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
            // In Italian too; a language that is not ours, whatever it is, is Spanish and stands nowhere in the page.
            let italian = try await site.ask(.get, "/invoice/\(id)/\(token)?lang=it").text
            #expect(italian.contains("<html lang=\"it\">") && italian.contains("Invia esattamente"))
            let other = try await site.ask(.get, "/invoice/\(id)/\(token)?lang=%3Cscript%3E").text
            #expect(other.contains("<html lang=\"es\">") && !other.contains("script"))
            #expect(page.headers[.contentSecurityPolicy]?.contains("default-src 'none'") == true)
            let guess = String(repeating: "0", count: 32)
            #expect(try await site.ask(.get, "/invoice/\(id)/\(guess)").status == 404)
            let picture = try await site.ask(.get, "/invoice/\(id).png")
            #expect(picture.status == 200 && picture.headers[.contentType] == "image/png")
            for path in ["/invoice/P1.png", "/invoice/\(id)", "/invoice/\(id).gif", "/invoice/X/\(token)"] {
                #expect(try await site.ask(.get, path).status == 404)
            }
        }
    }
}
