import Accounts
import Basics
import Forwarding
import HTTPKit
import Ledger
import OpenID
import Storage
import TestServer
import Testing

@testable import AccountService
@testable import LedgerService
@testable import ServerApp

/// Whoever reads a mailbox, and nothing more, plays every way into the account of its owner.
@Suite("An adversary reads the mailbox")
struct MailboxReaderTests {
    private static let (ana, password, chosen) = ("ana@example.org", "long enough", "of the adversary")
    private static let issuer = "https://issuer.example"

    /// What an account may have that a mailbox alone must not take away or reach.
    enum Belonging: CaseIterable {
        case factor, key, passkey, role, money, held
    }

    private struct Scene {
        let world: World
        let services: ServerServices
        let post: Post
        let identities: IdentityService
        let owner: SignedIn

        var accounts: AccountService { services.accounts }
        var account: [UInt8] { owner.session.accountID }

        /// An identity elsewhere that tells the owner's address, as anybody can have one.
        func arrive(isStrong: Bool = true, subject: String = "adversary") async throws -> SignInSecret {
            var random = SystemRandomNumberGenerator()
            let secret = SignInSecret(using: &random)
            let arrival = StoredArrival(
                provider: "test", issuer: issuer, subject: subject, email: ana, isVouched: false, isStrong: isStrong,
                session: nil, account: nil, refreshToken: nil, expiresAt: world.clock.now.advanced(bySeconds: 600))
            try await world.database.write { try IdentityStore($0).insert(arrival, secret: secret.digest) }
            return secret
        }

        /// The code that went to the mailbox for an arrival.
        func code(for secret: SignInSecret) async throws -> String {
            world.clock.advance(seconds: 1)
            try await identities.mailCode(secret, language: "en")
            return try await post.line(for: ana, by: services)
        }

        /// Finishes an arrival with a mailed code.
        func finish(_ secret: SignInSecret, code: String, factor: String? = nil) async throws -> SignedIn {
            try await identities.finish(
                secret, with: ArrivalProof(password: nil, mailCode: code, code: factor), device: PresentedDevice())
        }

        /// Sets a password by a link from the mailbox.
        func reset() async throws {
            world.clock.advance(seconds: 1)
            try await accounts.requestReset(email: ana, from: PresentedDevice())
            _ = try await accounts.answerResets()
            let token = try await post.token(for: ana, by: services)
            try await accounts.resetPassword(to: chosen, token: token, in: "en")
        }

        /// Gives the account what it is to have.
        func give(_ belonging: Belonging) async throws {
            switch belonging {
            case .factor:
                let address = try #require(try await accounts.beginFactor(password: password, of: owner.session))
                _ = try await accounts.confirmFactor(code: try world.code(address), of: owner.session)
            case .key:
                _ = try await services.apiKeys.make(for: account, scopes: [.trade], label: "robot")
            case .passkey:
                services.passkeys.site.open(
                    publicURL: "https://cerca.example", host: "0.0.0.0", port: 1, isEncrypted: false)
                let new = try await services.passkeys.beginRegistration(of: owner.session)
                let made = SoftAuthenticator().make(new.challenge.bytes)
                _ = try await services.passkeys.register(
                    clientData: made.clientData, attestation: made.attestation, label: "phone", of: owner.session)
            case .role:
                try await world.database.write { try RoleStore($0).give(.market, to: account) }
            case .money, .held:
                let ledger = LedgerAdministration(database: world.database, clock: world.clock.serverClock)
                let asset = try #require(AssetName("CLP"))
                _ = try await ledger.deposit(toAccount: account, asset: asset, amount: "1000")
                guard belonging == .held else { return }
                try await world.database.write {
                    _ = try $0.execute("UPDATE balances SET held = total WHERE account > 0")
                }
            }
        }

        /// How many rows say how the account is entered and used.
        func belongings() async throws -> [Int] {
            let contents = try await Contents(of: world.database)
            return ["second_factors", "recovery_codes", "api_keys", "passkeys", "roles", "balances"].map {
                contents.count($0)
            }
        }

