import Accounts
import Basics
import Crypto
import Testing

@testable import OpenID

@Suite struct IDTokenTests {
    let issuer: TestIssuer

    init() throws { issuer = try TestIssuer() }

    @Test(arguments: ["RS256", "ES256"])
    func `a token of the provider tells who somebody is`(algorithm: String) throws {
        let text = try issuer.token(
            TestIssuer.claims(["sid": "s1"]), algorithm: algorithm, keyID: algorithm == "ES256" ? "curve" : "one")
        let identity = try issuer.identity(text)
        #expect(identity.issuer == TestIssuer.issuer)
        #expect(identity.subject == "alice")
        #expect(identity.email?.text == "alice@example.org")
        #expect(identity.isVerified)
        #expect(identity.session == "s1")
    }

    static let wrong: [(JSONValue, OpenIDFault)] = [
        (TestIssuer.claims(["nonce": "wrong"]), .wrongNonce),
        (TestIssuer.claims(["nonce": .null]), .wrongNonce),
        (TestIssuer.claims(["aud": "another"]), .wrongAudience),
        (TestIssuer.claims(["aud": .array([])]), .wrongAudience),
        (TestIssuer.claims(["aud": .null]), .wrongAudience),
        (TestIssuer.claims(["aud": ["cerca", "another"]]), .wrongParty),
        (TestIssuer.claims(["aud": ["cerca", "another"], "azp": "another"]), .wrongParty),
        (TestIssuer.claims(["azp": "another"]), .wrongParty),
        (TestIssuer.claims(["azp": 1]), .wrongParty),
        (TestIssuer.claims(["iss": "https://other.example"]), .wrongIssuer),
        (TestIssuer.claims(["iss": "https://issuer.example/"]), .wrongIssuer),
        (TestIssuer.claims(["iss": .null]), .wrongIssuer),
        (TestIssuer.claims(["exp": .integer(TestIssuer.now.seconds - 60)]), .expired),
        (TestIssuer.claims(["exp": .null]), .expired),
        (TestIssuer.claims(["exp": "never"]), .expired),
        (TestIssuer.claims(["iat": .integer(TestIssuer.now.seconds + 60)]), .early),
        (TestIssuer.claims(["iat": .integer(TestIssuer.now.seconds - 86_400)]), .expired),
        (TestIssuer.claims(["iat": .null]), .malformedToken),
        (TestIssuer.claims(["sub": .null]), .malformedToken),
        (TestIssuer.claims(["sub": ""]), .malformedToken),
        (TestIssuer.claims(["sub": .string(String(repeating: "s", count: 256))]), .malformedToken),
        (TestIssuer.claims(["at_hash": "AAAAAAAAAAAAAAAAAAAAAA"]), .wrongAccessToken),
        (TestIssuer.claims(["at_hash": 7]), .malformedToken),
    ]

    @Test(arguments: wrong.indices)
    func `a token that says something else is refused`(index: Int) throws {
        let (claims, fault) = Self.wrong[index]
        let text = try issuer.token(claims)
        #expect(throws: fault) { try issuer.identity(text, accessToken: "access") }
    }

    @Test func `a token is good up to a minute beyond its time`() throws {
        let late = try issuer.token(TestIssuer.claims(["exp": .integer(TestIssuer.now.seconds - 59)]))
        #expect(try issuer.identity(late).subject == "alice")
        let early = try issuer.token(TestIssuer.claims(["iat": .integer(TestIssuer.now.seconds + 59)]))
        #expect(try issuer.identity(early).subject == "alice")
    }

    @Test func `several audiences are right with us as their party`() throws {
        let text = try issuer.token(TestIssuer.claims(["aud": ["another", "cerca"], "azp": "cerca"]))
        #expect(try issuer.identity(text).subject == "alice")
    }

    @Test func `the access token has to be the one that the token names`() throws {
        let half = Base64.text(Array(SHA256.hash(data: Array("access".utf8)).prefix(16)), .url)
        let text = try issuer.token(TestIssuer.claims(["at_hash": .string(half)]))
        #expect(try issuer.identity(text, accessToken: "access").subject == "alice")
        #expect(throws: OpenIDFault.wrongAccessToken) { try issuer.identity(text, accessToken: "another") }
        #expect(throws: OpenIDFault.wrongAccessToken) { try issuer.identity(text) }
    }

    @Test(arguments: ["none", "None", "HS256", "HS512", "PS256", "RS1"])
    func `a token signed in another way is refused before a key is looked for`(algorithm: String) throws {
        let text = try issuer.token(TestIssuer.claims(), algorithm: algorithm)
        #expect(throws: OpenIDFault.wrongAlgorithm) { try issuer.identity(text) }
    }

