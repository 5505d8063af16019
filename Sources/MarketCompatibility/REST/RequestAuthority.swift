import AccountService
import Accounts
import Basics
import HTTPKit
import HTTPTypes
import NIOCore
import ServiceKit
import Synchronization

/// Says who signed a request, and whether the key may do what is asked.
final class RequestAuthority: Sendable {
    private struct Known: Sendable {
        let text: String
        let secret: SigningSecret
    }

    private let keys: APIKeyService
    private let log: RequestLog
    private let clock: ServerClock
    private let perKey: NamedRate<String>?
    /// Secrets made ready, by the public texts of their keys.
    private let secrets = Mutex(RecentlyUsed<String, Known>(capacity: 8192))

    init(keys: APIKeyService, log: RequestLog, clock: ServerClock, perKey: ServerLimits.Rate?) {
        self.keys = keys
        self.log = log
        self.clock = clock
        self.perKey = NamedRate("key", perKey)
    }

    /// The key that signed `request`.
    ///
    /// What costs nothing is looked at first, and whoever has no right signature learns nothing about a key: neither
    /// that there is one, nor what it may do, nor from where. Requests are counted by key, and only right ones, so that
    /// nobody who knows a key's public text can use up what its owner may send.
    func key(of request: ExchangeRequest, for scope: APIScope) async throws -> APIKey {
        guard let publicText = request.headers[.marketKey], let signature = request.headers[.marketSignature],
            let timestamp = request.headers[.marketTimestamp]
        else { throw ExchangeFault.notAuthentic }
        // It needs no key to see that a clock counts in another unit, and who is told only of a wrong key looks there.
        if let unit = SignedRequest.smallerUnit(of: timestamp) { throw ExchangeFault.wrongUnit(unit) }
        let now = clock.now()
        guard let key = try await keys.key(publicText) else { throw ExchangeFault.notAuthentic }
        let signed: SignedRequest
        do throws(SignatureFault) {
            signed = try SignedRequest.verify(
                signature: signature, timestamp: timestamp, path: request.path,
                form: request.isPost ? request.fields : nil, secret: secret(of: key), now: now)
        } catch {
            throw error == .stale ? ExchangeFault.stale(serverTime: now) : ExchangeFault.notAuthentic
        }
        guard key.allows(request.address) else { throw ExchangeFault.wrongAddress }
        guard key.scopes.contains(scope) else { throw ExchangeFault.outOfScope }
        if let seconds = perKey?.take(publicText, now: NIODeadline.now().uptimeNanoseconds, request.rates) {
            throw ExchangeFault.tooMany(retryAfter: seconds)
        }
        // To read something twice harms nobody, and clients do it within a second with one signature.
        if request.isPost, try await !log.admit(signed, now: now) { throw ExchangeFault.replayed }
        return key
    }

    private func secret(of key: APIKey) -> SigningSecret {
        secrets.withLock { secrets in
            if let known = secrets.value(for: key.public), known.text == key.secret { return known.secret }
            let secret = SigningSecret(key.secret)
            secrets.set(Known(text: key.secret, secret: secret), for: key.public)
            return secret
        }
    }
}

extension HTTPField.Name {
    static let marketKey = market(SignedRequest.keyField)
    static let marketSignature = market(SignedRequest.signatureField)
    static let marketTimestamp = market(SignedRequest.timestampField)

    private static func market(_ name: String) -> HTTPField.Name {
        // A name of ours that is no field name is a mistake, found by the first test that runs.
        guard let name = HTTPField.Name(name) else { preconditionFailure("not a field name") }
        return name
    }
}
