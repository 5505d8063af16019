import Basics
import Crypto
import CryptoExtras
import Testing

@testable import Network

@Suite struct GooglePushCarrierTests {
    private static let key = try? _RSA.Signing.PrivateKey(keySize: .bits2048)
    private static let granted = PushAnswer(status: 200, body: Array(#"{"access_token":"t1","expires_in":3600}"#.utf8))
    private static let grantedAnew = PushAnswer(
        status: 200, body: Array(#"{"access_token":"t2","expires_in":3600}"#.utf8))
    private static let taken = PushAnswer(status: 200, body: Array("{}".utf8))

    private let clock = StillClock()
    private let device = TestDevice()

    private func account() throws -> GoogleAccount {
        let file: JSONValue = .object([
            "project_id": "cerca-1", "client_email": "push@example.org", "token_uri": "https://token.example.org/token",
            "private_key": .string(try #require(Self.key).pemRepresentation),
        ])
        return try #require(GoogleAccount(file: Array(file.compactText.utf8), host: "https://fcm.example.org"))
    }

    private func phone() throws -> GoogleDevice {
        let keys = try #require(device.keys)
        return try #require(GoogleDevice(token: "c0ffee-c0ffee:APA91b_x", keys: keys))
    }

    private static func refusal(_ status: Int, _ code: String, field: String? = nil) -> PushAnswer {
        let violations = field.map { ",{\"fieldViolations\":[{\"field\":\"\($0)\"}]}" } ?? ""
        return PushAnswer(
            status: status,
            body: Array("{\"error\":{\"code\":\(status),\"details\":[{\"errorCode\":\"\(code)\"}\(violations)]}}".utf8))
    }

    @Test func googleCarriesDataThatOnlyTheAppOpens() async throws {
        let exchange = ScriptedExchange(Self.granted, Self.taken)
        let carrier = GooglePushCarrier(try account(), exchange: exchange, now: clock.read)
        try await carrier.send(message("{\"a\":1}", topic: "orders"), to: phone())
        #expect(exchange.asked.count == 2)
        let form = String(decoding: exchange.asked[0].body, as: UTF8.self)
        let prefix = "grant_type=urn%3Aietf%3Aparams%3Aoauth%3Agrant-type%3Ajwt-bearer&assertion="
        #expect(exchange.asked[0].url == "https://token.example.org/token" && form.hasPrefix(prefix))
        let token = opened(String(form.dropFirst(prefix.count)))
        #expect(token.header?["alg"] == "RS256" && token.claims?["iss"] == "push@example.org")
        #expect(token.claims?["aud"] == "https://token.example.org/token")
        let signature = _RSA.Signing.RSASignature(rawRepresentation: try #require(token.signature))
        #expect(
            try #require(Self.key).publicKey.isValidSignature(
                signature, for: SHA256.hash(data: token.signed), padding: .insecurePKCS1v1_5))
        let request = exchange.asked[1]
        #expect(request.url == "https://fcm.example.org/v1/projects/cerca-1/messages:send")
        #expect(request["authorization"] == "Bearer t1" && request.body.count < 4096)
        let body = try JSONValue(parsing: request.body)["message"]
        #expect(body?["token"] == "c0ffee-c0ffee:APA91b_x" && body?["notification"] == nil)
        #expect(
            body?["android"] == .object(["priority": "NORMAL", "ttl": "3600s", "collapse_key": "orders"]))
        guard case .string(let sealed)? = body?["data"]?["message"] else {
            Issue.record("no message")
            return
        }
        #expect(device.open(try #require(Base64.bytes(sealed, .url))) == Array("{\"a\":1}".utf8))
    }

    @Test func manyMessagesAskForOneTokenAndOneMoreAtFiftyMinutes() async throws {
        let exchange = ScriptedExchange(Self.granted)
        let carrier = GooglePushCarrier(try account(), exchange: exchange, now: clock.read)
        let phone = try phone()
        func tokensAsked() -> Int { exchange.asked.count { $0.url.contains("token.example.org") } }
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<50 { group.addTask { try? await carrier.send(message(), to: phone) } }
        }
        #expect(tokensAsked() == 1 && exchange.asked.count == 51)
        clock.advance(seconds: 2999)
        try await carrier.send(message(), to: phone)
        #expect(tokensAsked() == 1)
        clock.advance(seconds: 1)
        try await carrier.send(message(), to: phone)
        #expect(tokensAsked() == 2)
    }

    @Test func aTokenThatIsNotBelievedIsReplacedOnce() async throws {
        let refused = PushAnswer(status: 401)
        let once = ScriptedExchange(Self.granted, refused, Self.grantedAnew, Self.taken)
        try await GooglePushCarrier(try account(), exchange: once, now: clock.read).send(message(), to: phone())
        #expect(once.asked.map { $0["authorization"] } == [nil, "Bearer t1", nil, "Bearer t2"])
        let always = ScriptedExchange(Self.granted, refused, Self.grantedAnew, refused)
        await #expect(throws: PushFault.ours(PushAlarm(status: 401, reason: "push_service"))) {
            try await GooglePushCarrier(try account(), exchange: always, now: clock.read).send(message(), to: phone())
        }
        #expect(always.asked.count == 4)
    }

    @Test(
        arguments: [
            (refusal(404, "UNREGISTERED"), .gone), (refusal(403, "SENDER_ID_MISMATCH"), .gone),
            (refusal(400, "INVALID_ARGUMENT"), .ours(PushAlarm(status: 400, reason: "INVALID_ARGUMENT"))),
            (refusal(400, "INVALID_ARGUMENT", field: "message.token"), .gone),
            (
                refusal(400, "INVALID_ARGUMENT", field: "message.data"),
                .ours(PushAlarm(status: 400, reason: "INVALID_ARGUMENT"))
            ),
            (refusal(429, "QUOTA_EXCEEDED"), .later(after: 10)), (refusal(503, "UNAVAILABLE"), .later(after: 10)),
            (PushAnswer(status: 503, retryAfter: "90"), .later(after: 90)), (PushAnswer(status: 200), nil),
            (refusal(401, "THIRD_PARTY_AUTH_ERROR"), .ours(PushAlarm(status: 401, reason: "THIRD_PARTY_AUTH_ERROR"))),
        ] as [(PushAnswer, PushFault?)])
    func anAnswerMeans(answer: PushAnswer, fault: PushFault?) {
        #expect(GooglePushCarrier.fault(answer, at: StillClock.start) == fault)
    }

    @Test func aDeviceOfAnotherProjectRaisesAnAlarm() async throws {
        let exchange = ScriptedExchange(Self.granted, Self.refusal(403, "SENDER_ID_MISMATCH"))
        await confirmation { raised in
            guard let account = try? account(), let phone = try? phone() else { return }
            let carrier = GooglePushCarrier(account, exchange: exchange, now: clock.read) { _ in raised() }
            await #expect(throws: PushFault.gone) { try await carrier.send(message(), to: phone) }
        }
    }

    @Test func whoGivesNoTokenIsAskedLaterOrIsOurFault() async throws {
        for (answer, fault) in [
            (PushAnswer(status: 503, retryAfter: "7"), .later(after: 7)),
            (PushAnswer(status: 400), .ours(PushAlarm(status: 400, reason: "token_refused"))),
            (PushAnswer(status: 200, body: Array("{}".utf8)), .ours(PushAlarm(status: 200, reason: "no_token"))),
        ] as [(PushAnswer, PushFault)] {
            let carrier = GooglePushCarrier(try account(), exchange: ScriptedExchange(answer), now: clock.read)
            await #expect(throws: fault) { try await carrier.send(message(), to: phone()) }
        }
    }
}
