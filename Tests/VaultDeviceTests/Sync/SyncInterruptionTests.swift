import Foundation
import Testing
import Vault

@testable import VaultDevice

@Suite("Interrupted synchronizing")
struct SyncInterruptionTests {
    @Test(arguments: [false, true])
    func `a failure at any call, before or after the server did its work, loses and doubles nothing`(
        isAfter: Bool
    ) async throws {
        // Enough calls for whatever happens below; the loop ends when one run needs fewer.
        for call in 1...60 {
            var wasInterrupted = false
            try await SyncFixture.with { fixture in
                let (uno, dos) = (fixture.sync("uno"), fixture.sync("dos"))
                let item = try fixture.add("Correo", "antes", to: fixture.first)
                let gone = try fixture.add("Viejo", "antes", to: fixture.first)
                try await uno.run(on: fixture.first, now: fixture.now)
                let second = try await fixture.join("dos").vault
                try fixture.edit(item.id, "uno", in: fixture.first)
                var draft = try VaultFixture.draft(
                    "Con fichero", in: try VaultFixture.web(fixture.first), [(.password, "x")])
                draft.attachments = [(try VaultName("f"), [UInt8](repeating: 3, count: 1_400_000))]
                _ = try fixture.first.add(draft, now: fixture.now, using: &fixture.random)
                try fixture.edit(item.id, "dos", in: second)
                try second.erase(gone.id)
                fixture.server.limitPages(to: 3)

                fixture.server.fail(.init(call: call, isAfter: isAfter))
                for (sync, vault) in [(uno, fixture.first), (dos, second)] {
                    let fault = await syncFault { try await sync.run(on: vault, now: fixture.now) }
                    if fault != nil {
                        wasInterrupted = true
                        #expect(fault == .server(.unreachable(server: "memory")))
                    }
                }
                fixture.server.fail(nil)
                for _ in 0..<2 {
                    try await uno.run(on: fixture.first, now: fixture.now)
                    try await dos.run(on: second, now: fixture.now)
                }
                #expect(try SyncFixture.says(fixture.first) == SyncFixture.says(second))
                let values = try SyncFixture.values(second).map { value in
                    value.replacingOccurrences(of: " (uno, 2026-11-21)", with: "")
                        .replacingOccurrences(of: " (dos, 2026-11-21)", with: "")
                }
                // Whoever came second has the copy.
                #expect(values.sorted() == ["Con fichero: x", "Correo: dos", "Correo: uno"], "call \(call)")
            }
            if !wasInterrupted {
                #expect(call > 5)
                return
            }
        }
        Issue.record("it never came to an end")
    }

    @Test(arguments: [false, true])
    func `a journey that is interrupted at any call goes on the next time`(isAfter: Bool) async throws {
        for call in 1...40 {
            var wasInterrupted = false
            try await SyncFixture.with { fixture in
                let web = try VaultFixture.web(fixture.first)
                try fixture.first.setRemovable(true, of: web)
                var device = fixture.firstDevice
                _ = try device.fill(fixture.first, count: 6)
                let before = try SyncFixture.says(fixture.first)
                let uno = fixture.sync("uno")
                fixture.server.limitPages(to: 4)
                fixture.server.fail(.init(call: call, isAfter: isAfter))
                let first = await syncFault {
                    try await uno.beginTravel(on: fixture.first, returning: .place, now: fixture.now)
                }
                if first != nil {
                    wasInterrupted = true
                    // Nothing is away that the server may not have.
                    #expect(try SyncFixture.says(fixture.first) == before)
                    try await uno.beginTravel(on: fixture.first, returning: .place, now: fixture.now)
                }
                #expect(try fixture.first.summaries().isEmpty)
                let home = try device.unlock(password: nil, fix: try VaultFixture.fix())
                let second = await syncFault { try await uno.endTravel(on: home, now: fixture.now) }
                if second != nil {
                    wasInterrupted = true
                    fixture.server.fail(nil)
                    try await uno.run(on: home, now: fixture.now)
                }
                #expect(try SyncFixture.says(home) == before, "call \(call)")
            }
            if !wasInterrupted { return }
        }
        Issue.record("it never came to an end")
    }
}
