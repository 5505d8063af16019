import API
import Accounts
import Basics
import Forwarding
import HTTPTypes
import HummingbirdTesting
import TestServer
import Testing

@testable import AccountService
@testable import HTTPKit
@testable import ServiceKit

/// A stranger who knows an e-mail address, and its owner.
@Suite("Guessing passwords")
struct SignInGuardTests {
    private static let stranger = "203.0.113.66"
    private static let email = "ana@example.org"

    private func device(_ address: String, knownAs name: String? = nil) throws -> PresentedDevice {
        var device = PresentedDevice()
        device.address = try #require(IPAddress(address) as IPAddress?)
        device.knownAs = name
        return device
    }

    private func attempt(_ world: World, _ password: String, _ device: PresentedDevice) async -> String? {
        await code { _ = try await world.accounts.signIn(email: Self.email, password: password, device: device) }
    }

    /// A second of the stranger's; gives whether the password was looked at.
    private func guess(_ world: World, from address: String = stranger) async throws -> Bool {
        let stranger = try device(address)
        let outcome = await attempt(world, "a wrong one", stranger)
        #expect(outcome == "accounts.wrong_credentials" || outcome == "request.too_many_attempts")
        return outcome == "accounts.wrong_credentials"
    }

    @Test("while a stranger tries once a second, the owner comes in from elsewhere and on a known device, at once")
    func owner() async throws {
        try await World.with(.sqlite) { world in
            _ = try await world.visitor()
            for second in 0..<600 {
                _ = try await guess(world)
                if second % 60 == 59 {
                    let elsewhere = try device("192.0.2.\(second % 250)")
                    await #expect(attempt(world, "long enough", elsewhere) == nil)
                    // The same address as the stranger's, but a device on which the account has signed in before.
                    let administration = try device(Self.stranger, knownAs: "administration")
                    await #expect(attempt(world, "long enough", administration) == nil)
                    // The owner may mistype.
                    let another = try device("198.51.100.7")
                    await #expect(attempt(world, "long enoguh", another) == "accounts.wrong_credentials")
                    await #expect(attempt(world, "long enough", another) == nil)
                }
                world.clock.advance(seconds: 1)
            }
        }
    }

