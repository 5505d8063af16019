import Accounts
import Basics
import TestServer
import Testing

@testable import AccountService
@testable import HTTPKit
@testable import ServerApp

@Suite("API keys of accounts")
struct APIKeyServiceTests {
    @Test("a key is made, found, listed without its secret, and revoked", arguments: Engine.allCases)
    func life(engine: Engine) async throws {
        try await World.with(engine) { world in
            let keys = world.services().apiKeys
            let ana = try await world.visitor("ana").accountID
            let range = try #require(AddressRange("192.0.2.0/24"))
            let key = try await keys.make(
                for: ana, scopes: [.trade, .read], label: "Robot", expiresAt: world.clock.now.advanced(bySeconds: 60),
                addresses: [range])
            let found = try #require(try await keys.key(key.public))
            #expect(found.secret == key.secret && found.account == ana && found.scopes == [.read, .trade])
            #expect(found.addresses == [range] && found.expiresAt == key.expiresAt)
            let listed = try await keys.list(of: ana)
            #expect(listed.map(\.public) == [key.public] && listed[0].label == "Robot")
            #expect(listed[0].madeOn.rfc3339.hasSuffix("T00:00:00.000Z"))
            #expect(!"\(listed)".contains(key.secret))
            let eva = try await world.visitor("eva").accountID
            await #expect(code { try await keys.revoke(key.public, of: eva) } == "accounts.unknown_key")
            try await keys.revoke(key.public, of: ana)
            #expect(try await keys.key(key.public) == nil)
        }
    }

    @Test("a key that is revoked elsewhere, or ends, is worth nothing within seconds")
    func elsewhere() async throws {
        try await World.with(.sqlite) { world in
            let (here, there) = (world.services().apiKeys, world.services().apiKeys)
            let ana = try await world.visitor("ana").accountID
            let one = try await here.make(for: ana, scopes: [.read], label: "one")
            #expect(try await there.key(one.public) != nil)
            try await here.revoke(one.public, of: ana)
            world.clock.advance(seconds: APIKeyService.cacheSeconds)
            #expect(try await there.key(one.public) == nil)
            let two = try await here.make(
                for: ana, scopes: [.read], label: "two", expiresAt: world.clock.now.advanced(bySeconds: 1))
            #expect(try await there.key(two.public) != nil)
            world.clock.advance(seconds: 1)
            #expect(try await there.key(two.public) == nil)
        }
    }

    @Test("keys are bounded, and impossible ones refused")
    func bounds() async throws {
        try await World.with(.sqlite) { world in
            let keys = world.services().apiKeys
            let ana = try await world.visitor("ana").accountID
            for label in ["", "  ", "a\nb", String(repeating: "x", count: 61)] {
                await #expect(
                    code { _ = try await keys.make(for: ana, scopes: [.read], label: label) } == "accounts.invalid_key")
            }
            await #expect(
                code { _ = try await keys.make(for: ana, scopes: [], label: "x") } == "accounts.invalid_key")
            await #expect(
                code {
                    _ = try await keys.make(for: ana, scopes: [.read], label: "x", expiresAt: world.clock.now)
                } == "accounts.invalid_key")
            for _ in 0..<APIKeyService.keysPerAccount {
                _ = try await keys.make(
                    for: ana, scopes: [.read], label: "x", expiresAt: world.clock.now.advanced(bySeconds: 10))
            }
            await #expect(
                code { _ = try await keys.make(for: ana, scopes: [.read], label: "x") } == "accounts.too_many_keys")
            // Those that have ended make room.
            world.clock.advance(seconds: 10)
            _ = try await keys.make(for: ana, scopes: [.read], label: "x")
            for text in ["", "nothing", String(repeating: "x", count: 1_000_000), "a b"] {
                #expect(try await keys.key(text) == nil)
            }
        }
    }
}
