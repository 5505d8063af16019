import API
import AccountService
import Basics
import HTTPTypes
import HummingbirdTesting
import TestServer
import Testing

@Suite("Passkeys over HTTP")
struct PasskeyRouteTests {
    @Test("a passkey signs in over HTTP with a cookie as a password does, and bytes that are none are refused")
    func signIn() async throws {
        try await Site.with(.live) { site in
            let token = try await site.signUp()
            let list = try await site.ask(.get, "/api/account/passkeys", token: token).body(PasskeysBody.self)
            #expect(list.passkeys.isEmpty && list.party == "localhost")

            let new = try await site.ask(.post, "/api/account/passkey-challenge", token: token).body(
                NewPasskeyChallengeBody.self)
            #expect(new.name == "ana@example.org" && new.algorithms == [-8, -7, -257] && new.known.isEmpty)
            #expect(Base64.bytes(new.user, .url)?.count == 16)
            var device = SoftAuthenticator(party: new.party, origin: "http://localhost:\(site.client.port ?? 0)")
            device.user = Base64.bytes(new.user, .url)
            let made = device.make(try #require(Base64.bytes(new.challenge, .url)))
            let body = NewPasskeyBody(
                clientData: Base64.text(made.clientData, .url), attestation: Base64.text(made.attestation, .url))
            let added = try await site.ask(
                .post, "/api/account/passkeys", String(decoding: try body.json(), as: UTF8.self), token: token)
            #expect(added.status == 201)

            let challenge = try await site.ask(.post, "/api/sessions/passkey/challenge").body(PasskeyChallengeBody.self)
            let used = try device.use(try #require(Base64.bytes(challenge.challenge, .url)))
            let assertion = PasskeyAssertionBody(
                credential: Base64.text(used.credential, .url), clientData: Base64.text(used.clientData, .url),
                authenticatorData: Base64.text(used.authenticatorData, .url),
                signature: Base64.text(used.signature, .url), user: new.user)
            let text = String(decoding: try assertion.json(), as: UTF8.self)
            let signedIn = try await site.ask(.post, "/api/sessions/passkey", text)
            #expect(signedIn.status == 201)
            #expect(signedIn.headers[.setCookie]?.hasPrefix("cerca_session=") == true)
            #expect(try await site.ask(.post, "/api/sessions/passkey", text).code == "passkeys.challenge_ended")
            let malformed = text.replacing(assertion.signature, with: "!")
            #expect(try await site.ask(.post, "/api/sessions/passkey", malformed).code == "passkeys.malformed")
        }
    }
}
