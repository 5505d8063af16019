import Accounts
import Basics
import Crypto
import HTTPKit
import OpenID
import Storage
import Synchronization
import TestServer
import Testing

@testable import AccountService
@testable import ServerApp

@Suite("Identities of others, in the database")
struct IdentityStoreTests {
    private static let issuer = "https://issuer.example"
    private static let later = TestClock.start.advanced(bySeconds: 600)

    private static func arrival(
        _ subject: String = "s", email: String? = "ana@example.org", account: [UInt8]? = nil, token: String? = nil
    ) -> StoredArrival {
        StoredArrival(
            provider: "apple", issuer: issuer, subject: subject, email: email, isVouched: true, isStrong: true,
            session: "there", account: account, refreshToken: token, expiresAt: later)
    }

    @Test("who has arrived comes back as they were kept, once, and not too late", arguments: Engine.allCases)
    func arrivals(engine: Engine) async throws {
        try await World.with(engine) { world in
            let session = try await world.visitor()
            try await world.database.write { connection in
                let store = IdentityStore(connection)
                try store.insert(Self.arrival(account: session.accountID, token: "refresh"), secret: [1])
                try store.insert(Self.arrival(email: nil), secret: [2])
                let first = try #require(try store.arrival([1], at: TestClock.start))
                #expect(first.refreshToken == "refresh" && first.account == session.accountID)
                #expect(first.isStrong && first.isVouched && first.session == "there")
                #expect(try store.arrival([2], at: TestClock.start)?.refreshToken == nil)
                #expect(try store.arrival([1], at: Self.later) == nil)
                #expect(try store.takeArrival([1]))
                #expect(try !store.takeArrival([1]))
                try store.deleteArrivals(issuer: Self.issuer, subject: "s")
                #expect(try store.arrival([2], at: TestClock.start) == nil)
            }
        }
    }

    @Test("a question comes back once, with the session for which it was asked", arguments: Engine.allCases)
    func requests(engine: Engine) async throws {
        try await World.with(engine) { world in
            let session = try await world.visitor()
            try await world.database.write { connection in
                let store = IdentityStore(connection)
                for (state, digest) in [([1], session.tokenDigest), ([2], nil)] as [([UInt8], [UInt8]?)] {
                    try store.insert(
                        StoredRequest(
                            secret: [9], provider: "p", place: "me", account: session.accountID, session: digest,
                            expiresAt: Self.later), state: state)
                }
                #expect(try store.takeRequest(state: [1])?.session == session.tokenDigest)
                #expect(try store.takeRequest(state: [1]) == nil)
                let second = try #require(try store.takeRequest(state: [2]))
                #expect(second.session == nil && second.account == session.accountID)
            }
        }
    }

    @Test("an identity is one account's, and its provider's word may change", arguments: Engine.allCases)
    func links(engine: Engine) async throws {
        try await World.with(engine) { world in
            let (ana, bea) = (try await world.visitor("ana"), try await world.visitor("bea"))
            try await world.database.write { connection in
                let store = IdentityStore(connection)
                #expect(try store.link(Self.arrival(), to: ana.accountID, token: [1], day: 5))
                #expect(try !store.link(Self.arrival(), to: bea.accountID, token: [2], day: 6))
                #expect(try store.link(Self.arrival(email: nil), to: ana.accountID, token: [3], day: 7))
                let listed = try store.list(of: ana.accountID)
                let one = try #require(listed.first)
                #expect(listed.count == 1 && one.linkedDay == 5 && one.email == nil)
                #expect(try store.account(issuer: Self.issuer, subject: "s") == ana.accountID)
                #expect(try store.account(issuer: Self.issuer + "/", subject: "s") == nil)
                try store.unlink(one, of: bea.accountID)
                #expect(try store.list(of: ana.accountID).count == 1)
                try store.deleteAll(of: ana.accountID)
                #expect(try store.list(of: ana.accountID).isEmpty)
            }
        }
    }

