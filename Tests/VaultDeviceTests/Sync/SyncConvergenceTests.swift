import Basics
import Testing
import Vault

@testable import VaultDevice

@Suite("Devices converge")
struct SyncConvergenceTests {
    /// One of the things that a person does.
    private static func act(
        on vault: UnlockedVault, _ fixture: inout SyncFixture, _ random: inout SplitMix64, _ serial: inout Int
    ) throws {
        serial += 1
        fixture.now = fixture.now.advanced(bySeconds: 60)
        let live = try vault.summaries().map(\.id).sorted()
        let value = "valor \(serial)"
        switch Int.random(in: 0..<10, using: &random) {
        case 0...3:
            let category = try vault.categories().map(\.id).sorted().randomElement(using: &random)
            var draft = try VaultFixture.draft(
                "Título \(serial)", in: try #require(category), [(.password, value)])
            if serial % 5 == 0 {
                draft.attachments = [(try VaultName("f\(serial)"), [UInt8](repeating: 1, count: 300_000))]
            }
            _ = try vault.add(draft, now: fixture.now, using: &fixture.random)
        case 4...6:
            guard let id = live.randomElement(using: &random) else { return }
            try fixture.edit(id, value, in: vault)
        case 7:
            guard let id = live.randomElement(using: &random) else { return }
            try vault.erase(id)
        case 8:
            guard let id = live.randomElement(using: &random) else { return }
            try vault.moveToTrash(id, now: fixture.now)
        default:
            // Few names, so that they meet.
            let name = try VaultName("Propia \(serial % 3)")
            if let known = try vault.categories().first(where: { $0.category.name == name }) {
                try vault.removeCategory(known.id, now: fixture.now)
            } else {
                _ = try vault.addCategory(name, using: &fixture.random)
            }
        }
    }

    @Test(arguments: 0..<12 as Range<UInt64>)
    func `random work on two devices ends in the same items on both, and no last change is lost`(
        seed: UInt64
    ) async throws {
        try await SyncFixture.with { fixture in
            var random = SplitMix64(seed: seed)
            var serial = 0
            fixture.server.limitPages(to: Int(1 + seed * 3))
            let (uno, dos) = (fixture.sync("uno"), fixture.sync("dos"))
            try await uno.run(on: fixture.first, now: fixture.now)
            let second = try await fixture.join("dos").vault
            for _ in 0..<5 {
                for _ in 0..<Int.random(in: 0...6, using: &random) {
                    try Self.act(on: fixture.first, &fixture, &random, &serial)
                }
                for _ in 0..<Int.random(in: 0...6, using: &random) {
                    try Self.act(on: second, &fixture, &random, &serial)
                }
                if Bool.random(using: &random) { try await uno.run(on: fixture.first, now: fixture.now) }
                if Bool.random(using: &random) { try await dos.run(on: second, now: fixture.now) }
            }
            // Both are equal now; what either writes next must be somewhere in the end.
            for _ in 0..<2 {
                try await uno.run(on: fixture.first, now: fixture.now)
                try await dos.run(on: second, now: fixture.now)
            }
            #expect(try SyncFixture.says(fixture.first) == SyncFixture.says(second))
            let shared = try fixture.first.summaries().map(\.id)
            var written: [String] = []
            for id in shared.sorted().prefix(6) {
                for (vault, name) in [(fixture.first, "uno"), (second, "dos")] where Bool.random(using: &random) {
                    let value = "último de \(name) \(id.text)"
                    try fixture.edit(id, value, in: vault)
                    written.append(value)
                }
            }
            for _ in 0..<2 {
                try await dos.run(on: second, now: fixture.now)
                try await uno.run(on: fixture.first, now: fixture.now)
            }
            #expect(try SyncFixture.says(fixture.first) == SyncFixture.says(second))
            let values = Set(try VaultFixture.content(second).flatMap { $0.fields.map(\.value) })
            for value in written { #expect(values.contains(value)) }
        }
    }
}
