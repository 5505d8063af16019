import AccountService
import Accounts
import ArgumentParser
import Basics
import Foundation
import HTTPKit
import Storage
import Strings

/// `cerca admin api-key`: the keys by which programs sign requests.
struct AdminKeyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "api-key",
        abstract: "Make, list and revoke API keys.",
        discussion: "cerca admin api-key EMAIL makes one, and prints its public and its secret text this once.",
        subcommands: [AdminKeyMakeCommand.self, AdminKeyListCommand.self, AdminKeyRevokeCommand.self],
        defaultSubcommand: AdminKeyMakeCommand.self
    )

    /// Lets `work` use the keys of the account with this address, in a database that exists.
    static func use<Value: Sendable>(
        _ options: CommandDatabaseOptions, _ email: String,
        _ work: @Sendable (APIKeyService, [UInt8]) async throws(ServiceError) -> Value
    ) async throws -> Value {
        try await CommandDatabase.use(options, mustExist: true) { database in
            let keys = APIKeyService(database: database, clock: .system())
            do throws(ServiceError) {
                return try await work(keys, try await keys.account(email: email))
            } catch {
                throw failure(error)
            }
        }
    }

    /// The reason in words; failures of the database go on as they are.
    private static func failure(_ error: ServiceError) -> any Error {
        switch error {
        case .account(.invalidEmail): CommandFailure(AdminStrings.accountBadEmail.text)
        case .account(.wrongCredentials): CommandFailure(AdminStrings.accountUnknown.text)
        case .account(.unknownKey): CommandFailure(AdminStrings.keyUnknown.text)
        case .account(.tooManyKeys):
            CommandFailure(AdminStrings.keyTooMany(number: APIKeyService.keysPerAccount).text)
        case .account(.invalidKey): CommandFailure(AdminStrings.keyInvalid.text)
        default: error
        }
    }
}

/// `cerca admin api-key make`: makes a key.
struct AdminKeyMakeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "make", abstract: "Make a key and print it as JSON, this once.")

    @Argument(help: "The account's e-mail address.")
    var email: String

    // All of them unless said otherwise, as the keys of the exchange whose clients are served could do everything.
    @Option(help: "What the key may be used for, with commas: read, trade, withdraw.")
    var scopes = "read,trade,withdraw"

    @Option(help: "Days after which the key is worth nothing; without it, it has no end.")
    var expires: Int64?

    @Option(
        parsing: .upToNextOption,
        help: "Addresses or ranges (192.0.2.0/24) from which the key may be used; anywhere without it.")
    var address: [String] = []

    @Option(help: "What the account calls the key.")
    var label = "cerca admin"

    @OptionGroup
    var database: CommandDatabaseOptions

    @Flag(help: "Print one JSON object, which is what it prints without this too.")
    var json = false

    func validate() throws {
        _ = try parsedScopes()
        _ = try parsedAddresses()
        if let expires, !(1...36_500).contains(expires) {
            throw ValidationError("--expires must be 1 to 36500 days")
        }
    }

    func run() async throws {
        let (scopes, addresses) = (try parsedScopes(), try parsedAddresses())
        let end = expires.map {
            Timestamp(seconds: Int64(Date().timeIntervalSince1970)).advanced(bySeconds: $0 * 86_400)
        }
        let key = try await AdminKeyCommand.use(database, email) {
            [label] keys, account throws(ServiceError) in
            try await keys.make(for: account, scopes: scopes, label: label, expiresAt: end, addresses: addresses)
        }
        print(KeyLines.json(public: key.public, secret: key.secret).compactText)
    }

    private func parsedScopes() throws -> Set<APIScope> {
        guard let scopes = APIScope.set(scopes) else {
            throw ValidationError("--scopes must be of \(APIScope.allCases.map(\.rawValue).joined(separator: ", "))")
        }
        return scopes
    }

    private func parsedAddresses() throws -> [AddressRange] {
        try address.flatMap { $0.split(separator: ",") }.map { text in
            guard let range = AddressRange(String(text)) else {
                throw ValidationError("--address: \(text) is neither an address nor a range")
            }
            return range
        }
    }
}

/// `cerca admin api-key list`: tells which keys an account has.
struct AdminKeyListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the keys of an account, without their secrets, one JSON object a line.")

    @Argument(help: "The account's e-mail address.")
    var email: String

    @OptionGroup
    var database: CommandDatabaseOptions

    @Flag(help: "Print one JSON object a line, which is what it prints without this too.")
    var json = false

    func run() async throws {
        let keys = try await AdminKeyCommand.use(database, email) {
            keys, account throws(ServiceError) in
            try await keys.list(of: account)
        }
        for key in keys { print(KeyLines.json(key).compactText) }
    }
}

/// Keys as objects, which is also the form of the file that programs read them from.
enum KeyLines {
    /// A key with its secret, for the one time at which that is told.
    static func json(public: String, secret: String) -> JSONValue {
        .object([JSONValue.Member("public", .string(`public`)), JSONValue.Member("secret", .string(secret))])
    }

    /// A key without its secret.
    static func json(_ key: APIKeySummary) -> JSONValue {
        var members = [
            JSONValue.Member("public", .string(key.public)), JSONValue.Member("label", .string(key.label)),
            JSONValue.Member(
                "scopes",
                .array(APIScope.allCases.filter(key.scopes.contains).map { JSONValue.string($0.rawValue) })),
            JSONValue.Member("madeOn", .string(String(key.madeOn.rfc3339.prefix(10)))),
        ]
        if let end = key.expiresAt { members.append(JSONValue.Member("expiresAt", .string(end.rfc3339))) }
        if !key.addresses.isEmpty {
            members.append(JSONValue.Member("addresses", .array(key.addresses.map { .string($0.description) })))
        }
        return .object(members)
    }
}

/// `cerca admin api-key revoke`: takes a key away; a running server notices within seconds.
struct AdminKeyRevokeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "revoke", abstract: "Revoke a key; a running server notices within seconds.")

    @Argument(help: "The account's e-mail address.")
    var email: String

    @Argument(help: "The public text of the key.")
    var key: String

    @OptionGroup
    var database: CommandDatabaseOptions

    @Flag(help: "Print one JSON object.")
    var json = false

    func run() async throws {
        try await AdminKeyCommand.use(database, email) {
            [key] keys, account throws(ServiceError) in
            try await keys.revoke(key, of: account)
        }
        guard json else { return AdminStrings.keyRevoked.say() }
        print(JSONValue.object(["public": .string(key), "isRevoked": true]).compactText)
    }
}
