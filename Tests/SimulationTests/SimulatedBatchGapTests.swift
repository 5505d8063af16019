import Basics
import Exposure
import ExposureWire
import Phone
import Testing

@testable import Simulation

@Suite("A wrong batch in the simulated centre")
struct SimulatedBatchGapTests {
    /// 12:33 in Madrid, 27 minutes before a release.
    private static let start = Timestamp(milliseconds: SimulationConfiguration.standardStart.milliseconds + 7_380_000)
    private static let first = BatchTime.next(after: start)

    /// A server of which some batches are wrong in one way.
    struct FaultyServer: ExposureServer {
        enum Way: String, CaseIterable, Sendable {
            case cut, signature, missing, refused, other
        }

        let server: SimulatedExposureServer
        let way: Way
        var wrong: Set<Timestamp> = []

        func parameters() async throws(ExposureServerError) -> ExposureParameters { try await server.parameters() }

        func batch(_ release: Timestamp) async throws(ExposureServerError) -> BatchAnswer? {
            guard wrong.contains(release) else { return try await server.batch(release) }
            guard var answer = try await server.batch(release) else { return nil }
            switch way {
            case .cut: answer.body = Array(answer.body.dropLast())
            case .signature: answer.signature = String(answer.signature.dropLast(4)) + "AAAA"
            case .missing: return nil
            case .refused: throw .refused(status: 403)
            case .other: return try await server.batch(release.advanced(byMilliseconds: -BatchTime.milliseconds))
            }
            return answer
        }

        func upload(_ upload: ExposedUpload, attempt: String) async throws(ExposureServerError) {
            try await server.upload(upload, attempt: attempt)
        }
    }

    /// A phone and a server at the same instant.
    private struct Scene {
        var phone = SimulatedTracing(at: SimulatedBatchGapTests.start, random: SplitMix64(seed: 7))
        var server: FaultyServer
        let clock: SimulationClock

        init(_ mall: CentreSimulation, _ clock: SimulationClock, _ way: FaultyServer.Way) {
            server = FaultyServer(server: mall.exposureServer, way: way)
            self.clock = clock
            clock.advance(to: SimulatedBatchGapTests.start)
        }

        var settings: TracingSettings { phone.tracer.settings }

        /// The phone asks two minutes after a release; when that is.
        mutating func ask(after release: Timestamp) async -> Timestamp {
            let now = release.advanced(byMilliseconds: 120_000)
            clock.advance(to: now)
            await phone.synchronise(with: server, verifier: server.server.verifier, at: now)
            return now
        }
    }

    /// The release so many batches after the first one after the start; the one before it is asked for as well.
    private static func release(_ number: Int64) -> Timestamp {
        first.advanced(byMilliseconds: number * BatchTime.milliseconds)
    }

    private let configuration = SimulationConfiguration(
        seed: 1, visitors: 1, start: SimulatedBatchGapTests.start, reportAfterSeconds: 100_000)

    @Test(
        "keeps back no later one, is asked for again, and is compared once it is right",
        arguments: FaultyServer.Way.allCases)
    func later(way: FaultyServer.Way) async throws {
        try await SimulatedCentre.open(configuration, isQuiet: true) { centre in
            var scene = Scene(centre.mall, centre.clock, way)
            _ = await scene.ask(after: Self.release(0))
            #expect(scene.settings.lastBatch == Self.release(0) && scene.settings.gaps.isEmpty)

            // Nothing later is there yet; a missing batch may still come.
            scene.server.wrong = [Self.release(1)]
            _ = await scene.ask(after: Self.release(1))
            #expect(scene.settings.lastBatch == Self.release(0) && scene.settings.gaps.isEmpty)
            var now = await scene.ask(after: Self.release(2))
            #expect(scene.settings.lastBatch == Self.release(2))
            #expect(scene.settings.gaps.map(\.release) == [Self.release(1)])
            let next = try #require(scene.settings.gaps.first?.next)
            #expect(scene.phone.nextSync > now && scene.phone.nextSync <= next)

            // It is asked for again as long as it is wrong, each time later.
            now = await scene.ask(after: Self.release(4))
            #expect(scene.settings.lastBatch == Self.release(4))
            #expect(scene.settings.gaps.map(\.attempts) == [2])
            let afterwards = try #require(scene.settings.gaps.first?.next)
            #expect(afterwards > now)

            scene.server.wrong = []
            _ = await scene.ask(after: Self.release(7))
            #expect(scene.settings.gaps.isEmpty && scene.settings.lastBatch == Self.release(7))
            #expect(scene.phone.tracer.compared.map(\.release).contains(Self.release(1)))
        }
    }

    @Test("where no batch is right, nothing is passed over, and all are compared later")
    func nothingRight() async throws {
        try await SimulatedCentre.open(configuration, isQuiet: true) { centre in
            var scene = Scene(centre.mall, centre.clock, .signature)
            let before = scene.settings.lastBatch
            scene.server.wrong = Set((-1...3).map { Self.release($0) })
            _ = await scene.ask(after: Self.release(3))
            #expect(scene.settings.lastBatch == before && scene.settings.gaps.isEmpty)
            scene.server.wrong = []
            _ = await scene.ask(after: Self.release(3))
            #expect(scene.settings.lastBatch == Self.release(3) && scene.settings.gaps.isEmpty)
        }
    }
}