    @Test func `what the provider does not sign with is refused`() throws {
        let text = try issuer.token(TestIssuer.claims(), algorithm: "ES256", keyID: "curve")
        #expect(throws: OpenIDFault.wrongAlgorithm) { try SignedToken(text, allowed: [.rs256]) }
    }

    @Test func `the key of the name is the only one that counts`() throws {
        #expect(throws: OpenIDFault.unknownKey) {
            try issuer.identity(issuer.token(TestIssuer.claims(), keyID: .some("two")))
        }
        // Named is the key of the other kind.
        #expect(throws: OpenIDFault.unknownKey) {
            try issuer.identity(issuer.token(TestIssuer.claims(), keyID: .some("curve")))
        }
        let other = try TestIssuer(hasOwnKey: true)
        #expect(throws: OpenIDFault.wrongSignature) { try issuer.identity(other.token(TestIssuer.claims())) }
    }

    @Test func `a token without a name is tried with the keys of its kind`() throws {
        let nameless = try TestIssuer(keyID: nil, hasOwnKey: true)
        #expect(try nameless.identity(nameless.token(TestIssuer.claims())).subject == "alice")
        #expect(try issuer.identity(issuer.token(TestIssuer.claims(), keyID: .some(nil))).subject == "alice")
        #expect(throws: OpenIDFault.wrongSignature) {
            try issuer.identity(nameless.token(TestIssuer.claims(), keyID: .some(nil)))
        }
    }

    @Test func `what is changed after it was signed is refused`() throws {
        let text = try issuer.token(TestIssuer.claims())
        var parts = text.split(separator: ".").map(String.init)
        parts[1] = Base64.text(Array(TestIssuer.claims(["sub": "mallory"]).compactText.utf8), .url)
        #expect(throws: OpenIDFault.wrongSignature) { try issuer.identity(parts.joined(separator: ".")) }
    }

    @Test func `what is no token is malformed`() throws {
        let good = try issuer.token(TestIssuer.claims())
        let twice = try issuer.sign(
            .object([.init("alg", "RS256"), .init("alg", "none")]), TestIssuer.claims(), "RS256")
        let critical = try issuer.sign(
            .object(["alg": "RS256", "kid": "one", "crit": ["b64"]]), TestIssuer.claims(), "RS256")
        let numbered = try issuer.sign(.object(["alg": "RS256", "kid": 1]), TestIssuer.claims(), "RS256")
        let texts = [
            "", "a.b", "..", good + ".", good + "=", "." + good, twice, critical, numbered,
            String(repeating: "a", count: SignedToken.longest + 1),
        ]
        for text in texts { #expect(throws: OpenIDFault.malformedToken) { try issuer.identity(text) } }
    }

    @Test func `what is told elsewhere has to be of the same person`() throws {
        let bare = try issuer.identity(try issuer.token(TestIssuer.claims(["email": .null, "email_verified": .null])))
        #expect(bare.email == nil)
        let told = try bare.completed(
            byUserInfo: Array(#"{"sub":"alice","email":"a@example.org","email_verified":"true"}"#.utf8))
        #expect(told.email?.text == "a@example.org")
        #expect(told.isVerified)
        #expect(throws: OpenIDFault.wrongSubject) {
            try bare.completed(byUserInfo: Array(#"{"sub":"mallory","email":"a@example.org"}"#.utf8))
        }
        // What the token said is not overruled by what nobody signed.
        let full = try issuer.identity(try issuer.token(TestIssuer.claims()))
        let same = try full.completed(byUserInfo: Array(#"{"sub":"alice","email":"b@example.org"}"#.utf8))
        #expect(same == full)
    }

    @Test func `a provider's word for an address counts where it keeps the mailbox`() throws {
        func identity(_ claims: KeyValuePairs<String, JSONValue>) throws -> Identity {
            try issuer.identity(try issuer.token(TestIssuer.claims(claims)))
        }
        let gmail = try identity(["email": "alice@gmail.com"])
        let hosted = try identity(["hd": "example.org"])
        let elsewhere = try identity([:])
        let unverified = try identity(["email": "alice@gmail.com", "email_verified": false])
        #expect(MailAuthority.google.vouches(for: gmail))
        #expect(MailAuthority.google.vouches(for: hosted))
        #expect(!MailAuthority.google.vouches(for: elsewhere))
        #expect(MailAuthority.own.vouches(for: elsewhere))
        for authority in [MailAuthority.google, .own, .none] { #expect(!authority.vouches(for: unverified)) }
        #expect(!MailAuthority.none.vouches(for: gmail))
    }
}
