import ArgumentParser
import Foundation
import Strings
import Vault
import VaultDevice

/// `cerca vault unlock`: an agent holds the keys, so that the next commands need nothing.
struct VaultUnlockCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "unlock",
        abstract: "Keep the vault open for the next commands.",
        discussion: """
            A process of its own holds the keys and gives them to commands of the same user of this machine alone. It \
            ends after a time without use (`config --auto-lock`), with `cerca vault lock`, and, with --gpsd or --nmea \
            and `config --lock-when-leaving`, when this device leaves the place.
            """)

    @OptionGroup var options: VaultOptions

    @Option(help: ArgumentHelp("Lock after so long without use; without it, as configured.", valueName: "seconds"))
    var autoLock: Int?

    @Flag(help: "Only tell whether the vault is open, and for how long.")
    var status = false

    func validate() throws {
        if let autoLock, !(1...AgentHandover.longestIdleSeconds).contains(autoLock) {
            throw ValidationError("--auto-lock must be from 1 to \(AgentHandover.longestIdleSeconds) seconds")
        }
    }

    func run() async throws {
        let locked = try options.locked()
        let agent = AgentClient(vault: locked.header.vault)
        if status { return try tell(agent.secondsLeft()) }
        let (vault, fix) = try await options.unlocked(locked)
        let idle = autoLock ?? vault.settings.autoLockSeconds
        let watches = vault.settings.lockWhenLeaving && options.place.movesAlong
        if vault.settings.lockWhenLeaving, !watches { VaultStrings.agentLeavingNeedsSource.say() }
        let handover = AgentHandover(
            vault: locked.header.vault, keys: try refusing { () throws(VaultFault) in try vault.keys },
            idleSeconds: idle, place: watches ? fix.map { ($0, vault.header.cell) } : nil)
        guard AgentLaunch.start(handover, watching: watches ? options : nil) else {
            throw CommandFailure(VaultStrings.agentFailed.text)
        }
        guard options.json else { return VaultStrings.agentUnlocked(seconds: Int64(idle)).say() }
        try tell(Int64(idle))
    }

    private func tell(_ seconds: Int64?) throws {
        guard options.json else {
            return (seconds.map { VaultStrings.agentIsOpen(seconds: $0) } ?? VaultStrings.agentLocked).say()
        }
        var output = OutputBuffer()
        output.object { line in
            line.member("unlocked", seconds != nil)
            if let seconds { line.member("secondsLeft", seconds) }
        }
        try output.flush()
    }
}
