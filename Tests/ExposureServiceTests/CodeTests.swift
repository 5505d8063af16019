import Basics
import ExposureWire
import NIOCore
import Storage
import TestServer
import Testing

@testable import AccountService
@testable import ExposureService
@testable import HTTPKit
@testable import ServiceKit

@Suite("One-time codes")
struct CodeTests {
    /// Sixteen random bytes in hexadecimal digits, as a phone's.
    private static let token = "9f2c4d1e8a7b60533c5d2e9f1a0b7c64"

    @Test("a code is twelve digits, and the database cannot tell which", arguments: Engine.allCases)
    func form(engine: Engine) async throws {
        try await World.with(engine) { world in
            let issued = try await world.exposure.issueCode(by: .operatorOfTheMachine)
            #expect(issued.code.utf8.count == 12)
            #expect(issued.code.utf8.allSatisfy { (0x30...0x39).contains($0) })
            #expect(ReportCode(issued.code)?.hasRightCheckDigit == true)
            // Until the end of the third day after that on which it was issued.
            #expect(issued.expiresAt == UTCDay(containing: world.clock.now).advanced(by: 4).begin)
            let contents = try await Contents(of: world.database)
            for table in Contents.tables { #expect(!"\(contents.rows[table] ?? [])".contains(issued.code)) }
            #expect(try await world.exposure.codes().map(\.id) == [issued.id])
        }
    }

    @Test("the digits are spread evenly")
    func distribution() {
        var random = ServerRandom.repeatable(SplitMix64(seed: 7))
        var counts = Array(repeating: Array(repeating: 0, count: 10), count: 12)
        for _ in 0..<10_000 {
            for (place, digit) in ReportCode.random(using: &random).digits.utf8.enumerated() {
                counts[place][Int(digit) - 48] += 1
            }
        }
        // 1,000 each; five standard deviations are 150.
        for place in counts { for count in place { #expect(abs(count - 1000) < 150) } }
    }

    @Test("a code is spent once", arguments: Engine.allCases)
    func once(engine: Engine) async throws {
        try await World.with(engine) { world in
            let code = try await world.code()
            #expect(await world.outcome([world.dayKey(1)], code: code) == "taken")
            let before = try await Contents(of: world.database)
            #expect(await world.outcome([world.dayKey(2)], code: code) == "code")
            #expect(await world.outcome([world.dayKey(1)], code: code) == "code")
            #expect(try await Contents(of: world.database) == before)
            #expect(try await world.exposure.codes().map(\.state) == [.used])
        }
    }

    @Test("of many uploads at once with one code one alone is taken", arguments: Engine.allCases)
    func concurrency(engine: Engine) async throws {
        try await World.with(engine) { world in
            let code = try await world.code()
            let outcomes = await withTaskGroup(of: String.self) { group in
                for seed in 0..<24 as Range<UInt64> {
                    group.addTask { await world.outcome([world.dayKey(seed)], code: code) }
                }
                return await group.reduce(into: [:]) { $0[$1, default: 0] += 1 }
            }
            #expect(outcomes == ["taken": 1, "code": 23])
            #expect(try await Contents(of: world.database).count("exposure_keys") == 1)
            #expect(try await counted(world) == ["code.issued": 1, "code.used": 1])
        }
    }

    @Test("foreign, expired and withdrawn codes are refused alike, and nothing is kept", arguments: Engine.allCases)
    func refused(engine: Engine) async throws {
        try await World.with(engine) { world in
            let withdrawn = try await world.exposure.issueCode(by: .server)
            try await world.exposure.withdrawCode(withdrawn.id, by: .server)
            let late = try await world.exposure.issueCode(by: .server)
            for code in ["", "000000000000", withdrawn.code, late.code + "0", "x", String(repeating: "9", count: 9999)]
            {
                #expect(await world.outcome([world.dayKey(1)], code: code) == "code")
            }
            world.advance(to: late.expiresAt.advanced(bySeconds: -1))
            #expect(await world.outcome([world.dayKey(2)], code: late.code) == "taken")
            let later = try await world.exposure.issueCode(by: .server)
            world.advance(to: later.expiresAt)
            #expect(await world.outcome([world.dayKey(3)], code: later.code) == "code")
            #expect(try await Contents(of: world.database).count("exposure_keys") == 1)
            #expect(Set(try await world.exposure.codes().map(\.state)) == [.withdrawn, .used, .expired])
        }
    }

    @Test("a code that was withdrawn can be given back, once used it cannot", arguments: Engine.allCases)
    func withdrawal(engine: Engine) async throws {
        try await World.with(engine) { world in
            let issued = try await world.exposure.issueCode(by: .server)
            let unknown = "exposure.unknown_code"
            await #expect(code { try await world.exposure.restoreCode(issued.id, by: .server) } == unknown)
            try await world.exposure.withdrawCode(issued.id, by: .server)
            await #expect(code { try await world.exposure.withdrawCode(issued.id, by: .server) } == unknown)
            try await world.exposure.restoreCode(issued.id, by: .server)
            #expect(await world.outcome([world.dayKey(1)], code: issued.code) == "taken")
            await #expect(code { try await world.exposure.withdrawCode(issued.id, by: .server) } == unknown)
            await #expect(code { try await world.exposure.withdrawCode("no such", by: .server) } == unknown)
        }
    }

    @Test("who lost the answer may ask again with the same keys and the same token alone", arguments: Engine.allCases)
    func repetition(engine: Engine) async throws {
        try await World.with(engine) { world in
            let code = try await world.code()
            let chain = try world.chain(1, daysAgo: [5, 4, 3])
            let keys = Array(chain.prefix(2))
            #expect(await world.outcome(keys, code: code, retry: Self.token) == "taken")
            let before = try await Contents(of: world.database)
            #expect(await world.outcome(keys, code: code, retry: Self.token) == "taken")
            #expect(await world.outcome(keys.reversed(), code: code, retry: Self.token) == "taken")
            #expect(await world.outcome(keys, code: code, retry: String(Self.token.reversed())) == "code")
            #expect(await world.outcome(keys, code: code, retry: "") == "code")
            #expect(await world.outcome(keys, code: code) == "code")
            #expect(await world.outcome([keys[0]], code: code, retry: Self.token) == "code")
            #expect(await world.outcome(chain, code: code, retry: Self.token) == "code")
            #expect(await world.outcome([keys[0], chain[2]], code: code, retry: Self.token) == "code")
            #expect(try await Contents(of: world.database) == before)
            // Nothing is kept of a token that somebody with the database could guess, and so nothing can be repeated.
            for (seed, short) in [(4, ""), (5, String(Self.token.prefix(21)))] as [(UInt64, String)] {
                let other = try await world.code()
                #expect(await world.outcome([world.dayKey(seed)], code: other, retry: short) == "taken")
                #expect(await world.outcome([world.dayKey(seed)], code: other, retry: short) == "code")
            }
        }
    }

    @Test("what a code was spent for is forgotten when it expires", arguments: Engine.allCases)
    func forgetting(engine: Engine) async throws {
        try await World.with(engine) { world in
            let code = try await world.code()
            #expect(await world.outcome([world.dayKey(1)], code: code, retry: Self.token) == "taken")
            world.clock.advance(seconds: 4 * 86_400)
            try await world.exposure.prune(at: world.clock.now)
            let row = try #require(try await Contents(of: world.database).rows["exposure_codes"]?.first)
            #expect(row[5] == .null)
            #expect(row[6] == .null)
            #expect(await world.outcome([world.dayKey(1)], code: code, retry: Self.token) == "code")
            world.clock.advance(seconds: 14 * 86_400)
            try await world.exposure.prune(at: world.clock.now)
            #expect(try await world.exposure.codes().isEmpty)
        }
    }

    @Test("codes of a server with another signing key are foreign")
    func otherKey() async throws {
        try await World.with(.sqlite) { world in
            let code = try await world.code()
            #expect(
                await world.outcome([world.dayKey(1)], code: code, service: world.service(signer: .generate()))
                    == "code")
            #expect(await world.outcome([world.dayKey(1)], code: code) == "taken")
        }
    }

    /// How an upload from an address ended: `taken`, `code`, or the seconds to wait.
    private func outcome(
        _ code: String, from address: ClientAddress, _ seed: UInt64, _ service: ExposureService, _ world: World
    ) async throws -> String {
        do throws(UploadRefusal) {
            try await service.upload([world.dayKey(seed)], code: code, retry: nil, from: address)
            return "taken"
        } catch {
            switch error {
            case .code: return "code"
            case .later(let seconds): return "\(seconds)"
            default: throw error
            }
        }
    }

    @Test("too many wrong codes of one address make its right one wait, and nobody else's")
    func guessing() async throws {
        try await World.with(.sqlite) { world in
            let code = try await world.code()
            let (guesser, other) = (try address("203.0.113.7"), try address("203.0.113.8"))
            let service = world.service { policy in
                policy.wrongCodesOfAddress = 10
                policy.secondsPerWrongCode = 60
            }
            var random = SplitMix64(seed: 3)
            for _ in 0..<10 {
                let wrong = ReportCode.random(using: &random).digits
                #expect(try await outcome(wrong, from: guesser, 1, service, world) == "code")
            }
            let seconds = Int(try await outcome(code, from: guesser, 1, service, world)) ?? 0
            #expect((1...60).contains(seconds))
            // A decoy from there waits as long, and costs nothing.
            for _ in 0..<3 {
                do throws(UploadRefusal) {
                    try await service.pretendUpload([world.dayKey(1)], from: guesser)
                    Issue.record("a decoy tells a real upload apart")
                } catch {
                    guard case .later(seconds) = error else { throw error }
                }
            }
            try await service.pretendUpload([world.dayKey(1)], from: other)
            #expect(try await outcome(try await world.code(), from: other, 2, service, world) == "taken")
            world.clock.advance(seconds: Int64(seconds))
            #expect(try await outcome(code, from: guesser, 1, service, world) == "taken")
            // A right code costs nothing.
            for seed in 10..<40 as Range<UInt64> {
                #expect(try await outcome(try await world.code(), from: other, seed, service, world) == "taken")
            }
        }
    }

    @Test("noise is refused without using up anybody's tries", arguments: Engine.allCases)
    func noise(engine: Engine) async throws {
        try await World.with(engine) { world in
            let service = world.service { $0.wrongCodesOfAddress = 1 }
            let here = try address("203.0.113.7")
            let code = try await world.code()
            var random = SplitMix64(seed: 4)
            for _ in 0..<300 {
                var text = String(UInt64.random(in: 100_000_000_000...999_999_999_999, using: &random))
                if ReportCode(text)?.hasRightCheckDigit == true { text += "1" }
                #expect(try await outcome(text, from: here, 1, service, world) == "code")
            }
            #expect(try await outcome(code, from: here, 1, service, world) == "taken")
        }
    }

    @Test("wrong codes of two thousand addresses keep nobody else from reporting")
    func guessingTogether() async throws {
        try await World.with(.sqlite) { world in
            let code = try await world.code()
            let service = world.service { $0.wrongCodesOfAddress = 1 }
            var random = SplitMix64(seed: 5)
            for number in 0..<2000 {
                let guesser = try address("10.0.\(number >> 8).\(number & 255)")
                let wrong = ReportCode.random(using: &random).digits
                #expect(try await outcome(wrong, from: guesser, 1, service, world) == "code")
            }
            #expect(try await outcome(code, from: try address("203.0.113.7"), 1, service, world) == "taken")
        }
    }

    private func address(_ text: String) throws -> ClientAddress {
        try #require(ClientAddress(try .init(ipAddress: text, port: 1)))
    }
}

/// How many entries the audit trail has when it is sound.
func soundEntries(_ world: World) async throws -> Int64? {
    let soundness = try await world.database.read { try AuditTrail.verify(in: $0) }
    guard case .sound(let entries, _) = soundness else { return nil }
    return entries
}

/// What was counted and has not joined the audit trail yet.
func counted(_ world: World) async throws -> [String: Int64] {
    try await world.database.read { try AuditTrail.tallies(in: $0) }
        .reduce(into: [:]) { $0[$1.action.rawValue, default: 0] += $1.times }
}
