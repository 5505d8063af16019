import API
import Accounts
import Basics
import HTTPKit
import HTTPTypes
import HummingbirdTesting
import Network
import TestServer
import Testing

@testable import AccountService
@testable import ServerApp

@Suite("Accounts prove their mailboxes")
struct MailboxTests {
    private static let ana = "ana@example.org"

    /// The challenge that a sign-up is answered with.
    private func challenge(
        _ accounts: AccountService, _ email: String = ana, password: String = "long enough"
    ) async throws -> String {
        do {
            _ = try await accounts.register(email: email, password: password)
        } catch ServiceError.refused(let fault) {
            return try #require(fault as? UnprovedMailbox).challenge
        }
        throw AccountError.emailTaken
    }

    @Test("an account is there once the code from its mailbox has come, and not before", arguments: Engine.allCases)
    func signUp(engine: Engine) async throws {
        try await World.with(engine) { world in
            let post = Post()
            let services = world.services(forPeople: post)
            let accounts = services.accounts
            let challenge = try await challenge(accounts, "Ana@Example.org")
            #expect(try await Contents(of: world.database).count("accounts") == 0)
            await #expect(
                code { _ = try await accounts.signIn(email: Self.ana, password: "long enough") }
                    == "accounts.wrong_credentials")
            let right = try await post.line(for: Self.ana, by: services)
            #expect(right.utf8.count == 6 && right.utf8.allSatisfy { (0x30...0x39).contains($0) })
            let wrong = right == "000000" ? "000001" : "000000"
            for typed in [wrong, "", "12345"] {
                await #expect(
                    code { _ = try await accounts.confirmRegistration(challenge: challenge, code: typed) }
                        == "accounts.wrong_code")
            }
            let signedIn = try await accounts.confirmRegistration(
                challenge: challenge, code: "\(right.prefix(3)) \(right.suffix(3))")
            let details = try await accounts.details(of: try await accounts.session(token: signedIn.token))
            #expect(details.profile.proof == .mailbox && details.profile.email == Self.ana)
            _ = try await accounts.signIn(email: Self.ana, password: "long enough")
            // A code is used once, and what was stored of it is gone.
            await #expect(
                code { _ = try await accounts.confirmRegistration(challenge: challenge, code: right) }
                    == "accounts.challenge_ended")
            #expect(try await Contents(of: world.database).count("address_challenges") == 0)
        }
    }

    @Test("a code may be tried five times, for a day, with its own challenge", arguments: Engine.allCases)
    func bounds(engine: Engine) async throws {
        try await World.with(engine) { world in
            let post = Post()
            let services = world.services(forPeople: post)
            let accounts = services.accounts
            let first = try await challenge(accounts)
            let right = try await post.line(for: Self.ana, by: services)
            world.clock.advance(seconds: 1)
            let second = try await challenge(accounts)
            let newer = try await post.line(for: Self.ana, by: services)
            if right != newer {
                await #expect(
                    code { _ = try await accounts.confirmRegistration(challenge: second, code: right) }
                        == "accounts.wrong_code")
            }
            for _ in 0..<5 {
                await #expect(
                    code { _ = try await accounts.confirmRegistration(challenge: first, code: "no code") }
                        == "accounts.wrong_code")
            }
            for (challenge, typed) in [(first, right), ("", right), ("no challenge", right)] {
                await #expect(
                    code { _ = try await accounts.confirmRegistration(challenge: challenge, code: typed) }
                        == "accounts.challenge_ended")
            }
            world.clock.advance(seconds: MailboxCode.seconds)
            await #expect(
                code { _ = try await accounts.confirmRegistration(challenge: second, code: newer) }
                    == "accounts.challenge_ended")
            try await accounts.prune(at: world.clock.now)
            let contents = try await Contents(of: world.database)
            #expect(contents.count("address_challenges") == 0 && contents.count("accounts") == 0)
        }
    }

    @Test("of two who bring one code at once one has the account", arguments: Engine.allCases)
    func race(engine: Engine) async throws {
        try await World.with(engine) { world in
            let post = Post()
            let services = world.services(forPeople: post)
            let accounts = services.accounts
            // A second sign-up of the same address waits for the same mailbox.
            let other = try await challenge(accounts)
            let otherCode = try await post.line(for: Self.ana, by: services)
            world.clock.advance(seconds: 1)
            let challenge = try await challenge(accounts)
            let right = try await post.line(for: Self.ana, by: services)
            let outcomes = await withTaskGroup(of: String?.self) { group in
                for _ in 0..<4 {
                    group.addTask {
                        await code { _ = try await accounts.confirmRegistration(challenge: challenge, code: right) }
                    }
                }
                return await group.reduce(into: []) { $0.append($1) }
            }
            #expect(outcomes.filter { $0 == nil }.count == 1)
            #expect(outcomes.filter { $0 == "accounts.challenge_ended" }.count == 3)
            await #expect(
                code { _ = try await accounts.confirmRegistration(challenge: other, code: otherCode) }
                    == "accounts.challenge_ended")
            #expect(try await Contents(of: world.database).count("accounts") == 1)
        }
    }

    @Test("a known address is answered like a new one, and its mailbox is told", arguments: Engine.allCases)
    func known(engine: Engine) async throws {
        try await World.with(engine) { world in
            let post = Post()
            let services = world.services(forPeople: post)
            let accounts = services.accounts
            _ = try await accounts.signUp(email: Self.ana, password: "long enough", proof: .mailbox)
            let challenge = try await challenge(accounts, password: "a stranger's words")
            let told = try #require(try await post.texts(for: Self.ana, by: services).last)
            #expect(told.contains("has it already") && told.contains("https://cerca.example\n"))
            // No code fits, however it is tried.
            for typed in ["000000", "999999", "123456", "654321", "111111"] {
                await #expect(
                    code { _ = try await accounts.confirmRegistration(challenge: challenge, code: typed) }
                        == "accounts.wrong_code")
            }
            await #expect(
                code { _ = try await accounts.confirmRegistration(challenge: challenge, code: "000000") }
                    == "accounts.challenge_ended")
            await #expect(
                code { _ = try await accounts.signIn(email: Self.ana, password: "a stranger's words") }
                    == "accounts.wrong_credentials")
        }
    }

    @Test("neither words nor status nor time of a sign-up tell who has an account, nor do its bounds")
    func enumeration() async throws {
        try await World.with(.sqlite) { world in
            var limits = SignInLimits()
            (limits.codesPerAddress, limits.codesPerAsker) = (nil, nil)
            let services = world.services(forPeople: Post(), signIn: limits)
            _ = try await services.accounts.signUp(email: Self.ana, password: "long enough", proof: .mailbox)
            let application = try buildApplication(
                configuration: .init(port: 0, webRoot: "/nonexistent", limits: .standard.withoutRates),
                services: services, logger: Site.quiet)
            try await application.test(.router) { client in
                let site = Site(world: world, client: client)
                @Sendable func ask(_ name: String) async throws -> Answer {
                    try await site.ask(
                        .post, "/api/accounts", #"{"email":"\#(name)@example.org","password":"long enough"}"#)
                }
                let (known, unknown) = (try await ask("ana"), try await ask("nobody"))
                for answer in [known, unknown] {
                    #expect(answer.status == 403 && answer.code == "accounts.mailbox_unproved")
                    #expect(answer.headers[.setCookie] == nil)
                }
                // The challenge is chance, and the instance names the request.
                func words(_ answer: Answer) throws -> [String?] {
                    let problem = try answer.body(ProblemBody.self)
                    return [problem.code, problem.title, problem.detail, "\(problem.challenge?.utf8.count ?? 0)"]
                }
                #expect(try words(known) == words(unknown))
                let (one, other) = try await Timing.medians({ _ = try await ask("ana") }, { _ = try await ask("bob") })
                #expect(abs(one - other) < 5, "\(one) ms and \(other) ms")
            }
            let bounded = world.services(forPeople: Post()).accounts
            for email in [Self.ana, "eva@example.org"] {
                for _ in 0..<5 { _ = try await challenge(bounded, email) }
                await #expect(
                    code { _ = try await bounded.register(email: email, password: "long enough") }
                        == "request.too_many_attempts")
            }
        }
    }

    @Test(
        "where no mail is sent an account is there at once, unproved, and a known address is told",
        arguments: Engine.allCases)
    func withoutMail(engine: Engine) async throws {
        try await World.with(engine) { world in
            let accounts = world.services(forPeople: NoMail()).accounts
            let session = try await accounts.register(email: Self.ana, password: "long enough").session
            #expect(try await accounts.details(of: session).profile.proof == .none)
            await #expect(
                code { _ = try await accounts.register(email: Self.ana, password: "long enough") }
                    == "accounts.email_taken")
            await #expect(code { _ = try await accounts.sendProof(of: session, in: "en") } == "accounts.no_mail")
            try await accounts.verify(email: Self.ana, as: .mailbox)
            #expect(try await accounts.details(of: session).profile.proof == .mailbox)
        }
    }

    @Test("an account from before proves its mailbox with a code of its own", arguments: Engine.allCases)
    func proof(engine: Engine) async throws {
        try await World.with(engine) { world in
            let post = Post()
            let services = world.services(forPeople: post)
            let accounts = services.accounts
            let ana = try await accounts.signUp(email: Self.ana, password: "long enough", proof: .trading).session
            let eva = try await accounts.signUp(email: "eva@example.org", password: "long enough").session
            let challenge = try await accounts.sendProof(of: ana, in: "it")
            let texts = try await post.texts(for: Self.ana, by: services)
            #expect(try #require(texts.last).contains("Con questo codice"))
            let right = try await post.line(for: Self.ana, by: services)
            await #expect(
                code { try await accounts.prove(challenge: challenge, code: right, of: eva) }
                    == "accounts.challenge_ended")
            await #expect(
                code { _ = try await accounts.confirmRegistration(challenge: challenge, code: right) }
                    == "accounts.challenge_ended")
            try await accounts.prove(challenge: challenge, code: right, of: ana)
            #expect(try await accounts.details(of: ana).profile.proof == .mailbox)
            #expect(try await accounts.details(of: eva).profile.proof == .none)
        }
    }
}
