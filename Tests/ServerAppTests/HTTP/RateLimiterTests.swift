import API
import Basics
import HTTPTypes
import HummingbirdTesting
import NIOCore
import TestServer
import Testing

@testable import HTTPKit

@Suite("Limits on rates")
struct RateLimiterTests {
    private let second: UInt64 = 1_000_000_000

    @Test("a burst is taken at once, then one after the other")
    func burst() {
        let limiter = RateLimiter<Int>(.init(perSecond: 2, burst: 3))
        let now = 100 * second
        for _ in 0..<3 { #expect(limiter.take(1, now: now) == nil) }
        #expect(limiter.take(1, now: now) == 1)
        #expect(limiter.take(2, now: now) == nil)
        #expect(limiter.take(1, now: now + second / 2) == nil)
        #expect(limiter.take(1, now: now + second / 2) == 1)
        #expect(limiter.take(1, now: now + 10 * second) == nil)
    }

    @Test("the wait that is told is long enough and no longer")
    func wait() {
        let limiter = RateLimiter<Int>(.init(perSecond: 0.1, burst: 1))
        #expect(limiter.take(1, now: 0) == nil)
        #expect(limiter.take(1, now: 0) == 10)
        #expect(limiter.take(1, now: 9 * second) == 1)
        #expect(limiter.take(1, now: 10 * second) == nil)
    }

    @Test(
        "servers that share a rate allow their share each, one at once at least, and all of it when they are alone again"
    )
    func shared() {
        let servers = ServerCount()
        var limits = ServerLimits.standard
        limits.perKey = .init(perSecond: 10, burst: 10)
        limits = limits.shared(among: servers)
        guard let rate = limits.perKey else {
            Issue.record("no rate")
            return
        }
        let limiter = RateLimiter<Int>(rate)
        /// How many of twenty are let through at once, and then in a second.
        func taken(_ key: Int) -> [Int] {
            [0, second].map { pause in
                (0..<20).filter { _ in limiter.take(key, now: 100 * second + pause) == nil }.count
            }
        }
        #expect(taken(1) == [10, 10])
        servers.set(2)
        #expect(taken(2) == [5, 5])
        servers.set(40)
        #expect(taken(3) == [1, 0])
        servers.set(0)
        #expect(taken(4) == [10, 10])
        let notes = RateNotes()
        servers.set(5)
        _ = NamedRate<Int>("key", rate)?.take(1, now: 0, notes)
        var headers = HTTPFields()
        notes.add(to: &headers)
        #expect(headers[.rateLimitPolicy] == "\"key\";q=2;w=1")
        #expect(headers[.rateLimit] == "\"key\";r=1;t=1")
    }

    @Test("it lets through what a bucket of tokens would", arguments: 0..<16 as Range<UInt64>)
    func model(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let rate = ServerLimits.Rate(
            perSecond: Double.random(in: 0.5...50, using: &random), burst: Int.random(in: 1...20, using: &random))
        let limiter = RateLimiter<Int>(rate)
        var now: UInt64 = 5 * second
        var tokens = Double(rate.burst)
        var (taken, expected) = (0, 0)
        for _ in 0..<2000 {
            let pause = UInt64.random(in: 0..<second / 10, using: &random)
            now += pause
            tokens = min(Double(rate.burst), tokens + Double(pause) / 1e9 * rate.perSecond)
            if tokens >= 1 {
                tokens -= 1
                expected += 1
            }
            if limiter.take(7, now: now) == nil { taken += 1 }
        }
        // Rounding to nanoseconds may decide one request in a great many otherwise.
        #expect(abs(taken - expected) <= 2)
    }

    @Test("a flood of keys neither uses up memory nor opens the door")
    func bounded() {
        let limiter = RateLimiter<Int>(.init(perSecond: 1, burst: 5), capacity: 160)
        var passed = 0
        for key in 0..<100_000 where limiter.take(key, now: second) == nil { passed += 1 }
        #expect(limiter.keyCount <= 160)
        // Besides those that are told apart only the buckets of the sketch let anybody through: four rows of 512.
        #expect(passed <= 160 + 4 * 512 * 5)
        // What is full again is forgotten to make room.
        #expect(limiter.take(-1, now: 100 * second) == nil)
        #expect(limiter.keyCount <= 160)
    }

    @Test("addresses are told apart by what one client can change at will")
    func addresses() throws {
        func key(_ text: String) throws -> ClientAddress? { ClientAddress(try SocketAddress(ipAddress: text, port: 1)) }
        #expect(try key("192.0.2.1") != key("192.0.2.2"))
        #expect(try key("192.0.2.1") == key("::ffff:192.0.2.1"))
        #expect(try key("2001:db8:1:2::1") == key("2001:db8:1:2:ffff::9"))
        #expect(try key("2001:db8:1:2::1") != key("2001:db8:1:3::1"))
        #expect(try key("192.0.2.1") == ClientAddress(try SocketAddress(ipAddress: "192.0.2.1", port: 9)))
        #expect(try ClientAddress(SocketAddress(unixDomainSocketPath: "/tmp/x")) == nil)
        #expect(ClientAddress(nil) == nil)
    }

    @Test("an address that asks too often is told when to come back")
    func perAddress() async throws {
        var limits = ServerLimits.standard.withoutRates
        limits.perAddress = .init(perSecond: 0.01, burst: 3)
        try await Site.with(.live, limits: limits) { site in
            for _ in 0..<3 { #expect(try await site.ask(.get, "/healthz").status == 200) }
            let answer = try await site.ask(.get, "/healthz")
            #expect(answer.status == 429 && answer.code == "request.too_many")
            // Less what has passed meanwhile, which on a busy machine are seconds.
            #expect((60...100).contains(try #require(answer.headers[.retryAfter].flatMap { Int($0) })))
            #expect(!answer.text.contains("127.0.0.1") && !answer.text.contains("::1"))
        }
    }

    @Test("answers tell what is left of each rate, and phones that trace are told nothing of their neighbours")
    func fields() async throws {
        var limits = ServerLimits.standard.withoutRates
        limits.perAddress = .init(perSecond: 0.01, burst: 6)
        limits.perAccount = .init(perSecond: 0.001, burst: 2)
        try await Site.with(.live, limits: limits) { site in
            let token = try await site.signUp()
            let first = try await site.ask(.get, "/api/account", token: token)
            #expect(first.headers[.rateLimitPolicy] == #""address";q=6;w=600, "account";q=2;w=2000"#)
            let left = try #require(first.headers[.rateLimit])
            #expect(left.contains(#""address";r=4;t="#) && left.contains(#""account";r=1;t="#), "\(left)")
            let native = try await site.ask(.get, "/v1")
            #expect(native.headers[.rateLimit] == nil && native.headers[.rateLimitPolicy] == nil)
            #expect(try await site.ask(.get, "/v2/market").headers[.rateLimit]?.hasPrefix(#""address";r=2;"#) == true)
            for _ in 0..<2 { _ = try await site.ask(.get, "/healthz") }
            let refused = try await site.ask(.get, "/healthz")
            #expect(refused.status == 429 && refused.headers[.rateLimit]?.hasPrefix(#""address";r=0;t="#) == true)
            #expect(refused.headers[.retryAfter] != nil)
        }
    }

    @Test("what is left and the time until all is there are those of a bucket of tokens")
    func uses() {
        let limiter = RateLimiter<Int>(.init(perSecond: 0.5, burst: 3))
        var told: [[Int]] = []
        for _ in 0..<4 {
            let use = limiter.use(1, now: 100 * second)
            told.append([use.waitSeconds ?? 0, use.remaining, use.resetSeconds])
        }
        #expect(told == [[0, 2, 2], [0, 1, 4], [0, 0, 6], [2, 0, 6]])
        #expect(limiter.use(1, now: 200 * second).remaining == 2)
    }

    @Test("an account that asks too often does not slow another one down")
    func perAccount() async throws {
        var limits = ServerLimits.standard.withoutRates
        limits.perAccount = .init(perSecond: 0.01, burst: 2)
        try await Site.with(limits: limits) { site in
            let ana = try await site.signUp("ana")
            let bea = try await site.signUp("bea")
            for _ in 0..<2 { #expect(try await site.ask(.get, "/api/account", token: ana).status == 200) }
            #expect(try await site.ask(.get, "/api/account", token: ana).code == "request.too_many")
            #expect(try await site.ask(.get, "/api/account", token: bea).status == 200)
            #expect(try await site.ask(.get, "/api/venues").status == 200)
        }
    }

    @Test("attempts to sign in have a limit of their own, also those that are no JSON")
    func signIn() async throws {
        var limits = ServerLimits.standard.withoutRates
        limits.signInPerAddress = .init(perSecond: 0.01, burst: 2)
        try await Site.with(.live, limits: limits) { site in
            _ = try await site.signUp()
            #expect(try await site.ask(.post, "/api/sessions", "nonsense").status == 400)
            let answer = try await site.ask(
                .post, "/api/sessions", #"{"email":"ana@example.org","password":"long enough"}"#)
            #expect(answer.code == "request.too_many_attempts" && answer.headers[.retryAfter] != nil)
            #expect(answer.headers[.setCookie] == nil)
            #expect(try await site.ask(.get, "/healthz").status == 200)
        }
    }
}
