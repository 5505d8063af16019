import ArgumentParser
import Basics
import Commands
import Foundation

/// `cerca-bench consoles`: the pages of merchants and operators, and the roll-up of a day, with a long past.
struct BenchConsolesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "consoles",
        abstract: "How soon each page of merchants and operators is answered, and how long a day takes to be counted.")

    @Option(
        help: "How many visits the past year has; given several times, each is measured, for the growth between them.")
    var visits: [Int] = [1_000_000]

    @Option(help: "How often each page is opened.")
    var rounds = 100

    @Option(help: "The directory for new files, on the disk to measure; without it, the current directory.")
    var data: String?

    @Flag(help: "Print one JSON object.")
    var json = false

    func validate() throws {
        guard visits.allSatisfy({ (1000...100_000_000).contains($0) }) else {
            throw ValidationError("--visits must be 1000 to 100000000")
        }
        guard (1...10_000).contains(rounds) else { throw ValidationError("--rounds must be 1 to 10000") }
    }

    func run() async throws {
        let folder = URL(filePath: data ?? FileManager.default.currentDirectoryPath)
            .appending(path: "cerca-bench-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        var objects: [JSONValue] = []
        for visits in visits {
            if !json { StandardError.write("\(visits) visits …") }
            let result: ConsoleBenchmark.Result
            do {
                result = try await ConsoleBenchmark(visits: visits, rounds: rounds, directory: folder).run()
            } catch let failure as BenchmarkServer.Failure {
                throw CommandFailure(failure.description)
            }
            if json {
                objects.append(object(result))
            } else {
                for line in lines(result) { print(line) }
            }
        }
        if json { print(JSONValue.object(["bench": "consoles", "pasts": .array(objects)]).compactText) }
    }

    private func lines(_ result: ConsoleBenchmark.Result) -> [String] {
        [
            "\(result.visits) visits, \(Int(result.megabytes)) MB: a year counted in \(result.pastSeconds.tenths) s, "
                + "its last day in \(result.daySeconds.thousandths) s"
        ]
            + result.pages.map { page in
                "  \(page.name): p50 \(page.latency.milliseconds(percentile: 50)) ms, "
                    + "p95 \(page.latency.milliseconds(percentile: 95)) ms"
            }
    }

    private func object(_ result: ConsoleBenchmark.Result) -> JSONValue {
        .object([
            "visits": .count(Int64(result.visits)), "megabytes": .number(result.megabytes),
            "pastSeconds": .number(result.pastSeconds), "daySeconds": .number(result.daySeconds),
            "pages": .array(
                result.pages.map { page in
                    .object([
                        "name": .string(page.name), "count": .count(Int64(page.latency.count)),
                        "p50Milliseconds": .number(page.latency.milliseconds(percentile: 50)),
                        "p95Milliseconds": .number(page.latency.milliseconds(percentile: 95)),
                    ])
                }),
        ])
    }
}

extension Double {
    fileprivate var tenths: String { String((self * 10).rounded() / 10) }
    fileprivate var thousandths: String { String((self * 1000).rounded() / 1000) }
}
