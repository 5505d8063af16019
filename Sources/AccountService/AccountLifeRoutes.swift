import API
import Accounts
import Basics
import HTTPKit
import HTTPTypes
import Hummingbird

extension RouteHandlers {
    /// Proof of an address, passwords, other addresses and names.
    ///
    /// - Parameter isSecure: Whether the server speaks TLS, so that cookies go no other way.
    package mutating func addAccountLifeRoutes(_ accounts: AccountService, clock: ServerClock, isSecure: Bool) {
        // Each of these guesses a code or a link, or costs a password hash.
        countSignIns(at: [
            Routes.confirmSignUp.route, Routes.proveMailbox.route, Routes.resetPassword.route,
            Routes.confirmEmail.route, Routes.undoEmail.route,
        ])
        respond(Routes.confirmSignUp) { call, body in
            let signedIn = try await accounts.confirmRegistration(challenge: body.challenge, code: body.code)
            return try signedIn.answer(to: call.request.headers, at: clock.now(), isSecure: isSecure)
        }
        on(Routes.sendProof) { call in
            MailboxChallengeBody(challenge: try await accounts.sendProof(of: try call.session, in: call.language))
        }
        on(Routes.proveMailbox) { call, body in
            try await accounts.prove(challenge: body.challenge, code: body.code, of: try call.session)
        }
        on(Routes.changePassword) { call, body in
            try await accounts.changePassword(
                to: body.newPassword, old: body.password, code: body.code, of: try call.session, in: call.language)
        }
        respond(Routes.requestReset) { call, body in
            try await accounts.requestReset(
                email: body.email, from: PresentedDevice(call, token: nil, label: nil))
            return Response(status: .accepted)
        }
        on(Routes.resetPassword) { call, body in
            try await accounts.resetPassword(to: body.newPassword, token: body.token, in: call.language)
        }
        on(Routes.changeEmail) { call, body in
            MailboxChallengeBody(
                challenge: try await accounts.beginAddressChange(
                    to: body.email, of: try call.session, in: call.language))
        }
        on(Routes.confirmEmail) { call, body in
            try await accounts.confirmAddressChange(
                challenge: body.challenge, code: body.code, of: try call.session)
        }
        on(Routes.undoEmail) { call, body in
            try await accounts.undoAddressChange(token: body.token, in: call.language)
        }
        on(Routes.setDisplayName) { call, body in
            try await accounts.setDisplayName(body.displayName, of: try call.session)
        }
    }
}

extension RouteCall {
    /// The language of ours that whoever asks would rather read.
    fileprivate var language: String { DeviceMail.language(request.headers[.acceptLanguage]) }
}

extension SignedIn {
    /// The answer that begins a session, with the cookies of a browser.
    ///
    /// - Parameter headers: What the request showed.
    func answer(to headers: HTTPFields, at now: Timestamp, isSecure: Bool) throws -> Response {
        var fields = SessionCookie.set(
            token, seconds: session.expiresAt.milliseconds(since: now) / 1000, isSecure: isSecure)
        if let deviceToken {
            for field in DeviceCookie.set(deviceToken, isSecure: isSecure) { fields.append(field) }
        }
        if let ticket {
            let route = session.role?.signIn.route ?? Routes.signIn.route
            let known = KnownDeviceCookie.set(
                ticket, beside: KnownDeviceCookie.tickets(in: headers), path: route.path.description,
                isSecure: isSecure)
            for field in known { fields.append(field) }
        }
        return try .json(
            SessionBody(token: token, expiresAt: session.expiresAt, email: email, device: deviceToken), status: 201,
            headers: fields)
    }
}
