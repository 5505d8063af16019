import Basics

/// A browser that takes messages: where its push service takes them, and the keys that they are encrypted with.
package struct BrowserAddress: Hashable, Sendable {
    /// Where the push service takes messages.
    package let endpoint: PushEndpoint
    /// What messages are encrypted with.
    package let keys: DeviceKeys
    /// Whose browser it is, as far as budgets are concerned.
    let owner: String

    /// A browser; the resolution of its push service's name counts toward the budget of `owner`.
    package init(endpoint: PushEndpoint, keys: DeviceKeys, owner: String = "") {
        self.endpoint = endpoint
        self.keys = keys
        self.owner = owner
    }
}

/// Messages to browsers, through the push service that each of them chose (RFC 8030).
package struct WebPushCarrier: PushCarrier {
    /// The key by which push services know this server.
    package let key: IdentificationKey
    /// What endpoints may be.
    package let rule: OutsideRule
    private let tokens: IdentificationTokens
    private let exchange: any PushExchange
    private let resolve: OutsideResolver
    private let now: @Sendable () -> Timestamp

    /// Messages that push services know as those of `key`.
    ///
    /// - Parameters:
    ///   - subject: Where this server's owner is reached: a `mailto:` or `https:` URL.
    ///   - resolve: Finds the address of a push service before each message; what is not public is not connected to.
    ///   - now: What time it is.
    package init(
        key: IdentificationKey, subject: String, rule: OutsideRule = .push, exchange: any PushExchange,
        resolve: @escaping OutsideResolver, now: @escaping @Sendable () -> Timestamp
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
        let instant = now()
        var request = try self.request(message, to: address, at: instant)
        do throws(OutsideFault) {
            request.address = try await rule.place(of: address.endpoint.address, for: address.owner, resolve: resolve)
        } catch .noPlace {
            throw .unreachable
        } catch {
            // The name was given to make this server ask a machine that others can't: there is no device behind it.
            throw .gone
        }
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
