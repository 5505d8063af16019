import Basics
import Testing

@testable import OpenID

@Suite struct KeyCacheTests {
    let start = Timestamp(seconds: 1_800_000_000)

    func word(_ decision: KeyCache.Decision) -> String {
        switch decision {
        case .use: "use"
        case .fetch(nil): "fetch"
        case .fetch: "fetch or use"
        case .unknown: "unknown"
        }
    }

    @Test func `keys are kept as long as the provider says, within bounds`() throws {
        let issuer = try TestIssuer()
        let token = try SignedToken(try issuer.token(TestIssuer.claims()), allowed: [.rs256])
        for (field, seconds) in [
            (nil, 300), ("max-age=1", 300), ("public, max-age=1000", 1000), ("max-age=999999", 86_400),
        ]
            as [(String?, Int64)]
        {
            var cache = KeyCache()
            #expect(word(cache.decide(for: token, at: start)) == "fetch")
            cache.asking(at: start)
            cache.keep(try issuer.keys, cacheControl: field, at: start)
            #expect(word(cache.decide(for: token, at: start.advanced(bySeconds: seconds - 1))) == "use")
            #expect(word(cache.decide(for: token, at: start.advanced(bySeconds: seconds))) == "fetch or use")
        }
    }

    @Test func `a flood of unknown keys asks once a minute`() throws {
        let issuer = try TestIssuer()
        var cache = KeyCache()
        cache.asking(at: start)
        cache.keep(try issuer.keys, cacheControl: "max-age=86400", at: start)
        var asked = 0
        for second in 0..<600 {
            let now = start.advanced(bySeconds: Int64(second))
            let token = try SignedToken(
                try issuer.token(TestIssuer.claims(), algorithm: "ES256", keyID: .some("made up \(second)")),
                allowed: [.es256])
            if case .fetch = cache.decide(for: token, at: now) {
                asked += 1
                cache.asking(at: now)
                cache.keep(try issuer.keys, cacheControl: "max-age=86400", at: now)
            }
        }
        #expect(asked == 9)
    }

    @Test func `when asking fails the keys of before stay`() throws {
        let issuer = try TestIssuer()
        let token = try SignedToken(try issuer.token(TestIssuer.claims()), allowed: [.rs256])
        var cache = KeyCache()
        cache.asking(at: start)
        cache.keep(try issuer.keys, cacheControl: nil, at: start)
        let later = start.advanced(bySeconds: 1000)
        #expect(word(cache.decide(for: token, at: later)) == "fetch or use")
        cache.asking(at: later)
        #expect(word(cache.decide(for: token, at: later.advanced(bySeconds: 59))) == "use")
        #expect(word(cache.decide(for: token, at: later.advanced(bySeconds: 60))) == "fetch or use")
    }

    @Test func `a list of keys is read for those that can sign`() throws {
        let issuer = try TestIssuer()
        #expect(try issuer.keys.keys.map(\.algorithm) == [.rs256, .es256])
        for text in ["", "[]", "{}", #"{"keys":{}}"#] {
            #expect(throws: OpenIDFault.wrongDocument) { try ProviderKeys(parsing: Array(text.utf8)) }
        }
        let useless = #"{"keys":[{"kty":"RSA","n":"AQAB","e":"AQAB"},{"kty":"EC","crv":"P-256","x":"AA","y":"AA"},7]}"#
        #expect(try ProviderKeys(parsing: Array(useless.utf8)).keys.isEmpty)
    }
}
