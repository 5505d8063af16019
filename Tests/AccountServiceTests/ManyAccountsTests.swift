import Accounts
import Storage
import TestServer
import Testing

@testable import AccountService
@testable import HTTPKit

/// What must not take longer because there are many other accounts.
@Suite("Beside many accounts")
struct ManyAccountsTests {
    /// The shortest of some times, in seconds, that a look-up takes when it is done a hundred times.
    private static func shortest(
        in world: World, _ lookUp: @escaping @Sendable (any Connection) throws -> Void
    ) async throws -> Double {
        var seconds: [Double] = []
        for _ in 0..<5 {
            let begin = ContinuousClock.now
            try await world.database.read { connection in for _ in 0..<100 { try lookUp(connection) } }
            seconds.append((ContinuousClock.now - begin) / .seconds(1))
        }
        return seconds.min() ?? 0
    }

    @Test("a session and a key are found as fast as beside few", arguments: Engine.allCases)
    func found(engine: Engine) async throws {
        try await World.with(engine) { world in
            let ana = try await world.visitor()
            try await world.database.write { connection in
                let key = APIKey(
                    public: "public", secret: "secret", account: ana.accountID, scopes: [.read], expiresAt: nil,
                    addresses: [])
                try APIKeyStore(connection).insert(key, label: "", day: 2)
            }
            let session: @Sendable (any Connection) throws -> Void = { connection in
                _ = try #require(try AccountStore(connection).session(tokenDigest: ana.tokenDigest))
            }
            let key: @Sendable (any Connection) throws -> Void = { connection in
                _ = try #require(try APIKeyStore(connection).key("public"))
            }
            let few = (try await Self.shortest(in: world, session), try await Self.shortest(in: world, key))
            try await world.database.write { connection in
                var rows = RowInserter(table: "accounts", columns: ["id", "email", "password", "created_at"])
                for number in 0..<20_000 {
                    try rows.add(to: connection) {
                        $0 += [.blob(Array("\(number)".utf8)), .text("\(number)@example.org"), .text(""), .integer(0)]
                    }
                }
                try rows.finish(connection)
            }
            // Going through the accounts would take a hundred times as long.
            #expect(try await Self.shortest(in: world, session) < 8 * few.0)
            #expect(try await Self.shortest(in: world, key) < 8 * few.1)
        }
    }
}
