import AccountService
import HTTPKit
import Testing
import Time

@testable import ServerApp

struct ConfirmationTests {
    @Test("who showed a password counts for five minutes, and not a moment longer", arguments: Engine.allCases)
    func confirmation(engine: Engine) async throws {
        try await World.with(engine) { world in
            let session = try await world.accounts.signUp(email: "ana@example.org", password: "long enough").session
            try await world.accounts.requireConfirmed(session)
            world.clock.advance(seconds: AccountService.confirmationSeconds)
            let expired = await #expect(throws: ServiceError.self) {
                try await world.accounts.requireConfirmed(session)
            }
            #expect(expired?.code == "accounts.confirmation_needed")
            let wrong = await #expect(throws: ServiceError.self) {
                try await world.accounts.confirm(password: "something else", code: nil, of: session)
            }
            #expect(wrong?.code == "accounts.wrong_credentials")
            let still = await #expect(throws: ServiceError.self) {
                try await world.accounts.requireConfirmed(session)
            }
            #expect(still?.code == "accounts.confirmation_needed")
            try await world.accounts.confirm(password: "long enough", code: nil, of: session)
            world.clock.advance(seconds: AccountService.confirmationSeconds - 1)
            try await world.accounts.requireConfirmed(session)
        }
    }
}
