import Accounts
import Basics
import Exposure
import Forwarding
import Foundation
import Testing

@testable import AccountService
@testable import ExposureService
@testable import HTTPKit
@testable import ServiceKit

@Suite("Limits whose tables are full")
struct FullLimiterTests {
    private static let second: UInt64 = 1_000_000_000
    private let now: UInt64 = 1_000_000 * second

    /// The address of a prefix and a number in the bits after it.
    private static func address(_ prefix: [UInt8], _ number: Int, bytes count: Int = 16) -> ClientAddress {
        ClientAddress(ipAddress(prefix, number, bytes: count))
    }

    private static func ipAddress(_ prefix: [UInt8], _ number: Int, bytes count: Int = 16) -> IPAddress {
        var bytes = prefix
        let rest = (count == 16 ? 8 : 4) - prefix.count
        for place in (0..<rest).reversed() { bytes.append(UInt8(truncatingIfNeeded: number >> (8 * place))) }
        bytes += [UInt8](repeating: 1, count: count - bytes.count)
        guard let address = IPAddress(bytes: bytes) else { preconditionFailure() }
        return address
    }

    /// The owners of addresses in networks that the flood has nothing of.
    private static let owners =
        (0..<5).map { address([0x2A, 0x01, UInt8($0)], 7) }
        + (0..<5).map { address([203, 0, UInt8($0)], 7, bytes: 4) }

