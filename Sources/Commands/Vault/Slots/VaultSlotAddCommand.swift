import ArgumentParser
import Crypto
import Strings
import Vault
import VaultDevice

/// `cerca vault slot add`: another way in, of one factor or of several that are all needed.
struct VaultSlotAddCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Make another slot; several factors are all needed.",
        discussion: """
              cerca vault slot add --place --password    (a place and a password together)
              cerca vault slot add --tang http://10.0.0.2 --label Office
              cerca vault slot add passkey               (finger, face or security key)

            A passkey is added in the vault's page, which opens for it as with `cerca vault open`: browsers make \
            passkeys. It opens the vault there, on this machine; commands are opened with the rest, or by their agent.

            With --place the position given is the slot's; the vault is opened with the rest of what is given, or by \
            its agent. What a place cannot do: a forged position on an unlocked device opens the slot.
            """)

    @OptionGroup var options: VaultOptions

    /// What is added by its name; everything else by an option, since it needs more to be said.
    enum Named: String, ExpressibleByArgument, CaseIterable {
        case passkey
    }

    @Argument(help: ArgumentHelp("A passkey, which is added in the vault's page.", valueName: "passkey"))
    var named: Named?

    @Flag(help: "Ask for this place: the position given.")
    var place = false

    @Flag(help: "Ask for a password.")
    var password = false

    @Option(
        help: ArgumentHelp(
            "A file whose first line is the slot's password; without it, it is asked for.", valueName: "file"),
        completion: .file())
    var newPasswordFile: String?

    @Option(help: ArgumentHelp("Ask for a Tang server, whose address this is.", valueName: "url"))
    var tang: String?

    @Option(
        help: ArgumentHelp(
            "Ask for proved presence at this beacon; it takes --server, --email and --hci.",
            valueName: "uuid,major,minor"))
    var presence: BeaconArgument?

    @Option(help: ArgumentHelp("The server that judges presence.", valueName: "url"))
    var server: String?

    // A thumbprint may begin with a hyphen.
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The thumbprint of one of the Tang server's keys, as its owner says.", valueName: "key"))
    var trust: String?

    @Option(help: ArgumentHelp("What to call the slot.", valueName: "text"))
    var label: String?

    @Option(help: "How many positions are averaged for the place.")
    var fixes = 16

    func validate() throws {
        if named != nil {
            guard !place, !password, tang == nil, presence == nil, label == nil else {
                throw ValidationError("a passkey stands alone, and gets its name in the page")
            }
            return
        }
        guard place || password || tang != nil || presence != nil else {
            throw ValidationError(
                "say what the slot asks for: --place, --presence, --password, --tang, or several of them; or passkey")
        }
        guard (1...100).contains(fixes) else { throw ValidationError("--fixes must be from 1 to 100") }
        if trust != nil, tang == nil { throw ValidationError("--trust goes with --tang") }
        if presence != nil, server == nil || !options.account.canProvePresence {
            throw ValidationError("--presence needs --server, --email and --hci")
        }
        if newPasswordFile != nil, !password { throw ValidationError("--new-password-file goes with --password") }
        guard try !place || options.positionSource != nil else {
            throw ValidationError("--place needs a position: --position, --gpsd or --nmea")
        }
    }

    func run() async throws {
        guard named == nil else { return try await openPage() }
        let name = try label.map { text throws(CommandFailure) in try vaultName(text) }
        let vault = try await (place ? options.unlockedElsewhere() : options.unlocked())
        try requireFree(name, in: vault)
        var factors: [NewFactor] = []
        let measured = place ? try await options.fixes(fixes, within: .seconds(60)) : []
        if place { factors.append(.place(measured)) }
        var proof: PresenceProof?
        if let presence, let server {
            let made = try await presenceFactor(presence.beacon, at: server, in: vault, measured)
            factors.append(made.factor)
            proof = made.proof
        }
        if let tang { factors.append(try await tangFactor(tang)) }
        if password { factors.append(.password(try options.newPassword(file: newPasswordFile))) }
        var random = SystemRandomNumberGenerator()
        let label = name?.text ?? factors.map { $0.kind.phrase.text }.joined(separator: " + ")
        let slot = try refusing { () throws(VaultFault) in
            try vault.addSlot(label: label, factors, day: VaultClock.today, using: &random)
        }
        await proof?.confirm()
        await proof?.end()
        if place { VaultStrings.slotPlaceLimits.say() }
        if presence != nil { VaultStrings.slotPresenceLimits.say() }
        try SlotReport.report(
            slot, json: options.json, VaultStrings.slotAdded(slot: Int(slot.id.rawValue), label: slot.label))
    }

    /// Serves the vault's page, where a browser makes the passkey.
    private func openPage() async throws {
        if !options.json { VaultStrings.slotPasskeyInPage.say() }
        var page = ServedVaultPage(options: options)
        page.wish = .passkey
        try await page.run()
    }

    /// Refuses what another slot is called; several without a name of their own may be called by their factors.
    private func requireFree(_ name: VaultName?, in vault: UnlockedVault) throws(CommandFailure) {
        guard let name, vault.header.slots.contains(where: { (try? VaultName($0.label)) == name }) else { return }
        throw VaultFault.nameTaken(name.text).failure()
    }

    /// A slot on the server for a beacon that is heard now, and what the server gives for it.
    private func presenceFactor(
        _ beacon: PresenceFactor.Beacon, at server: String, in vault: UnlockedVault, _ fixes: [Fix]
    ) async throws -> (factor: NewFactor, proof: PresenceProof) {
        var random = SystemRandomNumberGenerator()
        let client = PresenceClient(account: try await options.account.signIn(at: server))
        let factor: PresenceFactor
        let cell: Cell?
        do throws(ServerFault) {
            factor = try await client.register(at: beacon, rule: vault.header.lockoutRule, using: &random)
        } catch {
            throw CommandFailure(error.phrase.text)
        }
        do throws(PlaceFault) {
            cell = place ? try Lattice(side: vault.header.cell).enrol(fixes).cell : nil
        } catch {
            throw VaultFault.place(error).failure()
        }
        let proof = try await PresenceProof(
            of: factor, user: vault.user.folded, slot: vault.nextSlotID, cell: cell, account: options.account,
            client: client)
        return (.presence(factor, proof.contribution.key), proof)
    }

    /// A secret bound to the server, whose keys are told so that somebody can compare them.
    private func tangFactor(_ address: String) async throws -> NewFactor {
        var random = SystemRandomNumberGenerator()
        do throws(NetworkFactorFault) {
            let server = try TangServer(address: address)
            let advertisement = try await server.advertisement()
            if let trust {
                try advertisement.check(trusting: trust)
            } else {
                VaultStrings.slotTangKeys(
                    server: server.address, thumbprints: advertisement.signingThumbprints.joined(separator: ", ")
                ).say()
            }
            let (factor, contribution) = try advertisement.factor(using: &random)
            return .tang(factor, contribution)
        } catch {
            throw CommandFailure(error.phrase.text)
        }
    }
}
