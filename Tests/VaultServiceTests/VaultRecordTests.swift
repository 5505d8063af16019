import API
import Accounts
import Basics
import Exposure
import Storage
import TestServer
import Testing

@testable import HTTPKit
@testable import VaultService

@Suite("Sealed records on the server")
struct VaultRecordTests {
    private static let vault = [UInt8](repeating: 0xAB, count: 16)

    private func id(_ number: Int) -> [UInt8] {
        [UInt8](repeating: 0, count: 14) + [UInt8(number >> 8), UInt8(number & 255)]
    }

    private func change(_ number: Int, _ replaces: Int64, _ count: Int = 4) -> VaultRecordChange {
        VaultRecordChange(
            id: id(number), replaces: replaces, sealed: [UInt8](repeating: UInt8(number & 255), count: count))
    }

    /// As if every vault had been filled so far: what counts are its own figures.
    private func pretend(bytes: Int, records: Int, in world: World) async throws {
        _ = try await world.database.write { connection in
            try connection.execute(
                "UPDATE vaults SET byte_count = ?1, record_count = ?2",
                [.integer(Int64(bytes)), .integer(Int64(records))])
        }
    }

    /// Everything that a device sees which fetches page by page.
    private func everything(_ vaults: VaultService, _ session: Session) async throws -> [StoredVaultRecord] {
        var records: [StoredVaultRecord] = []
        var cursor: Int64 = 0
        while true {
            let page = try await vaults.records(of: Self.vault, after: cursor, session: session)
            records += page.records
            guard page.hasMore else { return records }
            #expect(page.cursor > cursor)
            cursor = page.cursor
        }
    }

