import ArgumentParser
import Basics
import Commands
import Foundation

/// `cerca-bench growth`: what a server costs with little and with much in its database.
struct BenchGrowthCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "growth",
        abstract: "What requests, a start, memory, the file and pruning cost as the database grows.",
        discussion:
            "Each scale is a new SQLite database of so many times 10,000 accounts, 100 beacons, 1,000 live orders, "
            + "100,000 visits and 100,000 fills. A hundred takes some minutes to fill, and 6 GB.")

    @Option(help: "How many times the least; given several times, each is measured. 1, 10 and 100 without it.")
    var scale: [Int] = []

    @Option(help: "How long each kind of request is measured.")
    var seconds = 5.0

    @Option(help: "A file for a picture of the costs, an SVG.")
    var picture: String?

    @Option(help: "A folder where databases stay, and are found by the next run; without it they are removed.")
    var keep: String?

    @Flag(help: "Print one JSON object.")
    var json = false

    func validate() throws {
        guard scale.allSatisfy({ (1...200).contains($0) }) else { throw ValidationError("--scale must be 1 to 200") }
        guard seconds > 0, seconds <= 600 else { throw ValidationError("--seconds must be above 0 and at most 600") }
    }

    func run() async throws {
        OpenFiles.allowAsManyAsPossible()
        let folder =
            keep.map { URL(filePath: $0) }
            ?? FileManager.default.temporaryDirectory.appending(path: "cerca-bench-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { if keep == nil { try? FileManager.default.removeItem(at: folder) } }
        let isTold = !json
        var results: [GrowthBenchmark.Result] = []
        let scales = Set(scale.isEmpty ? [1, 10, 100] : scale).sorted()
        for factor in scales {
            let path = folder.appending(path: "growth-\(factor).sqlite").path(percentEncoded: false)
            do {
                let result = try await GrowthBenchmark(
                    scale: .times(factor), seconds: seconds, path: path,
                    told: { step in if isTold { StandardError.write("\(factor): \(step) …") } }
                ).run()
                if !json { for line in lines(result, factor) { print(line) } }
                results.append(result)
            } catch let failure as BenchmarkServer.Failure {
                throw CommandFailure(failure.description)
            }
            guard keep == nil else { continue }
            for end in ["", "-wal", "-shm", ".keys"] { try? FileManager.default.removeItem(atPath: path + end) }
        }
        if let picture {
            let kinds = results.first?.costs.map(\.name) ?? []
            let drawn = GrowthPicture(
                lines: kinds.map { kind in
                    GrowthPicture.Line(
                        name: kind,
                        points: zip(scales, results).flatMap { scale, result in
                            result.costs.filter { $0.name == kind }.map { (Double(scale), $0.processor) }
                        })
                })
            do {
                try drawn.svg.write(toFile: picture, atomically: true, encoding: .utf8)
            } catch {
                throw CommandFailure("\(picture) cannot be written")
            }
        }
        if json {
            let scaled = zip(scales, results).map { JSONValue.object(members($1, $0)) }
            print(JSONValue.object(["bench": "growth", "scales": .array(scaled)]).compactText)
        }
    }

    // MARK: - Results

    private func lines(_ result: GrowthBenchmark.Result, _ factor: Int) -> [String] {
        let pruning = result.pruning
        return [
            "\(factor): ready after \(result.startSeconds.short) s with \(result.resident.after.megabytes) MB of memory "
                + "(\(result.resident.before.megabytes) before); the file has \(result.fileBytes.megabytes) MB"
        ]
            + result.costs.map { cost in
                "  \(cost.name): \(Int(cost.perSecond)) a second, p50 \(cost.latency.milliseconds(percentile: 50)) ms, "
                    + "p99 \(cost.latency.milliseconds(percentile: 99)) ms, \(cost.processor.short) µs of processor"
            } + [
                "  housekeeping: \(pruning.minuteSeconds.short) s in a minute, \(pruning.daySeconds.short) s for a day "
                    + "with \(pruning.rows) rows; a write waited for \(pruning.longestWait.short) s at most"
            ]
            + result.tables.map { table in
                "  \(table.name): \(table.rows) rows, \(table.bytes.megabytes) MB, \(Int(table.bytesPerRow)) bytes a row"
            }
    }

    private func members(_ result: GrowthBenchmark.Result, _ factor: Int) -> [JSONValue.Member] {
        let pruning = result.pruning
        return [
            JSONValue.Member("scale", .count(factor)),
            JSONValue.Member(
                "rows",
                .object(result.rows.sorted { $0.key < $1.key }.map { JSONValue.Member($0.key, .count($0.value)) })),
            JSONValue.Member("startSeconds", .number(result.startSeconds)),
            JSONValue.Member("residentBytesBefore", .count(result.resident.before)),
            JSONValue.Member("residentBytes", .count(result.resident.after)),
            JSONValue.Member("fileBytes", .count(result.fileBytes)),
            JSONValue.Member(
                "requests",
                .array(
                    result.costs.map { cost in
                        .object([
                            "name": .string(cost.name), "perSecond": .number(cost.perSecond),
                            "p50Milliseconds": .number(cost.latency.milliseconds(percentile: 50)),
                            "p99Milliseconds": .number(cost.latency.milliseconds(percentile: 99)),
                            "processorMicroseconds": .number(cost.processor),
                        ])
                    })),
            JSONValue.Member(
                "housekeeping",
                .object([
                    "minuteSeconds": .number(pruning.minuteSeconds), "daySeconds": .number(pruning.daySeconds),
                    "rows": .count(pruning.rows), "longestWaitSeconds": .number(pruning.longestWait),
                ])),
            JSONValue.Member(
                "tables",
                .array(
                    result.tables.map { table in
                        .object([
                            "name": .string(table.name), "rows": .count(table.rows), "bytes": .count(table.bytes),
                            "bytesPerRow": .number(table.bytesPerRow),
                        ])
                    })),
        ]
    }
}

extension Double {
    fileprivate var short: String { self >= 100 ? String(Int(rounded())) : String((self * 1000).rounded() / 1000) }
}

extension Int {
    fileprivate var megabytes: Int { (self + 500_000) / 1_000_000 }
}
