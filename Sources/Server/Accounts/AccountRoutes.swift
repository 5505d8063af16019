import API
import Accounts
import Hummingbird
import Time

extension RouteHandlers {
    /// Sign-up, sign-in, sign-out and who is signed in.
    mutating func addAccountRoutes(_ services: ServerServices, isSecure: Bool) {
        let accounts = services.accounts
        let clock = services.clock
        @Sendable func signedIn(_ signedIn: SignedIn) throws -> Response {
            let seconds = signedIn.session.expiresAt.milliseconds(since: clock.now()) / 1000
            return try .json(
                SessionBody(token: signedIn.token, expiresAt: signedIn.session.expiresAt, email: signedIn.email),
                status: 201, headers: SessionCookie.set(signedIn.token, seconds: seconds, isSecure: isSecure))
        }
        respond(Routes.signUp) { _, body in
            try signedIn(try await accounts.signUp(email: body.email, password: body.password))
        }
        respond(Routes.signIn) { _, body in
            try signedIn(try await accounts.signIn(email: body.email, password: body.password))
        }
        respond(Routes.signInToHealth) { _, body in
            try signedIn(
                try await accounts.signIn(email: body.email, password: body.password, code: body.code, as: .health))
        }
        respond(Routes.signOut.route) { call in
            try await accounts.signOut(try call.session)
            return .nothing(headers: SessionCookie.clear(isSecure: isSecure))
        }
        on(Routes.account) { call in
            let details = try await accounts.details(of: try call.session)
            return AccountBody(
                email: details.email, signedInAt: details.signedInAt, expiresAt: details.expiresAt,
                role: details.role?.rawValue)
        }
    }
}
