import AccountService
import Accounts
import ArgumentParser
import Basics
import ExposureService
import ExposureWire
import Foundation
import HTTPKit
import Logging
import LoyaltyService
import MarketService
import NIOCore
import ServerApp
import ServiceKit
import ServiceLifecycle
import Storage
import Strings
import UnixSignals

/// `cerca serve`: the server, until it is interrupted.
package struct ServeCommand: AsyncParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Run the server with its API and its web app.",
        discussion: """
            It runs until SIGINT or SIGTERM and then finishes what it has begun. Without --tls-certificate it speaks \
            plain HTTP and should listen on this machine only, behind something that speaks TLS; then say with \
            --trusted-proxy where that connects from, or all people are one address to every limit.
            """)

    @Option(help: "The address to listen at.")
    var host = "127.0.0.1"

    @Option(help: "The port to listen at; 0 for a free one.")
    var port = 8080

    @Option(help: "sqlite:PATH or postgres://…")
    var database = "sqlite:cerca.sqlite"

    @Option(
        help: ArgumentHelp(
            "A PostgreSQL server that follows that of --database and answers reads that may take long.",
            discussion:
                "What it answers has everything that was acknowledged before; where it has not, the first one answers.",
            valueName: "postgres://…"))
    var replica: String?

    @OptionGroup(title: "Secrets")
    var secrets: SecretKeyOptions

    @Option(
        help: ArgumentHelp(
            "A file with the key that signs batches: it must be the one that the database keeps, which is taken from it "
                + "when there is none yet, or put into it when it is missing.",
            valueName: "file"))
    var exposureKey: String?

    @Flag(help: "Let the key of --exposure-key take the place of another one; codes that wait are lost with that.")
    var replaceExposureKey = false

    @OptionGroup(title: "Tracing")
    var tracing: RiskRuleOptions

    @Option(help: "The certificate in PEM form, with those that certify it.")
    var tlsCertificate: String?

    @Option(help: "The certificate's private key in PEM form.")
    var tlsKey: String?

    @OptionGroup(title: "The edge")
    var edge: EdgeOptions

    @OptionGroup(title: "Other servers")
    var peers: PeerOptions

    @Option(
        help:
            "The address at which people reach the server, as https://cerca.example; links in mails begin with it, and passkeys are bound to its host."
    )
    var publicURL: String?

    @OptionGroup(title: "Identities of others")
    var identities: IdentityOptions

    @OptionGroup(title: "Mail")
    var mail: MailOptions

    @OptionGroup(title: "Notices to devices")
    var push: PushOptions

    @Option(
        help: "The folder of the built web app; without it, the one that was installed or built with this command.",
        completion: .directory)
    var web: String?

    @Flag(
        help: """
            Answer with a worker that removes itself and what browsers keep of the page for times without a network: \
            the way back from a worker that does harm.
            """)
    var withoutWorker = false

    @Option(
        parsing: .unconditional,
        help: "Seconds by which the server's clock differs from the system's, ahead or behind; for tests.")
    var clockOffset: Int64 = 0

    @Option(help: "Milliseconds between two messages of what has changed in a market; other than 1000 for tests.")
    var feedInterval: Int64 = 1000

    @OptionGroup(title: "The log")
    var log: LogOptions

    @OptionGroup(title: "Traces")
    var traces: TraceOptions

    @Flag(help: "Print one JSON object once the server listens.")
    var json = false

    package func validate() throws {
        guard (0...65_535).contains(port) else { throw ValidationError("--port must be 0 to 65535") }
        guard (tlsCertificate == nil) == (tlsKey == nil) else {
            throw ValidationError("--tls-certificate and --tls-key go together")
        }
        if let replica {
            guard case (.postgres, .postgres) = (try databaseURL(), try CommandDatabase.url(replica)) else {
                throw ValidationError("--replica must be postgres://…, beside such a --database")
            }
        }
        guard exposureKey != nil || !replaceExposureKey else {
            throw ValidationError("--replace-exposure-key goes with --exposure-key")
        }
        guard publicURL.map({ PublicAddress($0) != nil }) ?? true else {
            throw ValidationError("--public-url must be https://HOST, or http:// on this machine")
        }
        guard (1...60_000).contains(feedInterval) else { throw ValidationError("--feed-interval must be 1 to 60000") }
        _ = try databaseURL()
    }

    package func run() async throws {
        let url = try databaseURL()
        let logger = log.logger("cerca.server")
        OpenFiles.allowAsManyAsPossible()
        // A file with a mistake is told before anything is made.
        _ = try tracing.parameters()
        _ = try push.file()
        let keyring = try SecretKeys.keyring(for: url, file: secrets.file)
        let database: any Database
        do {
            var options = DatabaseOptions()
            options.replica = replica
            database = try await ServerDatabase.open(url, keyring: keyring, logger: logger, options: options)
        } catch let failure as CommandFailure {
            throw failure
        } catch {
            throw CommandFailure(ServerStrings.serveCannotOpen(database: "\(url)", reason: "\(error)").text)
        }
        do {
            let signer = try await ExposureKeyFile.signer(
                in: database, at: url, file: exposureKey, replacing: replaceExposureKey)
            let carriers = try await push.carriers(
                database, clock: .system(offsetSeconds: clockOffset), logger: logger)
            do {
                try await serve(database, at: url, signer, carriers, logger)
            } catch {
                await carriers.close()
                throw error
            }
            await carriers.close()
        } catch {
            await database.close()
            throw error
        }
        await database.close()
    }

    private func serve(
        _ database: any Database, at url: DatabaseURL, _ signer: BatchSigner, _ carriers: PushCarriers, _ logger: Logger
    ) async throws {
        let clock = ServerClock.system(offsetSeconds: clockOffset)
        let events = UserEvents()
        let servers = ServerCount()
        let limits = edge.limits.shared(among: servers)
        var services = ServerServices(
            database: database, clock: clock,
            accounts: AccountService(
                database: database, clock: clock, cost: .standard, signIn: limits.signIn),
            loyalty: LoyaltyService(database: database, clock: clock, events: events),
            exposure: ExposureService(
                database: database, clock: clock, signer: signer, riskParameters: try tracing.parameters()),
            events: events, mail: try mail.sender(), push: carriers,
            callbacks: OutsideCallbacks(), publicAddress: publicURL.flatMap(PublicAddress.init))
        services.identities = try identities.service(
            services.accounts, at: publicURL.flatMap(PublicAddress.init))
        let peers = try await peers.share(services, events, counting: servers, of: url, database, logger)
        let venues: Int
        do {
            venues = try await services.loyalty.venues().count
        } catch {
            throw CommandFailure(ServerStrings.serveCannotRead(database: "\(url)", reason: error.code).text)
        }
        let application: any Service
        do {
            application = try buildApplication(
                configuration: serverConfiguration(limits), services: services, feedMilliseconds: feedInterval,
                logger: logger,
                onListening: { [json, host, tlsCertificate, services] port in
                    let greeting = ServerGreeting(
                        address: ServerGreeting.address(host: host, port: port, isEncrypted: tlsCertificate != nil),
                        database: "\(url)", sendsMail: services.mail.isAvailable, venues: venues)
                    for line in json ? [greeting.json.compactText] : greeting.lines { print(line) }
                    fflush(nil)
                })
        } catch TLSFileError.keyReadableByOthers {
            throw CommandFailure(ServerStrings.serveExposedKey(file: tlsKey ?? "--tls-key").text)
        } catch {
            throw CommandFailure(ServerStrings.serveBadCertificate.text)
        }
        var group = ServiceGroupConfiguration(
            // The last to end is the first: requests that are being answered still have a market, and other servers still
            // hear from this one until it has given its markets up.
            services: traces.begin(logger: logger) + (peers.map { [$0] as [any Service] } ?? []) + [
                services.market.service(logger: logger), application, Housekeeping(services: services, logger: logger),
            ] + services.watches(logger: logger) + [StopNotice(services.readiness, seconds: edge.stopDelay)],
            gracefulShutdownSignals: [.sigint, .sigterm], logger: logger)
        group.maximumGracefulShutdownDuration = .seconds(edge.longestStop)
        do {
            try await ServiceGroup(configuration: group).run()
        } catch let error as IOError where error.errnoCode == EADDRINUSE {
            throw CommandFailure(
                edge.metricsPort == nil
                    ? "port \(port) of \(host) is in use; choose another one with --port"
                    : "port \(port) of \(host) or that of --metrics-port is in use")
        } catch let error as IOError {
            throw CommandFailure(
                "cannot listen at \(host), port \(port): \(String(cString: strerror(error.errnoCode)))")
        } catch is SocketAddressError.UnknownHost {
            throw CommandFailure(ServerStrings.serveNoHost(host: host).text)
        }
    }

    private func serverConfiguration(_ limits: ServerLimits) -> ServerConfiguration {
        var tls: TLSFiles?
        if let tlsCertificate, let tlsKey { tls = TLSFiles(certificate: tlsCertificate, key: tlsKey) }
        var configuration = ServerConfiguration(
            host: host, port: port, tls: tls, webRoot: WebAppFolder(named: web).wished(), limits: limits)
        configuration.publicURL = publicURL
        configuration.proxies = edge.proxies
        configuration.metrics = edge.metrics
        configuration.isPageKept = !withoutWorker
        return configuration
    }

    private func databaseURL() throws -> DatabaseURL {
        do { return try DatabaseURL(database) } catch {
            if case .invalidURL(let reason) = error { throw ValidationError("--database: \(reason)") }
            throw ValidationError("--database: \(error.code)")
        }
    }

    package init() {}
}
