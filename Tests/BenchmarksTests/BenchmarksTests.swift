import ArgumentParser
import Commands
import Foundation
import Market
import Proximity
import Testing

@testable import Benchmarks

@Suite("The times of a measurement")
struct LatencyHistogramTests {
    @Test(
        "a percentile is never less than the true one, and at most 3 % more", arguments: [1.0, 50, 90, 99, 99.9, 100])
    func percentiles(percentile: Double) {
        var histogram = LatencyHistogram()
        // From a microsecond to a second, more of them short.
        let times = (1...10_000).map { UInt64(1_000 * pow(1.0014, Double($0))) }
        for time in times { histogram.record(nanoseconds: time) }
        let rank = max(1, Int((Double(times.count) * percentile / 100).rounded(.up)))
        let exact = Double(times[rank - 1]) / 1e6
        let found = histogram.milliseconds(percentile: percentile)
        #expect(found >= exact - 0.001 && found <= exact * 1.032 + 0.001, "\(found) for \(exact)")
    }

    @Test("histograms of several connections add up")
    func sum() {
        var (one, other) = (LatencyHistogram(), LatencyHistogram())
        for _ in 0..<99 { one.record(nanoseconds: 1_000_000) }
        other.record(nanoseconds: 1_000_000_000)
        one.add(other)
        #expect(one.count == 100)
        #expect(one.milliseconds(percentile: 99) < 1.1 && one.milliseconds(percentile: 100) > 990)
        #expect(LatencyHistogram().milliseconds(percentile: 50) == 0)
    }

    @Test("the shortest and the longest times have a bucket")
    func extremes() {
        var histogram = LatencyHistogram()
        for time in [0, 1, 31, 32, 33, UInt64.max >> 1] { histogram.record(nanoseconds: time) }
        #expect(histogram.count == 6)
    }
}

@Suite("An order flow")
struct MatchingWorkloadTests {
    private func reading(_ text: String) throws -> [MatchingWorkloadFile.Operation] {
        let path = FileManager.default.temporaryDirectory.appending(path: "cerca-flow-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        try Data(text.utf8).write(to: URL(filePath: path))
        return try MatchingWorkloadFile(path: path).operations
    }

    @Test("a file is read line by line, with either line ending and without one at the end")
    func file() throws {
        for end in ["\n", "\r\n"] {
            let operations = try reading("1,L,7,B,100,5\(end)2,C,7,B,0,0\(end)3,M,8,S,0,2")
            #expect(operations.map(\.id) == [7, 7, 8] && operations.map(\.kind) == [.limit, .cancel, .market])
            #expect(operations[0].ticks == 100 && operations[0].lots == 5 && operations[2].side == .sell)
        }
    }

    @Test(
        "what is no order flow is refused by the number of its line",
        arguments: [
            ("", "empty"), ("1,L,1,B,100,5\n2,X,2,B,1,1\n", "line 2"), ("1,L,1,B,100\n", "line 1"),
            ("1,L,1,X,100,5", "line 1"), ("1,L,1,B,-5,5", "line 1"), ("seq,op,id,side,price,qty\n", "line 1"),
            ("1,L,1,B,9999999999999999999,5", "line 1"), ("1,L,1,B,100,5\n\n", "line 2"),
        ])
    func refused(text: String, place: String) {
        let failure = #expect(throws: CommandFailure.self) { _ = try reading(text) }
        #expect(failure?.reason.contains(place) == true)
    }

    @Test("one that is made up is the same for the same seed, cancels only what came before, and fills the book")
    func madeUp() {
        let flow = MatchingWorkload(operations: 20_000, live: 500, seed: 7).operations
        let again = MatchingWorkload(operations: 20_000, live: 500, seed: 7).operations
        let other = MatchingWorkload(operations: 20_000, live: 500, seed: 8).operations
        #expect(flow.map(\.id) == again.map(\.id) && flow.map(\.ticks) == again.map(\.ticks))
        #expect(flow.map(\.ticks) != other.map(\.ticks))
        #expect(flow.count == 20_000 && Set(flow.map(\.kind)).count == 4)
        var placed: Set<Int64> = []
        for operation in flow {
            if operation.kind == .cancel {
                #expect(placed.contains(operation.id))
            } else {
                #expect(placed.insert(operation.id).inserted && operation.lots > 0)
            }
        }
        let result = MatchingBenchmark(operations: flow, depth: 0).run(rounds: 1)
        #expect(result.trades > 1000 && result.rejectedCancels < flow.count / 4)
    }

    @Test("the hashes of a flow are the same in every round, whatever is published beside it")
    func hashes() {
        let flow = MatchingWorkload(operations: 5000, live: 100, seed: 3).operations
        let one = MatchingBenchmark(operations: flow, depth: 0).run(rounds: 1)
        let three = MatchingBenchmark(operations: flow, depth: 5).run(rounds: 3)
        #expect(one.tradesHash == three.tradesHash && one.bookHash == three.bookHash && one.trades == three.trades)
        #expect(three.rounds.count == 3 && three.rounds == three.rounds.sorted())
    }
}

@Suite("The benchmarks' arguments")
struct BenchmarkArgumentsTests {
    @Test(
        "every benchmark has its name and JSON",
        arguments: [
            "beacons", "presence", "periods", "exposure", "exposure-server", "vault", "matching", "market",
            "positions", "growth",
        ])
    func names(name: String) throws {
        let command = try #require(
            BenchCommand.configuration.subcommands.first { $0.configuration.commandName == name })
        #expect(BenchCommand.helpMessage(for: command, columns: 200).contains("--json"))
        #expect(BenchCommand.helpMessage(for: command).contains("USAGE: cerca-bench \(name)"))
    }

