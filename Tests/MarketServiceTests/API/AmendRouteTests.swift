import API
import HTTPTypes
import TestServer
import Testing

@testable import HTTPKit
@testable import MarketService
@testable import ServerApp

@Suite("Amending orders over HTTP")
struct AmendRouteTests {
    @Test("an answer says whether the order kept its place, and comes again under its key")
    func amend() async throws {
        try await OwnSite.with { site in
            let ana = try await site.person("ana", ["CLP": "100"])
            let eva = try await site.person("eva", ["XLM": "10"])
            let order = try await site.place(ana, .buy, "5", at: "10")
            func patch(_ id: String, _ body: String, _ token: String, key: String? = nil) async throws -> Answer {
                var headers: HTTPFields = [:]
                headers[.idempotencyKey] = key
                return try await site.site.ask(
                    .patch, "/api/market/orders/" + id, body, token: token, headers: headers)
            }
            let less = try await patch(order.id, #"{"amount":"3"}"#, ana).body(MarketAmendmentBody.self)
            #expect(less.keepsPlace && less.replaced == nil && less.order.id == order.id && less.order.amount == "3")
            #expect(try await site.balance("CLP", ana)?.available == "70")

            let body = MarketAmendRequestBody(price: "20", clientId: "dearer")
            let key = "amend-this-order-once"
            let dearer = try await patch(order.id, body.text, ana, key: key)
            let amendment = try dearer.body(MarketAmendmentBody.self)
            #expect(!amendment.keepsPlace && amendment.order.id != order.id && amendment.order.clientId == "dearer")
            #expect(amendment.replaced?.id == order.id && amendment.replaced?.reason == .replaced)
            #expect(amendment.replaced?.replacedBy == amendment.order.id)
            let again = try await patch(order.id, body.text, ana, key: key)
            #expect(again.headers[.idempotentReplayed] == "true" && again.text == dearer.text)
            #expect(try await site.balance("CLP", ana)?.available == "40")
            let old = try await site.get("orders/\(order.id)", MarketOrderDetailsBody.self, ana).order
            #expect(old == amendment.replaced)

            let id = amendment.order.id
            for (number, text, code) in [
                (order.id, #"{"amount":"1"}"#, "market.not_open"), ("O999", #"{"amount":"1"}"#, "market.unknown_order"),
                (id, "{}", "request.invalid"), (id, #"{"amount":"x"}"#, "market.invalid_order"),
                (id, #"{"amount":"9"}"#, "market.not_enough_balance"), (id, #"{"stop":"1"}"#, "request.invalid"),
                (id, #"{"price":"1","clientId":"a b"}"#, "request.invalid"),
                (id, #"{"price":"1","clientId":"dearer"}"#, "market.client_id_used"),
            ] {
                #expect(try await patch(number, text, ana).code == code, "\(text)")
            }
            #expect(try await patch(id, #"{"amount":"1"}"#, eva).code == "market.unknown_order")
            #expect(try await site.get("open-orders", MarketOrdersBody.self, ana).orders == [amendment.order])
            _ = try await site.place(eva, .sell, "1", at: "20")
            #expect(try await patch(id, #"{"amount":"1"}"#, ana).code == "market.amount_executed")
            #expect(try await site.services.market.administration.audit().isClean)
        }
    }
}
