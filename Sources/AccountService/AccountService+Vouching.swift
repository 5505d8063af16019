import API
import Accounts
import HTTPKit
import Hummingbird
import ServiceKit
import Storage

extension AccountService {
    /// Signs in to a role without password and code, for whoever has the machine and vouches for who is at the page.
    ///
    /// No route of a server leads here: only a demo's own does, whose accounts belong to nobody. The session counts as one
    /// whose owner has just shown who they are. Throws `wrongCredentials` for an account that has not the role.
    ///
    /// - Parameter note: What belongs into the transaction, as where somebody signs in to the role by themselves.
    package func signIn(
        vouchedFor email: String, as role: Role, noting note: @escaping RoleNote
    ) async throws(ServiceError) -> SignedIn {
        let address: EmailAddress
        do { address = try EmailAddress(email) } catch { throw .account(error) }
        let now = clock.now()
        let (service, trail) = (self, trail)
        let signedIn = try await database.writing { connection in
            let store = AccountStore(connection)
            guard let account = try store.credentials(of: address)?.id, try !store.isDisabled(account),
                try RoleStore(connection).has(role, account)
            else { throw ServiceError.account(.wrongCredentials) }
            let signedIn = service.newSession(of: account, email: address, role: role, at: now)
            try store.insert(signedIn.session)
            try store.confirm(session: signedIn.session.tokenDigest, at: now)
            try trail.note(.sessionBegun, of: account, connection)
            guard try note(account, now, connection) else { throw ServiceError.account(.wrongCredentials) }
            return signedIn
        }
        cache.keep(signedIn.session, readAt: now)
        return signedIn
    }
}

extension RouteHandlers {
    /// Lets whoever is at the page sign in as somebody for whom `signIn` vouches; of a demo alone.
    package mutating func addVouchedSignIn<Body: APIBody>(
        _ endpoint: Endpoint<Body, SessionBody>, clock: ServerClock,
        _ signIn: @escaping @Sendable (Body) async throws -> SignedIn
    ) {
        countSignIns(at: [endpoint.route])
        respond(endpoint) { call, body in
            try await signIn(body).answer(to: call.request.headers, at: clock.now(), isSecure: false)
        }
    }
}
