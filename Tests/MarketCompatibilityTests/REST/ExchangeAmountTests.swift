import Accounts
import Basics
import HTTPTypes
import Ledger
import LedgerService
import Market
import Storage
import TestServer
import Testing

@testable import HTTPKit
@testable import MarketCompatibility
@testable import MarketService
@testable import ServerApp

/// Every field of the exchange's API that says an amount or a price, as it arrives: with each digit, or refused by name.
@Suite("Amounts over the exchange's API")
struct ExchangeAmountTests {
    /// A decimal number in the ways in which it can be written.
    private struct Sample {
        /// Digits with at most one point.
        let plain: String
        /// The same number in JSON: as a text, and as numbers with and without an exponent.
        let json: [String]

        init(digits: Int, places: Int, using random: inout SplitMix64) {
            var all = (0..<digits + places).map { _ in String(Int.random(in: 0...9, using: &random)) }
            if digits > 1, all[0] == "0" { all[0] = "7" }
            let (whole, fraction) = (all[..<digits].joined(), all[digits...].joined())
            plain = fraction.isEmpty ? whole : "\(whole).\(fraction)"
            let mantissa = (whole + fraction).drop { $0 == "0" }
            guard let first = mantissa.first else {
                json = ["\"\(plain)\"", plain, "0e5"]
                return
            }
            let rest = mantissa.dropFirst()
            json = [
                "\"\(plain)\"", plain, "\(mantissa)e-\(fraction.count)",
                "\(first)\(rest.isEmpty ? "" : "." + rest)E\(rest.count - fraction.count)",
            ]
        }
    }

