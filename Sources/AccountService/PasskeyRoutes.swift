import API
import Basics
import HTTPKit
import HTTPTypes
import Hummingbird
import Passkeys

extension RouteHandlers {
    /// Passkeys: added, listed, renamed, removed, and asked for.
    package mutating func addPasskeyRoutes(_ passkeys: PasskeyService) {
        on(Routes.beginPasskeySignIn) { call in
            PasskeyChallengeBody(try await passkeys.beginSignIn(from: call.source))
        }
        on(Routes.beginPasskeyConfirmation) { call in
            PasskeyChallengeBody(try await passkeys.beginConfirmation(of: try call.session))
        }
        on(Routes.confirmOwnerWithPasskey) { call, body in
            try await passkeys.confirm(try PasskeyAssertion(body), of: try call.session)
        }
        on(Routes.beginPasskey) { call in
            let new = try await passkeys.beginRegistration(of: try call.session)
            return NewPasskeyChallengeBody(
                challenge: Base64.text(new.challenge.bytes, .url), party: new.challenge.party,
                user: Base64.text(new.user, .url), name: new.name, displayName: new.displayName,
                algorithms: PasskeyKey.Algorithm.allCases.map(\.rawValue),
                known: new.known.map { Base64.text($0, .url) })
        }
        on(Routes.passkeys) { call in
            PasskeysBody(
                passkeys: try await passkeys.list(of: try call.session).map(PasskeyBody.init),
                party: passkeys.site.party?.id)
        }
        on(Routes.addPasskey) { call, body in
            let label = body.label ?? PresentedDevice.label(call.request.headers[.userAgent])
            return PasskeyBody(
                try await passkeys.register(
                    clientData: try bytes(body.clientData), attestation: try bytes(body.attestation),
                    label: label, of: try call.session))
        }
        on(Routes.renamePasskey) { call, body in
            try await passkeys.rename(try call.value(RouteParameters.id), to: body.label, of: try call.session)
        }
        on(Routes.removePasskey) { call in
            try await passkeys.remove(try call.value(RouteParameters.id), of: try call.session)
        }
    }
}

extension PasskeyAssertion {
    /// As it came; throws `malformed` for what is no base64url.
    init(_ body: PasskeyAssertionBody) throws(ServiceError) {
        self.init(
            credential: try bytes(body.credential), clientData: try bytes(body.clientData),
            authenticatorData: try bytes(body.authenticatorData), signature: try bytes(body.signature),
            user: try body.user.map(bytes))
    }
}

extension PasskeyChallengeBody {
    fileprivate init(_ challenge: PasskeyChallenge) {
        self.init(challenge: Base64.text(challenge.bytes, .url), party: challenge.party)
    }
}

extension PasskeyBody {
    fileprivate init(_ passkey: ListedPasskey) {
        self.init(
            id: passkey.id, credential: Base64.text(passkey.credential, .url), label: passkey.label,
            madeOn: passkey.madeOn, usedOn: passkey.usedOn)
    }
}

/// What base64url stands for.
private func bytes(_ text: String) throws(ServiceError) -> [UInt8] {
    guard let bytes = Base64.bytes(text, .url) else { throw .passkey(.malformed) }
    return bytes
}