    @Test("the health authority's staff come in as well")
    func staff() async throws {
        try await World.with(.sqlite) { world in
            let staff = try await Staff.add(to: world)
            func enter(_ device: PresentedDevice, _ password: String = Staff.password) async -> String? {
                await code {
                    _ = try await world.accounts.signIn(
                        email: Staff.email, password: password, code: staff.code(world), as: .health, device: device)
                }
            }
            let (elsewhere, ward) = (try device("192.0.2.1"), try device(Self.stranger, knownAs: "ward"))
            let stranger = try device(Self.stranger)
            for second in 0..<300 {
                _ = await enter(stranger, "a wrong one")
                if second % 60 == 30 { await #expect(enter(elsewhere) == nil) }
                if second % 60 == 0 { await #expect(enter(ward) == nil) }
                world.clock.advance(seconds: 1)
            }
        }
    }

    @Test("an owner whom nothing tells from the stranger comes in within minutes", arguments: 0..<20 as Range<UInt64>)
    func sameAddress(seed: UInt64) throws {
        let guardian = SignInGuard(SignInLimits(), random: .repeatable(SplitMix64(seed: seed)))
        var random = SplitMix64(seed: seed &+ 1000)
        let address = ClientAddress(try #require(IPAddress(Self.stranger)))
        let start = TestClock.start
        var ownerComesAt = 200
        var cameAt: Int?
        for second in 0..<2000 where cameAt == nil {
            let now = start.advanced(bySeconds: Int64(second))
            func stranger() { _ = try? guardian.begin(Self.email, from: address, knownDevice: nil, at: now) }
            func owner() {
                guard second >= ownerComesAt else { return }
                do throws(ServiceError) {
                    _ = try guardian.begin(Self.email, from: address, knownDevice: nil, at: now)
                    cameAt = second
                } catch {
                    // The owner comes back as soon as it was told.
                    if case .request(.tooManyAttempts(let seconds)) = error { ownerComesAt = second + seconds }
                }
            }
            if Bool.random(using: &random) {
                stranger()
                owner()
            } else {
                owner()
                stranger()
            }
        }
        #expect(try #require(cameAt) - 200 < 900, "\(cameAt ?? 0)")
    }

    @Test("servers that share the bounds let hardly more guesses through together than one does")
    func sharedByServers() throws {
        let address = ClientAddress(try #require(IPAddress(Self.stranger)))
        func looked(_ count: Int) -> Int {
            let servers = ServerCount()
            servers.set(count)
            var limits = SignInLimits()
            limits.share(among: servers)
            let guardians = (0..<count).map {
                SignInGuard(limits, random: .repeatable(SplitMix64(seed: UInt64($0))))
            }
            var looked = 0
            for second in 0..<3600 as Range<Int64> {
                let now = TestClock.start.advanced(bySeconds: second)
                for guardian in guardians {
                    do throws(ServiceError) {
                        _ = try guardian.begin(Self.email, from: address, knownDevice: nil, at: now)
                        looked += 1
                    } catch {}
                }
            }
            return looked
        }
        let (one, four) = (looked(1), looked(4))
        // What each door lets through at first, while it closes for longer and longer, is all that is added.
        #expect(one > 100 && four > 100 && four * 4 <= one * 5, "\(one) \(four)")
    }

    @Test("a guesser gets a bounded number of guesses, with one address and with a thousand", arguments: [1, 1000])
    func bounded(addresses: Int) throws {
        let guardian = SignInGuard(SignInLimits(), random: .repeatable(SplitMix64(seed: 7)))
        var looked = 0
        for second in 0..<3600 {
            for turn in 0..<2 {
                let number = (second * 2 + turn) % addresses
                let address = ClientAddress(try #require(IPAddress("10.0.\(number / 250).\(number % 250)")))
                let now = TestClock.start.advanced(bySeconds: Int64(second))
                if (try? guardian.begin(Self.email, from: address, knownDevice: nil, at: now)) != nil { looked += 1 }
            }
        }
        // Of 7,200 tries in an hour: five or those of new addresses, and about one in twenty seconds.
        #expect(looked > 100 && looked < (addresses == 1 ? 230 : 330), "\(looked)")
    }

    @Test("a device that is known has a bound as well")
    func knownDevice() throws {
        let guardian = SignInGuard(SignInLimits(), random: .repeatable(SplitMix64(seed: 7)))
        var looked = 0
        for second in 0..<3600 {
            let now = TestClock.start.advanced(bySeconds: Int64(second))
            if (try? guardian.begin(Self.email, from: nil, knownDevice: "stolen", at: now)) != nil { looked += 1 }
        }
        #expect(looked > 10 && looked < 80, "\(looked)")
    }

    @Test("what it remembers is bounded")
    func memory() throws {
        let guardian = SignInGuard(SignInLimits(), random: .system, capacity: 100)
        for number in 0..<1000 {
            for _ in 0..<7 {
                _ = try? guardian.begin("\(number)@example.org", from: nil, knownDevice: nil, at: TestClock.start)
            }
            #expect(guardian.count <= 202)
        }
    }

    @Test("an address without an account is treated like one with an account, and so are its tickets")
    func enumeration() async throws {
        try await World.with(.sqlite) { world in
            _ = try await world.visitor()
            for email in [Self.email, "nobody@example.org"] {
                var outcomes: [String?] = []
                for _ in 0..<8 {
                    outcomes.append(
                        await code {
                            _ = try await world.accounts.signIn(
                                email: email, password: "a wrong one", device: try device(Self.stranger))
                        })
                }
                #expect(outcomes.prefix(5).allSatisfy { $0 == "accounts.wrong_credentials" })
                #expect(outcomes.dropFirst(5).allSatisfy { $0 == "request.too_many_attempts" })
                var forged = try device(Self.stranger)
                forged.tickets = [
                    KnownDeviceTicket.make(email: email, passwordHash: "$argon2id$", random: .system)
                ]
                #expect(try await world.accounts.recognized(forged, for: email).knownAs == nil)
            }
        }
    }

    // MARK: - Over HTTP

    @Test("a browser that signed in is known by its cookie for this account and password alone")
    func cookie() async throws {
        var limits = ServerLimits.standard.withoutRates
        limits.signInPerAddress = .init(perSecond: 0.0001, burst: 6)
        limits.knownSignInPerAddress = .init(perSecond: 0.0001, burst: 6)
        try await Site.with(.live, limits: limits) { site in
            func signIn(_ email: String, _ password: String, _ cookie: String?) async throws -> Answer {
                var headers: HTTPFields = [:]
                if let cookie { headers[.cookie] = "theme=dark; \(cookie)" }
                return try await site.ask(
                    .post, "/api/sessions", #"{"email":"\#(email)","password":"\#(password)"}"#, headers: headers)
            }
            func known(_ answer: Answer) -> String? {
                answer.headers[values: .setCookie].first { $0.hasPrefix("cerca_known=") }
                    .map { String($0.prefix { $0 != ";" }) }
            }
            let signedUp = try await site.ask(
                .post, "/api/accounts", #"{"email":"ana@example.org","password":"long enough"}"#)
            let field = try #require(signedUp.headers[values: .setCookie].first { $0.hasPrefix("cerca_known=") })
            #expect(field.hasSuffix("; Path=/api/sessions; Max-Age=34560000; HttpOnly; SameSite=Strict"))
            #expect(!field.contains("ana"))
            let mine = try #require(known(signedUp))
            // Somebody else uses the same browser: it is known to both, and each ticket is for one.
            let other = try await site.ask(
                .post, "/api/accounts", #"{"email":"bea@example.org","password":"long enough"}"#,
                headers: [.cookie: mine])
            let both = try #require(known(other))
            #expect(both.count == mine.count + 65)
            // A stranger at the same address uses up what those have whom nothing tells apart.
            for _ in 0..<8 { _ = try await signIn("ana@example.org", "a wrong one", nil) }
            #expect(try await signIn("ana@example.org", "long enough", nil).status == 429)
            #expect(try await signIn("cleo@example.org", "long enough", both).status == 429)
            for email in ["ana@example.org", "bea@example.org"] {
                let answer = try await signIn(email, "long enough", both)
                #expect(answer.status == 201 && known(answer) == nil)
            }
            // Neither an invented ticket nor one of another account helps.
            let invented = "cerca_known=" + String(repeating: "a", count: 64)
            #expect(try await signIn("ana@example.org", "long enough", invented).status == 429)
            let own = "cerca_known=" + (try #require(both.split(separator: "=").last?.prefix(64)))
            #expect(try await signIn("ana@example.org", "long enough", own).status == 429)
        }
    }
}