    @Test(
        "a provider is told of every end, again until it has heard it, and of nothing else", arguments: Engine.allCases)
    func ends(engine: Engine) async throws {
        try await World.with(engine) { world in
            let apple = Apple()
            let identities = try apple.service(world.services().accounts)
            let (ana, bea) = (try await world.visitor("ana"), try await world.visitor("bea"))
            try await world.database.write { connection in
                let store = IdentityStore(connection)
                for (subject, account, token) in [
                    ("a", ana, "first"), ("a", ana, "second"), ("a2", ana, "third"), ("b", bea, "fourth"),
                ] {
                    let isLinked = try store.link(
                        Self.arrival(subject, token: token), to: account.accountID, token: Array(token.utf8), day: 1)
                    #expect(isLinked)
                }
            }
            #expect(try await identities.tellOfEnds() == 0)
            // One is taken away, one ends with its account; the token that was replaced is nobody's.
            try await world.database.write { connection in
                let store = IdentityStore(connection)
                let one = try #require(try store.list(of: ana.accountID).first { $0.subject == "a" })
                try store.unlink(one, of: ana.accountID)
            }
            try await world.services().accounts.end(bea, forfeits: true)
            let left = try await Contents(of: world.database).rows["provider_tokens"]
            #expect(left?.count == 3 && !"\(left ?? [])".contains("fourth"))
            apple.isDown.withLock { $0 = true }
            #expect(try await identities.tellOfEnds() == 0)
            #expect(apple.tries.withLock { $0 } == 2)
            // Not at once, and not for ever later.
            #expect(try await identities.tellOfEnds() == 0)
            #expect(apple.tries.withLock { $0 } == 2)
            apple.isDown.withLock { $0 = false }
            world.clock.advance(seconds: 5)
            #expect(try await identities.tellOfEnds() == 2)
            #expect(apple.told.withLock { $0 } == ["second", "fourth"])
            #expect(try await Contents(of: world.database).count("provider_tokens") == 1)
            // Nobody of that name is another provider by now.
            try await world.database.write { connection in
                let store = IdentityStore(connection)
                let one = try #require(try store.list(of: ana.accountID).first)
                try store.unlink(one, of: ana.accountID)
                try connection.execute("UPDATE provider_tokens SET issuer = 'https://former.example'", [])
            }
            #expect(try await identities.tellOfEnds() == 0)
            #expect(apple.told.withLock(\.count) == 2)
            try await world.database.write {
                try $0.execute("UPDATE provider_tokens SET attempts = \(IdentityService.mostTries - 1), due_at = 0", [])
            }
            #expect(try await identities.tellOfEnds() == 0)
            #expect(try await Contents(of: world.database).count("provider_tokens") == 0)
        }
    }
}

/// An Apple that only hears of ends.
private final class Apple: ProviderNetwork {
    let isDown = Mutex(false)
    let tries = Mutex(0)
    let told = Mutex<Set<String>>([])

    func service(_ accounts: AccountService) throws -> IdentityService {
        var traits = ProviderTraits()
        traits.isToldOfEnds = true
        let key = try #require(ClientKey(pem: P256.Signing.PrivateKey().pemRepresentation, id: "k"))
        let provider = IdentityProvider(
            name: "apple", label: "Apple", issuer: try #require(ProviderAddress("https://issuer.example")), client: "c",
            way: .openID(.team("T", key)), scopes: ["openid"], authority: .apple, traits: traits)
        return IdentityService(
            accounts: accounts, providers: [provider], network: self, publicAddress: "https://cerca.example")
    }

    func ask(
        _ address: ProviderAddress, of home: ProviderAddress, form: String?, authorization: String?
    ) async throws(OpenIDFault) -> ProviderReply {
        guard address.text == "https://issuer.example/revoke" else {
            let names = ["authorization_endpoint", "token_endpoint", "jwks_uri", "revocation_endpoint"]
            let members = names.map { name in
                JSONValue.Member(
                    name, .string("https://issuer.example/\(name == "revocation_endpoint" ? "revoke" : name)"))
            }
            let document = JSONValue.object([.init("issuer", "https://issuer.example")] + members)
            return ProviderReply(status: 200, body: Array(document.compactText.utf8))
        }
        tries.withLock { $0 += 1 }
        guard !isDown.withLock({ $0 }) else { throw .unreachable }
        guard let fields = form.flatMap({ try? FormFields(parsing: $0.utf8) }), let token = fields["token"],
            fields["client_secret"]?.split(separator: ".").count == 3
        else { return ProviderReply(status: 400, body: []) }
        _ = told.withLock { $0.insert(token) }
        return ProviderReply(status: 200, body: [])
    }
}
