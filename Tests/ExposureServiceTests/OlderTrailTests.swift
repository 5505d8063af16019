import Basics
import Exposure
import ExposureWire
import NIOCore
import Storage
import TestServer
import Testing

@testable import AccountService
@testable import ExposureService
@testable import HTTPKit
@testable import ServerApp

/// A database with what an older server wrote: a trail with instants, and codes without a check digit.
@Suite("An older trail and older codes")
struct OlderTrailTests {
    private static let day = UTCDay(containing: TestClock.start)

    /// What an older server had written: an act with an instant, two of codes between, and another one.
    private static func write(_ signer: BatchSigner, in database: any Database) async throws -> [UInt8] {
        let begin = day.advanced(by: -1).begin
        let entries: [(AuditAction, AuditActor, String, Int64)] = [
            (.sessionBegun, .account([7]), "", 36_000), (.codeIssued, .account([7]), "one", 36_100),
            (.codeIssued, .account([7]), "two", 36_200), (.published, .account([7]), "news", 36_300),
            (.codeUsed, .server, "two", 0), (.sessionBegun, .account([8]), "", 50_000),
            (.codeIssued, .account([8]), "three", 86_400 + 300),
        ]
        return try await database.write { connection in
            var digest: [UInt8] = []
            for (index, (action, actor, subject, second)) in entries.enumerated() {
                let entry = AuditEntry(
                    number: Int64(index + 1), at: begin.advanced(bySeconds: second), action: action,
                    actorText: actor.text, subject: subject)
                digest = AuditTrail.digest(of: entry, after: digest)
                try connection.execute(
                    """
                    INSERT INTO audit_entries_before (number, at, action, actor, subject, digest)
                    VALUES (?1, ?2, ?3, ?4, ?5, ?6)
                    """,
                    [
                        .integer(entry.number), .integer(entry.at.milliseconds), .text(action.rawValue),
                        .text(actor.text), .text(subject), .blob(digest),
                    ])
            }
            let digests = ExposureDigests(signer)
            for (id, code, state, retry) in [
                ("one", "111111111111", "waiting", nil), ("two", "222222222222", "used", token),
            ] as [(String, String, String, String?)] {
                try connection.execute(
                    """
                    INSERT INTO exposure_codes (id, digest, issued_day, checked, state, retry)
                    VALUES (?1, ?2, ?3, 0, ?4, ?5)
                    """,
                    [
                        .text(id), .blob(digests.digest(ofCode: code)), .integer(Int64(day.number - 1)),
                        .text(state), SQLValue(digests.digest(ofRetry: retry)),
                    ])
            }
            return digest
        }
    }

    private static let token = "0123456789abcdef0123456789abcdef"

    @Test("it is told again without instants and identifiers of codes, and says so", arguments: Engine.allCases)
    func retold(engine: Engine) async throws {
        let signer = BatchSigner.generate()
        var last: [UInt8] = []
        try await engine.withDatabase { database in
            last = try await Self.write(signer, in: database)
            let clock = TestClock()
            let exposure = ExposureService(
                database: database, clock: clock.serverClock, signer: signer, policy: .immediate)
            try await exposure.prune(at: clock.now)
            let (entries, tallies) = try await database.read {
                (try AuditTrail.entries(in: $0).reversed() as [AuditEntry], try AuditTrail.tallies(in: $0))
            }
            #expect(
                entries.map { "\($0.action.rawValue) \($0.actorText) \($0.subject)" } == [
                    "session.begun 07 ", "publication.published 07 news", "session.begun 08 ", "code.issued 07 2",
                    "code.used server 1", "trail.retold server sound 7 \(last.hexadecimal)",
                ])
            let yesterday = Self.day.advanced(by: -1)
            #expect(entries[3].at == yesterday.begin && entries[4].at == yesterday.begin)
            // What was done today joins it when the day is over.
            #expect(
                tallies.map { "\($0.day.number) \($0.action.rawValue) \($0.times)" } == [
                    "\(Self.day.number) code.issued 1"
                ])
            let soundness = try await database.read { try AuditTrail.verify(in: $0) }
            guard case .sound(6, _) = soundness else {
                Issue.record("\(soundness)")
                return
            }
            #expect(try await database.read { try $0.query("SELECT 1 FROM audit_entries_before") }.isEmpty)
        }
    }

    @Test("one that was changed says where, also when it is told again", arguments: Engine.allCases)
    func broken(engine: Engine) async throws {
        let signer = BatchSigner.generate()
        try await engine.withDatabase { database in
            _ = try await Self.write(signer, in: database)
            try await database.write {
                _ = try $0.execute("UPDATE audit_entries_before SET actor = 'server' WHERE number = 4")
            }
            // Whatever comes first makes room for itself.
            try await database.write { connection in
                try AuditTrail.append(.sessionBegun, by: .account([9]), at: TestClock.start, in: connection)
            }
            let entries = try await database.read { try AuditTrail.entries(limit: 2, in: $0) }
            #expect(entries.map(\.action) == [.sessionBegun, .retold])
            #expect(entries[1].subject == "broken at 4")
        }
    }

    @Test(
        "codes without a check digit stay good for their three days, and then noise is free", arguments: Engine.allCases
    )
    func codes(engine: Engine) async throws {
        let signer = BatchSigner.generate()
        try await engine.withDatabase { database in
            _ = try await Self.write(signer, in: database)
            let clock = TestClock()
            var policy = ExposurePolicy.immediate
            policy.wrongCodesOfAddress = 2
            let exposure = ExposureService(
                database: database, clock: clock.serverClock, signer: signer, policy: policy)
            let address = ClientAddress(try .init(ipAddress: "203.0.113.7", port: 1))
            func outcome(_ code: String, _ seed: UInt64, retry: String? = nil) async -> String {
                var random = SplitMix64(seed: seed)
                let key = PublishedKey(key: DayKey(using: &random), day: UTCDay(containing: clock.now).advanced(by: -5))
                do throws(UploadRefusal) {
                    try await exposure.upload([key], code: code, retry: retry, from: address)
                    return "taken"
                } catch {
                    switch error {
                    case .code: return "code"
                    case .later: return "later"
                    default: return "\(error)"
                    }
                }
            }
            #expect(ReportCode("111111111111")?.hasRightCheckDigit == false)
            // Whoever lost the older server's answer asks again; the code itself is spent.
            #expect(await outcome("222222222222", 1, retry: Self.token) == "taken")
            #expect(await outcome("222222222222", 1) == "code")
            #expect(await outcome("111111111111", 2) == "taken")
            #expect(try await exposure.codes().map(\.state) == [.used, .used])
            // Until such codes are over, noise counts as a try of its address, and of no other.
            #expect(await outcome("333333333333", 3) == "code")
            #expect(await outcome("333333333333", 3) == "later")
            clock.advance(seconds: 4 * 86_400)
            for _ in 0..<5 { #expect(await outcome("333333333333", 3) == "code") }
        }
    }
}
