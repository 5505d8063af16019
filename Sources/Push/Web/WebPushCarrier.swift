import Forwarding
import Time

/// A browser that takes messages: where its push service takes them, and the keys that they are encrypted with.
package struct BrowserAddress: Hashable, Sendable {
    /// Where the push service takes messages.
    package let endpoint: PushEndpoint
    /// What messages are encrypted with.
    package let keys: DeviceKeys

    /// A browser.
    package init(endpoint: PushEndpoint, keys: DeviceKeys) {
        self.endpoint = endpoint
        self.keys = keys
    }
}

/// Messages to browsers, through the push service that each of them chose (RFC 8030).
package struct WebPushCarrier: PushCarrier {
    /// What a name resolves to; nil when it resolves to nothing.
    package typealias Resolver = @Sendable (_ host: String) async -> IPAddress?

    /// The key by which push services know this server.
    package let key: IdentificationKey
    /// What endpoints may be.
    package let rule: PushEndpoint.Rule
    private let tokens: IdentificationTokens
    private let exchange: any PushExchange
    private let resolve: Resolver
    private let now: @Sendable () -> Timestamp

    /// Messages that push services know as those of `key`.
    ///
    /// - Parameters:
    ///   - subject: Where this server's owner is reached: a `mailto:` or `https:` URL.
    ///   - resolve: Finds the address of a push service before each message; what is not public is not connected to.
    ///   - now: What time it is.
    package init(
        key: IdentificationKey, subject: String, rule: PushEndpoint.Rule = .publicOnly, exchange: any PushExchange,
        resolve: @escaping Resolver, now: @escaping @Sendable () -> Timestamp
    ) {
        self.key = key
        self.rule = rule
        self.tokens = IdentificationTokens(key, subject: subject)
        self.exchange = exchange
        self.resolve = resolve
        self.now = now
    }

    /// Hands one message to the push service of a browser.
    package func send(_ message: PushMessage, to address: BrowserAddress) async throws(PushFault) {
        guard let host = await resolve(address.endpoint.host) else { throw .unreachable }
        // Whoever gave us this name wants us to ask a machine that others cannot: there is no device behind it.
        guard PushEndpoint.allows(host, rule) else { throw .gone }
        let instant = now()
        var request = try self.request(message, to: address, at: instant)
        request.address = host
        let answer: PushAnswer
        do { answer = try await exchange.ask(request) } catch { throw .unreachable }
        if let fault = Self.fault(answer, at: instant) { throw fault }
    }

    /// What is asked of the push service.
    func request(
        _ message: PushMessage, to address: BrowserAddress, at now: Timestamp
    ) throws(PushFault) -> PushRequest {
        var headers = [
            ("authorization", try tokens.authorization(for: address.endpoint.origin, at: now)),
            ("content-encoding", "aes128gcm"), ("content-type", "application/octet-stream"),
            ("ttl", "\(message.secondsLeft(at: now))"), ("urgency", message.urgency.rawValue),
        ]
        if let topic = message.topic { headers.append(("topic", topic)) }
        return PushRequest(
            url: address.endpoint.url, headers: headers,
            body: try MessageEncryption.encrypt(message.text, for: address.keys))
    }

    /// What an answer means; nil when the message was taken.
    static func fault(_ answer: PushAnswer, at now: Timestamp) -> PushFault? {
        switch answer.status {
        case 200...299: nil
        case 404, 410: .gone
        case 408, 429, 500...599: .later(after: RetryAfter.seconds(answer.retryAfter, at: now))
        // A redirection is not followed: it could lead to where we look for nothing.
        case 300...399: .unreachable
        default: .ours(PushAlarm(status: answer.status, reason: "push_service"))
        }
    }
}
