import Accounts
import Basics
import Forwarding
import HTTPKit
import ServerApp
import ServiceKit
import Storage
import TestServer
import Testing

@testable import AccountService
@testable import InboxService

@Suite("Passkeys of accounts")
struct PasskeyServiceTests {
    /// A server at `cerca.example`, and somebody who has just signed up.
    private func with(
        _ engine: Engine, _ body: (World, PasskeyService, Session) async throws -> Void
    ) async throws {
        try await World.with(engine) { world in
            let passkeys = world.services().passkeys
            passkeys.site.open(publicURL: "https://cerca.example", host: "0.0.0.0", port: 1, isEncrypted: false)
            try await body(world, passkeys, try await world.visitor())
        }
    }

    /// The authenticator of a passkey that was added.
    private func add(_ passkeys: PasskeyService, _ session: Session) async throws -> SoftAuthenticator {
        var device = SoftAuthenticator()
        let new = try await passkeys.beginRegistration(of: session)
        device.user = new.user
        let made = device.make(new.challenge.bytes)
        let listed = try await passkeys.register(
            clientData: made.clientData, attestation: made.attestation, label: "Phone", of: session)
        #expect(listed.credential == device.id && listed.label == "Phone" && listed.usedOn == nil)
        return device
    }

    @Test("somebody adds a passkey, signs in with it alone, renames it and removes it", arguments: Engine.allCases)
    func life(engine: Engine) async throws {
        try await with(engine) { world, passkeys, session in
            let device = try await add(passkeys, session)
            let assertion = try device.use(try await passkeys.beginSignIn(from: nil).bytes)
            let signedIn = try await passkeys.signIn(assertion)
            #expect(signedIn.session.accountID == session.accountID && signedIn.email == "ana@example.org")
            #expect(try await world.accounts.session(token: signedIn.token).accountID == session.accountID)
            try await world.accounts.requireConfirmed(signedIn.session)
            let listed = try #require(try await passkeys.list(of: session).first)
            #expect(listed.usedOn == Timestamp(day: world.clock.now.day))
            try await passkeys.rename(listed.id, to: "Key on the ring", of: session)
            #expect(try await passkeys.list(of: session).map(\.label) == ["Key on the ring"])
            #expect(
                await code { try await passkeys.rename(listed.id, to: " ", of: session) } == "passkeys.invalid_label")
            try await passkeys.remove(listed.id, of: session)
            #expect(await code { try await passkeys.remove(listed.id, of: session) } == "passkeys.unknown")
            let again = try device.use(try await passkeys.beginSignIn(from: nil).bytes)
            #expect(await code { _ = try await passkeys.signIn(again) } == "passkeys.refused")
        }
    }

    @Test("a challenge is answered once, for what it was sent, within five minutes", arguments: Engine.allCases)
    func challenges(engine: Engine) async throws {
        try await with(engine) { world, passkeys, session in
            let device = try await add(passkeys, session)
            let assertion = try device.use(try await passkeys.beginSignIn(from: nil).bytes)
            _ = try await passkeys.signIn(assertion)
            #expect(await code { _ = try await passkeys.signIn(assertion) } == "passkeys.challenge_ended")
            let late = try device.use(try await passkeys.beginSignIn(from: nil).bytes)
            world.clock.advance(seconds: PasskeyService.challengeSeconds)
            #expect(await code { _ = try await passkeys.signIn(late) } == "passkeys.challenge_ended")
            let other = try device.use(try await passkeys.beginConfirmation(of: session).bytes)
            #expect(await code { _ = try await passkeys.signIn(other) } == "passkeys.challenge_ended")
            #expect(
                await code { _ = try await passkeys.signIn(try device.use(.init(repeating: 1, count: 32))) }
                    == "passkeys.challenge_ended")
            // One that was answered wrongly is gone as well.
            var far = device
            far.origin = "https://evil.example"
            let challenge = try await passkeys.beginSignIn(from: nil).bytes
            #expect(await code { _ = try await passkeys.signIn(try far.use(challenge)) } == "passkeys.wrong_origin")
            #expect(
                await code { _ = try await passkeys.signIn(try device.use(challenge)) } == "passkeys.challenge_ended")
            _ = try await passkeys.beginSignIn(from: nil)
            world.clock.advance(seconds: PasskeyService.challengeSeconds)
            try await world.accounts.prune(at: world.clock.now)
            #expect(try await Contents(of: world.database).count("passkey_challenges") == 0)
        }
    }

    @Test("what is forged, or meant for others, is refused by name")
    func forgeries() async throws {
        try await with(.sqlite) { _, passkeys, session in
            let device = try await add(passkeys, session)
            func refusal(_ change: (inout SoftAuthenticator) -> Void) async throws -> String? {
                var changed = device
                change(&changed)
                let challenge = try await passkeys.beginSignIn(from: nil).bytes
                return await code { _ = try await passkeys.signIn(try changed.use(challenge)) }
            }
            #expect(try await refusal { $0.party = "evil.example" } == "passkeys.wrong_party")
            #expect(try await refusal { $0.origin = "http://cerca.example" } == "passkeys.wrong_origin")
            #expect(try await refusal { $0.flags = 0x01 } == "passkeys.not_verified")
            #expect(try await refusal { $0.flags = 0x04 } == "passkeys.not_verified")
            #expect(try await refusal { $0.flags = 0x15 } == "passkeys.refused")
            #expect(try await refusal { $0.flags = 0x0D } == "passkeys.refused")
            #expect(try await refusal { $0.user = nil } == "passkeys.refused")
            #expect(try await refusal { $0.user = [1] } == "passkeys.refused")
            #expect(try await refusal { $0.id = [9, 9, 9] } == "passkeys.refused")
            var other = SoftAuthenticator()
            (other.id, other.user) = (device.id, device.user)
            let challenge = try await passkeys.beginSignIn(from: nil).bytes
            #expect(await code { _ = try await passkeys.signIn(try other.use(challenge)) } == "passkeys.refused")
            #expect(try await refusal { _ in } == nil)
        }
    }

    @Test("a counter that goes back is refused, and the owner is told", arguments: Engine.allCases)
    func copies(engine: Engine) async throws {
        try await with(engine) { world, passkeys, session in
            var device = try await add(passkeys, session)
            device.counter = 7
            _ = try await passkeys.signIn(try device.use(try await passkeys.beginSignIn(from: nil).bytes))
            device.counter = 6
            let copied = try device.use(try await passkeys.beginSignIn(from: nil).bytes)
            #expect(await code { _ = try await passkeys.signIn(copied) } == "passkeys.counter_back")
            let told = try await world.services().inbox.notifications(of: session.accountID)
            #expect(told.map(\.content) == [.passkeyCopied(label: "Phone")])
            device.counter = 8
            _ = try await passkeys.signIn(try device.use(try await passkeys.beginSignIn(from: nil).bytes))
        }
    }

    @Test("a passkey stands for a code of the second factor, for its own account alone", arguments: Engine.allCases)
    func secondFactor(engine: Engine) async throws {
        try await with(engine) { world, passkeys, session in
            let device = try await add(passkeys, session)
            let address = try #require(
                try await world.accounts.beginFactor(password: "long enough", of: session))
            _ = try await world.accounts.confirmFactor(code: try world.code(address), of: session)
            func signIn(_ device: SoftAuthenticator?) async -> String? {
                await code {
                    let challenge = try await passkeys.beginSignIn(from: nil).bytes
                    _ = try await world.accounts.signIn(
                        email: "ana@example.org", password: "long enough",
                        passkey: try device.map { passkeys.factor(try $0.use(challenge)) })
                }
            }
            #expect(await signIn(nil) == "accounts.code_needed")
            #expect(await signIn(device) == nil)
            let bea = try await world.visitor("bea")
            let foreign = try await add(passkeys, bea)
            #expect(await signIn(foreign) == "passkeys.refused")
            let challenge = try await passkeys.beginSignIn(from: nil).bytes
            let wrongPassword = await code {
                _ = try await world.accounts.signIn(
                    email: "ana@example.org", password: "wrong enough",
                    passkey: passkeys.factor(try device.use(challenge)))
            }
            #expect(wrongPassword == "accounts.wrong_credentials")
        }
    }

    @Test("a passkey shows who somebody is, in their own session alone")
    func confirmation() async throws {
        try await with(.sqlite) { world, passkeys, session in
            let device = try await add(passkeys, session)
            let bea = try await world.visitor("bea")
            world.clock.advance(seconds: AccountService.confirmationSeconds)
            #expect(
                await code { _ = try await passkeys.beginRegistration(of: session) } == "accounts.confirmation_needed")
            #expect(
                await code { try await passkeys.remove("x", of: session) } == "accounts.confirmation_needed")
            let foreign = try device.use(try await passkeys.beginConfirmation(of: bea).bytes)
            #expect(await code { try await passkeys.confirm(foreign, of: bea) } == "passkeys.refused")
            let stolen = try device.use(try await passkeys.beginConfirmation(of: session).bytes)
            #expect(await code { try await passkeys.confirm(stolen, of: bea) } == "passkeys.challenge_ended")
            #expect(await code { try await world.accounts.requireConfirmed(bea) } == "accounts.confirmation_needed")
            let own = try device.use(try await passkeys.beginConfirmation(of: session).bytes)
            try await passkeys.confirm(own, of: session)
            try await world.accounts.requireConfirmed(session)
        }
    }

    @Test("the last way to sign in cannot be removed", arguments: Engine.allCases)
    func lastWay(engine: Engine) async throws {
        try await with(engine) { world, passkeys, session in
            _ = try await add(passkeys, session)
            _ = try await add(passkeys, session)
            try await world.database.write {
                _ = try $0.execute("UPDATE accounts SET password = '' WHERE id = ?1", [.blob(session.accountID)])
            }
            let ids = try await passkeys.list(of: session).map(\.id)
            try await passkeys.remove(ids[0], of: session)
            #expect(await code { try await passkeys.remove(ids[1], of: session) } == "passkeys.last_way")
        }
    }

    @Test("the same passkey is not added twice, nor more than twenty")
    func bounds() async throws {
        try await with(.sqlite) { _, passkeys, session in
            let device = try await add(passkeys, session)
            func register(_ device: SoftAuthenticator) async throws {
                let made = device.make(try await passkeys.beginRegistration(of: session).challenge.bytes)
                _ = try await passkeys.register(
                    clientData: made.clientData, attestation: made.attestation, label: nil, of: session)
            }
            #expect(await code { try await register(device) } == "passkeys.registered")
            for _ in 1..<PasskeyService.passkeysPerAccount { try await register(SoftAuthenticator()) }
            #expect(await code { try await register(SoftAuthenticator()) } == "passkeys.too_many")
        }
    }

    @Test("what is kept of an account's passkeys can be read, and goes with it", arguments: Engine.allCases)
    func end(engine: Engine) async throws {
        try await with(engine) { world, passkeys, session in
            _ = try await add(passkeys, session)
            _ = try await passkeys.beginConfirmation(of: session)
            let tables = AccountService.personalDataTables.filter { $0.name.hasPrefix("passkey") }
            let person = PersonalDataTable.Person(account: session.accountID, number: nil, email: "ana@example.org")
            try await world.database.write { connection in
                let passkeys = try #require(tables.first { $0.name == "passkeys" })
                let rows = try passkeys.rows(of: person, limit: 10, in: connection)
                #expect(rows.count == 1 && rows[0].contains(.text("Phone")))
                for table in tables { try table.end(of: person, in: connection) }
            }
            let contents = try await Contents(of: world.database)
            #expect(contents.count("passkeys") == 0 && contents.count("passkey_challenges") == 0)
        }
    }

    @Test(
        "passkeys are bound to a host name, or not offered",
        arguments: [
            (nil, "127.0.0.1", "localhost"), (nil, "0.0.0.0", nil),
            ("https://cerca.example/", "0.0.0.0", "cerca.example"), ("https://192.0.2.1", "127.0.0.1", nil),
        ] as [(String?, String, String?)])
    func site(publicURL: String?, host: String, party: String?) async throws {
        try await World.with(.sqlite) { world in
            let passkeys = world.services().passkeys
            passkeys.site.open(publicURL: publicURL, host: host, port: 8080, isEncrypted: false)
            if let party {
                let asked = try await passkeys.beginSignIn(from: nil)
                #expect(asked.party == party)
            } else {
                #expect(await code { _ = try await passkeys.beginSignIn(from: nil) } == "passkeys.unavailable")
            }
        }
    }

    @Test("an address that asks for many challenges has to wait")
    func flood() async throws {
        try await with(.sqlite) { _, passkeys, _ in
            let address = try #require(IPAddress("192.0.2.1"))
            var refused: String?
            for _ in 0..<200 where refused == nil {
                refused = await code { _ = try await passkeys.beginSignIn(from: address) }
            }
            #expect(refused == "request.too_many_attempts")
            _ = try await passkeys.beginSignIn(from: IPAddress("192.0.2.2"))
        }
    }
}
