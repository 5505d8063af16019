import Beacons
import Exposure
import ExposureWire
import NIOCore
import Randomness
import Storage
import Testing
import Time

@testable import Server

@Suite("One-time codes")
struct CodeTests {
    @Test("a code is twelve digits, and the database cannot tell which", arguments: Engine.allCases)
    func form(engine: Engine) async throws {
        try await World.with(engine) { world in
            let issued = try await world.exposure.issueCode(by: .operatorOfTheMachine)
            #expect(issued.code.utf8.count == 12)
            #expect(issued.code.utf8.allSatisfy { (0x30...0x39).contains($0) })
            #expect(issued.expiresAt == world.clock.now.advanced(bySeconds: 3 * 86_400))
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
            for (place, digit) in ExposureService.code(using: &random).utf8.enumerated() {
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
            let service = world.service { $0.wrongCodesOfAll = 1000 }
            let code = try await world.code()
            let outcomes = await withTaskGroup(of: String.self) { group in
                for seed in 0..<24 as Range<UInt64> {
                    group.addTask { await world.outcome([world.dayKey(seed)], code: code, service: service) }
                }
                return await group.reduce(into: [:]) { $0[$1, default: 0] += 1 }
            }
            #expect(outcomes == ["taken": 1, "code": 23])
            #expect(try await Contents(of: world.database).count("exposure_keys") == 1)
            #expect(try await soundEntries(world) == 2)
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
            world.clock.advance(seconds: 3 * 86_400 - 1)
            #expect(await world.outcome([world.dayKey(2)], code: late.code) == "taken")
            let later = try await world.exposure.issueCode(by: .server)
            world.clock.advance(seconds: 3 * 86_400)
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
            let keys = [world.dayKey(1), world.dayKey(2)]
            #expect(await world.outcome(keys, code: code, retry: "token") == "taken")
            let before = try await Contents(of: world.database)
            #expect(await world.outcome(keys, code: code, retry: "token") == "taken")
            #expect(await world.outcome(keys.reversed(), code: code, retry: "token") == "taken")
            #expect(await world.outcome(keys, code: code, retry: "other") == "code")
            #expect(await world.outcome(keys, code: code, retry: "") == "code")
            #expect(await world.outcome(keys, code: code) == "code")
            #expect(await world.outcome([keys[0]], code: code, retry: "token") == "code")
            #expect(await world.outcome(keys + [world.dayKey(3)], code: code, retry: "token") == "code")
            #expect(await world.outcome([keys[0], world.dayKey(2, daysAgo: 6)], code: code, retry: "token") == "code")
            #expect(try await Contents(of: world.database) == before)
            // A code that was first used without a token cannot be repeated with an empty one.
            let other = try await world.code()
            #expect(await world.outcome([world.dayKey(4)], code: other, retry: "") == "taken")
            #expect(await world.outcome([world.dayKey(4)], code: other, retry: "") == "code")
        }
    }

    @Test("what a code was spent for is forgotten when it expires", arguments: Engine.allCases)
    func forgetting(engine: Engine) async throws {
        try await World.with(engine) { world in
            let code = try await world.code()
            #expect(await world.outcome([world.dayKey(1)], code: code, retry: "token") == "taken")
            world.clock.advance(seconds: 3 * 86_400)
            try await world.exposure.prune(at: world.clock.now)
            let row = try #require(try await Contents(of: world.database).rows["exposure_codes"]?.first)
            #expect(row[5] == .null)
            #expect(row[6] == .null)
            #expect(await world.outcome([world.dayKey(1)], code: code, retry: "token") == "code")
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

    @Test("too many wrong codes of one address make its right one useless for a while, and nobody else's")
    func guessing() async throws {
        try await World.with(.sqlite) { world in
            let code = try await world.code()
            let (guesser, other) = (try address("203.0.113.7"), try address("203.0.113.8"))
            let service = world.service { $0.wrongCodesOfAddress = 10 }
            func isTaken(_ code: String, from address: ClientAddress, _ seed: UInt64) async throws -> Bool {
                do throws(UploadRefusal) {
                    try await service.upload([world.dayKey(seed)], code: code, retry: nil, from: address)
                    return true
                } catch {
                    guard case .code = error else { throw error }
                    return false
                }
            }
            for _ in 0..<10 { #expect(try await !isTaken("000000000000", from: guesser, 1)) }
            #expect(try await !isTaken(code, from: guesser, 1))
            #expect(try await isTaken(try await world.code(), from: other, 2))
            world.clock.advance(seconds: 60)
            #expect(try await isTaken(code, from: guesser, 1))
            // A right code costs nothing.
            for seed in 10..<40 as Range<UInt64> {
                #expect(try await isTaken(try await world.code(), from: other, seed))
            }
        }
    }

    @Test("wrong codes of many addresses together are limited too")
    func guessingTogether() async throws {
        try await World.with(.sqlite) { world in
            let code = try await world.code()
            let service = world.service { $0.wrongCodesOfAll = 20 }
            for number in 0..<20 {
                await #expect(throws: UploadRefusal.self) {
                    try await service.upload(
                        [world.dayKey(1)], code: "000000000000", retry: nil,
                        from: try address("203.0.113.\(number)"))
                }
            }
            #expect(await world.outcome([world.dayKey(1)], code: code, service: service) == "code")
            world.clock.advance(seconds: 1)
            #expect(await world.outcome([world.dayKey(1)], code: code, service: service) == "taken")
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