    @Test("records come back as they were sent, in the order in which they were written", arguments: Engine.allCases)
    func roundTrip(engine: Engine) async throws {
        try await World.with(engine) { world in
            let ana = try await world.visitor()
            let vaults = world.vaults
            #expect(
                await vaultRefusal { _ = try await vaults.records(of: Self.vault, after: 0, session: ana) }
                    == "unknown")
            #expect(try await vaults.change([change(1, 0), change(2, 0)], of: Self.vault, session: ana) == 2)
            #expect(try await vaults.change([change(1, 1, 9), change(3, 0)], of: Self.vault, session: ana) == 4)
            let page = try await vaults.records(of: Self.vault, after: 0, session: ana)
            #expect(page.records.map(\.id) == [id(2), id(1), id(3)] && page.records.map(\.version) == [1, 2, 1])
            #expect(page.records[1].sealed == [UInt8](repeating: 1, count: 9))
            #expect(page.cursor == 4 && !page.hasMore)
            let later = try await vaults.records(of: Self.vault, after: 3, session: ana)
            #expect(later.records.map(\.id) == [id(3)])
            let end = try await vaults.records(of: Self.vault, after: 99, session: ana)
            #expect(end.records.isEmpty && end.cursor == 4 && !end.hasMore)
            let one = try await vaults.record(id(1), of: Self.vault, session: ana)
            #expect(one.version == 2)
            #expect(
                await vaultRefusal { _ = try await vaults.record(id(9), of: Self.vault, session: ana) }
                    == "unknownRecord")
            let summary = try #require(try await vaults.vaults(of: ana).first)
            #expect(summary.records == 3 && summary.bytes == 17 && summary.changedOn.description == "2026-11-21")
        }
    }

    @Test("changes are made all together or not at all", arguments: Engine.allCases)
    func compareAndSet(engine: Engine) async throws {
        try await World.with(engine) { world in
            let ana = try await world.visitor()
            let vaults = world.vaults
            _ = try await vaults.change([change(1, 0), change(2, 0)], of: Self.vault, session: ana)
            let before = try await Contents(of: world.database)
            let wrong: [[VaultRecordChange]] = [
                [change(3, 0), change(1, 0)], [change(1, 1), change(2, 2)], [change(1, 1), change(9, 1)],
                [change(4, 0), change(4, 0)],
            ]
            for changes in wrong {
                let refusal = await vaultRefusal {
                    _ = try await vaults.change(changes, of: Self.vault, session: ana)
                }
                #expect(refusal == "conflict")
            }
            #expect(try await Contents(of: world.database).differences(from: before) == [])
        }
    }

    @Test("of devices that write the same record at once one succeeds", arguments: Engine.allCases)
    func race(engine: Engine) async throws {
        try await World.with(engine) { world in
            let ana = try await world.visitor()
            let vaults = world.vaults
            _ = try await vaults.change([change(1, 0)], of: Self.vault, session: ana)
            let winners = await withTaskGroup(of: Bool.self) { group in
                for number in 0..<10 {
                    group.addTask { [change = change(1, 1, number + 1)] in
                        (try? await vaults.change([change], of: Self.vault, session: ana)) != nil
                    }
                }
                return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
            }
            #expect(winners == 1)
            #expect(try await vaults.records(of: Self.vault, after: 0, session: ana).cursor == 2)
        }
    }

    @Test("a large vault comes in pages, each record once", arguments: Engine.allCases)
    func pages(engine: Engine) async throws {
        try await World.with(engine) { world in
            let ana = try await world.visitor()
            let vaults = world.vaults
            for start in 0..<8 {
                let changes = (0..<5).map { change(start * 5 + $0, 0, 100_000) }
                _ = try await vaults.change(changes, of: Self.vault, session: ana)
            }
            _ = try await vaults.change(
                [change(40, 0, VaultLimits.recordBytes)], of: Self.vault, session: ana)
            let first = try await vaults.records(of: Self.vault, after: 0, session: ana)
            #expect(first.hasMore && first.records.count == 10)
            #expect(try await everything(vaults, ana).map(\.id) == (0...40).map { id($0) })
        }
    }

    @Test("nobody sees or changes another account's vault", arguments: Engine.allCases)
    func isolation(engine: Engine) async throws {
        try await World.with(engine) { world in
            let (ana, eva) = (try await world.visitor("ana"), try await world.visitor("eva"))
            let vaults = world.vaults
            _ = try await vaults.change([change(1, 0)], of: Self.vault, session: ana)
            try await vaults.setJoinHeader([1, 2, 3], of: Self.vault, session: ana)
            let refusals = [
                await vaultRefusal { _ = try await vaults.records(of: Self.vault, after: 0, session: eva) },
                await vaultRefusal { _ = try await vaults.record(id(1), of: Self.vault, session: eva) },
                await vaultRefusal { _ = try await vaults.joinHeader(of: Self.vault, session: eva) },
                await vaultRefusal { try await vaults.setJoinHeader([1], of: Self.vault, session: eva) },
                await vaultRefusal { try await vaults.removeVault(Self.vault, session: eva) },
            ]
            #expect(refusals == [String?](repeating: "unknown", count: 5))
            // The same identifier is another vault in another account.
            _ = try await vaults.change([change(1, 0, 8)], of: Self.vault, session: eva)
            #expect(try await vaults.record(id(1), of: Self.vault, session: ana).sealed.count == 4)
            try await vaults.removeVault(Self.vault, session: eva)
            #expect(try await vaults.vaults(of: eva).isEmpty)
            #expect(try await vaults.joinHeader(of: Self.vault, session: ana) == [1, 2, 3])
        }
    }

    /// The words of the error with which changes are refused, or nil when they are made.
    private func refusal(
        of changes: [VaultRecordChange], _ vaults: VaultService, _ session: Session
    ) async -> String? {
        await vaultRefusal { _ = try await vaults.change(changes, of: Self.vault, session: session) }
    }

    @Test("an account has bounds, and whoever reached them may still write less", arguments: Engine.allCases)
    func quotas(engine: Engine) async throws {
        try await World.with(engine) { world in
            let ana = try await world.visitor()
            let vaults = world.vaults
            #expect(await refusal(of: [change(1, 0, VaultLimits.recordBytes + 1)], vaults, ana) == "full")
            #expect(try await vaults.vaults(of: ana).isEmpty)
            #expect(await refusal(of: [change(1, 0, 100)], vaults, ana) == nil)
            try await pretend(bytes: VaultLimits.accountBytes, records: VaultLimits.records, in: world)
            #expect(await refusal(of: [change(2, 0, 1)], vaults, ana) == "full")
            #expect(await refusal(of: [change(1, 1, 101)], vaults, ana) == "full")
            #expect(await refusal(of: [change(1, 1, 99)], vaults, ana) == nil)
        }
    }

    @Test("an account has so many vaults", arguments: Engine.allCases)
    func vaultLimit(engine: Engine) async throws {
        try await World.with(engine) { world in
            let ana = try await world.visitor()
            let vaults = world.vaults
            for number in 1...VaultLimits.vaults {
                let vault = [UInt8](repeating: UInt8(number), count: 16)
                _ = try await vaults.change([change(1, 0)], of: vault, session: ana)
            }
            #expect(await refusal(of: [change(1, 0)], vaults, ana) == "full")
        }
    }
}
