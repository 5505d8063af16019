import ArgumentParser
import Foundation
import Vault
import VaultDevice

/// `cerca vault travel`: takes chosen categories off this device for a journey.
struct VaultTravelCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "travel",
        abstract: "Take chosen categories off this device for a journey, and bring them back.",
        discussion: """
            Which ones: cerca vault category set NAME --removable. Their items go to the server, sealed with a key \
            that leaves this device as well; a place, a presence or the recovery code brings it back, a password does \
            not.
            """,
        subcommands: [VaultTravelStatusCommand.self, VaultTravelOnCommand.self, VaultTravelOffCommand.self],
        defaultSubcommand: VaultTravelStatusCommand.self)
}

/// `cerca vault travel status`: whether something is away.
struct VaultTravelStatusCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "status", abstract: "Tell whether the vault travels.")

    @OptionGroup var options: VaultOptions

    func run() async throws {
        let vault = try await options.unlocked()
        guard options.json else { return (vault.isTravelling ? SyncWords.isTravelling : .isHome).say() }
        var output = OutputBuffer()
        output.object { $0.member("travelling", vault.isTravelling) }
        try output.flush()
    }
}

/// `cerca vault travel on`: the items go.
struct VaultTravelOnCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "on", abstract: "Synchronize, and take the removable categories' items off this device.")

    @OptionGroup var options: VaultOptions

    @Option(help: ArgumentHelp("The server, for example https://cerca.example.", valueName: "url"))
    var server: String

    func run() async throws {
        let vault = try await options.unlocked()
        let hasRemovable = try refusing { () throws(VaultFault) in
            try vault.categories().contains { $0.category.isRemovable }
        }
        guard hasRemovable else { throw CommandFailure(SyncWords.nothingRemovable.text) }
        let sync = VaultSync(
            server: HTTPVaultServer(account: try await options.account.signIn(at: server)),
            device: ProcessInfo.processInfo.hostName)
        let count: Int
        do throws(SyncFault) {
            count = try await sync.beginTravel(on: vault, now: VaultClock.now)
        } catch {
            throw error.failure
        }
        // The agent may hold the key that has just left.
        AgentClient(vault: vault.header.vault).lock()
        guard options.json else { return SyncWords.travelling(count).say() }
        var output = OutputBuffer()
        output.object { line in
            line.member("travelling", true)
            line.member("removed", count)
        }
        try output.flush()
    }
}

/// `cerca vault travel off`: the items come back.
struct VaultTravelOffCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "off", abstract: "Bring the items back; it takes a place, a presence or the recovery code.")

    @OptionGroup var options: VaultOptions

    @Option(help: ArgumentHelp("The server, for example https://cerca.example.", valueName: "url"))
    var server: String

    func run() async throws {
        let vault = try await options.unlocked()
        let sync = VaultSync(
            server: HTTPVaultServer(account: try await options.account.signIn(at: server)),
            device: ProcessInfo.processInfo.hostName)
        let received: Int
        do throws(SyncFault) {
            received = try await sync.endTravel(on: vault, now: VaultClock.now).received
        } catch .vault(.travelling) {
            throw CommandFailure(SyncWords.needsTravelKey.text)
        } catch {
            throw error.failure
        }
        guard options.json else { return SyncWords.back(received).say() }
        var output = OutputBuffer()
        output.object { line in
            line.member("travelling", false)
            line.member("received", received)
        }
        try output.flush()
    }
}
