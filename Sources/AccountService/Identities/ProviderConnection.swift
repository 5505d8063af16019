import Basics
import HTTPKit
import OpenID

/// One provider with what is known of it: its document for a day, and its keys.
///
/// Whoever needs what is being fetched waits for the same answer.
actor ProviderConnection {
    let provider: IdentityProvider
    let network: any ProviderNetwork
    let clock: ServerClock
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

    /// Where a browser is sent, and whether the provider's answers always name it.
    func entrance() async throws(OpenIDFault) -> (address: ProviderAddress, namesItself: Bool) {
        if case .graph(_, let address, _) = provider.way { return (address, false) }
        let document = try await document()
        return (document.authorization, document.namesItself)
    }

    /// What the provider says of itself; throws ``OpenIDFault/wrongDocument`` for one that is not asked for any.
    func document() async throws(OpenIDFault) -> ProviderDocument {
        guard case .openID = provider.way else { throw .wrongDocument }
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

    /// Who the person is that came back with `code`; but for what has to be taken back one day, the provider's tokens end
    /// here.
    ///
    /// - Parameter name: What names the request, random.
    func person(
        _ code: String, secret: SignInSecret, redirect: String, name: String
    ) async throws(OpenIDFault) -> (identity: Identity, refreshToken: String?) {
        let way: ClientAuthentication
        switch provider.way {
        case .openID(let authentication): way = authentication
        case .graph(let app, _, let api):
            return (try await identity(code, secret: secret, redirect: redirect, app: app, api: api), nil)
        }
        let document = try await document()
        let proof = try way.proof(
            client: provider.client, issuer: provider.issuer.text, endpoint: document.token,
            secretInBody: document.wantsSecretInBody, name: name, at: clock.now())
        let request = TokenRequest(code: code, verifier: secret.verifier, redirect: redirect, proof: proof)
        let reply = try await network.ask(
            document.token, of: provider.issuer, form: request.body, authorization: request.authorization)
        let answer = try TokenAnswer(parsing: try reply.content)
        let (token, keys) = try await verified(answer.idToken)
        let identity = try provider.rules.identity(
            token, keys: keys, nonce: secret.nonce, accessToken: answer.accessToken, at: clock.now())
        let kept = provider.traits.isToldOfEnds ? answer.refreshToken : nil
        guard identity.email == nil, let userInfo = document.userInfo, let access = answer.accessToken else {
            return (identity, kept)
        }
        let more = try await network.ask(
            userInfo, of: provider.issuer, form: nil, authorization: "Bearer \(access)")
        return (try identity.completed(byUserInfo: try more.content), kept)
    }

    /// Tells the provider that somebody's tie has ended, by the refresh token that it gave.
    ///
    /// Throws ``OpenIDFault/wrongDocument`` for a provider without a place for that.
    ///
    /// - Parameter name: What names the request, random.
    func takeBack(_ token: String, name: String) async throws(OpenIDFault) {
        let document = try await document()
        guard case .openID(let way) = provider.way, let endpoint = document.revocation else { throw .wrongDocument }
        let proof = try way.proof(
            client: provider.client, issuer: provider.issuer.text, endpoint: endpoint,
            secretInBody: document.wantsSecretInBody, name: name, at: clock.now())
        let request = TokenRequest(revoking: token, proof: proof)
        _ = try await network.ask(
            endpoint, of: provider.issuer, form: request.body, authorization: request.authorization
        ).content
    }
}
