import API
import ArgumentParser
import CommandOutput
import Foundation
import HTTPKit
import InstalledFiles
import Logging
import NIOCore
import ServiceLifecycle
import Strings
import Synchronization
import UnixSignals
import Vault
import VaultApp
import VaultDevice

/// `cerca vault open`: the vault in a browser on this machine, and nowhere else.
struct VaultOpenCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "open",
        abstract: "Open the vault in this machine's browser.",
        discussion: """
            It listens on 127.0.0.1 alone and prints a link that works once, within five minutes. The vault locks \
            itself when it is not used, when the device leaves the place (if its owner wants that), and when this \
            command ends. With --password-file or --recovery-file it is open when the page comes.

            A place keeps a copied file and a device that is elsewhere closed. It does not prove that somebody is \
            there: whoever has this device unlocked can feign a position.
            """)

    @Option(help: "The port to listen at; 0 for a free one.")
    var port = 0

    @OptionGroup var options: VaultOptions

    @Option(
        help: ArgumentHelp(
            "What keys of a vault that is made cost: floor, or default for what suits this machine.",
            valueName: "floor|default"))
    var kdfCost = "default"

    @Option(
        help: "The folder of the built web app; without it, the one that was installed or built with this command.",
        completion: .directory)
    var web: String?

    @Flag(inversion: .prefixedNo, help: "Open the link when there is a desktop.")
    var browser = true

    func validate() throws {
        guard (0...65_535).contains(port) else { throw ValidationError("--port must be 0 to 65535") }
        guard ["floor", "default"].contains(kdfCost) else {
            throw ValidationError("--kdf-cost must be floor or default")
        }
        if let user = options.user, (try? VaultName(user)) == nil {
            throw ValidationError("--user: this name is not possible")
        }
    }

    func run() async throws {
        ProcessHardening.apply()
        var logger = Logger(label: "cerca.vault", factory: { StreamLogHandler.standardError(label: $0) })
        logger.logLevel = .error
        let web = try WebAppFolder(named: web).needed()
        let source = try source()
        let page = VaultPage(
            folder: options.folder, source: source, clock: .system(),
            cost: kdfCost == "floor" ? .floor : nil, firstUser: try options.user.map { try VaultName($0) })
        try await enter(page)
        let token = Mutex("")
        let porter = RequestGuard { shown in token.withLock { $0 = shown } }
        let opened = Mutex<VaultPageBrowser?>(nil)
        defer { opened.withLock { $0?.remove() } }
        let opensBrowser = browser
        let json = options.json
        var limits = ServerLimits.standard
        // A file travels in Base64, with a little JSON around it.
        limits.bodyBytes = VaultPageFileBody.mostBytes / 3 * 4 + 64 * 1024
        limits.connections = 64
        let application = try buildLocalApplication(
            configuration: ServerConfiguration(host: "127.0.0.1", port: port, webRoot: web, limits: limits),
            clock: .system(), logger: logger, admission: { request, route in try porter.admit(request, to: route) },
            onListening: { port in
                porter.listen(at: port)
                let link = token.withLock { token in
                    defer { token = "" }
                    return "http://localhost:\(port)/vault#t=\(token)"
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
            throw CommandFailure(ServerStrings.servePortInUse(port: port).text)
        } catch let error as IOError {
            throw CommandFailure(
                ServerStrings.serveCannotListen(port: port, reason: String(cString: strerror(error.errnoCode))).text)
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
