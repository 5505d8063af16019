import Basics
import Exposure
import ExposureWire
import HTTPTypes
import NIOCore
import Storage
import TestServer
import Testing

@testable import AccountService
@testable import ExposureService
@testable import HTTPKit

@Suite("Batches")
struct BatchTests {
    /// Why there is no batch, or nil.
    private func refusal(_ release: Timestamp, _ world: World) async -> String? {
        do throws(BatchRefusal) {
            _ = try await world.exposure.batch(release)
            return nil
        } catch {
            switch error {
            case .misaligned: return "misaligned"
            case .outOfRange: return "out of range"
            case .service(let failure): return failure.code
            }
        }
    }

    @Test("a batch holds what came from two hours before its release to just before it", arguments: Engine.allCases)
    func halfOpen(engine: Engine) async throws {
        try await World.with(engine) { world in
            let release = world.nextRelease
            world.advance(to: release)
            // The first instant of a period, and its last one: the clock moves in seconds, the batch does not care.
            try await world.upload(1)
            world.clock.advance(seconds: 7199)
            try await world.upload(2)
            world.clock.advance(seconds: 1)
            try await world.upload(3)
            world.clock.advance(seconds: 7201)
            let second = release.advanced(bySeconds: 7200)
            #expect(try await world.keys(of: release).isEmpty)
            #expect(try await world.keys(of: second) == [world.dayKey(1), world.dayKey(2)])
            #expect(try await world.keys(of: second.advanced(bySeconds: 7200)) == [world.dayKey(3)])
        }
    }

    @Test("there are batches of the last 14 days, and none that is still gathered")
    func range() async throws {
        try await World.with(.sqlite) { world in
            let next = world.nextRelease
            #expect(await refusal(next, world) == "out of range")
            #expect(await refusal(next.advanced(bySeconds: 7200), world) == "out of range")
            #expect(await refusal(next.advanced(bySeconds: -7200), world) == nil)
            #expect(await refusal(next.advanced(byMilliseconds: -1), world) == "misaligned")
            #expect(await refusal(next.advanced(byMilliseconds: 1), world) == "misaligned")
            #expect(await refusal(next.advanced(bySeconds: -14 * 86_400), world) == nil)
            #expect(await refusal(next.advanced(bySeconds: -14 * 86_400 - 7200), world) == "out of range")
            #expect(await refusal(Timestamp(milliseconds: 0), world) == "out of range")
            #expect(await refusal(Timestamp(milliseconds: -7_200_000), world) == "out of range")
            world.advance(to: next)
            #expect(await refusal(next, world) == "out of range")
            world.clock.advance(seconds: 1)
            #expect(await refusal(next, world) == nil)
        }
    }

    @Test("a batch that was served never changes, and what comes late is in the next one", arguments: Engine.allCases)
    func unchanging(engine: Engine) async throws {
        try await World.with(engine) { world in
            try await world.upload(1)
            let release = world.nextRelease
            // A server whose clock is behind takes a key when another has made the batch already.
            let behind = TestClock()
            world.advance(to: release.advanced(bySeconds: 1))
            let first = try await world.exposure.batch(release)
            let late = world.service(clock: behind)
            #expect(behind.now < release)
            try await late.upload([world.dayKey(2)], code: try await world.code())
            try await late.publish(approved: [world.dayKey(3)], by: .server)
            let again = try await world.service().batch(release)
            #expect(again.protobuf == first.protobuf)
            #expect(again.signature == first.signature)
            let next = release.advanced(bySeconds: 7200)
            world.advance(to: next.advanced(bySeconds: 1))
            #expect(try await world.keys(of: next) == [world.dayKey(2), world.dayKey(3)])
        }
    }

    @Test("servers that share a database serve the same bytes", arguments: Engine.allCases)
    func severalServers(engine: Engine) async throws {
        try await World.with(engine) { world in
            try await world.upload(1, 2, 3)
            let release = world.nextRelease
            world.advance(to: release.advanced(bySeconds: 1))
            let services = (0..<6).map { _ in world.service() }
            let answers = try await withThrowingTaskGroup(of: [String].self) { group in
                for service in services {
                    for _ in 0..<4 {
                        group.addTask {
                            let stored = try await service.batch(release)
                            let json = try await service.served(release, as: .json)
                            return [
                                stored.protobuf.hexadecimal, stored.signature, json.entityTag,
                                json.fields[.signature] ?? "",
                            ]
                        }
                    }
                }
                return try await group.reduce(into: Set<[String]>()) { $0.insert($1) }
            }
            #expect(answers.count == 1)
            #expect(try await Contents(of: world.database).count("exposure_batches") == 1)
        }
    }

    @Test("both forms are signed for their own bytes and say the same")
    func signatures() async throws {
        try await World.with(.sqlite) { world in
            try await world.upload(1, 2, 3)
            let release = world.nextRelease
            world.advance(to: release.advanced(bySeconds: 1))
            let verifier = try BatchVerifier(publicKeyPEM: world.exposure.publicKeyPEM)
            var batches: [KeyBatch] = []
            for form in [BatchForm.protobuf, .json] {
                let served = try await world.exposure.served(release, as: form)
                let bytes = Array(served.body.readableBytesView)
                try verifier.verify(
                    signature: served.fields[.signature] ?? "", body: bytes, release: release, now: world.clock.now)
                batches.append(form == .json ? try KeyBatch(json: bytes) : try KeyBatch(protobuf: bytes))
            }
            #expect(batches[0] == batches[1])
            #expect(batches[0].keys.count == 3)
        }
    }

