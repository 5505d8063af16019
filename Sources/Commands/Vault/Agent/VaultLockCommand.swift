import ArgumentParser
import Strings
import Vault
import VaultDevice

/// `cerca vault lock`: the agent forgets the keys and ends.
struct VaultLockCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "lock", abstract: "Forget the keys of a vault that `unlock` opened.")

    @OptionGroup var options: VaultOptions

    func run() async throws {
        let wasOpen = AgentClient(vault: try options.locked().header.vault).lock()
        guard options.json else { return (wasOpen ? VaultStrings.agentLocked : VaultStrings.agentWasLocked).say() }
        var output = OutputBuffer()
        output.object { line in
            line.member("unlocked", false)
            line.member("wasUnlocked", wasOpen)
        }
        try output.flush()
    }
}
