import Basics
import Testing

@testable import OpenID

@Suite struct LogoutNoticeTests {
    let issuer: TestIssuer

    init() throws { issuer = try TestIssuer() }

    static let event: JSONValue = .object([LogoutNotice.event: .object([] as [JSONValue.Member])])

    func notice(_ others: KeyValuePairs<String, JSONValue> = [:]) throws -> LogoutNotice {
        var members: [JSONValue.Member] = [
            .init("iss", .string(TestIssuer.issuer)), .init("aud", .string(TestIssuer.client)),
            .init("iat", .integer(TestIssuer.now.seconds)), .init("jti", "j1"), .init("sub", "alice"),
            .init("events", Self.event),
        ]
        for (name, value) in others {
            members.removeAll { $0.name == name }
            if value != .null { members.append(.init(name, value)) }
        }
        let token = try SignedToken(try issuer.token(.object(members)), allowed: [.rs256])
        return try IDTokenRules(issuer: TestIssuer.issuer, client: TestIssuer.client)
            .notice(token, keys: try issuer.keys, at: TestIssuer.now)
    }

    @Test func `a notice names a person or a session`() throws {
        #expect(try notice().subject == "alice")
        let session = try notice(["sub": .null, "sid": "s1"])
        #expect(session.subject == nil)
        #expect(session.session == "s1")
        #expect(throws: OpenIDFault.wrongEvent) { try notice(["sub": .null]) }
    }

    @Test func `an ID token is no notice`() throws {
        #expect(throws: OpenIDFault.wrongEvent) { try notice(["nonce": "right"]) }
        #expect(throws: OpenIDFault.wrongEvent) { try notice(["events": .null]) }
        #expect(throws: OpenIDFault.wrongEvent) {
            try notice(["events": .object(["other": .object([] as [JSONValue.Member])])])
        }
        #expect(throws: OpenIDFault.wrongEvent) { try notice(["jti": .null]) }
    }

    @Test func `a notice of another provider, for another client, or of another time is refused`() throws {
        #expect(throws: OpenIDFault.wrongIssuer) { try notice(["iss": "https://other.example"]) }
        #expect(throws: OpenIDFault.wrongAudience) { try notice(["aud": "another"]) }
        #expect(throws: OpenIDFault.expired) { try notice(["exp": .integer(TestIssuer.now.seconds - 60)]) }
        #expect(throws: OpenIDFault.expired) { try notice(["iat": .integer(TestIssuer.now.seconds - 360)]) }
        #expect(throws: OpenIDFault.early) { try notice(["iat": .integer(TestIssuer.now.seconds + 60)]) }
    }
}
