import API
import ArgumentParser
import Basics
import Commands
import Foundation

/// `cerca-bench vault`: a vault with many items, in this process.
struct BenchVaultCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "vault",
        abstract: "Open, list, search and show in a vault of many items, and seal it anew.",
        discussion: "Keys are derived at the floor of the cost; everything is in a folder of its own.")

    @Option(help: "How many items.")
    var items = 10_000

    @Option(help: "How often each is measured; the middle counts.")
    var rounds = 5

    @Option(help: "The directory for the vault, on the disk to measure; without it, the current directory.")
    var data: String?

    @Flag(help: "Print one JSON object.")
    var json = false

    func validate() throws {
        guard (1...100_000).contains(items) else { throw ValidationError("--items must be from 1 to 100000") }
        guard (1...100).contains(rounds) else { throw ValidationError("--rounds must be from 1 to 100") }
    }

    func run() async throws {
        let folder = URL(filePath: data ?? FileManager.default.currentDirectoryPath)
            .appending(path: "cerca-bench-\(UUID().uuidString)")
        try FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        defer { try? FileManager.default.removeItem(at: folder) }
        if !json { StandardError.write("a vault of \(items) items …") }
        let result = try VaultBenchmark(items: items, rounds: rounds).run(in: folder)
        if json {
            print(JSONValue.object(members(of: result)).compactText)
        } else {
            for member in members(of: result).dropFirst() {
                print("\(member.name): \(member.value.compactText)")
            }
        }
    }

    private func members(of result: VaultBenchmark.Result) -> [JSONValue.Member] {
        func rounded(_ value: Double) -> JSONValue { .number((value * 100).rounded() / 100) }
        return [
            JSONValue.Member("bench", "vault"),
            JSONValue.Member("items", .count(items)),
            JSONValue.Member("importMilliseconds", rounded(result.importing)),
            JSONValue.Member("unlockMilliseconds", rounded(result.unlocking)),
            JSONValue.Member("listMilliseconds", rounded(result.listing)),
            JSONValue.Member("searchMilliseconds", rounded(result.searching)),
            JSONValue.Member("showMilliseconds", rounded(result.showing)),
            JSONValue.Member("reencryptMilliseconds", rounded(result.sealing)),
            JSONValue.Member("reencryptProcessorMilliseconds", rounded(result.sealingProcessor)),
            JSONValue.Member("fileBytes", .count(result.fileBytes)),
        ]
    }
}
