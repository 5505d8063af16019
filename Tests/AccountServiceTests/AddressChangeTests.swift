import Accounts
import Basics
import HTTPKit
import TestServer
import Testing

@testable import AccountService
@testable import ServerApp

@Suite("Accounts change their address, and are stopped by the operator")
struct AddressChangeTests {
    private static let (ana, anna) = ("ana@example.org", "anna@example.net")
    private static let password = "long enough"

    private func newcomer(_ services: ServerServices) async throws -> SignedIn {
        try await services.accounts.signUp(email: Self.ana, password: Self.password, proof: .trading)
    }

    @Test("nothing changes until the code from the new mailbox has come", arguments: Engine.allCases)
    func change(engine: Engine) async throws {
        try await World.with(engine) { world in
            let post = Post()
            let services = world.services(forPeople: post)
            let accounts = services.accounts
            let session = try await newcomer(services).session
            let challenge = try await accounts.beginAddressChange(to: Self.anna, of: session, in: "en")
            #expect(try await accounts.details(of: session).profile.email == Self.ana)
            let undo = try await post.line(for: Self.ana, by: services)
            #expect(undo.hasPrefix("https://cerca.example/#/undo?token="))
            let right = try await post.line(for: Self.anna, by: services)
            await #expect(
                code { try await accounts.confirmAddressChange(challenge: challenge, code: "no", of: session) }
                    == "accounts.wrong_code")
            // A reset that was mailed to the former address ends with it.
            try await accounts.requestReset(email: Self.ana, from: PresentedDevice())
            _ = try await accounts.answerResets()
            world.clock.advance(seconds: 1)
            try await accounts.confirmAddressChange(challenge: challenge, code: right, of: session)
            let profile = try await accounts.details(of: session).profile
            #expect(profile.email == Self.anna && profile.proof == .mailbox)
            #expect(try await Contents(of: world.database).count("password_resets") == 0)
            await #expect(
                code { _ = try await accounts.signIn(email: Self.ana, password: Self.password) }
                    == "accounts.wrong_credentials")
            _ = try await accounts.signIn(email: Self.anna, password: Self.password)
            world.clock.advance(seconds: AccountService.confirmationSeconds)
            await #expect(
                code { _ = try await accounts.beginAddressChange(to: Self.ana, of: session, in: "en") }
                    == "accounts.confirmation_needed")
        }
    }

    @Test("the former mailbox takes a change back, before it was made or after", arguments: Engine.allCases)
    func undo(engine: Engine) async throws {
        try await World.with(engine) { world in
            let post = Post()
            let services = world.services(forPeople: post)
            let accounts = services.accounts
            let signedIn = try await newcomer(services)
            // Before.
            var challenge = try await accounts.beginAddressChange(to: Self.anna, of: signedIn.session, in: "en")
            var right = try await post.line(for: Self.anna, by: services)
            try await accounts.undoAddressChange(token: try await post.token(for: Self.ana, by: services), in: "en")
            await #expect(code { _ = try await accounts.session(token: signedIn.token) } == "accounts.not_signed_in")
            let again = try await accounts.signIn(email: Self.ana, password: Self.password)
            await #expect(
                code { try await accounts.confirmAddressChange(challenge: challenge, code: right, of: again.session) }
                    == "accounts.challenge_ended")
            // After.
            world.clock.advance(seconds: 1)
            challenge = try await accounts.beginAddressChange(to: Self.anna, of: again.session, in: "en")
            right = try await post.line(for: Self.anna, by: services)
            let token = try await post.token(for: Self.ana, by: services)
            try await accounts.confirmAddressChange(challenge: challenge, code: right, of: again.session)
            // Nobody takes the former address meanwhile.
            #expect(await code { _ = try await accounts.register(email: Self.ana, password: "somebody else") } != nil)
            let told = try #require(try await post.texts(for: Self.ana, by: services).last)
            #expect(told.contains("has it already"))
            try await accounts.undoAddressChange(token: token, in: "en")
            await #expect(code { _ = try await accounts.session(token: again.token) } == "accounts.not_signed_in")
            let back = try await accounts.signIn(email: Self.ana, password: Self.password).session
            #expect(try await accounts.details(of: back).profile.proof == .trading)
            await #expect(
                code { try await accounts.undoAddressChange(token: token, in: "en") } == "accounts.link_ended")
            await #expect(
                code { try await accounts.undoAddressChange(token: "guessed", in: "en") } == "accounts.link_ended")
        }
    }

    @Test("a link that takes a change back works for seven days", arguments: Engine.allCases)
    func tooLate(engine: Engine) async throws {
        try await World.with(engine) { world in
            let post = Post()
            let services = world.services(forPeople: post)
            let session = try await newcomer(services).session
            _ = try await services.accounts.beginAddressChange(to: Self.anna, of: session, in: "en")
            let token = try await post.token(for: Self.ana, by: services)
            world.clock.advance(seconds: AccountService.undoSeconds)
            await #expect(
                code { try await services.accounts.undoAddressChange(token: token, in: "en") } == "accounts.link_ended")
        }
    }

    @Test("somebody else's address is answered like any other, and stays theirs", arguments: Engine.allCases)
    func taken(engine: Engine) async throws {
        try await World.with(engine) { world in
            let post = Post()
            let services = world.services(forPeople: post)
            let accounts = services.accounts
            let session = try await newcomer(services).session
            _ = try await accounts.signUp(email: Self.anna, password: "of somebody else", proof: .mailbox)
            let challenge = try await accounts.beginAddressChange(to: Self.anna, of: session, in: "en")
            let told = try #require(try await post.texts(for: Self.anna, by: services).last)
            #expect(told.contains("has it already"))
            await #expect(
                code { try await accounts.confirmAddressChange(challenge: challenge, code: "000000", of: session) }
                    == "accounts.wrong_code")
            _ = try await accounts.signIn(email: Self.anna, password: "of somebody else")
        }
    }

    @Test("a stopped account has neither sessions nor keys nor sign-ins until it goes on", arguments: Engine.allCases)
    func stopped(engine: Engine) async throws {
        try await World.with(engine) { world in
            let services = world.services(forPeople: Post())
            let accounts = services.accounts
            let signedIn = try await newcomer(services)
            let key = try await services.apiKeys.make(for: signedIn.session.accountID, scopes: [.read], label: "reads")
            _ = try await services.apiKeys.key(key.public)
            // As the operator's command does it, beside the server.
            let operators = AccountService(database: world.database, clock: world.clock.serverClock, cost: .simulation)
            try await operators.setDisabled(true, email: Self.ana)
            world.clock.advance(seconds: 5)
            await #expect(code { _ = try await accounts.session(token: signedIn.token) } == "accounts.not_signed_in")
            #expect(try await services.apiKeys.key(key.public) == nil)
            await #expect(
                code { _ = try await accounts.signIn(email: Self.ana, password: Self.password) } == "accounts.disabled")
            await #expect(
                code { _ = try await accounts.signIn(email: Self.ana, password: "not the password") }
                    == "accounts.wrong_credentials")
            #expect(try await operators.accounts(limit: 10).map(\.isDisabled) == [true])
            try await operators.setDisabled(false, email: Self.ana)
            _ = try await accounts.signIn(email: Self.ana, password: Self.password)
            world.clock.advance(seconds: 5)
            #expect(try await services.apiKeys.key(key.public) != nil)
            try await operators.setPassword("by the operator", email: Self.ana)
            await #expect(
                code { _ = try await accounts.signIn(email: Self.ana, password: Self.password) }
                    == "accounts.wrong_credentials")
            _ = try await accounts.signIn(email: Self.ana, password: "by the operator")
            await #expect(
                code { try await operators.verify(email: "nobody@example.org", as: .mailbox) }
                    == "accounts.wrong_credentials")
        }
    }

    @Test("a name is shown as it was said, and nothing that is not shown is one", arguments: Engine.allCases)
    func name(engine: Engine) async throws {
        try await World.with(engine) { world in
            let accounts = world.services().accounts
            let session = try await world.visitor()
            try await accounts.setDisplayName("Añá 中", of: session)
            #expect(try await accounts.details(of: session).profile.displayName == "Añá 中")
            for name in ["", "   ", "a\u{202E}b", "a\nb", String(repeating: "a", count: 61)] {
                await #expect(
                    code { try await accounts.setDisplayName(name, of: session) } == "accounts.invalid_name")
            }
            try await accounts.setDisplayName(nil, of: session)
            #expect(try await accounts.details(of: session).profile.displayName == nil)
        }
    }
}
