import Accounts
import Basics
import Crypto
import HTTPKit
import OpenID
import Storage
import TestServer
import Testing

@testable import AccountService
@testable import ServerApp

@Suite("What identities of others open, and how their ties end")
struct IdentityServiceTests {
    private static let issuer = "https://www.facebook.com"

    private static func arrival(_ subject: String, email: String?, account: [UInt8]? = nil) -> StoredArrival {
        StoredArrival(
            provider: "facebook", issuer: issuer, subject: subject, email: email, isVouched: false, isStrong: false,
            session: nil, account: account, refreshToken: nil, expiresAt: TestClock.start.advanced(bySeconds: 600))
    }

    @Test("the identity counts, and an address alone opens nothing", arguments: Engine.allCases)
    func safeRule(engine: Engine) async throws {
        try await World.with(engine) { world in
            let (ana, bea) = (try await world.visitor("ana"), try await world.visitor("bea"))
            try await world.database.write { connection in
                let accounts = AccountStore(connection)
                try accounts.setProof(.mailbox, ofAccount: ana.accountID)
                try accounts.setProof(.trading, ofAccount: bea.accountID)
                func way(_ subject: String, _ email: String?, account: [UInt8]? = nil) throws -> ArrivalWay {
                    try IdentityService.way(of: Self.arrival(subject, email: email, account: account), connection)
                }
                #expect(try way("1", "nobody@example.org") == .create)
                #expect(try way("1", "ana@example.org") == .confirm(account: ana.accountID, byMail: true))
                // An operator vouches for it: no mailbox empties or opens it.
                #expect(try way("1", "bea@example.org") == .confirm(account: bea.accountID, byMail: false))
                #expect(try way("1", "ana@example.org", account: bea.accountID) == .connect(account: bea.accountID))
                #expect(throws: ServiceError.self) { try way("1", nil) }
                let isLinked = try IdentityStore(connection).link(
                    Self.arrival("1", email: nil), to: ana.accountID, token: [1], day: 1)
                #expect(isLinked)
                // Whatever address it tells by now.
                #expect(try way("1", "bea@example.org") == .enter(account: ana.accountID))
                #expect(try way("1", nil) == .enter(account: ana.accountID))
                #expect(try way("2", "ana@example.org") == .confirm(account: ana.accountID, byMail: true))
            }
        }
    }

    /// A signed request with the app's secret, or another one.
    private func wish(_ person: String, at instant: Timestamp, secret: String = "secret") -> String {
        let claims: JSONValue = .object([
            "algorithm": "HMAC-SHA256", "user_id": .string(person), "issued_at": .integer(instant.seconds),
        ])
        let payload = Base64.text(Array(claims.compactText.utf8), .url)
        let code = HMAC<SHA256>.authenticationCode(
            for: Array(payload.utf8), using: SymmetricKey(data: Array(secret.utf8)))
        return "\(Base64.text(Array(code), .url)).\(payload)"
    }

    @Test("a signed wish ends one tie and its sessions, once, and no account", arguments: Engine.allCases)
    func farewell(engine: Engine) async throws {
        try await World.with(engine) { world in
            let accounts = world.services().accounts
            let provider = IdentityProvider(
                name: "facebook", label: "Facebook", issuer: try #require(ProviderAddress(Self.issuer)), client: "7",
                way: .graph(
                    GraphApp(id: "7", secret: "secret"), authorization: try #require(GraphApp.authorization),
                    api: try #require(GraphApp.graph)), scopes: ["email"], authority: .none)
            let identities = IdentityService(
                accounts: accounts, providers: [provider], network: Nobody(), publicAddress: "https://cerca.example")
            let signedIn = try await accounts.signUp(email: "ana@example.org", password: "long enough")
            let other = try await accounts.signIn(email: "ana@example.org", password: "long enough")
            let account = signedIn.session.accountID
            let link: @Sendable (any Connection) throws -> Void = { connection in
                let store = IdentityStore(connection)
                _ = try store.link(Self.arrival("1", email: "a@example.org"), to: account, token: [1], day: 1)
                _ = try store.link(Self.arrival("2", email: nil), to: account, token: [2], day: 1)
            }
            try await world.database.write { connection in
                try link(connection)
                let store = IdentityStore(connection)
                try store.insert(session: signedIn.session.tokenDigest, of: Self.arrival("1", email: nil))
                try store.insert(Self.arrival("1", email: nil), secret: [1])
                try store.insert(Self.arrival("2", email: nil), secret: [2])
            }
            func left() async throws -> [String] {
                try await world.database.read { try IdentityStore($0).list(of: account).map(\.subject) }
            }
            let now = world.clock.now
            await #expect(
                code { _ = try await identities.forget("facebook", request: wish("1", at: now, secret: "other")) }
                    == "identities.wrong_signature")
            #expect(try await left() == ["1", "2"])
            let name = try await identities.forget("facebook", request: wish("1", at: now))
            #expect(try await left() == ["2"])
            await #expect(code { _ = try await accounts.session(token: signedIn.token) } == "accounts.not_signed_in")
            _ = try await accounts.session(token: other.token)
            #expect(try await Contents(of: world.database).count("identity_arrivals") == 1)
            // The same request does not end a tie that came since.
            try await world.database.write(link)
            #expect(try await identities.forget("facebook", request: wish("1", at: now)) == name)
            #expect(try await left() == ["1", "2"])
            await #expect(
                code { _ = try await identities.forget("nobody", request: wish("1", at: now)) }
                    == "identities.unknown_provider")
        }
    }
}

/// A network in which nobody answers.
private struct Nobody: ProviderNetwork {
    func ask(
        _ address: ProviderAddress, of home: ProviderAddress, form: String?, authorization: String?
    ) async throws(OpenIDFault) -> ProviderReply {
        throw .unreachable
    }
}
