import Foundation
import Testing
import Vault

@testable import VaultDevice

@Suite("Several processes with one vault")
struct ConcurrencyTests {
    @Test func `each sees at once what the other has changed`() throws {
        try VaultFixture.with { fixture in
            let one = try fixture.make().vault
            let other = try fixture.unlock()
            let items = try fixture.fill(one, count: 3)
            #expect(try other.summaries().count == 3)
            try other.erase(items[0].id)
            try one.changeCipher(to: .chaCha20Poly1305)
            #expect(try other.item(items[1].id) == items[1])
            #expect(other.header.cipher == .chaCha20Poly1305)
            var settings = other.settings
            settings.autoLockSeconds = 99
            try other.setSettings(settings)
            #expect(try one.summaries().count == 2)
            #expect(one.settings == settings)
            #expect(one.sequence == other.sequence)
        }
    }

    @Test func `what several write at the same time is all kept`() async throws {
        let root = VaultFixture.freshFolder()
        try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: root) }
        var fixture = VaultFixture(root)
        let vault = try fixture.make().vault
        let web = try VaultFixture.web(vault)
        let shared = fixture
        try await withThrowingTaskGroup { group in
            for writer in 0..<4 {
                group.addTask {
                    var random = SystemRandomNumberGenerator()
                    let vault = try shared.unlock(at: VaultFixture.moment(Int64(writer)))
                    for number in 0..<10 {
                        let draft = try VaultFixture.draft("\(writer) \(number)", in: web, [(.note, "x")])
                        _ = try vault.add(draft, now: VaultFixture.start, using: &random)
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(Set(try vault.summaries().map(\.title.text)).count == 40)
        #expect(vault.sequence == 41)
    }
}
