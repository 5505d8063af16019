import API
import Basics
import HTTPKit
import HTTPTypes
import ServiceKit

extension RouteHandlers {
    /// Answers an endpoint that takes a body and moves money, once for each `Idempotency-Key`.
    ///
    /// - Parameter perform: Does it; what it gets beside call and body is nil without a key.
    package mutating func onKeyed<Body: APIBody, Reply: APIBody>(
        _ endpoint: Endpoint<Body, Reply>, _ market: MarketService,
        _ perform: @escaping @Sendable (RouteCall, Body, KeyedRequest?) async throws -> Reply
    ) {
        onRepeatable(endpoint) { call, body, bytes in
            try await market.answer(call, bytes) { try await perform(call, body, $0) }
        }
    }

    /// Answers an endpoint that takes no body and moves money, once for each `Idempotency-Key`.
    package mutating func onKeyed<Reply: APIBody>(
        _ endpoint: Endpoint<NoBody, Reply>, _ market: MarketService,
        _ perform: @escaping @Sendable (RouteCall, KeyedRequest?) async throws -> Reply
    ) {
        onRepeatable(endpoint) { call in try await market.answer(call, []) { try await perform(call, $0) } }
    }
}

extension MarketService {
    /// Answers a call with what `perform` gives, or with what was answered to it when it came first.
    fileprivate func answer<Reply: APIBody>(
        _ call: RouteCall, _ body: [UInt8], _ perform: (KeyedRequest?) async throws -> Reply
    ) async throws -> RepeatableAnswer<Reply> {
        guard let text = call.idempotencyKey else { return .new(try await perform(nil)) }
        guard let key = IdempotencyKey(text) else { throw Refusal(.requestInvalidKey) }
        let target = call.target
        let request = KeyedRequest(
            account: try await call.trader(self).number, key: key, method: target.method, path: target.path,
            body: body, at: clock.now())
        guard keysInUse.begin(request) else { throw Refusal(.requestKeyInUse, headers: [.retryAfter: "1"]) }
        defer { keysInUse.end(request) }
        // Before anything is asked for that can be shown once only, as a code of the second factor.
        let kept = try await database.reading { try KeptAnswerStore($0).answer(to: request) }
        if let kept { return .again(kept) }
        do {
            return .new(try await perform(request))
        } catch ServiceError.refused(KeyFault.answered(let kept)) {
            // Another server of the same database was faster.
            return .again(kept)
        }
    }
}
