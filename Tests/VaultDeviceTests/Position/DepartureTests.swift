import Basics
import Synchronization
import Testing
import Vault

@testable import VaultDevice

@Suite("Leaving a place")
struct DepartureTests {
    private let lattice = Lattice(side: .standard)

    /// A position so many metres north of a place in Madrid.
    private func fix(north metres: Double = 0, accuracy: Double = 5) throws -> Fix {
        try #require(
            Fix(
                latitude: 40.4168 + metres / Lattice.earthRadius * 180 / .pi, longitude: -3.7038, accuracy: accuracy))
    }

    @Test("two positions in a row elsewhere are a departure, one is not")
    func two() throws {
        var departure = try Departure(from: fix(), lattice: lattice)
        #expect(!departure.observe(try fix(north: 10)))
        #expect(!departure.observe(try fix(north: 60)))
        #expect(!departure.observe(try fix(north: 20)))
        #expect(!departure.observe(try fix(north: 60)))
        #expect(departure.observe(try fix(north: 60)))
    }

    @Test("a coarse position says nothing")
    func coarse() throws {
        var departure = try Departure(from: fix(), lattice: lattice)
        for _ in 0..<5 { #expect(!departure.observe(try fix(north: 500, accuracy: 26))) }
        #expect(!departure.observe(try fix(north: 500)))
        #expect(!departure.observe(try fix(north: 500, accuracy: 26)))
        #expect(departure.observe(try fix(north: 500)))
    }

    @Test("no place begins with a coarse position")
    func coarseBeginning() throws {
        #expect(throws: PlaceFault.tooCoarse(accuracy: 30, limit: 25)) {
            try Departure(from: fix(accuracy: 30), lattice: lattice)
        }
    }

    @Test("whoever stays with five metres of error does not leave in an hour", arguments: 0..<8 as Range<UInt64>)
    func stays(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        var departure = try Departure(from: fix(), lattice: lattice)
        for _ in 0..<3600 {
            // The sum of twelve uniform numbers is nearly normal, with a deviation of 1.
            let error = (0..<12).reduce(-6.0) { sum, _ in sum + random.uniform() } * 3
            let left = departure.observe(try fix(north: error))
            #expect(!left)
        }
    }

    @Test("a watch asks again and again, passes over silence, and tells the departure")
    func watching() async throws {
        let answers: [Result<Fix, PositionFault>] = [
            .success(try fix()), .failure(.noFix(source: "x")), .success(try fix(north: 90)),
            .failure(.noFix(source: "x")), .success(try fix(north: 95)), .success(try fix()),
        ]
        let source = RehearsedSource(answers)
        let departure = try Departure(from: fix(), lattice: lattice)
        #expect(await source.waitUntilLeft(departure, every: .milliseconds(1)))
        #expect(source.asked == 5)
    }

    @Test("a watch ends with its task")
    func ends() async throws {
        let source = RehearsedSource([.success(try fix())])
        let departure = try Departure(from: fix(), lattice: lattice)
        let left = await withTaskGroup(of: Bool.self) { group in
            group.addTask { await source.waitUntilLeft(departure, every: .milliseconds(1)) }
            try? await Task.sleep(for: .milliseconds(50))
            group.cancelAll()
            return await group.next()
        }
        #expect(left == false)
    }

    @Test("a position that was said is there at once")
    func manual() async throws {
        let here = try fix()
        #expect(try await ManualSource(here).fixes(16, within: .zero) == [here])
    }
}

/// A source that gives prepared answers, and the last one for ever.
private final class RehearsedSource: PositionSource {
    private let answers: [Result<Fix, PositionFault>]
    private let count = Mutex(0)

    init(_ answers: [Result<Fix, PositionFault>]) {
        self.answers = answers
    }

    var asked: Int { count.withLock { $0 } }
    var description: String { "rehearsed" }

    func fixes(_ count: Int, within limit: Duration) async throws(PositionFault) -> [Fix] {
        let turn = self.count.withLock { turn in
            turn += 1
            return turn
        }
        return [try answers[min(turn, answers.count) - 1].get()]
    }
}
