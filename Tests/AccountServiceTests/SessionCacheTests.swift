import Accounts
import Basics
import ServiceKit
import Testing

@testable import AccountService
@testable import HTTPKit

@Suite("What is kept in memory of sign-ins")
struct SessionCacheTests {
    private let now = Timestamp(seconds: 1_000_000)

    private func session(_ number: UInt64) -> Session {
        var random = SplitMix64(seed: number)
        let token = SessionToken(using: &random)
        return Session(
            accountID: [UInt8(truncatingIfNeeded: number)], tokenDigest: token.digest,
            pseudonymKey: PseudonymKey(using: &random), signedInAt: now, expiresAt: now.advanced(bySeconds: 100))
    }

    private func isKnown(_ session: Session, in cache: SessionCache, at time: Timestamp) -> Bool {
        if case .session(let found) = cache.find(session.tokenDigest, at: time) {
            return found.tokenDigest == session.tokenDigest
        }
        return false
    }

    @Test("a session is believed for its lifetime and not a moment longer")
    func lifetime() {
        let cache = SessionCache(capacity: 10, lifetimeSeconds: 5)
        let ana = session(1)
        cache.keep(ana, readAt: now)
        #expect(isKnown(ana, in: cache, at: now.advanced(byMilliseconds: 4999)))
        #expect(!isKnown(ana, in: cache, at: now.advanced(byMilliseconds: 5000)))
        #expect(!isKnown(session(2), in: cache, at: now))
    }

    @Test("a read that was under way does not bring a signed-out session back")
    func signOutWhileReading() {
        let cache = SessionCache(capacity: 10, lifetimeSeconds: 5)
        let ana = session(1)
        cache.signOut(ana.tokenDigest)
        cache.keep(ana, readAt: now)
        guard case .signedOut = cache.find(ana.tokenDigest, at: now) else {
            Issue.record("the session came back")
            return
        }
    }

    @Test("it is bounded and keeps what is used")
    func bounded() {
        let cache = SessionCache(capacity: 100, lifetimeSeconds: 5)
        let ana = session(0)
        cache.keep(ana, readAt: now)
        for number in 1...1000 as ClosedRange<UInt64> {
            cache.keep(session(number), readAt: now)
            #expect(isKnown(ana, in: cache, at: now))
            #expect(cache.count <= 102)
        }
        #expect(!isKnown(session(1), in: cache, at: now))
        #expect(isKnown(session(1000), in: cache, at: now))
    }

    @Test("waiting grows to a minute, ends with success, and is forgotten in an hour")
    func waiting() {
        let throttle = SignInThrottle()
        var time = now
        func wait() -> Int? {
            do {
                try throttle.begin("ana@example.org", at: time)
                return nil
            } catch {
                guard case .request(.tooManyAttempts(let seconds)) = error else { return -1 }
                return seconds
            }
        }
        for _ in 0..<5 { #expect(wait() == nil) }
        for expected in [1, 2, 4, 8, 16, 32, 60, 60] {
            #expect(wait() == expected)
            time = time.advanced(byMilliseconds: Int64(expected) * 1000 - 1)
            #expect(wait() == 1)
            time = time.advanced(byMilliseconds: 1)
            #expect(wait() == nil)
        }
        time = time.advanced(bySeconds: 3601)
        #expect(wait() == nil && wait() == nil)
        throttle.succeeded("ana@example.org")
        #expect(throttle.count == 0)
    }

    @Test("addresses that are tried by the thousand take no more than their room")
    func throttleIsBounded() throws {
        let throttle = SignInThrottle(capacity: 100)
        for number in 0..<1000 {
            try throttle.begin("person\(number)@example.org", at: now.advanced(bySeconds: Int64(number)))
            #expect(throttle.count <= 100)
        }
    }

    @Test("hashes run a few at once, wait in order, and are refused beyond that")
    func workers() async throws {
        let workers = BoundedWorkers(label: "cerca.test", width: 1, waitingLimit: 3)
        let outcomes = await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<30 {
                group.addTask {
                    do {
                        return try await workers.run {
                            var sum: UInt64 = 0
                            for value in 0..<200_000 as Range<UInt64> { sum &+= value }
                            return sum > 0
                        }
                    } catch { return false }
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(outcomes.count == 30)
        #expect(outcomes.contains(true))
        #expect(try await workers.run { 7 } == 7)
    }
}
