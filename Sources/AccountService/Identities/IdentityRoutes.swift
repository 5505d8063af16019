import API
import Accounts
import Basics
import HTTPKit
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import OpenID

extension RouteHandlers {
    /// Sign-in with identities elsewhere, and linking them.
    ///
    /// - Parameters:
    ///   - isSecure: Whether the server speaks TLS, so that the session's cookie goes no other way.
    package mutating func addIdentityRoutes(
        _ identities: IdentityService, clock: ServerClock, isSecure: Bool
    ) {
        on(Routes.identityProviders) { _ in
            IdentityProvidersBody(
                providers: identities.providers.map {
                    IdentityProviderBody(name: $0.name, label: $0.label)
                })
        }
        countSignIns(at: [Routes.beginIdentitySignIn.route, Routes.finishArrival.route, Routes.mailArrivalCode.route])
        addProviderRoutes(identities)
        addArrivalRoutes(identities, clock: clock, isSecure: isSecure)
        addLinkingRoutes(identities)
    }

    private mutating func addProviderRoutes(_ identities: IdentityService) {
        let isSecure = identities.isSecure
        respond(Routes.beginIdentitySignIn.route) { call in
            let place = try call.optional(RouteParameters.place)?.rawValue ?? ""
            do throws(ServiceError) {
                let (address, secret) = try await identities.begin(
                    try call.provider, place: place)
                return Response(
                    status: .seeOther, headers: SignInCookie.set(secret, isSecure: isSecure).adding(.location, address))
            } catch {
                // A browser shows what comes: the page tells why.
                return identities.back(to: place, with: error.code, keeping: nil)
            }
        }
        @Sendable func comeBack(_ call: RouteCall, _ form: [UInt8]) async throws -> Response {
            let shown = SignInCookie.text(in: call.request.headers, isSecure: isSecure)
            let back = await identities.comeBack(try call.provider, form: form, secret: shown)
            switch back.outcome {
            case .success(.arrived(let secret)):
                return identities.back(to: back.place, with: "arrived", keeping: secret)
            case .success(.confirmed): return identities.back(to: back.place, with: "confirmed", keeping: nil)
            case .failure(let error):
                if case .storage(let cause) = error {
                    call.logger.error("a sign-in by a provider failed", metadata: ["cause": "\(cause)"])
                }
                return identities.back(to: back.place, with: error.code, keeping: nil)
            }
        }
        respond(Routes.identityCallback.route) { call in
            let target = call.request.head.path ?? ""
            let query = target.firstIndex(of: "?").map { target[target.index(after: $0)...] } ?? ""
            return try await comeBack(call, Array(query.utf8))
        }
        respond(Routes.identityFormCallback) { call in
            // The form comes from another site, without the cookie; what of it counts comes once more as a question of
            // this browser's own, with it. So the cookie stays `Lax`, and no other site's form ever carries it.
            guard let answer = AuthorizationAnswer(parsing: try await call.bodyBuffer().readableBytesView),
                SessionToken(text: answer.state) != nil
            else {
                return identities.back(to: "", with: IdentityFault.unknownState.problem.rawValue, keeping: nil)
            }
            let path = "/api/sign-in/\(try call.provider)/callback"
            return Response(
                status: .seeOther, headers: [.location: "\(path)?\(answer.query)", .cacheControl: "no-store"])
        }
        respond(Routes.forgetIdentity) { call in
            let body = Array(try await call.bodyBuffer().readableBytesView)
            let form = try? FormFields(parsing: body)
            guard let request = form?["signed_request"] else {
                throw ServiceError.identity(.provider(.malformedToken))
            }
            let code = try await identities.forget(try call.provider, request: request)
            let answer: JSONValue = .object([
                "url": .string(identities.farewellAddress), "confirmation_code": .string(code),
            ])
            return Response(
                status: .ok, headers: [.contentType: "application/json", .cacheControl: "no-store"],
                body: .init(byteBuffer: ByteBuffer(string: answer.compactText)))
        }
        respond(Routes.identitySignOut) { call in
            let body = Array(try await call.bodyBuffer().readableBytesView)
            let form = try? FormFields(parsing: body)
            guard let token = form?["logout_token"] else {
                throw ServiceError.identity(.provider(.malformedToken))
            }
            try await identities.signOut(try call.provider, notice: token)
            return Response(status: .ok, headers: [.cacheControl: "no-store"])
        }
    }

