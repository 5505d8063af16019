import Accounts
import Basics
import Testing

extension LibraryExamples {
    @Test("Accounts: a password, a second factor, a pseudonym in each shop")
    func accounts() throws {
        // example
        var random = SystemRandomNumberGenerator()
        let email = try EmailAddress("ana@example.org")

        // Argon2id; what is stored is `hash.encoded`.
        let hash = try PasswordHash.make(Password("correct horse battery staple"), using: &random)
        let isRight = hash.matches(try Password("correct horse battery staple"))

        // RFC 6238. A code is good for one step of 30 seconds, once: remember the step that it gave.
        let factor = SecondFactor(using: &random)
        print(factor.address(issuer: "Cerca", account: email))
        let now = Timestamp(seconds: 1_795_253_400)
        let step = now.seconds / SecondFactor.stepSeconds
        let accepted = factor.step(of: factor.code(atStep: step), at: now, after: 0)
        let repeated = factor.step(of: factor.code(atStep: step), at: now, after: step)

        // One secret, and shops that cannot compare notes. A venue is the 16 bytes of its UUID.
        let secret = PseudonymKey(using: &random)
        let centre = [UInt8](0..<16)
        let almendra = secret.pseudonym(venue: centre, shop: 100)
        let nimbo = secret.pseudonym(venue: centre, shop: 101)
        // end of example
        #expect(isRight)
        #expect(accepted == step)
        #expect(repeated == nil)
        #expect(almendra != nimbo)
    }
}
