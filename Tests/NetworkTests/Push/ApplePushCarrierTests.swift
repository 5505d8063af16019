import Basics
import Crypto
import Testing

@testable import Network

@Suite struct ApplePushCarrierTests {
    private let clock = StillClock()
    private let key = P256.Signing.PrivateKey()
    private let device = TestDevice()
    private static let token = String(repeating: "ab", count: 32)

    private func carrier(_ exchange: ScriptedExchange) throws -> ApplePushCarrier {
        let account = try #require(
            AppleAccount(
                team: "TEAM123456", keyID: "KEY1234567", key: key.pemRepresentation, topic: "org.example.cerca"))
        return ApplePushCarrier(account, exchange: exchange, now: clock.read)
    }

    private func phone(isSandbox: Bool = false) throws -> AppleDevice {
        let keys = try #require(device.keys)
        return try #require(
            AppleDevice(token: Self.token, isSandbox: isSandbox, keys: keys, registeredAt: StillClock.start))
    }

    @Test func appleCarriesANotificationWithoutContentBesideTheEncryptedOne() async throws {
        let exchange = ScriptedExchange(PushAnswer(status: 200))
        try await carrier(exchange).send(message("{\"a\":1}", topic: "orders"), to: phone())
        try await carrier(exchange).send(message(), to: phone(isSandbox: true))
        let request = try #require(exchange.asked.first)
        #expect(request.url == "https://api.push.apple.com/3/device/\(Self.token)")
        #expect(exchange.asked.last?.url == "https://api.sandbox.push.apple.com/3/device/\(Self.token)")
        #expect(request["apns-topic"] == "org.example.cerca" && request["apns-push-type"] == "alert")
        #expect(request["apns-priority"] == "10" && request["apns-collapse-id"] == "orders")
        #expect(request["apns-id"] == "00010203-0405-0607-0809-0a0b0c0d0e0f")
        #expect(request["apns-expiration"] == "\(StillClock.start.seconds + 3600)")
        let body = try JSONValue(parsing: request.body)
        #expect(request.body.count < 4096)
        #expect(body["aps"]?["mutable-content"] == 1 && body["aps"]?["alert"] == .object(["title": "Cerca"]))
        guard case .string(let sealed)? = body["message"] else {
            Issue.record("no message")
            return
        }
        #expect(device.open(try #require(Base64.bytes(sealed, .url))) == Array("{\"a\":1}".utf8))
        let token = opened(String(try #require(request["authorization"]).dropFirst("bearer ".count)))
        #expect(token.header?["kid"] == "KEY1234567" && token.header?["alg"] == "ES256")
        #expect(token.claims == .object(["iss": "TEAM123456", "iat": .integer(StillClock.start.seconds)]))
        let signature = try P256.Signing.ECDSASignature(rawRepresentation: try #require(token.signature))
        #expect(key.publicKey.isValidSignature(signature, for: token.signed))
    }

    @Test func theTokenIsRenewedAtFiftyMinutes() async throws {
        let exchange = ScriptedExchange(PushAnswer(status: 200))
        let carrier = try carrier(exchange)
        try await carrier.send(message(), to: phone())
        clock.advance(seconds: 2999)
        try await carrier.send(message(), to: phone())
        clock.advance(seconds: 1)
        try await carrier.send(message(), to: phone())
        let shown = exchange.asked.map { $0["authorization"] }
        #expect(shown[0] == shown[1] && shown[1] != shown[2])
    }

    @Test func aTokenThatAppleThinksTooOldIsReplaced() async throws {
        let exchange = ScriptedExchange(
            PushAnswer(status: 403, body: Array(#"{"reason":"ExpiredProviderToken"}"#.utf8)), PushAnswer(status: 200))
        let carrier = try carrier(exchange)
        await #expect(throws: PushFault.later(after: nil)) { try await carrier.send(message(), to: phone()) }
        try await carrier.send(message(), to: phone())
        #expect(exchange.asked[0]["authorization"] != exchange.asked[1]["authorization"])
    }

    @Test(
        arguments: [
            (200, "", nil), (400, "BadDeviceToken", .gone), (400, "DeviceTokenNotForTopic", .gone),
            (400, "BadTopic", .ours(PushAlarm(status: 400, reason: "BadTopic"))),
            (403, "InvalidProviderToken", .ours(PushAlarm(status: 403, reason: "InvalidProviderToken"))),
            (403, "ExpiredProviderToken", .later(after: nil)),
            (404, "BadPath", .ours(PushAlarm(status: 404, reason: "BadPath"))),
            (410, "Unregistered", .gone),
            (413, "PayloadTooLarge", .ours(PushAlarm(status: 413, reason: "PayloadTooLarge"))),
            (429, "TooManyRequests", .later(after: nil)), (500, "InternalServerError", .later(after: nil)),
            (503, "Shutdown", .later(after: nil)),
        ] as [(Int, String, PushFault?)])
    func anAnswerMeans(status: Int, reason: String, fault: PushFault?) throws {
        let answer = PushAnswer(status: status, body: Array("{\"reason\":\"\(reason)\"}".utf8))
        #expect(ApplePushCarrier.fault(answer, of: try phone(), at: StillClock.start) == fault)
    }

    @Test func onlyATokenThatEndedAfterItCameIsGone() throws {
        func fault(_ seconds: Int64) throws -> PushFault? {
            let timestamp = StillClock.start.advanced(bySeconds: seconds).milliseconds
            let answer = PushAnswer(
                status: 410, body: Array("{\"reason\":\"Unregistered\",\"timestamp\":\(timestamp)}".utf8))
            return ApplePushCarrier.fault(answer, of: try phone(), at: StillClock.start)
        }
        #expect(try fault(1) == .gone)
        #expect(try fault(0) == .later(after: nil) && fault(-1) == .later(after: nil))
    }

    @Test func accountsAndTokensThatAreNoneAreRefused() throws {
        let pem = key.pemRepresentation
        #expect(AppleAccount(team: "T", keyID: "KEY1234567", key: pem, topic: "a.b") == nil)
        #expect(AppleAccount(team: "TEAM123456", keyID: "KEY123456\n", key: pem, topic: "a.b") == nil)
        #expect(AppleAccount(team: "TEAM123456", keyID: "KEY1234567", key: "x", topic: "a.b") == nil)
        #expect(AppleAccount(team: "TEAM123456", keyID: "KEY1234567", key: pem, topic: "a b") == nil)
        let keys = try #require(device.keys)
        for token in ["", "ab", "../../x", String(repeating: "g", count: 64), Self.token + "a"] {
            #expect(AppleDevice(token: token, isSandbox: false, keys: keys, registeredAt: StillClock.start) == nil)
        }
    }
}
