import API
import ArgumentParser
import Foundation
import HTTPKit
import Logging
import NIOCore
import ServiceLifecycle
import Strings
import Synchronization
import UnixSignals
import Vault
import VaultApp
import VaultDevice

/// The vault's page, served to this machine's browser until the command ends.
struct ServedVaultPage {
    /// What the page is opened for.
    enum Wish {
        /// Nothing in particular.
        case nothing
        /// A passkey that is to be added.
        case passkey

        /// What stands behind the token in the link.
        var fragment: String { self == .passkey ? "&add=passkey" : "" }
    }

    let options: VaultOptions
    /// Where to listen; 0 for a free port.
    var port = 0
    /// The folder of the built web app; nil for the one that belongs to this command.
    var web: String?
    /// Whether the link is opened when there is a desktop.
    var opensBrowser = true
    /// What keys of a vault that is made cost; nil for what suits this machine.
    var cost: KeyDerivationCost?
    /// What it is opened for.
    var wish = Wish.nothing

    init(options: VaultOptions) {
        self.options = options
    }

    /// Serves it until somebody interrupts the command.
    func run() async throws {
        ProcessHardening.apply()
        var logger = Logger(label: "cerca.vault", factory: { StreamLogHandler.standardError(label: $0) })
        logger.logLevel = .error
        let web = try WebAppFolder(named: web).needed()
        let source = try source()
        let page = VaultPage(
            folder: options.folder, source: source, clock: .system(),
            cost: cost, firstUser: try options.user.map { try VaultName($0) })
        try await enter(page)
        guard let held = LocalhostPort(port) else {
            throw CommandFailure(ServerStrings.servePortInUse(port: port).text)
        }
        defer { withExtendedLifetime(held) {} }
        let token = Mutex("")
        let porter = RequestGuard { shown in token.withLock { $0 = shown } }
        let opened = Mutex<VaultPageBrowser?>(nil)
        defer { opened.withLock { $0?.remove() } }
        let (opensBrowser, wish) = (opensBrowser, wish)
        let json = options.json
        var limits = ServerLimits.standard
        // A file travels in Base64, with a little JSON around it.
        limits.bodyBytes = VaultPageFileBody.mostBytes / 3 * 4 + 64 * 1024
        limits.connections = 64
        let application = try buildLocalApplication(
            configuration: ServerConfiguration(host: "127.0.0.1", port: held.number, webRoot: web, limits: limits),
            clock: .system(), logger: logger, admission: { request, route in try porter.admit(request, to: route) },
            onListening: { port in
                porter.listen(at: port)
                let link = token.withLock { token in
                    defer { token = "" }
                    return "http://localhost:\(port)/vault#t=\(token)\(wish.fragment)"
                }
                Self.tell(link, json: json)
                if opensBrowser { opened.withLock { $0 = VaultPageBrowser(opening: link) } }
            },
            routes: { $0.addDeskRoutes(page, porter) })
        var services: [any Service] = [application, VaultPageWatch(page: page)]
        if source != nil { services.append(VaultPagePlaceWatch(page: page)) }
        var group = ServiceGroupConfiguration(
            services: services, gracefulShutdownSignals: [.sigint, .sigterm], logger: logger)
        group.maximumGracefulShutdownDuration = .seconds(2)
        do {
            try await ServiceGroup(configuration: group).run()
        } catch let error as IOError where error.errnoCode == EADDRINUSE {
            throw CommandFailure(ServerStrings.servePortInUse(port: held.number).text)
        } catch let error as IOError {
            throw CommandFailure(
                ServerStrings.serveCannotListen(port: held.number, reason: String(cString: strerror(error.errnoCode)))
                    .text)
        }
        await page.lock()
    }

    /// Opens the vault with the secrets that the options name, if they name any.
    private func enter(_ page: VaultPage) async throws {
        guard options.passwordFile != nil || options.recoveryFile != nil else { return }
        let user = try options.owner()
        let secrets = try await options.namedSecrets()
        do throws(VaultFault) {
            try await page.enter(user.folded, with: secrets, acceptsOlder: options.acceptOlder)
        } catch {
            throw error.failure()
        }
    }

    /// Prints the link, which stands in a line of its own.
    private static func tell(_ link: String, json: Bool) {
        var output = OutputBuffer()
        if json {
            output.object { $0.member("link", link) }
        } else {
            output.line(VaultStrings.openLink.text)
            output.line(link)
            output.line(VaultStrings.openHowToEnd.text)
        }
        // Whoever closed the output does without the link.
        try? output.flush()
    }

    /// This machine's own source of positions as the options name it.
    private func source() throws -> (word: String, positions: any PositionSource)? {
        try options.positionSource.map { option in
            let word =
                switch option {
                case .manual: "manual"
                case .gpsd: "gpsd"
                case .nmea: "nmea"
                }
            return (word, option.source)
        }
    }
}
