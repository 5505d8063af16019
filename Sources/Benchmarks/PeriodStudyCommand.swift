import ArgumentParser
import Foundation
import Loyalty
import Simulation

/// `cerca-bench periods`: what shorter codes stop and what they cost, simulated; it measures no machine.
struct BenchPeriodsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "periods",
        abstract: "What replays pass and what honest phones lose, by how long a beacon sends one code; simulated.",
        discussion: """
            Beacons and phones of the demo without its air, for a day of twelve hours. The network is assumed: see \
            Docs/protocols/security-frame.md. The figures depend on the seed and on nothing else.
            """)

    @Option(help: ArgumentHelp("The periods to compare, in seconds.", valueName: "seconds,…"))
    var periods = "60,30,15,8"

    @Option(help: "How many people come to each beacon in an hour.")
    var visits = 12.0

    @Option(help: "Where all chance comes from.")
    var seed: UInt64 = 1

    @Flag(help: "Print one JSON object for each period.")
    var json = false

    func validate() throws {
        _ = try seconds()
        guard visits > 0, visits <= 10_000 else { throw ValidationError("--visits must be above 0, at most 10000") }
    }

    func run() throws {
        var study = PeriodStudy(seed: seed)
        study.staysPerHour = visits
        if !json {
            let delays = PeriodStudy.delays.prefix { $0 <= 180 }.map { Self.column("\($0) s") }.joined()
            print(
                "passed after" + delays + Self.column("longest") + Self.column("attack") + Self.column("late")
                    + Self.column("lost"))
        }
        for period in try seconds() {
            let result = study.run(period: period)
            if json {
                let encoder = JSONEncoder()
                encoder.outputFormatting = [.sortedKeys]
                print(String(decoding: try encoder.encode(result), as: UTF8.self))
            } else {
                print(Self.line(result))
            }
        }
        if !json {
            print(
                "attack: of replays after 30 s to 10 min; late: of honest sightings; lost: of stays, never proved")
        }
    }

    private static func line(_ result: PeriodStudy.Result) -> String {
        func share(_ part: Int, _ whole: Int, _ digits: Int) -> String {
            whole == 0 ? "-" : String(format: "%.\(digits)f %%", Double(part) * 100 / Double(whole))
        }
        let replays = result.replays.filter { $0.delay <= 180 }.map { column(share($0.accepted, $0.attempts, 0)) }
        let label = "\(result.period) s"
        return label + String(repeating: " ", count: max(0, 12 - label.count)) + replays.joined()
            + column(String(format: "%.0f s", result.longestReplay))
            + column(String(format: "%.0f %%", result.shareOfAttack * 100))
            + column(share(result.late, result.sightings, 2))
            + column(share(result.stays - result.provedStays, result.stays, 2))
    }

    private static func column(_ text: String) -> String {
        String(repeating: " ", count: max(1, 8 - text.count)) + text
    }

    private func seconds() throws -> [Int64] {
        let limits = VenueLimits.period
        let values = periods.split(separator: ",", omittingEmptySubsequences: false).map { Int64($0) }
        let known = values.compactMap { $0 }
        guard known.count == values.count, known.allSatisfy({ limits.contains(Int(clamping: $0)) }) else {
            throw ValidationError(
                "--periods must be seconds from \(limits.lowerBound) to \(limits.upperBound), with commas between")
        }
        return known
    }
}
