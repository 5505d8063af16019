import Accounts
import Basics
import Crypto
import Testing

@testable import OpenID

/// What Facebook says of tokens and people, and what it signs.
@Suite struct GraphAppTests {
    private static let now = Timestamp(seconds: 1_800_000_000)
    private static let app = GraphApp(id: "123", secret: "the secret")

    private func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

    private func inspected(_ change: (String, String) = ("", "")) throws -> String {
        let right = """
            {"data": {"app_id": "123", "type": "USER", "is_valid": true, "expires_at": 1800000001, "user_id": "7"}}
            """
        return try Self.app.person(bytes(right.replacing(change.0, with: change.1)), at: Self.now)
    }

    @Test func `a token counts only when it is this app's, a person's, and still good`() throws {
        #expect(try inspected() == "7")
        #expect(try inspected(("1800000001", "0")) == "7")
        #expect(throws: OpenIDFault.wrongAudience) { try inspected(("\"123\"", "\"124\"")) }
        #expect(throws: OpenIDFault.wrongAudience) { try inspected(("\"123\"", "123")) }
        #expect(throws: OpenIDFault.refused) { try inspected(("true", "false")) }
        #expect(throws: OpenIDFault.refused) { try inspected(("USER", "PAGE")) }
        #expect(throws: OpenIDFault.refused) { try inspected(("\"7\"", "\"\"")) }
        #expect(throws: OpenIDFault.expired) { try inspected(("1800000001", "1800000000")) }
        #expect(throws: OpenIDFault.refused) { try inspected(("data", "other")) }
    }

    @Test func `an address is never verified, and may be missing`() throws {
        let one = try Self.app.identity(
            bytes(#"{"id": "7", "email": "ana@gmail.com", "email_verified": true}"#), of: "7", issuer: "https://f")
        #expect(one.subject == "7" && one.email?.text == "ana@gmail.com" && !one.isVerified)
        #expect(!MailAuthority.google.vouches(for: one) && !MailAuthority.own.vouches(for: one))
        #expect(try Self.app.identity(bytes(#"{"id": "7"}"#), of: "7", issuer: "https://f").email == nil)
        #expect(throws: OpenIDFault.wrongSubject) {
            try Self.app.identity(bytes(#"{"id": "8"}"#), of: "7", issuer: "https://f")
        }
    }

    @Test func `a question carries the code over its token`() {
        let fields = Self.app.question("token")
        let code = HMAC<SHA256>.authenticationCode(
            for: bytes("token"), using: SymmetricKey(data: bytes("the secret")))
        #expect(fields.first { $0.name == "appsecret_proof" }?.value == Array(code).hexadecimal)
        #expect(fields.first { $0.name == "fields" }?.value == "id,email")
    }

    private func signed(_ claims: String, secret: String = "the secret") -> String {
        let payload = Base64.text(bytes(claims), .url)
        let code = HMAC<SHA256>.authenticationCode(
            for: bytes(payload), using: SymmetricKey(data: bytes(secret)))
        return "\(Base64.text(Array(code), .url)).\(payload)"
    }

    private func wish(algorithm: String = "HMAC-SHA256", issued: Int64 = now.seconds, user: String = "7") -> String {
        #"{"algorithm":"\#(algorithm)","user_id":"\#(user)","issued_at":\#(issued)}"#
    }

    @Test func `a wish to be forgotten counts only when it is signed with the secret, and for an hour`() throws {
        let text = signed(wish())
        let farewell = try Self.app.farewell(text, at: Self.now)
        #expect(farewell.person == "7" && farewell.code.count == 20)
        #expect(try Self.app.farewell(text, at: Self.now).code == farewell.code)
        #expect(try Self.app.farewell(signed(wish(user: "8")), at: Self.now).code != farewell.code)
        func fault(_ text: String) -> OpenIDFault? {
            do throws(OpenIDFault) {
                _ = try Self.app.farewell(text, at: Self.now)
                return nil
            } catch { return error }
        }
        #expect(fault(signed(wish(), secret: "another")) == .wrongSignature)
        #expect(fault("." + Base64.text(bytes(wish()), .url)) == .wrongSignature)
        #expect(fault(signed(wish(algorithm: "none"))) == .wrongAlgorithm)
        #expect(fault(signed(wish(issued: Self.now.seconds - 3600))) == .expired)
        #expect(fault(signed(wish(issued: Self.now.seconds + 60))) == .early)
        #expect(fault(signed("{}")) == .wrongAlgorithm)
        #expect(fault(signed(#"{"algorithm":"HMAC-SHA256","issued_at":1800000000}"#)) == .malformedToken)
        for text in ["", "a", "a.b.c", "=.=", String(repeating: "a", count: 20_000)] {
            #expect(fault(text) == .malformedToken)
        }
        // One bit of the payload.
        #expect(fault(text.dropLast(2) + (text.hasSuffix("fQ") ? "fg" : "fQ")) == .wrongSignature)
    }
}
