import Basics

/// An app on an Android device that takes messages.
package struct GoogleDevice: Hashable, Sendable {
    /// The longest token that is taken, characters.
    package static let mostCharacters = 512

    /// The registration token of the app on this device.
    package let token: String
    /// What messages are encrypted with, for the app to open.
    package let keys: DeviceKeys

    /// A device; nil for a token of other characters than Google's.
    package init?(token: String, keys: DeviceKeys) {
        guard (16...Self.mostCharacters).contains(token.utf8.count),
            token.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || "-_:".contains($0)) })
        else { return nil }
        self.token = token
        self.keys = keys
    }
}

/// Messages to apps on Android (FCM, HTTP v1): data alone, with the same encrypted bytes that a browser gets.
package struct GooglePushCarrier: PushCarrier {
    private let account: GoogleAccount
    private let exchange: any PushExchange
    private let tokens: GoogleTokens
    private let now: @Sendable () -> Timestamp
    private let alarm: @Sendable (PushAlarm) -> Void

    /// Messages of an account's project.
    ///
    /// - Parameter alarm: Is told of devices that belong to another project, whose addresses are deleted.
    package init(
        _ account: GoogleAccount, exchange: any PushExchange, now: @escaping @Sendable () -> Timestamp,
        alarm: @escaping @Sendable (PushAlarm) -> Void = { _ in }
    ) {
        self.account = account
        self.exchange = exchange
        self.tokens = GoogleTokens(account, exchange: exchange)
        self.now = now
        self.alarm = alarm
    }

    /// Hands one message to Google; a token that is not believed is replaced once.
    package func send(_ message: PushMessage, to device: GoogleDevice) async throws(PushFault) {
        let instant = now()
        var token = try await tokens.token(at: instant)
        var answer = try await ask(message, device, token, instant)
        if answer.status == 401 {
            token = try await tokens.token(at: instant, refused: token)
            answer = try await ask(message, device, token, instant)
        }
        guard let fault = Self.fault(answer, at: instant) else { return }
        if Self.errorCode(answer.body) == "SENDER_ID_MISMATCH" {
            alarm(PushAlarm(status: answer.status, reason: "SENDER_ID_MISMATCH"))
        }
        throw fault
    }

    private func ask(
        _ message: PushMessage, _ device: GoogleDevice, _ token: String, _ now: Timestamp
    ) async throws(PushFault) -> PushAnswer {
        let request = try request(message, to: device, token: token, at: now)
        do { return try await exchange.ask(request) } catch { throw .unreachable }
    }

    /// What is asked of Google.
    func request(
        _ message: PushMessage, to device: GoogleDevice, token: String, at now: Timestamp
    ) throws(PushFault) -> PushRequest {
        let sealed = try MessageEncryption.encrypt(message.text, for: device.keys)
        let android: JSONValue = .object([
            "priority": message.urgency == .high ? "HIGH" : "NORMAL",
            "ttl": .string("\(message.secondsLeft(at: now))s"), "collapse_key": message.topic.map(JSONValue.string),
        ])
        let body: JSONValue = .object([
            "message": .object([
                "token": .string(device.token), "data": .object(["message": .string(Base64.text(sealed, .url))]),
                "android": android,
            ])
        ])
        return PushRequest(
            url: account.sendURL,
            headers: [("authorization", "Bearer \(token)"), ("content-type", "application/json")],
            body: Array(body.compactText.utf8))
    }

    /// What an answer means; nil when the message was taken.
    static func fault(_ answer: PushAnswer, at now: Timestamp) -> PushFault? {
        if answer.status == 200 { return nil }
        let code = errorCode(answer.body)
        let wait = max(10, RetryAfter.seconds(answer.retryAfter, at: now) ?? 0)
        switch (answer.status, code) {
        case (_, "UNREGISTERED"), (_, "SENDER_ID_MISMATCH"): return .gone
        case (400, "INVALID_ARGUMENT"):
            return namesToken(answer.body) ? .gone : .ours(PushAlarm(status: 400, reason: "INVALID_ARGUMENT"))
        case (_, "QUOTA_EXCEEDED"), (_, "UNAVAILABLE"), (_, "INTERNAL"), (429, _), (500...599, _):
            return .later(after: wait)
        default: return .ours(PushAlarm(status: answer.status, reason: code ?? "push_service"))
        }
    }

    /// The first `errorCode` among the details of an error.
    static func errorCode(_ body: [UInt8]) -> String? {
        details(body).compactMap { detail in
            if case .string(let code)? = detail["errorCode"] { code } else { nil }
        }.first
    }

    /// Whether an error is about the device's token, and not about what we asked.
    private static func namesToken(_ body: [UInt8]) -> Bool {
        details(body).contains { detail in
            guard case .array(let violations)? = detail["fieldViolations"] else { return false }
            return violations.contains { $0["field"] == .string("message.token") }
        }
    }

    private static func details(_ body: [UInt8]) -> [JSONValue] {
        guard let error = (try? JSONValue(parsing: body))?["error"], case .array(let details)? = error["details"]
        else { return [] }
        return details
    }
}
