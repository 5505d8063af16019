import Accounts
import Basics
import HTTPKit
import Storage
import TestServer
import Testing

@testable import AccountService
@testable import ServerApp

/// Somebody had the password for five minutes and left ways back in; the owner takes the account back.
@Suite("An owner takes an account back")
struct TakingBackTests {
    private static let (ana, anna, password) = ("ana@example.org", "anna@example.org", "long enough")

    private struct Scene {
        let world: World
        let services: ServerServices
        let post: Post
        let thief: SignedIn
        let passkey: SoftAuthenticator

        var accounts: AccountService { services.accounts }

        /// What the thief's passkey is answered with.
        func passkeyOutcome() async -> String? {
            await code {
                let challenge = try await services.passkeys.beginSignIn(from: nil).bytes
                _ = try await services.passkeys.signIn(try passkey.use(challenge))
            }
        }

        /// The last mail to the owner.
        func told() async throws -> String {
            try #require(try await post.texts(for: TakingBackTests.ana, by: services).last)
        }
    }

    /// An account to which a thief has added a passkey, an API key, an identity, a device and a pending change.
    private func with(_ engine: Engine, _ body: (Scene) async throws -> Void) async throws {
        try await World.with(engine) { world in
            let post = Post()
            let services = world.services(forPeople: post)
            services.passkeys.site.open(
                publicURL: "https://cerca.example", host: "0.0.0.0", port: 1, isEncrypted: false)
            let accounts = services.accounts
            _ = try await accounts.signUp(email: Self.ana, password: Self.password, proof: .mailbox)
            let thief = try await accounts.signIn(email: Self.ana, password: Self.password)
            var device = SoftAuthenticator()
            let new = try await services.passkeys.beginRegistration(of: thief.session)
            device.user = new.user
            let made = device.make(new.challenge.bytes)
            _ = try await services.passkeys.register(
                clientData: made.clientData, attestation: made.attestation, label: "thief's phone", of: thief.session)
            _ = try await services.apiKeys.make(for: thief.session.accountID, scopes: [.read], label: "thief's robot")
            let arrival = StoredArrival(
                provider: "test", issuer: "https://issuer.example", subject: "thief", email: "thief@example.org",
                isVouched: false, isStrong: false, session: nil, account: nil, refreshToken: nil,
                expiresAt: world.clock.now.advanced(bySeconds: 600))
            try await world.database.write { connection in
                let isLinked = try IdentityStore(connection).link(
                    arrival, to: thief.session.accountID, token: [1], day: 1)
                #expect(isLinked)
            }
            _ = try await accounts.setDeviceApproval(
                true, password: Self.password, device: PresentedDevice(label: "thief's laptop"), of: thief.session)
            world.clock.advance(seconds: 1)
            try await body(Scene(world: world, services: services, post: post, thief: thief, passkey: device))
        }
    }

