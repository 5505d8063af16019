import AccountService
import Accounts
import ArgumentParser
import Basics
import Beacons
import Foundation
import HTTPKit
import LoyaltyService
import Storage
import Testing

@testable import Commands

@Suite("cerca admin venue-role")
struct VenueRoleCommandTests {
    private static let venue = "6f1d8a52-3c0b-4e57-9a41-c0ffee5a1e01"

    @Test("a role is for a venue, or for shops of one, and nothing else is taken")
    func arguments() throws {
        let give = AdminVenueRoleGiveCommand.self
        let shops = try give.parse([
            "eva@example.org", "merchant", "--venue", Self.venue, "--shop", "102", "--shop", "100", "--shop", "102",
        ])
        #expect(try shops.arguments.roles().map(\.major) == [100, 102])
        let whole = try give.parse(["eva@example.org", "operator", "--venue", Self.venue])
        #expect(try whole.arguments.roles().map(\.major) == [nil])
        for wrong in [
            ["eva@example.org", "operator", "--venue", Self.venue, "--shop", "1"],
            ["eva@example.org", "merchant", "--venue", Self.venue], ["eva@example.org", "operator", "--venue", "x"],
            ["eva@example.org", "health", "--venue", Self.venue],
            ["eva@example.org", "merchant", "--venue", Self.venue, "--shop", "65536"], ["eva@example.org", "operator"],
        ] {
            #expect(throws: (any Error).self, "\(wrong)") { try give.parse(wrong) }
        }
    }

    @Test("roles are given, listed and ended; the last operator only when that is meant")
    func life() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "cerca-roles-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let database = "sqlite:\(folder.appending(path: "a.sqlite").path)"
        _ = try await CommandDatabase.use(database) { database, _ in
            try await AccountService(database: database, clock: .system(), cost: .simulation)
                .addAccount(email: "eva@example.org", password: "long enough for a test", role: nil).email
        }
        func run(_ command: String, _ arguments: [String]) async throws {
            let all = arguments + ["--database", database]
            switch command {
            case "give": try await AdminVenueRoleGiveCommand.parse(all).run()
            default: try await AdminVenueRoleEndCommand.parse(all).run()
            }
        }
        func lines(json: Bool) async throws -> [String] {
            let people = try await AdminVenueRoleCommand.use(.parse(["--database", database])) {
                staff throws(ServiceError) in
                try await staff.everybody()
            }
            var output = OutputBuffer(descriptor: nil)
            VenueRoleLines.write(people, json: json, width: nil, to: &output)
            return output.takenText().split(separator: "\n").map(String.init)
        }
        try await run("give", ["eva@example.org", "operator", "--venue", Self.venue])
        try await run("give", ["Eva@example.org", "merchant", "--venue", Self.venue, "--shop", "100", "--json"])
        let objects = try await lines(json: true).map { try JSONValue(parsing: Array($0.utf8)) }
        #expect(objects.map { $0["role"] } == ["merchant", "operator"])
        #expect(objects.map { $0["shop"] } == [100, .null])
        #expect(objects.allSatisfy { $0["hasFactor"] == false && $0["email"] == "eva@example.org" })
        #expect(try await lines(json: false).count == 3)
        await #expect(throws: CommandFailure.self) {
            try await run("give", ["nobody@example.org", "operator", "--venue", Self.venue])
        }
        await #expect(throws: CommandFailure.self) {
            try await run("end", ["eva@example.org", "merchant", "--venue", Self.venue, "--shop", "101"])
        }
        try await run("end", ["eva@example.org", "merchant", "--venue", Self.venue, "--shop", "100"])
        await #expect(throws: CommandFailure.self) {
            try await run("end", ["eva@example.org", "operator", "--venue", Self.venue])
        }
        try await run("end", ["eva@example.org", "operator", "--venue", Self.venue, "--even-the-last"])
        #expect(try await lines(json: true).isEmpty)
    }
}
