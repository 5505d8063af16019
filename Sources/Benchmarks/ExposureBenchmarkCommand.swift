import API
import ArgumentParser
import Basics
import Commands
import Foundation

/// `cerca-bench exposure`: a phone's work with a day's published keys.
struct BenchExposureCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "exposure",
        abstract: "Identifiers derived from published keys and compared with observations, a second.")

    @Option(help: "How many keys were published, 1 to 2000000.")
    var keys = 100_000

    @Option(help: "For how many days each key is derived, 1 to 21.")
    var days = 14

    @Option(help: "How many identifiers the phone has heard, from one a day to 2000000.")
    var observations = 50_000

    @Flag(help: "Print one JSON object.")
    var json = false

    func validate() throws {
        guard (1...2_000_000).contains(keys) else { throw ValidationError("--keys must be from 1 to 2000000") }
        guard (1...21).contains(days) else { throw ValidationError("--days must be from 1 to 21") }
        guard (days...2_000_000).contains(observations) else {
            throw ValidationError("--observations must be from --days to 2000000")
        }
    }

    func run() async throws {
        guard let benchmark = ExposureBenchmark(keys: keys, days: days, observations: observations, seed: 1) else {
            throw CommandFailure("there is nothing to measure")
        }
        let result: ExposureBenchmark.Result
        do {
            result = try await benchmark.run()
        } catch {
            throw CommandFailure("the observations of published keys were not found")
        }
        let cores = ProcessInfo.processInfo.activeProcessorCount
        if json {
            print(JSONValue.object(members(of: result, cores: cores)).compactText)
        } else {
            print("\(millions(result.oneCorePerSecond)) million identifiers a second on one core")
            print("\(millions(result.allCoresPerSecond)) million identifiers a second on \(cores) cores")
            print(
                "\(keys) keys of \(days) days against \(observations) observations: "
                    + "\(String(format: "%.2f", result.jobSeconds)) s, \(result.matches) matches, "
                    + "\(result.exposureDays) days to warn of")
        }
    }

    private func members(of result: ExposureBenchmark.Result, cores: Int) -> [JSONValue.Member] {
        [
            JSONValue.Member("bench", "exposure"),
            JSONValue.Member("perSecondOneCore", .count(Int64(result.oneCorePerSecond))),
            JSONValue.Member("perSecondAllCores", .count(Int64(result.allCoresPerSecond))),
            JSONValue.Member("jobSeconds", .number(result.jobSeconds)),
            JSONValue.Member("jobSecondsOneCore", .number(result.oneCoreSeconds)),
            JSONValue.Member("cores", .count(cores)),
            JSONValue.Member("keys", .count(keys)),
            JSONValue.Member("days", .count(days)),
            JSONValue.Member("observations", .count(observations)),
            JSONValue.Member("identifiers", .count(result.identifiers)),
            JSONValue.Member("matches", .count(result.matches)),
            JSONValue.Member("exposureDays", .count(result.exposureDays)),
        ]
    }

    private func millions(_ number: Double) -> String { String(format: "%.1f", number / 1e6) }
}