    @Test("the mail after a reset names all that still opens the account", arguments: Engine.allCases)
    func reset(engine: Engine) async throws {
        try await with(engine) { scene in
            try await scene.accounts.requestReset(email: Self.ana, from: PresentedDevice())
            _ = try await scene.accounts.answerResets()
            let token = try await scene.post.token(for: Self.ana, by: scene.services)
            scene.world.clock.advance(seconds: 1)
            try await scene.accounts.resetPassword(to: "the owner's own", token: token, in: "en")
            await #expect(
                code { _ = try await scene.accounts.session(token: scene.thief.token) } == "accounts.not_signed_in")
            let told = try await scene.told()
            for name in ["thief's phone", "thief's robot", "test: thief@example.org"] {
                #expect(told.contains("    \(name)\n"), "\(name) in \(told)")
            }
            #expect(told.contains("Take my account back"))
            // The thief's device has to be approved again.
            #expect(!told.contains("laptop"))
            let contents = try await Contents(of: scene.world.database)
            #expect(contents.count("devices") == 0 && contents.count("sessions") == 0)
        }
    }

    @Test("the words of the mail are there in every language", arguments: ["es", "en", "pt", "it"])
    func languages(language: String) async throws {
        try await with(.sqlite) { scene in
            try await scene.accounts.requestReset(email: Self.ana, from: PresentedDevice())
            _ = try await scene.accounts.answerResets()
            let token = try await scene.post.token(for: Self.ana, by: scene.services)
            scene.world.clock.advance(seconds: 1)
            try await scene.accounts.resetPassword(to: "the owner's own", token: token, in: language)
            let told = try await scene.told()
            for name in ["thief's phone", "thief's robot", "test: thief@example.org"] {
                #expect(told.contains("    \(name)\n"), "\(name) in \(told)")
            }
        }
    }

    @Test("what the owner chooses ends with the sessions, and what is kept goes on", arguments: Engine.allCases)
    func choice(engine: Engine) async throws {
        try await with(engine) { scene in
            let accounts = scene.accounts
            let nothing = try await accounts.signOutEverywhere(scene.thief.session, ending: [])
            #expect(nothing.left.passkeys == ["thief's phone"] && nothing.left.keys == ["thief's robot"])
            #expect(nothing.left.identities == ["test: thief@example.org"])
            #expect(nothing.left.devices == ["thief's laptop"])
            #expect(await scene.passkeyOutcome() == nil)
            try await accounts.setPassword("the owner's own", email: Self.ana)
            try await scene.world.database.write {
                _ = try $0.execute("UPDATE sign_in_rules SET approves_devices = 0")
            }
            let owner = try await accounts.signIn(email: Self.ana, password: "the owner's own").session
            let ended = try await accounts.signOutEverywhere(owner, ending: Set(AccountAccess.allCases))
            #expect(ended.left == RemainingAccess())
            #expect(await scene.passkeyOutcome() == "passkeys.refused")
            let contents = try await Contents(of: scene.world.database)
            for table in ["sessions", "devices", "api_keys", "passkeys", "identities"] {
                #expect(contents.count(table) == 0, "\(table)")
            }
            // The password stays, and so does what happened.
            _ = try await accounts.signIn(email: Self.ana, password: "the owner's own")
            let kinds = try await scene.world.database.read {
                try $0.query("SELECT kind FROM account_events").map { try $0.text("kind") }
            }
            for kind in ["passkey.removed", "key.revoked", "identity.unlinked"] { #expect(kinds.contains(kind)) }
        }
    }

    @Test("what was begun and not finished ends with a new password", arguments: Engine.allCases)
    func unfinished(engine: Engine) async throws {
        try await with(engine) { scene in
            let accounts = scene.accounts
            let challenge = try await accounts.beginAddressChange(
                to: Self.anna, of: scene.thief.session, in: "en")
            let right = try await scene.post.line(for: Self.anna, by: scene.services)
            _ = try await accounts.beginFactor(password: Self.password, of: scene.thief.session)
            _ = try await scene.services.passkeys.beginRegistration(of: scene.thief.session)
            try await accounts.setPassword("the owner's own", email: Self.ana)
            try await scene.world.database.write {
                _ = try $0.execute("UPDATE sign_in_rules SET approves_devices = 0")
            }
            let session = try await accounts.signIn(email: Self.ana, password: "the owner's own").session
            await #expect(
                code { try await accounts.confirmAddressChange(challenge: challenge, code: right, of: session) }
                    == "accounts.challenge_ended")
            let contents = try await Contents(of: scene.world.database)
            for table in ["pending_factors", "passkey_challenges", "address_challenges", "password_resets"] {
                #expect(contents.count(table) == 0, "\(table)")
            }
        }
    }

    @Test("a link that takes a change back mails what still opens the account", arguments: Engine.allCases)
    func undo(engine: Engine) async throws {
        try await with(engine) { scene in
            _ = try await scene.accounts.beginAddressChange(to: Self.anna, of: scene.thief.session, in: "en")
            let token = try await scene.post.token(for: Self.ana, by: scene.services)
            scene.world.clock.advance(seconds: 1)
            try await scene.accounts.undoAddressChange(token: token, in: "en")
            let told = try await scene.told()
            #expect(told.contains("undone") && told.contains("    thief's phone\n"))
        }
    }

    @Test("links of a thief's own changes end, and the owner's stays", arguments: Engine.allCases)
    func links(engine: Engine) async throws {
        try await with(engine) { scene in
            let accounts = scene.accounts
            func move(to email: String, from former: String) async throws -> String {
                scene.world.clock.advance(seconds: 1)
                let challenge = try await accounts.beginAddressChange(to: email, of: scene.thief.session, in: "en")
                let right = try await scene.post.line(for: email, by: scene.services)
                let undo = try await scene.post.token(for: former, by: scene.services)
                try await accounts.confirmAddressChange(challenge: challenge, code: right, of: scene.thief.session)
                return undo
            }
            let owners = try await move(to: Self.anna, from: Self.ana)
            // Who has the account now cannot end the owner's link by taking it "back", and the mail names the link.
            try await scene.world.database.write {
                let (_, left) = try accounts.takeBack(
                    scene.thief.session.accountID, ending: [], keeping: scene.thief.session, $0)
                #expect(left.formerAddresses == [Self.ana])
            }
            let thiefs = try await move(to: "third@example.org", from: Self.anna)
            try await accounts.undoAddressChange(token: owners, in: "en")
            await #expect(
                code { try await accounts.undoAddressChange(token: thiefs, in: "en") } == "accounts.link_ended")
        }
    }
}
