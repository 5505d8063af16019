import API
import Accounts
import Basics
import HTTPKit
import Hummingbird

extension RouteHandlers {
    /// Sign-up, sign-in, sign-out and who is signed in.
    ///
    /// - Parameter isSecure: Whether the server speaks TLS, so that cookies go no other way.
    package mutating func addAccountRoutes(
        _ accounts: AccountService, passkeys: PasskeyService, clock: ServerClock, isSecure: Bool
    ) {
        countSignIns(at: [Routes.signUp.route, Routes.approveDevice.route, Routes.signInWithPasskey.route])
        countSignIns(at: [Routes.signIn.route], showsDevice: { !KnownDeviceCookie.tickets(in: $0).isEmpty })
        @Sendable func signedIn(_ signedIn: SignedIn, _ call: RouteCall) throws -> Response {
            try signedIn.answer(to: call.request.headers, at: clock.now(), isSecure: isSecure)
        }
        respond(Routes.signUp) { call, body in
            let device = PresentedDevice(call, token: body.device, label: body.deviceLabel)
            return try signedIn(
                try await accounts.register(email: body.email, password: body.password, device: device), call)
        }
        respond(Routes.signIn) { call, body in
            let device = try await accounts.recognized(
                PresentedDevice(call, token: body.device, label: body.deviceLabel), for: body.email)
            try call.countSignIn(isKnown: device.knownAs != nil)
            return try signedIn(
                try await accounts.signIn(
                    email: body.email, password: body.password, code: body.code,
                    passkey: try body.passkey.map { passkeys.factor(try PasskeyAssertion($0)) }, device: device), call)
        }
        respond(Routes.signInWithPasskey) { call, body in
            let device = PresentedDevice(call, token: nil, label: body.deviceLabel)
            return try signedIn(try await passkeys.signIn(try PasskeyAssertion(body), device: device), call)
        }
        respond(Routes.approveDevice) { call, body in
            try signedIn(
                try await accounts.approveDevice(
                    challenge: body.challenge, code: body.code, label: body.deviceLabel), call)
        }
        for role in [Role.health, .market] {
            addRoleSignIn(role, accounts, clock: clock, isSecure: isSecure)
        }
        respond(Routes.signOut.route) { call in
            try await accounts.signOut(try call.session)
            return .nothing(headers: SessionCookie.clear(isSecure: isSecure))
        }
        on(Routes.account) { call in
            let details = try await accounts.details(of: try call.session)
            let profile = details.profile
            return AccountBody(
                email: profile.email, signedInAt: details.signedInAt, expiresAt: details.expiresAt,
                proof: AccountProof(profile.proof), displayName: profile.displayName,
                hasPassword: profile.hasPassword, role: details.role.map(AccountRole.init))
        }
    }
}

extension RouteHandlers {
    /// Sign-in to a role of a venue: by password and code, or by a passkey alone.
    ///
    /// - Parameter note: What belongs into the transaction.
    package mutating func addVenueSignIn(
        _ role: Role, _ accounts: AccountService, passkeys: PasskeyService, clock: ServerClock, isSecure: Bool,
        noting note: @escaping RoleNote
    ) {
        addRoleSignIn(role, accounts, clock: clock, isSecure: isSecure, noting: note)
        let endpoint =
            role == .operator ? Routes.signInToOperatorWithPasskey : Routes.signInToMerchantWithPasskey
        countSignIns(at: [endpoint.route])
        respond(endpoint) { call, body in
            let device = PresentedDevice(call, token: nil, label: body.deviceLabel)
            let signedIn = try await passkeys.signIn(
                try PasskeyAssertion(body), as: role, device: device, noting: note)
            return try signedIn.answer(to: call.request.headers, at: clock.now(), isSecure: isSecure)
        }
    }

    fileprivate mutating func addRoleSignIn(
        _ role: Role, _ accounts: AccountService, clock: ServerClock, isSecure: Bool, noting note: RoleNote? = nil
    ) {
        countSignIns(at: [role.signIn.route], showsDevice: { !KnownDeviceCookie.tickets(in: $0).isEmpty })
        respond(role.signIn) { call, body in
            let device = try await accounts.recognized(PresentedDevice(call, token: nil, label: nil), for: body.email)
            try call.countSignIn(isKnown: device.knownAs != nil)
            let signedIn = try await accounts.signIn(
                email: body.email, password: body.password, code: body.code, as: role, device: device, noting: note)
            return try signedIn.answer(to: call.request.headers, at: clock.now(), isSecure: isSecure)
        }
    }
}

extension Role {
    /// Where somebody signs in to it with a password and a code.
    var signIn: Endpoint<RoleCredentialsBody, SessionBody> {
        switch self {
        case .health: Routes.signInToHealth
        case .market: Routes.signInToMarketConsole
        case .merchant: Routes.signInToMerchant
        case .operator: Routes.signInToOperator
        }
    }
}
