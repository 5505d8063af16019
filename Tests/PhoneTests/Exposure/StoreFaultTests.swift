import Basics
import Exposure
import Foundation
import Synchronization
import Testing

@testable import Phone

/// Lets the n-th statement fail, as a full disk would.
private final class Fault: Sendable {
    struct Happened: Error {}

    let left = Mutex<Int?>(nil)

    func check() throws {
        let fails = left.withLock { left in
            guard let count = left else { return false }
            left = count - 1
            return count == 0
        }
        if fails { throw Happened() }
    }
}

@Suite("The tracing store: failures in the middle")
struct StoreFaultTests {
    private let start = TracingFixture.start

    /// A step of tracing, by name.
    private static let steps = ["sync", "report", "retention", "epoch"]

    @Test(arguments: steps)
    func `whichever statement fails, the state is the one before or the one after`(name: String) async throws {
        try await TracingFixture.withFolder { folder in
            let keys = MemoryKeyStore()
            let file = folder.appending(path: "tracing.sqlite")
            var random = SplitMix64(seed: 5)
            var other = TracingFixture.phone(seed: 2)
            _ = try TracingDatabase.create(file: file, keys: keys, now: start, using: &random)
            let key = try await prepare(file, keys, &other)
            let original = try Data(contentsOf: file)
            let before = try TracingDatabase.open(file: file, keys: keys, now: start).load().snapshot
            var failures = 0
            var after: TracingSnapshot?
            for statement in 0..<500 {
                try original.write(to: file)
                let fault = Fault()
                let store = try TracingDatabase.open(
                    file: file, keys: keys, policy: .standard, now: start, beforeStatement: { try fault.check() })
                let session = try TracingSession(store: store, rule: .original)
                fault.left.withLock { $0 = statement }
                do {
                    try await take(name, session, key)
                    after = await session.tracer.snapshot
                } catch {
                    failures += 1
                    // Memory and disk agree, and both are as before.
                    #expect(Self.areEqual(await session.tracer.snapshot, before), "statement \(statement)")
                }
                fault.left.withLock { $0 = nil }
                let stored = try TracingDatabase.open(file: file, keys: keys, now: start).load().snapshot
                #expect(Self.areEqual(stored, after ?? before), "statement \(statement)")
                // And the same step can be taken now.
                guard after == nil else {
                    break
                }
                try await take(name, session, key)
            }
            #expect(failures > 2)
            #expect(after.map { !Self.areEqual($0, before) } == true)
        }
    }

    private func prepare(_ file: URL, _ keys: MemoryKeyStore, _ other: inout Tracer) async throws -> PublishedKey {
        let session = try TracingSession(
            store: try TracingDatabase.open(file: file, keys: keys, now: start), rule: .original)
        _ = try await session.switchOn(at: start)
        for second in stride(from: 0 as Int64, to: 40 * 60, by: 10) {
            let now = start.advanced(bySeconds: second)
            _ = other.tick(at: now)
            _ = try await session.tick(at: now)
            if let sent = other.advertisement(at: now) { await session.hear(TracingFixture.heard(sent, at: now)) }
        }
        try await session.take { $0.compare(TracingFixture.batch([], at: start), at: start.advanced(bySeconds: 2400)) }
        _ = try await session.beginReport(codeDigest: [1], at: start)
        try await session.flush()
        return try #require(other.publishable(at: start))
    }

    private func take(_ name: String, _ session: TracingSession, _ key: PublishedKey) async throws {
        let next = start.advanced(bySeconds: 7200)
        switch name {
        case "sync": try await session.take { $0.compare(TracingFixture.batch([key], at: next), at: next) }
        case "report": try await session.take { $0.reportTaken(at: next) }
        case "retention": _ = try await session.tick(at: start.advanced(bySeconds: 30 * 86_400))
        default: _ = try await session.tick(at: start.advanced(bySeconds: 2 * 3600))
        }
    }

    /// Equal but for the order of rows, which the store does not keep.
    private static func areEqual(_ left: TracingSnapshot, _ right: TracingSnapshot) -> Bool {
        left.settings == right.settings && left.contacts.count == right.contacts.count
            && left.matched.count == right.matched.count && left.observations.count == right.observations.count
            && Set(left.contacts) == Set(right.contacts) && Set(left.matched) == Set(right.matched)
            && Set(left.observations) == Set(right.observations) && left.exposureDays == right.exposureDays
            && left.compared == right.compared
    }
}
