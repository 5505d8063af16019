import API
import Accounts
import Basics
import Forwarding
import HTTPKit
import HTTPTypes
import HummingbirdTesting
import Network
import Storage
import Synchronization
import TestServer
import Testing

@testable import AccountService
@testable import ServerApp

@Suite("Passwords are changed and reset")
struct PasswordLifeTests {
    private static let ana = "ana@example.org"
    private static let (old, new) = ("long enough", "longer than before")

    @Test(
        "a new password ends what the old one began, and the mail names the keys that stay", arguments: Engine.allCases)
    func change(engine: Engine) async throws {
        try await World.with(engine) { world in
            let post = Post()
            let services = world.services(forPeople: post)
            let accounts = services.accounts
            let ana = try await accounts.signUp(email: Self.ana, password: Self.old, proof: .mailbox)
            let other = try await accounts.signIn(email: Self.ana, password: Self.old)
            let key = try await services.apiKeys.make(for: ana.session.accountID, scopes: [.read], label: "bookkeeping")
            await #expect(
                code {
                    try await accounts.changePassword(
                        to: Self.new, old: "not this one", code: nil, of: ana.session, in: "en")
                } == "accounts.wrong_credentials")
            try await accounts.requestReset(email: Self.ana, from: PresentedDevice())
            #expect(try await accounts.answerResets() == 1)
            let link = try await post.token(for: Self.ana, by: services)
            world.clock.advance(seconds: 1)
            try await accounts.changePassword(to: Self.new, old: Self.old, code: nil, of: ana.session, in: "en")
            _ = try await accounts.session(token: ana.token)
            await #expect(code { _ = try await accounts.session(token: other.token) } == "accounts.not_signed_in")
            await #expect(
                code { _ = try await accounts.signIn(email: Self.ana, password: Self.old) }
                    == "accounts.wrong_credentials")
            _ = try await accounts.signIn(email: Self.ana, password: Self.new)
            let told = try #require(try await post.texts(for: Self.ana, by: services).last)
            #expect(told.contains("was changed") && told.contains("    bookkeeping\n"))
            #expect(try await services.apiKeys.key(key.public) != nil)
            // A link from before is of no use any more.
            await #expect(
                code { try await accounts.resetPassword(to: "something else", token: link, in: "en") }
                    == "accounts.link_ended")
        }
    }

    @Test("a link sets a password once, signs nobody in, and leaves the second factor", arguments: Engine.allCases)
    func reset(engine: Engine) async throws {
        try await World.with(engine) { world in
            let post = Post()
            let services = world.services(forPeople: post)
            let accounts = services.accounts
            let session = try await accounts.signUp(email: Self.ana, password: Self.old, proof: .mailbox)
            let address = try #require(try await accounts.beginFactor(password: Self.old, of: session.session))
            _ = try await accounts.confirmFactor(code: try world.code(address), of: session.session)
            _ = try await accounts.setDeviceApproval(
                true, password: Self.old, device: PresentedDevice(), of: session.session)
            try await accounts.requestReset(email: "ANA@example.org", from: PresentedDevice(language: "es"))
            // The request alone changes nothing.
            _ = try await accounts.session(token: session.token)
            #expect(try await accounts.answerResets() == 1)
            #expect(try await accounts.answerResets() == 0)
            let link = try await post.line(for: Self.ana, by: services)
            #expect(link.hasPrefix("https://cerca.example/#/reset?token="))
            let token = try await post.token(for: Self.ana, by: services)
            // The digest alone is kept.
            let stored = try await world.database.read { try $0.query("SELECT * FROM password_resets") }
            #expect(stored.count == 1 && !"\(stored)".contains(token))
            // A password that is refused does not use the link up.
            await #expect(
                code { try await accounts.resetPassword(to: "password", token: token, in: "en") }
                    == "accounts.password_guessable")
            try await accounts.resetPassword(to: Self.new, token: token, in: "en")
            await #expect(code { _ = try await accounts.session(token: session.token) } == "accounts.not_signed_in")
            #expect(try await Contents(of: world.database).count("devices") == 0)
            #expect(try await Contents(of: world.database).count("sessions") == 0)
            await #expect(
                code { _ = try await accounts.signIn(email: Self.ana, password: Self.new) } == "accounts.code_needed")
            await #expect(
                code { try await accounts.resetPassword(to: "and once more", token: token, in: "en") }
                    == "accounts.link_ended")
            for guessed in ["", "x", String(repeating: "A", count: 43)] {
                await #expect(
                    code { try await accounts.resetPassword(to: Self.new, token: guessed, in: "en") }
                        == "accounts.link_ended")
            }
        }
    }

    @Test(
        "a newer link ends the older one, twenty minutes end any, and of two uses at once one wins",
        arguments: Engine.allCases)
    func links(engine: Engine) async throws {
        try await World.with(engine) { world in
            let post = Post()
            let services = world.services(forPeople: post)
            let accounts = services.accounts
            _ = try await accounts.signUp(email: Self.ana, password: Self.old, proof: .mailbox)
            func link() async throws -> String {
                world.clock.advance(seconds: 1)
                try await accounts.requestReset(email: Self.ana, from: PresentedDevice())
                #expect(try await accounts.answerResets() == 1)
                return try await post.token(for: Self.ana, by: services)
            }
            let (first, second) = (try await link(), try await link())
            await #expect(
                code { try await accounts.resetPassword(to: Self.new, token: first, in: "en") } == "accounts.link_ended"
            )
            world.clock.advance(seconds: AccountService.resetSeconds)
            await #expect(
                code { try await accounts.resetPassword(to: Self.new, token: second, in: "en") }
                    == "accounts.link_ended")
            let third = try await link()
            let outcomes = await withTaskGroup(of: String?.self) { group in
                for number in 0..<4 {
                    group.addTask {
                        await code {
                            try await accounts.resetPassword(to: "password of number \(number)", token: third, in: "en")
                        }
                    }
                }
                return await group.reduce(into: []) { $0.append($1) }
            }
            #expect(outcomes.filter { $0 == nil }.count == 1)
            #expect(outcomes.filter { $0 == "accounts.link_ended" }.count == 3)
        }
    }

    @Test("a reset is answered alike for everybody, and its link is the operator's whatever the request calls the host")
    func enumeration() async throws {
        try await World.with(.sqlite) { world in
            var limits = SignInLimits()
            (limits.resetsPerAddress, limits.resetsPerClient) = (nil, nil)
            let post = Post()
            let services = world.services(forPeople: post, signIn: limits)
            _ = try await services.accounts.signUp(email: Self.ana, password: Self.old, proof: .mailbox)
            let application = try buildApplication(
                configuration: .init(port: 0, webRoot: "/nonexistent", limits: .standard.withoutRates),
                services: services, logger: Site.quiet)
            try await application.test(.router) { client in
                let site = Site(world: world, client: client)
                @Sendable func ask(_ name: String) async throws -> Answer {
                    try await site.ask(
                        .post, "/api/password-reset", #"{"email":"\#(name)@example.org"}"#,
                        headers: [.init("X-Forwarded-Host")!: "evil.example", .origin: "https://evil.example"])
                }
                let (known, unknown) = (try await ask("ana"), try await ask("nobody"))
                #expect(known.status == 202 && unknown.status == 202 && known.text == unknown.text)
                let (one, other) = try await Timing.medians({ _ = try await ask("ana") }, { _ = try await ask("bob") })
                #expect(abs(one - other) < 5, "\(one) ms and \(other) ms")
            }
            while try await services.accounts.answerResets() > 0 {}
            let texts = try await post.texts(for: Self.ana, by: services)
            #expect(!texts.isEmpty && texts.allSatisfy { $0.contains("https://cerca.example/#/reset?token=") })
            #expect(!texts.contains { $0.contains("evil") })
            #expect(post.mails.withLock { $0.allSatisfy { $0.recipient.text == Self.ana } })
        }
    }

    @Test("an address is mailed three links an hour, and a client asks for twenty")
    func limits() async throws {
        try await World.with(.sqlite) { world in
            let accounts = world.services(forPeople: Post()).accounts
            for _ in 0..<5 { try await accounts.requestReset(email: Self.ana, from: PresentedDevice()) }
            #expect(try await Contents(of: world.database).count("reset_requests") == 3)
            let client = PresentedDevice(address: IPAddress("192.0.2.7"))
            for number in 0..<20 { try await accounts.requestReset(email: "p\(number)@example.org", from: client) }
            await #expect(
                code { try await accounts.requestReset(email: "p20@example.org", from: client) }
                    == "request.too_many_attempts")
            try await accounts.requestReset(
                email: "p20@example.org", from: PresentedDevice(address: IPAddress("192.0.2.8")))
        }
    }

    @Test(
        "passwords that anybody guesses first are refused to newcomers, and no others",
        arguments: [
            ("short", "accounts.password_too_short"), ("password", "accounts.password_guessable"),
            ("12345678", "accounts.password_guessable"), ("aaaaaaaa", "accounts.password_guessable"),
            ("Ana@Example.org", "accounts.password_guessable"), ("qwertyuiop", "accounts.password_guessable"),
            ("contraseña", "accounts.password_guessable"), ("abcabcabc", "accounts.password_guessable"),
            ("a password", nil), ("long enough", nil), ("correct horse", nil), ("walks in here", nil),
        ] as [(String, String?)])
    func rules(password: String, refusal: String?) async throws {
        try await World.with(.sqlite) { world in
            let accounts = world.services(forPeople: NoMail()).accounts
            let outcome = await code { _ = try await accounts.register(email: Self.ana, password: password) }
            #expect(outcome == refusal)
        }
    }
}
