import ArgumentParser
import Basics
import Foundation

/// `cerca-bench positions`: the time that an estimate of a position takes.
struct BenchPositionsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "positions",
        abstract: "The time of one estimate of a position, by a plan and by a radio map, on one core.",
        discussion: """
            Somebody walks about a hall with a beacon in each square of seven metres, and the phone hears three packets \
            of each in a second. Beside both methods stand the five nearest neighbours among the survey's scans.
            """)

    @Option(help: "How many beacons the hall has.")
    var beacons = 60

    @Option(help: "How many walks of 300 seconds.")
    var walks = 10

    @Flag(help: "Print one JSON object.")
    var json = false

    func validate() throws {
        guard (1...512).contains(beacons) else { throw ValidationError("--beacons must be from 1 to 512") }
        guard (1...1000).contains(walks) else { throw ValidationError("--walks must be from 1 to 1000") }
    }

    func run() throws {
        let workload = PositionWorkload(beacons: beacons, walks: walks, seconds: 300, seed: 1)
        let result = PositionBenchmark(workload: workload).run()
        if json {
            print(JSONValue.object(members(of: result)).compactText)
            return
        }
        let plain = result.neighbours.milliseconds(percentile: 50)
        for (name, times) in methods(of: result) {
            let median = times.milliseconds(percentile: 50)
            print(
                "\(name): p50 \(median) ms, p99 \(times.milliseconds(percentile: 99)) ms of \(times.count) estimates, "
                    + String(format: "%.2f", median / max(plain, 0.001)) + " times the neighbours")
        }
        print("\(beacons) beacons, \(result.places) places, \(result.scans) scans of the survey")
    }

    private func methods(of result: PositionBenchmark.Result) -> [(name: String, times: LatencyHistogram)] {
        [
            ("plan", result.plan), ("radio map", result.radioMap), ("nearest neighbours", result.neighbours),
        ]
    }

    private func members(of result: PositionBenchmark.Result) -> [JSONValue.Member] {
        func object(_ times: LatencyHistogram) -> JSONValue {
            .object([
                JSONValue.Member("p50Milliseconds", .number(times.milliseconds(percentile: 50))),
                JSONValue.Member("p99Milliseconds", .number(times.milliseconds(percentile: 99))),
                JSONValue.Member("count", .count(times.count)),
            ])
        }
        return [
            JSONValue.Member("bench", "positions"), JSONValue.Member("beacons", .count(beacons)),
            JSONValue.Member("places", .count(result.places)), JSONValue.Member("scans", .count(result.scans)),
            JSONValue.Member("plan", object(result.plan)), JSONValue.Member("radioMap", object(result.radioMap)),
            JSONValue.Member("nearestNeighbours", object(result.neighbours)),
            JSONValue.Member("checksum", .number(result.checksum)),
        ]
    }
}
