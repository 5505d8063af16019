import AccountService
import ArgumentParser
import Basics
import Foundation
import HTTPKit
import Logging
import Network
import ServiceKit
import Storage
import Strings

/// How messages reach people's devices.
struct PushOptions: ParsableArguments {
    @Option(
        name: .customLong("push"),
        help: ArgumentHelp(
            "A JSON file that says how notices reach browsers and apps; Docs/push.md describes it. Without it none do.",
            valueName: "file"))
    var path: String?

    /// What the file says, checked; nil without one.
    func file() throws -> PushFile? {
        guard let path else { return nil }
        guard let bytes = FileManager.default.contents(atPath: path) else {
            throw CommandFailure(ServerStrings.servePushUnreadable(file: path).text)
        }
        do throws(PushFile.Fault) {
            return try PushFile(Array(bytes))
        } catch {
            throw CommandFailure(ServerStrings.servePushFault(file: path, member: error.member).text)
        }
    }

    /// The carriers that the file asks for; their keys are read, and the one of push services made in `database`.
    func carriers(_ database: any Database, clock: ServerClock, logger: Logger) async throws -> PushCarriers {
        var carriers = PushCarriers()
        guard let path, let file = try file() else { return carriers }
        let folder = URL(filePath: path).deletingLastPathComponent()
        func absolute(_ name: String) -> String { URL(filePath: name, relativeTo: folder).path }
        func secret(_ name: String) throws -> [UInt8] {
            guard let bytes = try SecretFile.contents(absolute(name)) else {
                throw CommandFailure(ServerStrings.servePushUnreadable(file: absolute(name)).text)
            }
            return bytes
        }
        func fault(_ member: String) -> CommandFailure {
            CommandFailure(ServerStrings.servePushFault(file: path, member: member).text)
        }
        let apple = try file.apple.map { apple in
            let key = String(decoding: try secret(apple.keyFile), as: UTF8.self)
            let account = AppleAccount(
                team: apple.team, keyID: apple.keyID, key: key, topic: apple.topic,
                production: apple.production ?? AppleAccount.production,
                sandbox: apple.sandbox ?? AppleAccount.sandbox)
            guard let account else { throw fault("apple") }
            return account
        }
        let google = try file.google.map { google in
            let bytes = try secret(google.serviceAccountFile)
            let account = google.host.map { GoogleAccount(file: bytes, host: $0) } ?? GoogleAccount(file: bytes)
            guard let account else { throw fault("google") }
            return account
        }
        let key = try await database.write { try PushKeyStore.key(in: $0) }
        // From here on nothing fails: what is made now has connections that somebody has to end.
        let now = { @Sendable in clock.now() }
        func exchange(_ certificates: String?) -> HTTPExchange {
            let exchange = HTTPExchange(certificates: certificates.map(absolute))
            carriers.exchanges.append(exchange)
            return exchange
        }
        carriers.site = file.site ?? ""
        carriers.web = WebPushCarrier(
            key: key, subject: file.subject, rule: file.isLoopback ? .loopbackOnly : .push,
            exchange: exchange(file.webCertificates),
            resolve: { await NameResolver.system.addresses(of: $0, for: $1) }, now: now)
        if let apple {
            carriers.apple = ApplePushCarrier(apple, exchange: exchange(file.apple?.certificates), now: now)
        }
        if let google {
            carriers.google = GooglePushCarrier(google, exchange: exchange(file.google?.certificates), now: now) {
                logger.error("messages are refused", metadata: ["way": "google", "cause": "\($0)"])
            }
        }
        return carriers
    }
}
