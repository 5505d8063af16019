import ArgumentParser
import Strings
import Vault
import VaultDevice

/// `cerca vault slot`: the ways into a vault.
struct VaultSlotCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "slot",
        abstract: "Manage the slots that open the vault.",
        discussion: """
            Any one slot opens the vault; a slot with several factors asks for all of them. A change of slots touches \
            no item.
            """,
        subcommands: [
            VaultSlotListCommand.self, VaultSlotAddCommand.self, VaultSlotRemoveCommand.self,
            VaultSlotPasswordCommand.self, VaultSlotPlaceCommand.self, VaultSlotRecoveryCommand.self,
        ],
        defaultSubcommand: VaultSlotListCommand.self)
}

/// `cerca vault slot list`: what opens the vault; it is no secret, and needs no unlocking.
struct VaultSlotListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the slots; nothing needs to be unlocked.",
        discussion: "What is listed without unlocking is what the file says; unlocking verifies it.")

    @OptionGroup var options: VaultOptions

    func run() async throws {
        let locked = try options.locked()
        let slots = locked.slots
        let protection = options.folder.keyProtection(of: locked.header.vault)
        var output = OutputBuffer()
        if options.json {
            for slot in slots {
                output.object { line in
                    line.slot(slot)
                    if !slot.opensAnywhere, let protection { line.member("deviceKeys", protection.word) }
                }
            }
        } else {
            var table = TextTable([
                .init(VaultStrings.slotSlot.text, right: true), .init(VaultStrings.slotLabel.text, shortest: 10),
                .init(VaultStrings.slotOpensWith.text), .init(VaultStrings.slotMade.text),
            ])
            for slot in slots {
                let factors = slot.kinds.map { $0.phrase.text }.joined(separator: " + ")
                table.add(["\(slot.id)", slot.label, factors, slot.madeOn])
            }
            table.write(to: &output, width: Terminal.columns)
        }
        try output.flush()
        if !options.json, let protection { protection.phrase.say() }
    }
}

/// `cerca vault slot remove`: closes a way in.
struct VaultSlotRemoveCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Close a way in.",
        discussion: "The last slot for daily use stays, and so does the recovery code.",
        aliases: ["rm"])

    @OptionGroup var options: VaultOptions

    @Argument(help: "The slot's number.")
    var slot: UInt32

    func run() async throws {
        let vault = try await options.unlocked()
        let id = SlotID(slot)
        guard let removed = vault.header.slots.first(where: { $0.id == id }) else {
            throw VaultFault.unknownSlot(id).failure()
        }
        try refusing { () throws(VaultFault) in try vault.removeSlot(id) }
        if removed.passkey != nil { VaultStrings.slotPasskeyStays.say() }
        try SlotReport.report(
            removed, json: options.json, VaultStrings.slotRemoved(slot: Int(slot), label: removed.label))
    }
}

/// `cerca vault slot password`: another password.
struct VaultSlotPasswordCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "password", abstract: "Change the password; no item is touched.")

    @OptionGroup var options: VaultOptions

    @Option(
        help: ArgumentHelp(
            "A file whose first line is the new password; without it, it is asked for.", valueName: "file"),
        completion: .file())
    var newPasswordFile: String?

    func run() async throws {
        let vault = try await options.unlocked()
        let password = try options.newPassword(file: newPasswordFile)
        let fixes = try await fixesForSharedSlots(of: vault)
        var random = SystemRandomNumberGenerator()
        try refusing { () throws(VaultFault) in
            try vault.changePassword(to: password, fixes: fixes, day: VaultClock.today, using: &random)
        }
        try SlotReport.report(nil, json: options.json, VaultStrings.slotPasswordChanged)
    }

    /// The position, for slots that ask for a place and the password together.
    private func fixesForSharedSlots(of vault: UnlockedVault) async throws -> [Fix] {
        let shared = vault.header.slots.contains { $0.kinds.contains(.password) && $0.kinds.contains(.place) }
        return shared ? try await options.fixes(16, within: .seconds(60)) : []
    }
}

/// `cerca vault slot place`: another place.
struct VaultSlotPlaceCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "place",
        abstract: "Change the place to where you are; no item is touched.",
        discussion: """
            The position given is the new place. The vault is opened with the rest of what is given, or by its agent.
            """)

    @OptionGroup var options: VaultOptions

    @Option(help: ArgumentHelp("Which slot, when several have a place.", valueName: "number"))
    var slot: UInt32?

    func validate() throws {
        guard try options.positionSource != nil else { throw ValidationError(VaultStrings.slotNoPosition.text) }
    }

    func run() async throws {
        let vault = try await options.unlockedElsewhere()
        let fixes = try await options.fixes(16, within: .seconds(60))
        var random = SystemRandomNumberGenerator()
        try refusing { () throws(VaultFault) in
            try vault.changePlace(to: fixes, slot: slot.map { SlotID($0) }, day: VaultClock.today, using: &random)
        }
        VaultStrings.slotPlaceLimits.say()
        try SlotReport.report(nil, json: options.json, VaultStrings.slotPlaceChanged)
    }
}

/// `cerca vault slot recovery`: another recovery code.
struct VaultSlotRecoveryCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "recovery", abstract: "Make a new recovery code; the one before opens nothing any more.")

    @OptionGroup var options: VaultOptions

    func run() async throws {
        let vault = try await options.unlocked()
        var random = SystemRandomNumberGenerator()
        let code = try refusing { () throws(VaultFault) in
            try vault.newRecoveryCode(day: VaultClock.today, using: &random)
        }
        var output = OutputBuffer()
        if options.json {
            output.object { $0.member("recoveryCode", code.text) }
        } else {
            VaultStrings.slotNewRecovery.say()
            output.line(code.text)
        }
        try output.flush()
    }
}

/// Says what became of a slot.
enum SlotReport {
    /// The slot as one line of JSON, or words on standard error.
    static func report(_ slot: Slot?, json: Bool, _ words: Phrase) throws {
        guard json else { return words.say() }
        var output = OutputBuffer()
        output.object { line in
            if let slot { line.slot(slot) } else { line.member("changed", true) }
        }
        try output.flush()
    }
}

extension VaultOptions {
    /// The vault, opened with everything but the position, which names another place.
    ///
    /// When there is nothing else it may be the same place after all: it is tried.
    func unlockedElsewhere() async throws -> UnlockedVault {
        var others = self
        (others.place.position, others.place.gpsd, others.place.nmea) = (nil, nil, nil)
        let hasAgent = AgentClient(vault: try locked().header.vault).secondsLeft() != nil
        return try await (others.hasSecrets || hasAgent || Terminal.canAsk ? others : self).unlocked()
    }
}
