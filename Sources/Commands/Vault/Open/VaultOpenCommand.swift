import ArgumentParser
import Vault

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
            there: whoever has this device unlocked can feign a position. A passkey opens the vault in this page and \
            nowhere else; it is added under Settings, or by `cerca vault slot add passkey`.
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
        var page = ServedVaultPage(options: options)
        page.port = port
        page.web = web
        page.opensBrowser = browser
        page.cost = kdfCost == "floor" ? .floor : nil
        try await page.run()
    }
}