    private mutating func addArrivalRoutes(_ identities: IdentityService, clock: ServerClock, isSecure: Bool) {
        on(Routes.arrival) { call in
            let (arrival, way) = try await identities.arrival(try call.arrivalSecret(identities))
            return ArrivalBody(
                provider: identities.label(of: arrival), email: arrival.email, step: ArrivalStep(way),
                sendsMail: way.takesMailedCode && identities.accounts.mail?.isAvailable == true)
        }
        respond(Routes.finishArrival) { call, body in
            let signedIn = try await identities.finish(
                try call.arrivalSecret(identities),
                with: ArrivalProof(password: body.password, mailCode: body.mailCode, code: body.code),
                device: PresentedDevice(call, token: body.device, label: body.deviceLabel))
            let seconds = signedIn.session.expiresAt.milliseconds(since: clock.now()) / 1000
            var headers = SessionCookie.set(signedIn.token, seconds: seconds, isSecure: isSecure)
            for field in SignInCookie.set(nil, isSecure: identities.isSecure) { headers.append(field) }
            return try .json(
                SessionBody(
                    token: signedIn.token, expiresAt: signedIn.session.expiresAt, email: signedIn.email,
                    device: nil), status: 201, headers: headers)
        }
        on(Routes.mailArrivalCode) { call in
            let device = PresentedDevice(call, token: nil, label: nil)
            try await identities.mailCode(try call.arrivalSecret(identities), language: device.language)
        }
    }

    private mutating func addLinkingRoutes(_ identities: IdentityService) {
        on(Routes.identities) { call in
            let session = try call.session
            return IdentitiesBody(
                identities: try await identities.identities(of: session).map {
                    LinkedIdentityBody(
                        id: $0.id, provider: $0.provider, label: $0.label, email: $0.email, confirms: $0.confirms,
                        linkedOn: $0.linkedOn)
                }, signOutAddress: try await identities.signOutAddress(of: session))
        }
        respond(Routes.beginLinking.route) { call in
            let (address, secret) = try await identities.beginLinking(try call.provider, of: try call.session)
            return try .json(
                ProviderAddressBody(address: address),
                headers: SignInCookie.set(secret, isSecure: identities.isSecure))
        }
        respond(Routes.beginProviderConfirmation) { call, body in
            let (address, secret) = try await identities.beginConfirmation(
                try call.provider, code: body.code, of: try call.session)
            return try .json(
                ProviderAddressBody(address: address),
                headers: SignInCookie.set(secret, isSecure: identities.isSecure))
        }
        respond(Routes.linkIdentity.route) { call in
            let device = PresentedDevice(call, token: nil, label: nil)
            try await identities.connect(
                try call.arrivalSecret(identities), language: device.language, of: try call.session)
            return .nothing(headers: SignInCookie.set(nil, isSecure: identities.isSecure))
        }
        on(Routes.unlinkIdentity) { call in
            try await identities.unlink(try call.value(RouteParameters.id), of: try call.session)
        }
    }
}

extension RouteCall {
    /// The provider that the path names.
    fileprivate var provider: String {
        get throws(ServiceError) {
            try value(RouteParameters.provider, or: ServiceError.identity(.unknownProvider))
        }
    }

    /// What the browser has since it came back from a provider.
    fileprivate func arrivalSecret(_ identities: IdentityService) throws(ServiceError) -> SignInSecret {
        let text = SignInCookie.text(in: request.headers, isSecure: identities.isSecure)
        guard let secret = text.flatMap(SignInSecret.init(text:)) else { throw .identity(.arrivalEnded) }
        return secret
    }
}

extension IdentityService {
    /// Sends a browser to the page, which finds in its address what has become of the sign-in.
    fileprivate func back(to place: String, with word: String, keeping secret: SignInSecret?) -> Response {
        Response(
            status: .seeOther,
            headers: SignInCookie.set(secret, isSecure: isSecure).adding(.location, "/?sign-in=\(word)#/\(place)"))
    }
}

extension HTTPFields {
    fileprivate func adding(_ name: HTTPField.Name, _ value: String) -> HTTPFields {
        var fields = self
        fields[name] = value
        return fields
    }
}

extension ArrivalWay {
    /// Whether a mailed code is not refused here.
    fileprivate var takesMailedCode: Bool {
        switch self {
        case .confirm(_, let byMail): byMail
        case .clear, .enter, .create, .connect: true
        }
    }
}

extension ArrivalStep {
    fileprivate init(_ way: ArrivalWay) {
        switch way {
        case .enter: self = .enter
        case .create: self = .create
        case .confirm: self = .confirm
        case .clear: self = .clear
        case .connect: self = .connect
        }
    }
}
