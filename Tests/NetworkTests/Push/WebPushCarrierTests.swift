import Basics
import Crypto
import Forwarding
import Testing

@testable import Network

@Suite struct WebPushCarrierTests {
    private let device = TestDevice()
    private let clock = StillClock()
    private let key = IdentificationKey.make()

    private func carrier(_ exchange: ScriptedExchange, at address: String? = "1.1.1.1") -> WebPushCarrier {
        WebPushCarrier(
            key: key, subject: "mailto:push@example.org", exchange: exchange,
            resolve: { _, _ in address.flatMap { IPAddress($0) }.map { [$0] } ?? [] }, now: clock.read)
    }

    private func browser(_ origin: String = "https://push.example.org") throws -> BrowserAddress {
        BrowserAddress(
            endpoint: try #require(PushEndpoint("\(origin)/send/1", .push)), keys: try #require(device.keys))
    }

    @Test func aMessageIsEncryptedAndSaysNoMoreThanWhenItEnds() async throws {
        let exchange = ScriptedExchange(PushAnswer(status: 201))
        try await carrier(exchange).send(message("hola ñandú", topic: "offers"), to: browser())
        let request = try #require(exchange.asked.first)
        #expect(request.url == "https://push.example.org/send/1" && request.address == IPAddress("1.1.1.1"))
        #expect(
            request.headers.map(\.name) == [
                "authorization", "content-encoding", "content-type", "ttl", "urgency", "topic",
            ])
        #expect(request["ttl"] == "3600" && request["urgency"] == "normal" && request["topic"] == "offers")
        #expect(device.open(request.body) == Array("hola ñandú".utf8))
    }

    @Test func thisServerIsKnownByOneTokenForEachOriginAndHalfADay() async throws {
        let exchange = ScriptedExchange(PushAnswer(status: 201))
        let carrier = carrier(exchange)
        for _ in 0..<3 { try await carrier.send(message(), to: browser()) }
        try await carrier.send(message(), to: browser("https://other.example.org"))
        clock.advance(seconds: 43_200 - 601)
        try await carrier.send(message(), to: browser())
        clock.advance(seconds: 1)
        try await carrier.send(message(), to: browser())
        let shown = exchange.asked.compactMap { $0["authorization"] }
        #expect(shown.count == 6 && Set(shown[...2]).count == 1 && shown[4] == shown[0])
        #expect(Set([shown[0], shown[3], shown[5]]).count == 3)
        let parts = try #require(shown.first).split(separator: " ").map(String.init)
        #expect(parts.count == 2 && parts[0] == "vapid" && parts[1].hasPrefix("t="))
        let fields = parts[1].split(separator: ",")
        #expect(fields.count == 2 && fields[1] == "k=\(key.publicText)")
        let token = opened(String(fields[0].dropFirst(2)))
        #expect(token.header?["alg"] == "ES256")
        #expect(token.claims?["aud"] == "https://push.example.org")
        #expect(token.claims?["exp"] == .integer(StillClock.start.seconds + 43_200))
        #expect(token.claims?["sub"] == "mailto:push@example.org")
        let signature = try P256.Signing.ECDSASignature(rawRepresentation: try #require(token.signature))
        let publicKey = try P256.Signing.PublicKey(
            x963Representation: try #require(Base64.bytes(key.publicText, .url)))
        #expect(publicKey.isValidSignature(signature, for: token.signed))
        #expect(IdentificationKey(bytes: key.bytes)?.publicText == key.publicText)
        #expect(IdentificationKey(bytes: [UInt8](repeating: 0, count: 32)) == nil)
    }

    @Test(
        arguments: [
            (200, nil), (201, nil), (202, nil), (404, .gone), (410, .gone), (429, .later(after: nil)),
            (500, .later(after: nil)), (503, .later(after: nil)), (301, .unreachable), (307, .unreachable),
            (400, .ours(PushAlarm(status: 400, reason: "push_service"))),
            (401, .ours(PushAlarm(status: 401, reason: "push_service"))),
            (403, .ours(PushAlarm(status: 403, reason: "push_service"))),
            (413, .ours(PushAlarm(status: 413, reason: "push_service"))),
        ] as [(Int, PushFault?)])
    func anAnswerMeans(status: Int, fault: PushFault?) {
        #expect(WebPushCarrier.fault(PushAnswer(status: status), at: StillClock.start) == fault)
    }

    @Test func aWaitIsBelievedUpToADay() {
        func wait(_ field: String) -> PushFault? {
            WebPushCarrier.fault(PushAnswer(status: 429, retryAfter: field), at: Timestamp(seconds: 784_111_777))
        }
        #expect(wait("120") == .later(after: 120) && wait("0") == .later(after: 0))
        #expect(wait("99999999999") == .later(after: 86_400) && wait("-1") == .later(after: nil))
        #expect(wait("Sun, 06 Nov 1994 08:50:37 GMT") == .later(after: 60) && wait("soon") == .later(after: nil))
        #expect(wait("Sun, 06 Nov 1994 08:00:00 GMT") == .later(after: 0))
    }

    @Test(arguments: ["127.0.0.1", "10.1.2.3", "169.254.169.254", "::1", "::ffff:192.168.0.1", "fd00::1"])
    func aNameThatLeadsIntoAPrivateNetworkIsNotAsked(address: String) async throws {
        let exchange = ScriptedExchange(PushAnswer(status: 201))
        await #expect(throws: PushFault.gone) {
            try await carrier(exchange, at: address).send(message(), to: browser())
        }
        #expect(exchange.asked.isEmpty)
    }

    @Test func whoDoesNotAnswerIsUnreachable() async throws {
        await #expect(throws: PushFault.unreachable) {
            try await carrier(ScriptedExchange(nil)).send(message(), to: browser())
        }
        await #expect(throws: PushFault.unreachable) {
            try await carrier(ScriptedExchange(PushAnswer(status: 201)), at: nil).send(message(), to: browser())
        }
    }
}