    @Test(
        "whoever has a network of IPv6, or a great many addresses of IPv4, refuses nobody elsewhere",
        arguments: [(6, 70_000), (6, 200_000), (5, 300_000), (4, 400_000)])
    func addresses(prefixBytes: Int, count: Int) {
        for rate in [ServerLimits.Rate(perSecond: 1.0 / 600, burst: 30), .init(perSecond: 1, burst: 1)] {
            let limiter = RateLimiter<ClientAddress>(rate)
            let prefix = Array([0x20, 0x01, 0x0D, 0xB8, 0x12, 0x34].prefix(prefixBytes) as ArraySlice<UInt8>)
            for number in 0..<count { _ = limiter.take(Self.address(prefix, number), now: now) }
            for number in 0..<count / 2 { _ = limiter.take(Self.address([10], number, bytes: 4), now: now) }
            #expect(limiter.keyCount <= 65_536)
            for owner in Self.owners { #expect(limiter.take(owner, now: now) == nil) }
        }
    }

    @Test("an address that is counted with its neighbors has no more than its rate, and what it gives back is back")
    func neighbors() {
        let limiter = RateLimiter<ClientAddress>(.init(perSecond: 0.01, burst: 3), capacity: 16)
        for number in 0..<10_000 { _ = limiter.take(Self.address([10], number, bytes: 4), now: now) }
        let (owner, neighbor) = (Self.owners[0], Self.address([0x2A, 0x01, 0], 8))
        let taken = (0..<5).map { _ in limiter.take(owner, now: now) == nil }
        #expect(taken == [true, true, true, false, false])
        #expect(limiter.take(neighbor, now: now) != nil)
        limiter.giveBack(owner)
        #expect(limiter.take(owner, now: now) == nil)
        #expect(limiter.take(Self.owners[1], now: now) == nil)
        #expect(limiter.take(owner, now: now + 400 * Self.second) == nil)
    }

    @Test("mail goes to an address of its owner's however many others were asked for, and never too often")
    func mailboxes() {
        let limiter = RateLimiter<String>(.init(perSecond: 3.0 / 3600, burst: 3))
        let start = ContinuousClock.now
        for number in 0..<400_000 { _ = limiter.take("nobody\(number)@example.org", now: now) }
        let elapsed = ContinuousClock.now - start
        #expect(elapsed < .seconds(30), "\(elapsed)")
        #expect(limiter.keyCount <= 65_536)
        var refused = 0
        for number in 0..<1000 {
            let taken = (0..<5).map { _ in limiter.take("owner\(number)@example.org", now: now) == nil }
            #expect(taken.count(where: { $0 }) <= 3)
            if taken[0] == false { refused += 1 }
        }
        #expect(refused == 0)
        limiter.giveBack("owner1@example.org")
        #expect(limiter.take("owner1@example.org", now: now) == nil)
        #expect(limiter.take("owner1@example.org", now: now) != nil)
    }

    @Test("right report codes are taken while seventy thousand addresses have tried wrong ones")
    func reportCodes() {
        let throttle = GuessThrottle(ExposurePolicy())
        let now = Timestamp(seconds: 1_000_000)
        for number in 0..<70_000 { _ = throttle.begin(Self.address([0x20, 1, 0xD, 0xB8, 0x12], number), at: now) }
        for owner in Self.owners {
            #expect(throttle.wait(owner, at: now) == nil)
            #expect(throttle.begin(owner, at: now) == nil)
            throttle.giveBack(owner)
        }
    }

    @Test("owners get the mail that resets a password after eighty thousand others were asked for")
    func resets() throws {
        let limits = AddressLimits(SignInLimits())
        let now = Timestamp(seconds: 1_000_000)
        for number in 0..<82_600 {
            let address = try EmailAddress("nobody\(number)@example.org")
            _ = limits.allowsReset(of: address, at: now)
            try? limits.countReset(from: Self.address([0x20, 1, 0xD, 0xB8, 0x12], number / 18), at: now)
        }
        for number in 0..<12 {
            let owner = try EmailAddress("owner\(number)@example.org")
            #expect(limits.allowsReset(of: owner, at: now))
            try limits.countReset(from: Self.owners[number % Self.owners.count], at: now)
        }
    }

    @Test("owners get the code of a sign-up after eighty thousand others were asked for")
    func signUps() throws {
        let limits = AddressLimits(SignInLimits())
        let now = Timestamp(seconds: 1_000_000)
        for number in 0..<82_600 {
            let address = try EmailAddress("nobody\(number)@example.org")
            try? limits.countSignUp(address, from: Self.ipAddress([0x20, 1, 0xD, 0xB8, 0x12], number), at: now)
        }
        for number in 0..<5 {
            let owner = try EmailAddress("owner\(number)@example.org")
            try limits.countSignUp(owner, from: Self.ipAddress([0x2A, 0x01, UInt8(number)], 7), at: now)
            try limits.countSignUp(owner, from: Self.ipAddress([203, 0, UInt8(number)], 7, bytes: 4), at: now)
        }
    }

    @Test("owners come in by the usual way while a hundred thousand other accounts are tried")
    func signIns() throws {
        let guardian = SignInGuard(SignInLimits(), random: .repeatable(SplitMix64(seed: 1)))
        let now = Timestamp(seconds: 1_000_000)
        for number in 0..<100_000 {
            _ = try? guardian.begin(
                "nobody\(number)@example.org", from: Self.address([0x20, 1, 0xD, 0xB8], number), knownDevice: nil,
                at: now)
        }
        for owner in Self.owners {
            _ = try guardian.begin("owner@example.org", from: owner, knownDevice: nil, at: now)
        }
    }

    @Test("who has a network of addresses takes neither all connections nor all streams, and owners come in")
    func room() {
        for (total, perAddress) in [(4096, 1024), (2048, 512), (2048, 1024)] {
            let counter = AddressCounter(total: total, perAddress: perAddress)
            var taken: [ClientAddress] = []
            for number in 0..<20_000 {
                let address = Self.address([0x20, 1, 0xD, 0xB8], number / 16)
                if counter.enter(address) { taken.append(address) }
            }
            #expect(taken.count > total * 3 / 4)
            for owner in Self.owners { #expect(counter.enter(owner)) }
            for owner in Self.owners { counter.leave(owner) }
            for address in taken { counter.leave(address) }
            #expect(counter.count == 0)
            #expect(counter.enter(Self.address([0x20, 1, 0xD, 0xB8], 1)))
        }
    }

    @Test("every limiter of the program counts by a kind of key that is tried here")
    func kinds() throws {
        var root = URL(filePath: #filePath)
        for _ in 0..<4 { root.deleteLastPathComponent() }
        var kinds: Set<String> = []
        let sources = root.appending(path: "Sources")
        let files = try #require(FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil))
        for case let file as URL in files where file.pathExtension == "swift" {
            let text = try String(contentsOf: file, encoding: .utf8)
            for match in text.matches(of: /(?:RateLimiter|NamedRate)<([^>]+)>/) { kinds.insert(String(match.1)) }
        }
        kinds = kinds.filter { !$0.hasPrefix("Key") }
        // Addresses are counted with their neighbors, and all others by a sketch, whatever they are.
        #expect(kinds == ["Asker", "ClientAddress", "String", "[UInt8]", "SocketTickets.Holder"])
    }
}
