import Commands
import Foundation
import LedgerService
import MarketService
import ServerApp
import Storage
import Testing

@testable import Benchmarks

@Suite("What a server costs as its database grows", .serialized)
struct GrowthTests {
    private static let isLong = ProcessInfo.processInfo.environment["CERCA_LONG"] == "1"
    private static let small = GrowthScale(accounts: 200, venues: 1, orders: 20, visits: 1000, fills: 1000)

    private func measured(
        _ scale: GrowthScale, seconds: Double, in folder: URL
    ) async throws -> GrowthBenchmark.Result {
        try await GrowthBenchmark(
            scale: scale, seconds: seconds, path: folder.appending(path: "growth.sqlite").path
        ).run()
    }

    private func withFolder<Value>(_ body: (URL) async throws -> Value) async throws -> Value {
        let folder = FileManager.default.temporaryDirectory.appending(path: "cerca-growth-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        return try await body(folder)
    }

    private func opened<Value: Sendable>(
        in folder: URL, _ body: (any Database) async throws -> Value
    ) async throws -> Value {
        try await CommandDatabase.use("sqlite:\(folder.appending(path: "growth.sqlite").path)", mustExist: true) {
            database, _ in try await body(database)
        }
    }

    @Test("a small one is filled as asked, serves, and every figure is there")
    func small() async throws {
        try await withFolder { folder in
            let result = try await measured(Self.small, seconds: 1, in: folder)
            #expect(
                result.rows == [
                    "accounts": Self.small.accounts, "beacons": Self.small.beacons, "orders": Self.small.orders,
                    "visits": Self.small.visits, "fills": Self.small.fills,
                ])
            #expect(
                result.costs.map(\.name) == [
                    GrowthBenchmark.sighting, GrowthBenchmark.order, GrowthBenchmark.report, GrowthBenchmark.figures,
                    GrowthBenchmark.book, GrowthBenchmark.trades,
                ])
            // Anything but 200 would have been thrown.
            for cost in result.costs {
                #expect(cost.perSecond > 0 && cost.processor > 0 && cost.latency.count > 0, "\(cost.name)")
            }
            #expect(result.startSeconds > 0 && result.resident.after > 0 && result.fileBytes > 0)
            #expect(result.pruning.minuteSeconds > 0 && result.pruning.daySeconds > 0)
            #expect(result.pruning.longestWait > 0)
            #expect(result.tables.count == 10 && result.tables.allSatisfy { $0.bytes > 0 })
            let audit = try await opened(in: folder) { try await LedgerAdministration(database: $0).audit() }
            #expect(audit.isClean && audit.fills >= Self.small.fills, "\(audit.faults)")
        }
    }

    @Test("a database that was not filled to its end is not measured")
    func unfinished() async throws {
        try await withFolder { folder in
            try await CommandDatabase.use("sqlite:\(folder.appending(path: "growth.sqlite").path)") { _, _ in }
            await #expect(throws: BenchmarkServer.Failure.self) {
                _ = try await measured(Self.small, seconds: 0.1, in: folder)
            }
        }
    }

    @Test("with ten times as much nothing costs three times as much", .enabled(if: isLong))
    func growth() async throws {
        let one = try await withFolder { try await measured(.times(1), seconds: 5, in: $0) }
        let ten = try await withFolder { try await measured(.times(10), seconds: 5, in: $0) }
        for (before, after) in zip(one.costs, ten.costs) {
            #expect(after.processor < before.processor * 3, "\(after.name)")
        }
    }

    @Test("a picture has a line and a name for each kind, is read in light and dark, and is small")
    func picture() {
        let lines = ["one", "two"].map { GrowthPicture.Line(name: $0, points: [(1, 20), (10, 30), (100, 500)]) }
        let svg = GrowthPicture(lines: lines).svg
        #expect(
            svg.components(separatedBy: "<polyline").count == 3 && svg.contains("one: 500") && svg.contains("two: 500"))
        #expect(svg.contains("prefers-color-scheme: dark") && svg.utf8.count < 30_000 && !svg.contains("nan"))
        for points in [[], [(1.0, 5.0)], [(1.0, 5.0), (10.0, 5.0)]] {
            let svg = GrowthPicture(lines: [GrowthPicture.Line(name: "one", points: points)]).svg
            #expect(svg.hasSuffix("</svg>\n") || svg.hasSuffix("/>\n"))
            #expect(!svg.contains("nan") && !svg.contains("inf"))
        }
    }
}
