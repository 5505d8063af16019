import HTTPKit
import OpenID
import Time

/// One provider with what is known of it: its document for a day, and its keys.
///
/// Whoever needs what is being fetched waits for the same answer.
actor ProviderConnection {
    let provider: IdentityProvider
    private let network: any ProviderNetwork
    private let clock: ServerClock
    private var known: (document: ProviderDocument, at: Timestamp)?
    private var cache = KeyCache()
    // Fetches that several may wait for; each ends within the client's limit of time.
    private var readingDocument: Task<Result<ProviderDocument, OpenIDFault>, Never>?
    private var readingKeys: Task<OpenIDFault?, Never>?

    init(_ provider: IdentityProvider, network: any ProviderNetwork, clock: ServerClock) {
        self.provider = provider
        self.network = network
        self.clock = clock
    }

    /// What the provider says of itself.
    func document() async throws(OpenIDFault) -> ProviderDocument {
        if let known, clock.now().milliseconds(since: known.at) < ProviderDocument.lifetimeSeconds * 1000 {
            return known.document
        }
        let reading = readingDocument ?? Task { [provider, network] in await Self.document(of: provider, network) }
        readingDocument = reading
        let result = await reading.value
        readingDocument = nil
        switch result {
        case .success(let document):
            known = (document, clock.now())
            return document
        case .failure(let fault):
            // A provider that cannot be asked just now is still the one that it was.
            if let known { return known.document }
            throw fault
        }
    }

    /// A token of the provider with the keys that may have signed it.
    func verified(_ text: String) async throws(OpenIDFault) -> (token: SignedToken, keys: ProviderKeys) {
        let document = try await document()
        let token = try SignedToken(text, allowed: document.algorithms)
        if case .use(let keys) = cache.decide(for: token, at: clock.now()) { return (token, keys) }
        var fault: OpenIDFault?
        if let readingKeys {
            fault = await readingKeys.value
        } else if case .fetch = cache.decide(for: token, at: clock.now()) {
            cache.asking(at: clock.now())
            let reading = Task { await readKeys(at: document.keys) }
            readingKeys = reading
            fault = await reading.value
            readingKeys = nil
        }
        // Keys of before are better than none when the provider does not answer.
        if case .use(let keys) = cache.decide(for: token, at: clock.now()) { return (token, keys) }
        throw fault ?? .unknownKey
    }

    private func readKeys(at address: ProviderAddress) async -> OpenIDFault? {
        do throws(OpenIDFault) {
            let reply = try await network.ask(address, of: provider.issuer, form: nil, authorization: nil)
            guard reply.status == 200 else { throw .unreachable }
            cache.keep(try ProviderKeys(parsing: reply.body), cacheControl: reply.cacheControl, at: clock.now())
            return nil
        } catch {
            return error
        }
    }

    private static func document(
        of provider: IdentityProvider, _ network: any ProviderNetwork
    ) async -> Result<ProviderDocument, OpenIDFault> {
        let issuer = provider.issuer.text
        let base = issuer.hasSuffix("/") ? String(issuer.dropLast()) : issuer
        do throws(OpenIDFault) {
            guard let address = ProviderAddress(base + ProviderDocument.path) else { throw .wrongDocument }
            let reply = try await network.ask(address, of: provider.issuer, form: nil, authorization: nil)
            guard reply.status == 200 else { throw .unreachable }
            return .success(try ProviderDocument(parsing: reply.body, issuer: issuer))
        } catch {
            return .failure(error)
        }
    }

    /// Who the person is that came back with `code`; the provider's tokens end here.
    func identity(
        _ code: String, secret: SignInSecret, redirect: String
    ) async throws(OpenIDFault) -> Identity {
        let document = try await document()
        let request = TokenRequest(
            code: code, verifier: secret.verifier, redirect: redirect, client: provider.client,
            secret: provider.secret, secretInBody: document.wantsSecretInBody)
        let reply = try await network.ask(
            document.token, of: provider.issuer, form: request.body, authorization: request.authorization)
        let answer = try TokenAnswer(parsing: try reply.content)
        let (token, keys) = try await verified(answer.idToken)
        let identity = try provider.rules.identity(
            token, keys: keys, nonce: secret.nonce, accessToken: answer.accessToken, at: clock.now())
        guard identity.email == nil, let userInfo = document.userInfo, let access = answer.accessToken else {
            return identity
        }
        let more = try await network.ask(
            userInfo, of: provider.issuer, form: nil, authorization: "Bearer \(access)")
        return try identity.completed(byUserInfo: try more.content)
    }
}
