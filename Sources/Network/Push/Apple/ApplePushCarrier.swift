import Basics
import Synchronization

/// Messages to apps on Apple's devices (APNs, over HTTP/2).
///
/// Apple carries a notification without content, and beside it the same encrypted bytes that a browser gets; the app's
/// notification extension opens them.
package final class ApplePushCarrier: PushCarrier {
    /// A token is used for so long: Apple refuses those of more than 60 minutes, and new ones sooner than after 20.
    static let tokenSeconds: Int64 = 3000

    private let account: AppleAccount
    private let exchange: any PushExchange
    private let now: @Sendable () -> Timestamp
    private let token = Mutex<(text: String, madeAt: Timestamp)?>(nil)

    /// Messages of an account's app.
    package init(
        _ account: AppleAccount, exchange: any PushExchange, now: @escaping @Sendable () -> Timestamp
    ) {
        self.account = account
        self.exchange = exchange
        self.now = now
    }

    /// Hands one message to Apple.
    package func send(_ message: PushMessage, to device: AppleDevice) async throws(PushFault) {
        let instant = now()
        let request = try self.request(message, to: device, at: instant)
        let answer: PushAnswer
        do { answer = try await exchange.ask(request) } catch { throw .unreachable }
        if let fault = Self.fault(answer, of: device, at: instant) {
            // A token that Apple thinks too old is not shown again.
            if case .later = fault, answer.status == 403 { token.withLock { $0 = nil } }
            throw fault
        }
    }

    /// What is asked of Apple.
    func request(_ message: PushMessage, to device: AppleDevice, at now: Timestamp) throws(PushFault) -> PushRequest {
        let isLow = message.urgency == .low
        var headers = [
            ("authorization", "bearer \(try currentToken(at: now))"), ("apns-topic", account.topic),
            ("apns-push-type", "alert"), ("apns-priority", isLow ? "5" : "10"),
            ("apns-expiration", "\(max(1, message.expiresAt.seconds))"), ("content-type", "application/json"),
        ]
        if let id = Self.identifier(message.id) { headers.append(("apns-id", id)) }
        if let topic = message.topic { headers.append(("apns-collapse-id", topic)) }
        let sealed = try MessageEncryption.encrypt(message.text, for: device.keys)
        let body: JSONValue = .object([
            "aps": .object(["alert": .object(["title": "Cerca"]), "mutable-content": 1]),
            "message": .string(Base64.text(sealed, .url)),
        ])
        return PushRequest(
            url: "\(device.isSandbox ? account.hosts.sandbox : account.hosts.production)/3/device/\(device.token)",
            headers: headers, body: Array(body.compactText.utf8))
    }

    private func currentToken(at now: Timestamp) throws(PushFault) -> String {
        let made = token.withLock { $0 }
        if let made, now < made.madeAt.advanced(bySeconds: Self.tokenSeconds), made.madeAt <= now { return made.text }
        let fresh = try account.token(at: now)
        token.withLock { $0 = (fresh, now) }
        return fresh
    }

    /// An identifier of 32 hexadecimal digits as Apple writes it; nil for any other.
    static func identifier(_ id: String) -> String? {
        guard id.utf8.count == 32, [UInt8](hexadecimal: id) != nil else { return nil }
        var parts: [Substring] = []
        var rest = id[...]
        for length in [8, 4, 4, 4, 12] {
            parts.append(rest.prefix(length))
            rest = rest.dropFirst(length)
        }
        return parts.joined(separator: "-")
    }

    /// What an answer means; nil when the message was taken.
    static func fault(_ answer: PushAnswer, of device: AppleDevice, at now: Timestamp) -> PushFault? {
        let body = try? JSONValue(parsing: answer.body)
        let reason = if case .string(let text)? = body?["reason"] { text } else { "" }
        let alarm = PushFault.ours(PushAlarm(status: answer.status, reason: reason))
        switch answer.status {
        case 200: return nil
        case 400: return reason == "BadDeviceToken" || reason == "DeviceTokenNotForTopic" ? .gone : alarm
        case 403: return reason == "ExpiredProviderToken" ? .later(after: nil) : alarm
        case 410:
            // A token that came to us after Apple had seen it end is alive again.
            if case .integer(let milliseconds)? = body?["timestamp"],
                Timestamp(milliseconds: milliseconds) <= device.registeredAt
            {
                return .later(after: nil)
            }
            return .gone
        case 429, 500...599: return .later(after: RetryAfter.seconds(answer.retryAfter, at: now))
        default: return alarm
        }
    }
}
