import Accounts
import Basics
import Crypto
import HTTPKit
import OpenID
import ServiceKit
import Storage

/// Sign-in with identities that people have elsewhere: on the way to a provider and back, what an identity opens here,
/// linking and sign-out.
///
/// An identity is a provider's issuer and what names the person there, never an e-mail address.
package struct IdentityService: Sendable {
    /// Seconds in which somebody has to come back from a provider, and to finish then.
    package static let seconds: Int64 = 600
    /// How many identities an account may have.
    package static let most = 10

    let accounts: AccountService
    let publicAddress: String
    private let connections: [ProviderConnection]
    private let byName: [String: ProviderConnection]
    var database: any Database { accounts.database }
    var clock: ServerClock { accounts.clock }

    /// The identities that `providers` vouch for.
    ///
    /// - Parameters:
    ///   - publicAddress: Where browsers reach this server, without a slash at its end: providers send them back there.
    package init(
        accounts: AccountService, providers: [IdentityProvider], network: any ProviderNetwork, publicAddress: String
    ) {
        self.accounts = accounts
        self.publicAddress = publicAddress
        connections = providers.map { ProviderConnection($0, network: network, clock: accounts.clock) }
        byName = Dictionary(
            connections.map { ($0.provider.name, $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// No provider: identities that were linked before can be seen and taken away.
    package init(accounts: AccountService) {
        self.accounts = accounts
        publicAddress = ""
        connections = []
        byName = [:]
    }

    /// The providers, in the operator's order.
    package var providers: [IdentityProvider] { connections.map(\.provider) }

    /// Whether cookies go to browsers over TLS alone.
    var isSecure: Bool { publicAddress.hasPrefix("https://") }

    func connection(_ name: String) throws(ServiceError) -> ProviderConnection {
        guard let connection = byName[name] else { throw .identity(.unknownProvider) }
        return connection
    }

    private func redirect(of provider: IdentityProvider) -> String {
        "\(publicAddress)/api/sign-in/\(provider.name)/callback"
    }

    // MARK: - To the provider and back

    /// Where a browser is sent to sign in, and what it keeps for that.
    ///
    /// - Parameters:
    ///   - place: Where in the page it goes on afterwards.
    ///   - session: Whoever is signed in and wants to link, or to show once more who they are.
    ///   - confirms: Whether it is the latter.
    func begin(
        _ name: String, place: String, for session: Session? = nil, confirms: Bool = false
    ) async throws(ServiceError) -> (address: String, secret: SignInSecret) {
        let connection = try connection(name)
        let entrance = try await Self.providing { () throws(OpenIDFault) in try await connection.entrance() }
        var random = accounts.random
        let secret = SignInSecret(using: &random)
        let state = SessionToken(using: &random)
        let request = StoredRequest(
            secret: secret.digest, provider: name, place: place, account: session?.accountID,
            session: confirms ? session?.tokenDigest : nil,
            expiresAt: clock.now().advanced(bySeconds: Self.seconds))
        try await database.writing { try IdentityStore($0).insert(request, state: state.digest) }
        let provider = connection.provider
        let question = AuthorizationRequest(
            client: provider.client, redirect: redirect(of: provider), scopes: provider.scopes, state: state.text,
            secret: secret, answersByForm: provider.traits.answersByForm, asksAnew: confirms)
        return (question.address(at: entrance.address), secret)
    }

    /// Takes a browser back from a provider; gives where it goes on and what it keeps for that, or why it does not.
    func comeBack(
        _ name: String, form: some Collection<UInt8> & Sendable, secret shown: String?
    ) async -> ComingBack {
        var place = ""
        do throws(ServiceError) {
            let connection = try connection(name)
            guard let answer = AuthorizationAnswer(parsing: form), let state = SessionToken(text: answer.state) else {
                throw .identity(.unknownState)
            }
            let digest = state.digest
            let taken = try await database.writing { try IdentityStore($0).takeRequest(state: digest) }
            guard let request = taken, request.provider == name, clock.now() < request.expiresAt else {
                throw .identity(.unknownState)
            }
            guard let secret = shown.flatMap(SignInSecret.init(text:)),
                ConstantTime.areEqual(secret.digest, request.secret)
            else { throw .identity(.otherBrowser) }
            place = request.place
            let provider = connection.provider
            let redirect = redirect(of: provider)
            var random = accounts.random
            let question = SessionToken(using: &random).text
            let (identity, token) = try await Self.providing { () throws(OpenIDFault) in
                let entrance = try await connection.entrance()
                let code = try answer.code(issuer: provider.issuer.text, namesItself: entrance.namesItself)
                return try await connection.person(code, secret: secret, redirect: redirect, name: question)
            }
            if let session = request.session, let account = request.account {
                try await confirm(identity, session: session, of: account)
                return ComingBack(place: place, outcome: .success(.confirmed))
            }
            let next = SignInSecret(using: &random)
            let arrival = StoredArrival(
                provider: request.provider, issuer: identity.issuer, subject: identity.subject,
                email: identity.email?.text, isVouched: provider.authority.vouches(for: identity),
                isStrong: provider.isStrong(identity), session: identity.session, account: request.account,
                refreshToken: token, expiresAt: clock.now().advanced(bySeconds: Self.seconds))
            try await database.writing { try IdentityStore($0).insert(arrival, secret: next.digest) }
            return ComingBack(place: place, outcome: .success(.arrived(next)))
        } catch {
            return ComingBack(place: place, outcome: .failure(error))
        }
    }

    // MARK: - Sign-out

    /// Ends the sessions that a provider's notice is about.
    ///
    /// Throws the faults of a token, and `repeatedNotice`.
    package func signOut(_ name: String, notice text: String) async throws(ServiceError) {
        let connection = try connection(name)
        guard case .openID = connection.provider.way else { throw .identity(.unknownProvider) }
        let (issuer, now) = (connection.provider.issuer.text, clock.now())
        let notice = try await Self.providing { () throws(OpenIDFault) in
            let (token, keys) = try await connection.verified(text)
            return try connection.provider.rules.notice(token, keys: keys, at: now)
        }
        let sessions = try await database.writing { connection in
            let store = IdentityStore(connection)
            guard try store.take(notice, issuer: issuer) else { throw ServiceError.identity(.repeatedNotice) }
            return try store.sessions(of: notice, issuer: issuer)
        }
        try await accounts.end(sessions: sessions)
    }

    /// Where a browser goes to sign out at the provider from which a session stems; nil when there is no such place.
    ///
    /// The provider's token, which could say whose sign-out it is, was thrown away: it asks the person instead.
    func signOutAddress(of session: Session) async throws(ServiceError) -> String? {
        let issuer = try await database.reading { try IdentityStore($0).issuer(ofSession: session.tokenDigest) }
        guard let issuer, let connection = connections.first(where: { $0.provider.issuer.text == issuer }),
            let end = try? await connection.document().endSession
        else { return nil }
        var random = accounts.random
        return end.with([
            ("client_id", connection.provider.client), ("post_logout_redirect_uri", "\(publicAddress)/"),
            ("state", SessionToken(using: &random).text),
        ])
    }

    /// Removes what nobody can use any more by `now`.
    package func prune(at now: Timestamp) async throws(ServiceError) {
        try await database.writing { try IdentityStore($0).deleteExpired(at: now) }
    }

    /// Does what a provider may make fail.
    static func providing<Value>(
        _ work: () async throws(OpenIDFault) -> Value
    ) async throws(ServiceError) -> Value {
        do { return try await work() } catch { throw .identity(.provider(error)) }
    }

    /// Checks what a provider said.
    static func checking<Value>(_ work: () throws(OpenIDFault) -> Value) throws(ServiceError) -> Value {
        do { return try work() } catch { throw .identity(.provider(error)) }
    }

    /// What names an identity towards its owner: the first 12 bytes of a digest.
    static func identifier(_ identity: StoredIdentity) -> String {
        AccountService.shortIdentifier(
            Array(SHA256.hash(data: Array("\(identity.issuer)\u{0}\(identity.subject)".utf8))))
    }
}

/// How a browser came back from a provider.
struct ComingBack: Sendable {
    /// Where in the page it goes on.
    let place: String
    /// What has come of it, or why it does not go on.
    let outcome: Result<Way, ServiceError>

    /// What has come of it.
    enum Way: Sendable {
        /// A provider has told of somebody; the browser keeps this to finish with.
        case arrived(SignInSecret)
        /// Somebody has shown once more who they are.
        case confirmed
    }
}
