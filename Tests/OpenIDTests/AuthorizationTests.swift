import Basics
import Crypto
import Testing

@testable import OpenID

@Suite struct AuthorizationTests {
    @Test func `nonce, verifier and challenge follow from what the browser has`() throws {
        var random = SystemRandomNumberGenerator()
        let secret = SignInSecret(using: &random)
        let again = try #require(SignInSecret(text: secret.text))
        #expect(again.nonce == secret.nonce)
        #expect(again.verifier == secret.verifier)
        #expect(again.digest == secret.digest)
        #expect(secret.nonce != secret.verifier)
        #expect(secret.verifier.utf8.count == 43)
        #expect(secret.challenge == Base64.text(Array(SHA256.hash(data: Array(secret.verifier.utf8))), .url))
        #expect(SignInSecret(using: &random).verifier != secret.verifier)
        #expect(SignInSecret(text: "short") == nil)
    }

    func code(_ query: String, namesItself: Bool = false) throws -> String {
        try #require(AuthorizationAnswer(parsing: query.utf8)).code(
            issuer: "https://issuer.example", namesItself: namesItself)
    }

    @Test func `an answer gives its code`() throws {
        #expect(try code("code=abc&state=s") == "abc")
        #expect(
            try code("code=abc&state=s&iss=https%3A%2F%2Fissuer.example&session_state=x", namesItself: true) == "abc")
    }

    @Test func `an answer of another provider is refused`() {
        #expect(throws: OpenIDFault.wrongIssuer) { try code("code=abc&state=s&iss=https%3A%2F%2Fother.example") }
        #expect(throws: OpenIDFault.wrongIssuer) { try code("code=abc&state=s", namesItself: true) }
        #expect(throws: OpenIDFault.wrongIssuer) {
            try code("error=access_denied&state=s&iss=https%3A%2F%2Fother.example")
        }
    }

    @Test func `who says no is told apart from what went wrong`() {
        #expect(throws: OpenIDFault.denied) { try code("error=access_denied&state=s") }
        #expect(throws: OpenIDFault.denied) { try code("error=user_cancelled_authorize&state=s") }
        #expect(throws: OpenIDFault.refused) { try code("error=server_error&state=s") }
        #expect(throws: OpenIDFault.refused) { try code("state=s") }
        #expect(throws: OpenIDFault.refused) { try code("state=s&code=\(String(repeating: "c", count: 4097))") }
    }

    @Test(arguments: ["", "code=abc", "state=", "state=a&state=b", "state=%zz", "state=%ff"])
    func `what carries no state is no answer`(query: String) {
        #expect(AuthorizationAnswer(parsing: query.utf8) == nil)
    }

    @Test func `an endless answer is none`() {
        #expect(AuthorizationAnswer(parsing: "state=a&x=\(String(repeating: "x", count: 16 * 1024))".utf8) == nil)
    }

    @Test func `what a form of another site says goes on without what tells of a person`() throws {
        let form = "state=s&code=c%2B&user=%7B%22name%22%3A%22Ana%22%7D&id_token=a.b.c&iss=https%3A%2F%2Fa"
        #expect(try #require(AuthorizationAnswer(parsing: form.utf8)).query == "state=s&code=c%2B&iss=https%3A%2F%2Fa")
        let denied = try #require(AuthorizationAnswer(parsing: "error=access_denied&state=s".utf8))
        #expect(denied.query == "state=s&error=access_denied")
    }

    @Test func `tokens are read from an answer`() throws {
        let answer = try TokenAnswer(
            parsing: Array(#"{"id_token":"a.b.c","access_token":"t","token_type":"Bearer","expires_in":3600}"#.utf8))
        #expect(answer.idToken == "a.b.c")
        #expect(answer.accessToken == "t")
        #expect(answer.refreshToken == nil)
        let kept = try TokenAnswer(parsing: Array(#"{"id_token":"a.b.c","refresh_token":"r1"}"#.utf8))
        #expect(kept.refreshToken == "r1")
        for text in [
            "", "[]", #"{"access_token":"t"}"#, #"{"id_token":7}"#, #"{"id_token":"a.b.c","token_type":"mac"}"#,
        ] {
            #expect(throws: OpenIDFault.refused) { try TokenAnswer(parsing: Array(text.utf8)) }
        }
    }
}