    @Test(
        "what cannot be measured is refused",
        arguments: [
            "matching --depth 1025", "matching --rounds 0", "market --orders 0", "market --accounts 1",
            "market --fills 9", "market --seconds 0", "market --part all", "periods --periods 4", "nothing",
            "positions --beacons 0", "positions --beacons 513", "positions --walks 0",
            "growth --scale 0", "growth --scale 201", "growth --seconds 0",
        ])
    func refused(arguments: String) {
        #expect(throws: (any Error).self) {
            _ = try BenchCommand.parseAsRoot(arguments.split(separator: " ").map(String.init))
        }
    }
}

@Suite("The advertisements that are measured")
struct BeaconWorkloadTests {
    @Test("they are distinct, and a third of them iBeacons")
    func mix() {
        let events = BeaconWorkload(advertisements: 3000, seed: 1).events
        #expect(events == BeaconWorkload(advertisements: 3000, seed: 1).events)
        let benchmark = BeaconBenchmark(events: events)
        let result = benchmark.run(seconds: 0)
        #expect(result.advertisements >= 3000 && result.brokenEvents == 0)
        let share = Double(result.frames["ibeacon"] ?? result.frames["iBeacon"] ?? 0) / Double(result.advertisements)
        #expect((0.25...0.45).contains(share))
    }
}

@Suite("The walks that positions are measured on")
struct PositionWorkloadTests {
    @Test("every second of every walk is estimated by each method, and the same walks come again")
    func walks() {
        let workload = PositionWorkload(beacons: 12, walks: 2, seconds: 20, seed: 1)
        #expect(workload.beacons.count == 12 && workload.walks.map(\.count) == [20, 20])
        #expect(workload.walks == PositionWorkload(beacons: 12, walks: 2, seconds: 20, seed: 1).walks)
        let result = PositionBenchmark(workload: workload).run()
        #expect(result.plan.count == 40 && result.radioMap.count == 40 && result.neighbours.count == 40)
        #expect(result.places > 20 && result.scans == workload.survey.count && result.checksum > 0)
        #expect(result.checksum == PositionBenchmark(workload: workload).run().checksum)
    }

    @Test("as many beacons as a plan may have fit into the hall and the survey", arguments: [1, 512])
    func bounds(beacons: Int) {
        let workload = PositionWorkload(beacons: beacons, walks: 1, seconds: 2, seed: 1)
        #expect(workload.beacons.count == beacons)
        #expect(Set(workload.survey.map(\.place)).count <= 2048)
        for point in workload.beacons.values {
            #expect(point.x > 0 && point.x < workload.width && point.y > 0 && point.y < workload.height)
        }
    }
}