    @Test(
        "after a change of the signing key the bytes stay and the signatures are the new key's",
        arguments: Engine.allCases)
    func changedKey(engine: Engine) async throws {
        try await World.with(engine) { world in
            try await world.upload(1)
            let release = world.nextRelease
            world.advance(to: release.advanced(bySeconds: 1))
            let before = try await world.exposure.batch(release)
            let signer = BatchSigner.generate()
            let after = try await world.service(signer: signer).batch(release)
            #expect(after.protobuf == before.protobuf)
            try signer.verifier.verify(
                signature: after.signature, body: after.protobuf, release: release, now: world.clock.now)
        }
    }

    @Test("what was released 14 days ago is deleted, not sooner", arguments: Engine.allCases)
    func retention(engine: Engine) async throws {
        try await World.with(engine) { world in
            try await world.upload(1)
            let release = world.nextRelease
            world.advance(to: release.advanced(bySeconds: 14 * 86_400 - 1))
            try await world.exposure.prune(at: world.clock.now)
            #expect(try await world.keys(of: release) == [world.dayKey(1, daysAgo: 19)])
            world.clock.advance(seconds: 1)
            try await world.exposure.prune(at: world.clock.now)
            let contents = try await Contents(of: world.database)
            #expect(contents.count("exposure_keys") == 0)
            #expect(contents.count("exposure_arrivals") == 0)
            #expect(await refusal(release, world) == "out of range")
            // The newest batch is there before anybody asks.
            #expect(contents.count("exposure_batches") == 1)
            // One for the day's codes that were issued, and one for those that were used.
            #expect(try await soundEntries(world) == 2)
        }
    }

    @Test("a batch says by which rule phones are to judge, under the signature that it has anyway")
    func riskRule() async throws {
        try await World.with(.sqlite) { world in
            let own = RiskParameters.compiledIn
            let strict = try RiskParameters(
                version: 2, model: own.model, nearFrom: 0.5, minutes: 20, mediumFrom: 10, highFrom: 30,
                dayWeights: [100])
            let first = world.nextRelease
            world.advance(to: first.advanced(bySeconds: 60))
            let plain = try await world.exposure.batch(first)
            let second = world.nextRelease
            world.advance(to: second.advanced(bySeconds: 60))
            let service = ExposureService(
                database: world.database, clock: world.clock.serverClock, signer: world.exposure.signer,
                policy: .immediate, riskParameters: strict)
            let told = try await service.batch(second)
            func rule(_ batch: StoredBatch) throws -> ServedRule {
                try world.exposure.signer.verifier.verify(
                    signature: batch.signature, body: batch.protobuf, release: batch.release, now: world.clock.now)
            }
            #expect(try rule(plain) == .compiledIn && rule(told) == .parameters(strict))
            // What was served never changes, and the body is that of DP-3T.
            #expect(try rule(try await service.batch(first)) == .compiledIn)
            #expect(try rule(try await world.exposure.batch(second)) == .parameters(strict))
            #expect(try KeyBatch(protobuf: told.protobuf) == KeyBatch(release: second, keys: []))
        }
    }

    @Test("a day has the batches that are released by now")
    func buckets() async throws {
        try await World.with(.sqlite) { world in
            // It is 10:30.
            let today = UTCDay(containing: world.clock.now)
            let hours = world.exposure.buckets(on: today).map { $0.seconds(since: today.begin) / 3600 }
            #expect(hours == [0, 2, 4, 6, 8, 10])
            #expect(world.exposure.buckets(on: today.advanced(by: -1)).count == 12)
            #expect(world.exposure.buckets(on: today.advanced(by: 1)).isEmpty)
        }
    }

    @Test("the cache keeps what it may and hands the same to all who wait")
    func cache() async throws {
        let cache = BatchCache<[Int]>(largest: 100) { $0.count }
        struct Failure: Error {}
        func release(_ number: Int64) -> Timestamp { Timestamp(milliseconds: number * BatchTime.milliseconds) }
        await #expect(throws: Failure.self) {
            try await cache.batch(release(1)) { () async throws(Failure) -> [Int] in throw Failure() }
        }
        let made = await withTaskGroup(of: [Int].self) { group in
            for number in 0..<32 {
                group.addTask {
                    await cache.batch(release(1)) { () async -> [Int] in
                        try? await Task.sleep(for: .milliseconds(20))
                        return Array(repeating: number, count: 40)
                    }
                }
            }
            return await group.reduce(into: Set<[Int]>()) { $0.insert($1) }
        }
        #expect(made.count == 1)
        _ = await cache.batch(release(3)) { () async -> [Int] in Array(repeating: 3, count: 40) }
        _ = await cache.batch(release(2)) { () async -> [Int] in Array(repeating: 2, count: 40) }
        // 120 bytes are too many: the oldest release has gone.
        #expect(cache.batch(release(1)) == nil)
        #expect(cache.batch(release(2)) != nil)
        #expect(cache.batch(release(3)) != nil)
        cache.removeAll(until: release(2))
        #expect(cache.batch(release(2)) == nil)
        #expect(cache.batch(release(3)) != nil)
    }
}