    private static func rules(_ name: String, _ site: TradingSite) async throws -> MarketRules {
        try await site.services.market.market(named: try #require(MarketName(name)))
    }

    /// What an order of this amount and this price is refused with for its numbers; nil when it is not.
    private static func fault(_ amount: String, _ price: String, _ rules: MarketRules) -> String? {
        do throws(OrderFault) {
            let (lots, ticks) = (try rules.lots(amount), try rules.ticks(price))
            _ = try rules.notional(ticks: ticks, lots: lots)
            return nil
        } catch {
            return ExchangeFault(.order(error)).message
        }
    }

    private static func areEqual(_ told: JSONValue?, _ sent: String) -> Bool {
        told?.string.map { JSONValue.Number(written: $0) } == .some(JSONValue.Number(written: sent))
    }

    @Test("each field, on each way", arguments: AmountField.allCases)
    func everyField(field: AmountField) async throws {
        switch field {
        case .amount, .price: try await orders()
        case .stop, .limit: try await stops(field)
        case .stopPrice: try await pairs()
        case .bound: try await bounds()
        case .toReceive: try await invoices()
        }
    }

    private func orders() async throws {
        try await TradingSite.with { site in
            let trader = try await site.trader("ana", ["CLP": "1000000000000000000"])
            let rules = try await Self.rules("XLMCLP", site)
            let account = try await site.world.database.read { try $0.first("SELECT id FROM accounts")?.blob(0) }
            let owner = try await site.services.market.trader(of: try #require(account))
            let tickets = SocketTickets(database: site.world.database)
            let socket = SocketTrading(
                market: site.services.market, perHolder: nil,
                rights: SocketRights(
                    accounts: site.world.accounts, keys: site.services.apiKeys, tickets: tickets,
                    clock: site.world.clock.serverClock))
            var random = SplitMix64(seed: 18)
            var placed = 0
            for turn in 0..<24 {
                let amount = Sample(digits: 1 + turn % 11, places: turn % 9, using: &random)
                let price = Sample(digits: 1 + (turn * 7) % 16, places: turn % 4, using: &random)
                let fault = Self.fault(amount.plain, price.plain, rules)
                var texts: [String] = []
                for (one, other) in zip(amount.json, price.json) {
                    texts.append(#"{"amount":\#(one),"market":"XLMCLP","price":\#(other),"side":"buy","type":"limit"}"#)
                }
                let answer = try await trader.post(
                    "/v2/orders/create/bulk", ["orders": "[\(texts.joined(separator: ","))]"], nonce: turn)
                let (created, refused) = (answer.data?["created"], answer.data?["not_created"])
                for entry in created?.elements ?? [] {
                    #expect(fault == nil && Self.areEqual(entry["data"]?["amount"]?["original"], amount.plain))
                    #expect(Self.areEqual(entry["data"]?["price"], price.plain))
                    // What came is told as it came, to the last character.
                    #expect(texts.contains(entry["original"]?.compactText ?? ""))
                    placed += 1
                }
                for entry in refused?.elements ?? [] {
                    #expect(texts.contains(entry["original"]?.compactText ?? ""))
                    #expect(entry["message"]?.string == fault ?? "not_enough_balance", "\(texts)")
                }
                for text in texts {
                    let told = await socket.answer(
                        .create, try JSONValue(parsing: Array(text.utf8)), of: owner, by: .key(trader.key.public))
                    if told["status"] == "success" {
                        #expect(fault == nil, "\(text)")
                        #expect(Self.areEqual(told["data"]?["amount"]?["original"], amount.plain), "\(text): \(told)")
                        #expect(Self.areEqual(told["data"]?["price"], price.plain), "\(text): \(told)")
                    } else {
                        #expect(told["message"]?.string == (fault ?? "not_enough_balance"), "\(text)")
                    }
                }
                for (path, side) in [("/v1/orders/create", "type"), ("/v2/orders/create", "side")] {
                    var fields = [
                        "market": "XLMCLP", side: "buy", "amount": amount.plain, "price": price.plain,
                    ]
                    if side == "side" { fields["type"] = "limit" }
                    let told = try await Self.post(trader, path, fields, nonce: turn)
                    #expect((told.status == 200 && fault == nil) || told.message == fault ?? "not_enough_balance")
                    if let data = told.data { #expect(Self.areEqual(data["amount"]?["original"], amount.plain)) }
                }
                _ = await socket.answer(.cancelAll, nil, of: owner, by: .key(trader.key.public))
            }
            #expect(placed > 20)
            // What a form cannot say is refused there, and nothing is guessed.
            for wrong in ["1e3", "1E3", "1e-3", "+1", "0x1", "1,5", "٣", " 1"] {
                let fields = ["market": "XLMCLP", "side": "buy", "type": "limit", "amount": wrong, "price": "1"]
                #expect(try await Self.post(trader, "/v2/orders/create", fields, nonce: 99).message == "invalid_amount")
            }
        }
    }

    /// Sends a form, each value as it has to be written in one.
    private static func post(
        _ trader: KeyHolder, _ path: String, _ fields: [String: String], nonce: Int
    ) async throws -> Answer {
        let sorted = fields.sorted { $0.key < $1.key }
        let timestamp = "\(trader.site.world.clock.now.seconds).\(nonce)"
        var headers = trader.signature(path, sorted.map(\.value).joined(), timestamp: timestamp)
        headers[.contentType] = "application/x-www-form-urlencoded"
        let form = sorted.map { "\($0.key)=\(PercentEncoding.encoded($0.value))" }.joined(separator: "&")
        return try await trader.site.ask(.post, path, form: form, headers: headers)
    }

    private func stops(_ field: AmountField) async throws {
        try await TradingSite.with { site in
            let trader = try await site.trader("ana", ["XLM": "10"])
            for (turn, stop) in [#""90071992547409.93""#, "90071992547409.93", "9007199254740993e-2"].enumerated() {
                let order = """
                    [{"amount":1e-1,"\(field.rawValue)":\(stop),"market":"XLMCLP","price":90071992547409.91,\
                    "side":"sell","type":"stop-limit"}]
                    """
                let answer = try await trader.post("/v2/orders/create/bulk", ["orders": order], nonce: turn)
                let data = answer.data?["created"]?.elements.first?["data"]
                #expect(data?["stop"] == "90071992547409.93" && data?["price"] == "90071992547409.91", "\(answer.text)")
            }
        }
    }

    private func pairs() async throws {
        try await TradingSite.with { site in
            let trader = try await site.trader("ana", ["XLM": "10"])
            let answer = try await trader.post(
                "/v2/orders/create/pair",
                [
                    "market": "XLMCLP", "side": "sell", "amount": "1.1234567", "price": "90071992547409.93",
                    "stop": "80071992547409.91", "stop_price": "70071992547409.97",
                ])
            #expect(answer.data?["limit"]?["price"] == "90071992547409.93", "\(answer.text)")
            #expect(answer.data?["stop"]?["price"] == "70071992547409.97")
            #expect(answer.data?["stop"]?["stop"] == "80071992547409.91")
            #expect(answer.data?["stop"]?["amount"]?["original"] == "1.1234567")
        }
    }

    private func bounds() async throws {
        try await TradingSite.with { site in
            let maker = try await site.trader("eva", ["XLM": "10"])
            let taker = try await site.trader("ana", ["CLP": "100"])
            _ = try await maker.post(
                "/v1/orders/create", ["market": "XLMCLP", "amount": "1", "price": "55", "type": "sell"])
            for (turn, bound, message) in [
                (1, "54.999999999999999999", "not_enough_liquidity"), (2, "5.5e1", "invalid_amount"), (3, "55", nil),
            ] {
                let answer = try await trader(taker, buys: "1", bound: bound, nonce: turn)
                #expect(answer.message == message, "\(bound)")
            }
        }
    }

    private func trader(_ taker: KeyHolder, buys amount: String, bound: String, nonce: Int) async throws -> Answer {
        try await taker.post(
            "/v1/orders/instant/create", ["market": "XLMCLP", "type": "buy", "amount": amount, "bound": bound],
            nonce: nonce)
    }

    private func invoices() async throws {
        try await TradingSite.with { site in
            let merchant = try await site.trader("shop")
            for (turn, amount) in ["1234567890.12345678", "90071992547409.93", "1.000000000000000001"].enumerated() {
                let answer = try await merchant.post(
                    "/v1/payment/new_order",
                    ["to_receive": amount, "to_receive_currency": "CLP", "payment_receiver": merchant.email],
                    nonce: turn)
                #expect(answer.data?["to_receive"].map { $0.compactText.filter { $0 != "\"" } } == amount)
            }
        }
    }

    @Test("money that comes and goes arrives with each digit")
    func wallets() async throws {
        try await TradingSite.with { site in
            let trader = try await site.trader("ana", ["XLM": "4000000000"])
            _ = try await site.trader("eva")
            let amounts = ["1234567890.12345678", "0.000000000000000001", "0.123456789012345678"]
            for (turn, amount) in amounts.enumerated() {
                let answer = try await trader.post(
                    "/v2/transfer", ["address": "eva@example.org", "amount": amount, "currency": "XLM"], nonce: turn)
                #expect(answer.status == 200 || answer.message == "address_not_found", "\(answer.text)")
            }
            for (turn, amount) in amounts.enumerated() {
                let answer = try await trader.post(
                    "/v2/withdrawal", ["bank_account": "x", "amount": amount, "currency": "XLM"], nonce: 10 + turn)
                #expect(answer.status == 200, "\(answer.text)")
            }
            let requests = try await site.services.market.requests(
                of: try await site.services.market.trader(
                    of: try #require(
                        try await site.world.database.read {
                            try $0.first("SELECT id FROM accounts WHERE email = 'ana@example.org'")?.blob(0)
                        })), page: Page(limit: 10)
            ).items
            #expect(Set(requests.map { DecimalText.text($0.amount, exponent: 18) }) == Set(amounts))
        }
    }
}
