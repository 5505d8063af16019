import API
import AccountService
import Accounts
import Basics
import HTTPTypes
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

@Suite("Calls to merchants' programs")
struct CallbackTests {
    @Test("a payment is told once it is taken, signed with the secret of its merchant, and again until then")
    func delivery() async throws {
        try await OwnSite.with { site in
            let (ana, ben) = (
                try await site.person("ana", ["CLP": "100"]), try await site.person("ben", ["CLP": "100"])
            )
            let made = try await site.site.ask(.post, "/api/market/callback-secret", token: ben)
            let secret = try #require(try made.body(MarketCallbackSecretBody.self).secret)
            #expect(secret.count == 64 && made.status == 201)
            let told = try await site.get("callback-secret", MarketCallbackSecretBody.self, ben)
            #expect(told.secret == nil && told.madeAt == site.site.world.clock.now)
            func ask(_ address: String) async throws -> Answer {
                let body = MarketPaymentDraftBody(asset: "CLP", amount: "15", callbackUrl: address)
                return try await site.site.ask(.post, "/api/market/payment-requests", body.text, token: ben)
            }
            #expect(try await ask("javascript:alert(1)").code == "request.invalid")
            let request = try await ask("https://shop.example/paid").body(MarketPaymentRequestBody.self)
            let consent = MarketPaymentConsentBody(asset: "CLP", amount: "15")
            let paid = try await site.site.ask(
                .post, "/api/market/payment-requests/\(request.id)/pay", consent.text, token: ana)
            #expect(paid.status == 201, "\(paid.text)")

            let program = MerchantProgram([nil, 500, 302, 200])
            let (database, clock) = (site.site.world.database, site.site.world.clock)
            let queue = DeliveryQueue(
                database: database, clock: clock.serverClock,
                carriers: [.callback: CallbackCarrier(database, program)])
            for taken in [0, 0, 0, 1, 0] {
                #expect(try await queue.deliverDue(.callback) == taken)
                clock.advance(seconds: 3600)
            }
            let calls = program.calls.withLock { $0 }
            #expect(calls.count == 4 && Set(calls.map { $0.headers["x-cerca-delivery"] }).count == 1)
            for call in calls {
                #expect(call.address == "https://shop.example/paid" && call.body == calls[0].body)
                #expect(call.body.contains("\"request\":\"\(request.id)\"") && call.body.contains("\"status\":3"))
                let timestamp = try #require(call.headers["x-cerca-timestamp"])
                let message = Array("\(timestamp).\(call.body)".utf8)
                #expect(call.headers["x-cerca-signature"] == RequestSignature.hex(secret: secret, message: message))
            }
        }
    }

    @Test("a call that nobody takes ends after a day, and one that nobody wants at once; the secret is sealed")
    func endings() async throws {
        try await OwnSite.with { site in
            let (ana, ben) = (
                try await site.person("ana", ["CLP": "100"]), try await site.person("ben", ["CLP": "100"])
            )
            let (database, clock) = (site.site.world.database, site.site.world.clock)
            func pay() async throws {
                let body = MarketPaymentDraftBody(asset: "CLP", amount: "15", callbackUrl: "http://shop.example/")
                let request = try await site.site.ask(
                    .post, "/api/market/payment-requests", body.text, token: ben
                ).body(MarketPaymentRequestBody.self)
                let consent = MarketPaymentConsentBody(asset: "CLP", amount: "15")
                let paid = try await site.site.ask(
                    .post, "/api/market/payment-requests/\(request.id)/pay", consent.text, token: ana)
                #expect(paid.status == 201, "\(paid.text)")
            }
            func waiting() async throws -> Int64 {
                try await database.read {
                    try $0.first("SELECT COUNT(*) FROM deliveries WHERE lane = 'callback'")?.integer(0) ?? 0
                }
            }
            try await pay()
            #expect(try await waiting() == 1)
            let gone = MerchantProgram([410])
            _ = try await DeliveryQueue(
                database: database, clock: clock.serverClock, carriers: [.callback: CallbackCarrier(database, gone)]
            ).deliverDue(.callback)
            #expect(try await waiting() == 0)
            try await pay()
            clock.advance(seconds: 86_401)
            let never = MerchantProgram([])
            _ = try await DeliveryQueue(
                database: database, clock: clock.serverClock, carriers: [.callback: CallbackCarrier(database, never)]
            ).deliverDue(.callback)
            #expect(try await waiting() == 0 && never.calls.withLock(\.count) == 0)
            let stored = try await database.read { try $0.first("SELECT secret FROM callback_secrets")?.text(0) }
            #expect(stored != nil && stored?.count != 64)
        }
    }
}
