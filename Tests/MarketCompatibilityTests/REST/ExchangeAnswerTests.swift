import Basics
import HTTPTypes
import TestServer
import Testing

@testable import Accounts
@testable import HTTPKit
@testable import LedgerService
@testable import Market
@testable import MarketCompatibility
@testable import MarketService

/// What clients of the exchange's API are told when something small is wrong.
@Suite("Answers of the exchange's API")
struct ExchangeAnswerTests {
    @Test("a clock in another unit is told without a key, and the server's time can be asked for")
    func clocks() async throws {
        try await TradingSite.with { site in
            let trader = try await site.trader("ana")
            let seconds = site.world.clock.now.seconds
            let time = try #require(try await site.ask(.get, "/v2/time").data)
            #expect(time["milliseconds"] == .integer(site.world.clock.now.milliseconds))
            let timestamp = try #require(time["timestamp"]?.string)
            #expect(
                try await site.ask(.get, "/v2/balance", headers: trader.signature("/v2/balance", timestamp: timestamp))
                    .status == 200)
            for (text, unit) in [
                ("\(seconds)123", "milliseconds"), ("\(seconds)123.5", "milliseconds"),
                ("\(seconds)123456", "microseconds"),
                ("\(seconds)123456789", "nanoseconds"),
            ] {
                // Somebody who has no key is told the same.
                for secret in [nil, "wrong"] {
                    let headers = trader.signature("/v2/balance", timestamp: text, secret: secret)
                    let answer = try await site.ask(.get, "/v2/balance", headers: headers)
                    #expect(answer.status == 401 && answer.message == "timestamp_not_in_seconds")
                    #expect(answer.text.contains("is in \(unit)"), "\(answer.text)")
                }
            }
            let late = trader.signature("/v2/balance", timestamp: String(seconds - 31))
            let answer = try await site.ask(.get, "/v2/balance", headers: late)
            #expect(answer.message == "timestamp_out_of_window" && answer.text.contains(timestamp), "\(answer.text)")
        }
    }

    @Test("a signature may be written in capital letters, and is taken once in both")
    func capitals() async throws {
        try await TradingSite.with { site in
            let trader = try await site.trader("ana", ["CLP": "100"])
            let fields = ["amount": "1", "market": "XLMCLP", "price": "10", "side": "buy", "type": "limit"]
                .sorted { $0.key < $1.key }
            var headers = trader.signature("/v2/orders/create", fields.map(\.value).joined())
            headers[.marketSignature] = headers[.marketSignature]?.uppercased()
            let form = fields.map { "\($0.key)=\($0.value)" }.joined(separator: "&")
            #expect(try await site.ask(.post, "/v2/orders/create", form: form, headers: headers).status == 200)
            headers[.marketSignature] = headers[.marketSignature]?.lowercased()
            #expect(
                try await site.ask(.post, "/v2/orders/create", form: form, headers: headers).message
                    == "signature_already_used")
        }
    }

    @Test("a deposit's day is a day, and money leaves in the steps of its currency")
    func money() async throws {
        try await TradingSite.with { site in
            let trader = try await site.trader("ana", ["CLP": "1000.5"])
            for (turn, (day, message)) in [
                ("09/03/2020", nil), ("hoy", "invalid_date"), ("99/99/9999", "invalid_date"),
                ("2020-03-09", "invalid_date"),
                ("9/3/2020", "invalid_date"), ("31/02/2020", "invalid_date"),
            ].enumerated() {
                let answer = try await trader.post(
                    "/v2/deposit", ["amount": "1000", "bank_account": "1", "date": day], nonce: turn)
                #expect(answer.message == message, "\(day): \(answer.text)")
            }
            for (turn, amount) in ["0.4", "1000.5", "1.000000000000000001"].enumerated() {
                let answer = try await trader.post(
                    "/v2/withdrawal", ["amount": amount, "bank_account": "1"], nonce: 20 + turn)
                #expect(answer.message == "amount_too_precise", "\(answer.text)")
                #expect(answer.text.contains("the least is 1, in steps of 1"))
            }
            #expect(try await trader.post("/v2/withdrawal", ["amount": "1000", "bank_account": "1"]).status == 200)
        }
    }

    @Test("a long number is told as long, and a cancelled order by how it ended")
    func reasons() async throws {
        try await TradingSite.with { site in
            let trader = try await site.trader("ana", ["CLP": "1000"])
            func place(_ amount: String, _ price: String, nonce: Int) async throws -> Answer {
                try await trader.post(
                    "/v2/orders/create",
                    ["market": "XLMCLP", "side": "buy", "type": "limit", "amount": amount, "price": price], nonce: nonce
                )
            }
            let zeros = String(repeating: "0", count: 70)
            let long = try await place("1.\(zeros)", "10", nonce: 1)
            #expect(long.message == "invalid_amount" && long.text.contains("at most 64 characters"), "\(long.text)")
            #expect(try await place("0.\(zeros)1", "10", nonce: 2).message == "amount_not_on_lot")
            #expect(try await place("1", "10.\(zeros)", nonce: 3).message == "invalid_price")
            let order = try await place("1", "10", nonce: 4)
            let id = try #require(order.data?["id"]?.string)
            _ = try await trader.post("/v2/orders/cancel", ["id": id], nonce: 5)
            let again = try await trader.post("/v2/orders/cancel", ["id": id], nonce: 6)
            #expect(again.message == "order_not_active" && again.text.contains("has been cancelled"))
            let own = try await trader.post(
                "/v2/transfer", ["address": trader.email, "amount": "1", "currency": "CLP"], nonce: 7)
            #expect(["address_is_own", "address_not_found"].contains(own.message), "\(own.text)")
        }
    }
}
