import Basics
import Exposure
import ExposureWire
import Storage
import TestServer
import Testing

@testable import AccountService
@testable import ExposureService
@testable import HTTPKit

@Suite("Uploads of keys")
struct UploadTests {
    @Test("a key is of a day that has begun and began at most 21 days ago", arguments: Engine.allCases)
    func window(engine: Engine) async throws {
        try await World.with(engine) { world in
            let code = try await world.code()
            // It is 10:30 in UTC: the midnight of 21 days ago is longer ago than 21 days.
            for daysAgo in [-2, -1, 21, 22, 1000] {
                #expect(await world.outcome([world.dayKey(1, daysAgo: daysAgo)], code: code) == "keys")
                guard daysAgo < 1000 else { continue }
                #expect(await world.outcome(try world.chain(2, daysAgo: [5, daysAgo]), code: code) == "keys")
            }
            #expect(await world.outcome(try world.chain(1, daysAgo: [0, 20]), code: code) == "taken")
            world.advance(to: UTCDay(containing: world.clock.now).advanced(by: 1).begin)
            let atMidnight = try world.chain(3, daysAgo: [0, 21])
            #expect(await world.outcome(atMidnight, code: try await world.code()) == "taken")
        }
    }

    @Test("as many keys are taken at once as one phone has")
    func count() async throws {
        try await World.with(.sqlite) { world in
            let code = try await world.code()
            #expect(await world.outcome([], code: code) == "keys")
            #expect(await world.outcome(Array(repeating: world.dayKey(1), count: 31), code: code) == "keys")
            #expect(await world.outcome(try world.chain(1, daysAgo: Array(0...20)), code: code) == "taken")
            #expect(try await Contents(of: world.database).count("exposure_keys") == 21)
        }
    }

    /// Whoever has one code could otherwise publish 30 strangers' keys, or keys that nobody has.
    @Test("keys that cannot come from one phone are refused whole, and the code stays good")
    func onePhone() async throws {
        try await World.with(.sqlite) { world in
            let code = try await world.code()
            let mine = try world.chain(1, daysAgo: [5, 4, 3])
            let stranger = world.dayKey(2, daysAgo: 4)
            let shifted = mine.map { PublishedKey(key: $0.key, day: $0.day.advanced(by: 1)) }
            // Thirty people of one day, and one of each day.
            var lists: [[PublishedKey]] = []
            lists.append((0..<30 as Range<UInt64>).map { world.dayKey($0) })
            lists.append((0..<20 as Range<UInt64>).map { world.dayKey($0, daysAgo: Int($0)) })
            // Two keys of one day, the same key twice, and one under two dates.
            lists.append([mine[0], stranger, mine[1]])
            lists.append([mine[0], mine[0]])
            lists.append([mine[0], shifted[0]])
            // A stranger before, within and after; days that do not fit; the chain backwards in time.
            lists.append([world.dayKey(2, daysAgo: 6), mine[0], mine[1]])
            lists.append([mine[0], stranger, mine[2]])
            lists.append([mine[0], mine[1], world.dayKey(2, daysAgo: 2)])
            lists.append([mine[0], shifted[1]])
            lists.append([mine[0], PublishedKey(key: mine[2].key, day: mine[1].day)])
            lists.append(zip(mine, mine.reversed()).map { PublishedKey(key: $0.key, day: $1.day) })
            for list in lists { #expect(await world.outcome(list, code: code) == "keys") }
            await #expect(throws: UploadRefusal.self) { try await world.exposure.pretendUpload(lists[0]) }
            // In any order, and with days left out.
            #expect(await world.outcome([mine[2], mine[0]], code: code) == "taken")
            try await world.exposure.pretendUpload(mine.reversed())
        }
    }

    @Test("a key that is there already stays as it is", arguments: Engine.allCases)
    func duplicates(engine: Engine) async throws {
        try await World.with(engine) { world in
            try await world.upload(1)
            let first = world.nextRelease
            world.advance(to: first)
            try await world.exposure.upload([world.dayKey(1, daysAgo: 3)], code: try await world.code())
            world.clock.advance(seconds: 7201)
            #expect(try await world.keys(of: first) == [world.dayKey(1)])
            #expect(try await world.keys(of: first.advanced(bySeconds: 7200)).isEmpty)
        }
    }

    @Test("a fake keeps nothing and is checked like a real one", arguments: Engine.allCases)
    func fakes(engine: Engine) async throws {
        try await World.with(engine) { world in
            let before = try await Contents(of: world.database)
            try await world.exposure.pretendUpload([world.dayKey(1)])
            await #expect(throws: UploadRefusal.self) {
                try await world.exposure.pretendUpload([world.dayKey(1, daysAgo: 22)])
            }
            #expect(try await Contents(of: world.database) == before)
        }
    }

    @Test("of the instant at which a key came the batch alone is kept", arguments: Engine.allCases)
    func coarseTime(engine: Engine) async throws {
        try await World.with(engine) { world in
            try await world.upload(1)
            let contents = try await Contents(of: world.database)
            let isInstant: (SQLValue) -> Bool = { value in
                guard case .integer(let number) = value else { return false }
                return number > 1_000_000_000_000 && number % 7_200_000 != 0
            }
            for table in ["exposure_keys", "exposure_arrivals"] {
                for row in contents.rows[table] ?? [] {
                    for column in 0..<row.count { #expect(!isInstant(row[column])) }
                }
            }
            let used = try await world.database.read { try AuditTrail.tallies(in: $0) }.filter {
                $0.action == .codeUsed
            }
            #expect(used.map(\.day) == [UTCDay(containing: world.clock.now)])
        }
    }

    @Test(
        "an approved case is published without a code, with what belongs to it or not at all",
        arguments: Engine.allCases)
    func approval(engine: Engine) async throws {
        try await World.with(engine) { world in
            struct Refused: Error {}
            let before = try await Contents(of: world.database)
            await #expect(throws: ServiceError.self) {
                try await world.exposure.publish(approved: [world.dayKey(1)], by: .account([7])) { connection in
                    try AuditTrail.append(
                        .init(rawValue: "case.seen"), by: .account([7]), at: world.clock.now, in: connection)
                    throw Refused()
                }
            }
            await #expect(
                code { try await world.exposure.publish(approved: [world.dayKey(1, daysAgo: 22)], by: .account([7])) }
                    == "exposure.invalid_case")
            #expect(try await Contents(of: world.database) == before)
            try await world.exposure.publish(approved: [world.dayKey(1)], by: .account([7]))
            let release = world.nextRelease
            world.advance(to: release.advanced(bySeconds: 1))
            #expect(try await world.keys(of: release) == [world.dayKey(1)])
            let tally = try await world.database.read { try AuditTrail.tallies(in: $0) }.first
            #expect(tally?.actor == .account([7]))
            #expect(tally?.action == .caseApproved && tally?.times == 1)
        }
    }
}