        private var ana: String { MailboxReaderTests.ana }
        private var issuer: String { MailboxReaderTests.issuer }
        private var chosen: String { MailboxReaderTests.chosen }
        private var password: String { MailboxReaderTests.password }
    }

    private func with(
        _ engine: Engine, proof: AddressProof, _ body: (Scene) async throws -> Void
    ) async throws {
        try await World.with(engine) { world in
            let post = Post()
            let services = world.services(forPeople: post)
            let provider = IdentityProvider(
                name: "test", label: "Test", issuer: try #require(ProviderAddress(Self.issuer)), client: "c",
                way: .graph(
                    GraphApp(id: "7", secret: "secret"), authorization: try #require(GraphApp.authorization),
                    api: try #require(GraphApp.graph)), scopes: ["email"], authority: .none)
            let identities = IdentityService(
                accounts: services.accounts, providers: [provider], network: Silence(),
                publicAddress: "https://cerca.example")
            let owner = try await services.accounts.signUp(email: Self.ana, password: Self.password, proof: proof)
            try await body(
                Scene(world: world, services: services, post: post, identities: identities, owner: owner))
        }
    }

    @Test(
        "an identity with the same address empties no account that has something, proved or not",
        arguments: Belonging.allCases)
    func arrivals(belonging: Belonging) async throws {
        for proof in AddressProof.allCases {
            try await with(.sqlite, proof: proof) { scene in
                try await scene.give(belonging)
                let before = try await scene.belongings()
                let secret = try await scene.arrive()
                let (_, way) = try await scene.identities.arrival(secret)
                #expect(way == .confirm(account: scene.account, byMail: proof == .mailbox))
                if proof != .mailbox {
                    await #expect(
                        code { try await scene.identities.mailCode(secret, language: "en") }
                            == "identities.proof_needed")
                    await #expect(
                        code { _ = try await scene.finish(secret, code: "ABCDEFGH") } == "identities.proof_needed")
                }
                #expect(try await scene.belongings() == before)
                _ = try await scene.accounts.session(token: scene.owner.token)
            }
        }
    }

    @Test("an account for which an operator vouches is never emptied", arguments: Engine.allCases)
    func vouched(engine: Engine) async throws {
        try await with(engine, proof: .trading) { scene in
            let (_, way) = try await scene.identities.arrival(try await scene.arrive())
            #expect(way == .confirm(account: scene.account, byMail: false))
        }
        try await with(engine, proof: .none) { scene in
            let (_, way) = try await scene.identities.arrival(try await scene.arrive())
            #expect(way == .clear(account: scene.account))
        }
    }

