import Accounts
import Basics
import Testing

@testable import OpenID

/// When and how the provider saw somebody, and whose mailboxes are Apple's.
@Suite struct RecentTests {
    private func identity(_ claims: KeyValuePairs<String, JSONValue>) throws -> Identity {
        let issuer = try TestIssuer()
        return try issuer.identity(try issuer.token(TestIssuer.claims(claims)))
    }

    private func isRecent(_ time: JSONValue) throws -> Bool {
        let told = try identity(["auth_time": time])
        do throws(OpenIDFault) {
            try told.requireRecent(within: 300, at: TestIssuer.now)
            return true
        } catch {
            #expect(error == .notRecent)
            return false
        }
    }

    @Test func `only somebody whom the provider saw just now goes on`() throws {
        let now = TestIssuer.now.seconds
        #expect(try isRecent(.integer(now)))
        #expect(try isRecent(.integer(now - 299)))
        #expect(try !isRecent(.integer(now - 300)))
        #expect(try !isRecent(.integer(now + 60)))
        #expect(try !isRecent(.null))
        #expect(try !isRecent(.string("\(now)")))
    }

    @Test func `ways of signing in are read, and stay what the token said`() throws {
        let told = try identity(["amr": .array(["pwd", "hwk"]), "email": .null, "auth_time": 7])
        #expect(told.methods == ["pwd", "hwk"])
        let completed = try told.completed(
            byUserInfo: Array(#"{"sub":"alice","email":"a@example.org","amr":["mfa"],"auth_time":9}"#.utf8))
        #expect(completed.methods == ["pwd", "hwk"] && completed.authenticatedAt == Timestamp(seconds: 7))
        #expect(completed.email?.text == "a@example.org")
        #expect(try identity([:]).methods.isEmpty)
        #expect(try identity(["amr": .array([1])]).methods.isEmpty)
    }

    @Test(arguments: [
        ("a@privaterelay.appleid.com", true), ("a@icloud.com", true), ("a@me.com", true), ("a@gmail.com", false),
        ("a@notme.com", false), ("a@x.icloud.com", false),
    ])
    func `Apple keeps its own mailboxes and relays alone`(address: String, isKept: Bool) throws {
        let one = try identity(["email": .string(address), "email_verified": "true"])
        #expect(MailAuthority.apple.vouches(for: one) == isKept)
        let other = try identity(["email": .string(address), "email_verified": "false"])
        #expect(!MailAuthority.apple.vouches(for: other))
    }
}
