import Accounts
import Basics
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Ledger
import NIOCore
import Testing

@testable import AccountService
@testable import HTTPKit
@testable import LedgerService
@testable import MarketCompatibility
@testable import MarketService
@testable import ServerApp

/// A world whose markets run, asked over HTTP by whoever has a key.
package struct TradingSite: Sendable {
    package let world: World
    package let services: ServerServices
    package let client: any TestClientProtocol

    /// Calls `body` with the markets of a new world.
    package static func with(
        _ engine: Engine = .sqlite, _ test: TestingSetup = .router,
        limits: ServerLimits = ServerLimits.standard.withoutRates,
        _ body: @escaping @Sendable (TradingSite) async throws -> Void
    ) async throws {
        try await World.with(engine) { world in
            try await serve(world, test, limits: limits, body)
        }
    }

    /// Calls `body` with a server of a world, which may have had others.
    package static func serve(
        _ world: World, _ test: TestingSetup = .router, limits: ServerLimits = ServerLimits.standard.withoutRates,
        _ body: @escaping @Sendable (TradingSite) async throws -> Void
    ) async throws {
        let services = world.services()
        let application = try buildApplication(
            configuration: .init(port: 0, webRoot: "/nonexistent", limits: limits), services: services,
            logger: Site.quiet)
        services.market.start()
        let result: Result<Void, any Error>
        do {
            try await application.test(test) { client in
                try await body(TradingSite(world: world, services: services, client: client))
            }
            result = .success(())
        } catch {
            result = .failure(error)
        }
        await services.market.stop()
        try result.get()
    }

    /// A new account with a key for everything and with deposits.
    package func trader(
        _ name: String, scopes: Set<APIScope> = Set(APIScope.allCases), addresses: [AddressRange] = [],
        _ deposits: KeyValuePairs<String, String> = [:]
    ) async throws -> KeyHolder {
        let account = try await world.accounts.signUp(email: "\(name)@example.org", password: "long enough")
            .session.accountID
        for (asset, amount) in deposits {
            try await services.market.administration.deposit(
                toAccount: account, asset: try #require(AssetName(asset)), amount: amount)
        }
        let key = try await services.apiKeys.make(
            for: account, scopes: scopes, label: "test", expiresAt: world.clock.now.advanced(bySeconds: 3600),
            addresses: addresses)
        return KeyHolder(site: self, key: key, email: "\(name)@example.org")
    }

    /// Asks without a signature.
    package func ask(
        _ method: HTTPRequest.Method, _ path: String, form: String? = nil, headers: HTTPFields = [:]
    ) async throws -> Answer {
        var headers = headers
        if form != nil { headers[.contentType] = "application/x-www-form-urlencoded" }
        return Answer(
            try await client.executeRequest(
                uri: path, method: method, headers: headers, body: form.map { ByteBuffer(string: $0) }))
    }
}

/// Whoever has a key, and signs with it.
package struct KeyHolder: Sendable {
    package let site: TradingSite
    package let key: APIKey
    package let email: String

    /// The same key at another server.
    package func at(_ site: TradingSite) -> KeyHolder { KeyHolder(site: site, key: key, email: email) }

    /// The fields that sign a request.
    package func signature(
        _ path: String, _ values: String = "", timestamp: String? = nil, secret: String? = nil
    ) -> HTTPFields {
        let timestamp = timestamp ?? String(site.world.clock.now.seconds)
        let message = RequestSignature.message(timestamp: timestamp, path: path, values: values)
        return [
            .marketKey: key.public, .marketTimestamp: timestamp,
            .marketSignature: RequestSignature.hex(secret: secret ?? key.secret, message: message),
        ]
    }

    package func get(_ path: String) async throws -> Answer {
        try await site.ask(.get, path, headers: signature(String(path.prefix { $0 != "?" })))
    }

    /// Sends a form; fields whose values need no percent signs.
    ///
    /// - Parameter nonce: Makes requests with the same fields at the same instant differ, as fractions of a second do.
    package func post(_ path: String, _ fields: KeyValuePairs<String, String>, nonce: Int = 0) async throws -> Answer {
        let values = fields.sorted { $0.key < $1.key }.map(\.value).joined()
        let timestamp = "\(site.world.clock.now.seconds).\(nonce)"
        return try await site.ask(
            .post, path, form: fields.map { "\($0.key)=\($0.value)" }.joined(separator: "&"),
            headers: signature(path, values, timestamp: timestamp))
    }

    /// What is available of an asset, and all of it.
    package func balance(_ asset: String) async throws -> (available: String?, total: String?) {
        guard case .array(let wallets) = try await get("/v2/balance").data else { return (nil, nil) }
        let wallet = wallets.first { $0["wallet"] == .string(asset) }
        return (wallet?["available"]?.string, wallet?["balance"]?.string)
    }
}

extension Answer {
    package var json: JSONValue? { try? JSONValue(parsing: Array(text.utf8)) }
    /// What was asked for.
    package var data: JSONValue? { json?["data"] }
    /// The stable text of an error.
    package var message: String? { json?["status"] == "error" ? json?["message"]?.string : nil }
    /// The kind of an error that the official clients know.
    package var errorID: String? {
        guard case .array(let errors)? = json?["errors"] else { return nil }
        return errors.first?["id"]?.string
    }
}

extension JSONValue {
    package var string: String? { if case .string(let text) = self { text } else { nil } }
    package var names: Set<String> { if case .object(let members) = self { Set(members.map(\.name)) } else { [] } }
    package var elements: [JSONValue] { if case .array(let elements) = self { elements } else { [] } }
}
