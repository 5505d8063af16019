import API
import ArgumentParser
import Basics
import Beacons
import Commands
import Foundation

/// `cerca-bench`: how fast this machine does what Cerca does most.
package struct BenchCommand: AsyncParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "cerca-bench",
        abstract:
            "Measure this machine: the beacon parser, presence, positions, passkeys, exposure keys, the vault, the market, notices, consoles, growth.",
        discussion: "Build for release first (make build); a debug build is many times slower.",
        subcommands: [
            BenchBeaconsCommand.self, BenchPresenceCommand.self, BenchPasskeysCommand.self, BenchPeriodsCommand.self,
            BenchExposureCommand.self,
            BenchExposureServerCommand.self, BenchVaultCommand.self, BenchMatchingCommand.self,
            BenchMarketCommand.self, BenchPushCommand.self, BenchConsolesCommand.self, BenchPositionsCommand.self,
            BenchGrowthCommand.self,
        ])

    package init() {}
}

/// `cerca-bench beacons`: from the bytes of HCI events to typed frames, on one core.
struct BenchBeaconsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "beacons", abstract: "Advertisements a second on one core, from HCI event bytes to typed frames.")

    @Option(help: "A file of HCI events in hexadecimal, one a line; without it, a mix of every kind of beacon.")
    var input: String?

    @Option(help: "How long to measure.")
    var seconds = 3.0

    @Flag(help: "Print one JSON object.")
    var json = false

    func run() throws {
        let events = try input.map(readEvents) ?? BeaconWorkload(advertisements: 20_000, seed: 1).events
        let benchmark = BeaconBenchmark(events: events)
        _ = benchmark.run(seconds: 0.2)
        let result = benchmark.run(seconds: seconds)
        guard result.advertisements > 0 else { throw CommandFailure("the input holds no advertising report") }
        if json {
            print(JSONValue.object(members(of: result)).compactText)
        } else {
            print("\(result.perSecond.millions) million advertisements a second on one core")
            for (kind, count) in result.frames.sorted(by: { $0.value > $1.value }) {
                print("  \(kind): \(count * 100 / result.advertisements) %")
            }
        }
    }

    private func members(of result: BeaconBenchmark.Result) -> [JSONValue.Member] {
        let frames = result.frames.sorted { $0.key < $1.key }
        return [
            JSONValue.Member("bench", "beacons"),
            JSONValue.Member("perSecond", .count(Int64(result.perSecond))),
            JSONValue.Member("advertisements", .count(result.advertisements)),
            JSONValue.Member("seconds", .number(result.seconds)),
            JSONValue.Member("frames", .object(frames.map { JSONValue.Member($0.key, .count($0.value)) })),
            JSONValue.Member("brokenEvents", .count(result.brokenEvents)),
            JSONValue.Member("checksum", .string(String(result.checksum, radix: 16))),
        ]
    }

    private func readEvents(_ path: String) throws -> [[UInt8]] {
        guard let text = try? String(contentsOfFile: path, encoding: .utf8) else {
            throw CommandFailure("\(path) cannot be read")
        }
        return try text.split(whereSeparator: \.isNewline).enumerated().map { number, line in
            guard let bytes = [UInt8](hexadecimal: line.filter { !$0.isWhitespace }) else {
                throw CommandFailure("\(path), line \(number + 1): no hexadecimal bytes")
            }
            return bytes
        }
    }
}

/// `cerca-bench presence`: decisions in memory, and proofs over HTTP that survive a power cut.
struct BenchPresenceCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "presence",
        abstract: "Presence decisions a second in memory, and proved sightings a second over HTTP, durable on SQLite.")

    @Option(help: "How long to measure each.")
    var seconds = 5.0

    @Option(help: "Connections of the load generator, which runs in this process.")
    var connections = 64

    @Option(help: "The directory for the database, on the disk to measure; without it, the current directory.")
    var data: String?

    @Flag(help: "Print one JSON object.")
    var json = false

    func run() async throws {
        OpenFiles.allowAsManyAsPossible()
        if !json { StandardError.write("in memory …") }
        let decided = PresenceDecisionBenchmark().run(seconds: seconds)
        if !json { StandardError.write("over HTTP: signing accounts up, then \(seconds) seconds of sightings …") }
        let folder = URL(filePath: data ?? FileManager.default.currentDirectoryPath)
            .appending(path: "cerca-bench-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let load = try await SightingLoadBenchmark(seconds: seconds, connections: connections, directory: folder).run()
        let decisionsPerSecond = Double(decided.decisions) / decided.seconds
        if json {
            print(JSONValue.object(members(decisionsPerSecond, load)).compactText)
        } else {
            print("in memory: \(decisionsPerSecond.millions) million decisions a second on one core")
            print(
                "over HTTP: \(Int(load.perSecond)) proved sightings a second, each committed to disk; "
                    + "p50 \(load.p50Milliseconds) ms, p99 \(load.p99Milliseconds) ms, \(connections) connections")
            print("  processor time of one in microseconds: \(load.cost.text)")
            for (status, count) in load.otherStatuses.sorted(by: { $0.key < $1.key }) {
                print("  \(count) answers had status \(status)")
            }
        }
    }

    private func members(
        _ decisionsPerSecond: Double, _ load: SightingLoadBenchmark.Result
    ) -> [JSONValue.Member] {
        let others = load.otherStatuses.sorted { $0.key < $1.key }
        return [
            JSONValue.Member("bench", "presence"),
            JSONValue.Member("decisionsPerSecond", .count(Int64(decisionsPerSecond))),
            JSONValue.Member("durablePerSecond", .count(Int64(load.perSecond))),
            JSONValue.Member("p50Milliseconds", .number(load.p50Milliseconds)),
            JSONValue.Member("p99Milliseconds", .number(load.p99Milliseconds)),
            JSONValue.Member("accepted", .count(load.accepted)),
            JSONValue.Member("connections", .count(connections)),
            JSONValue.Member("processorMicroseconds", load.cost.json),
            JSONValue.Member(
                "otherStatuses", .object(others.map { JSONValue.Member(String($0.key), .count($0.value)) })),
        ]
    }
}

extension Double {
    /// The number in millions with one decimal.
    fileprivate var millions: String { String(format: "%.1f", self / 1e6) }
}