    @Test("what an account got after the code went out keeps it from being emptied", arguments: Engine.allCases)
    func late(engine: Engine) async throws {
        try await with(engine, proof: .none) { scene in
            let secret = try await scene.arrive()
            let mailed = try await scene.code(for: secret)
            try await scene.give(.money)
            await #expect(
                code { _ = try await scene.finish(secret, code: mailed) } == "identities.proof_needed")
            _ = try await scene.accounts.session(token: scene.owner.token)
        }
    }

    @Test("a new identity is no second factor, whatever its provider asked for", arguments: Engine.allCases)
    func strong(engine: Engine) async throws {
        try await with(engine, proof: .mailbox) { scene in
            try await scene.give(.factor)
            let secret = try await scene.arrive(isStrong: true)
            let mailed = try await scene.code(for: secret)
            await #expect(code { _ = try await scene.finish(secret, code: mailed) } == "accounts.code_needed")
            await #expect(
                code {
                    _ = try await scene.identities.finish(
                        secret, with: ArrivalProof(password: Self.password, mailCode: nil, code: nil),
                        device: PresentedDevice())
                } == "accounts.code_needed")
            #expect(try await Contents(of: scene.world.database).count("identities") == 0)
        }
    }

    @Test("whoever comes in by the mailbox alone moves no money for three days", arguments: Engine.allCases)
    func money(engine: Engine) async throws {
        for isReset in [true, false] {
            try await with(engine, proof: .mailbox) { scene in
                try await scene.give(.money)
                try await scene.give(.key)
                let adversary: SignedIn
                if isReset {
                    try await scene.reset()
                    let told = try #require(try await scene.post.texts(for: Self.ana, by: scene.services).last)
                    #expect(told.contains("    robot\n") && told.contains("three days"))
                    adversary = try await scene.accounts.signIn(email: Self.ana, password: Self.chosen)
                } else {
                    let secret = try await scene.arrive()
                    adversary = try await scene.finish(secret, code: try await scene.code(for: secret))
                }
                func move() async -> String? {
                    await code { try await scene.accounts.requireTrader(adversary.session) }
                }
                #expect(await move() == "accounts.recently_recovered")
                await #expect(
                    code { try await scene.accounts.requireUnrecovered(adversary.session) }
                        == "accounts.recently_recovered")
                scene.world.clock.advance(seconds: AccountService.recoverySeconds - Timestamp.quarterSeconds - 1)
                #expect(await move() == "accounts.recently_recovered")
                scene.world.clock.advance(seconds: Timestamp.quarterSeconds + 1)
                #expect(await move() == nil)
                // An operator who vouches for the address ends the wait.
                try await scene.world.database.write {
                    try AccountStore($0).setRecovery(scene.world.clock.now, ofAccount: scene.account)
                }
                #expect(await move() == "accounts.recently_recovered")
                try await scene.accounts.verify(email: Self.ana, as: .trading)
                #expect(await move() == nil)
            }
        }
    }

    @Test("a reset takes away neither factor, key, passkey nor role", arguments: Belonging.allCases)
    func resets(belonging: Belonging) async throws {
        try await with(.sqlite, proof: .mailbox) { scene in
            try await scene.give(belonging)
            let before = try await scene.belongings()
            try await scene.reset()
            #expect(try await scene.belongings() == before)
            guard belonging == .factor else { return }
            // The second factor is still asked for, so that the mailbox alone opens nothing and money need not wait.
            await #expect(
                code { _ = try await scene.accounts.signIn(email: Self.ana, password: Self.chosen) }
                    == "accounts.code_needed")
            let recovery = try await scene.world.database.read {
                try AccountStore($0).recovery(ofAccount: scene.account)
            }
            #expect(recovery == nil)
        }
    }

    @Test("a role whose account has no factor yet is not reached by the mailbox alone", arguments: Engine.allCases)
    func roles(engine: Engine) async throws {
        try await with(engine, proof: .mailbox) { scene in
            try await scene.give(.role)
            try await scene.reset()
            let adversary = try await scene.accounts.signIn(email: Self.ana, password: Self.chosen).session
            await #expect(
                code { _ = try await scene.accounts.beginFactor(password: Self.chosen, of: adversary) }
                    == "accounts.recently_recovered")
            scene.services.passkeys.site.open(
                publicURL: "https://cerca.example", host: "0.0.0.0", port: 1, isEncrypted: false)
            await #expect(
                code { _ = try await scene.services.passkeys.beginRegistration(of: adversary) }
                    == "accounts.recently_recovered")
        }
    }

    @Test("codes for an identity are bounded by the identity, so that none keeps the owner from one")
    func codes() async throws {
        try await with(.sqlite, proof: .mailbox) { scene in
            let stranger = try await scene.arrive(subject: "stranger")
            var refusal: String?
            for _ in 0..<20 where refusal == nil {
                refusal = await code { try await scene.identities.mailCode(stranger, language: "en") }
            }
            #expect(refusal == "request.too_many_attempts")
            let own = try await scene.arrive(subject: "owner")
            #expect(await code { try await scene.identities.mailCode(own, language: "en") } == nil)
        }
    }
}

/// A network in which nobody answers.
private struct Silence: ProviderNetwork {
    func ask(
        _ address: ProviderAddress, of home: ProviderAddress, form: String?, authorization: String?
    ) async throws(OpenIDFault) -> ProviderReply {
        throw .unreachable
    }
}
