import ArgumentParser
import Strings
import Vault
import VaultDevice

/// What every command of the vault takes: which vault, what opens it, and how to answer.
struct VaultOptions: ParsableArguments {
    @OptionGroup var place: VaultPlaceOptions

    @Option(help: ArgumentHelp("A file whose first line is the password.", valueName: "file"), completion: .file())
    var passwordFile: String?

    @Option(help: ArgumentHelp("A file with the recovery code.", valueName: "file"), completion: .file())
    var recoveryFile: String?

    @Flag(help: "Open a copy that is older than what this device has seen; it takes the recovery code.")
    var acceptOlder = false

    @Flag(help: "Print one JSON object a line.")
    var json = false

    @OptionGroup(title: "Account and radio") var account: AccountOptions

    /// Whose vault was named; nil when nobody was.
    var user: String? { place.user }

    /// The source of positions that was named; nil when none was.
    var positionSource: PositionOption? {
        get throws { try place.positionSource }
    }

    /// The folder of the vaults.
    var folder: VaultFolder { place.folder }

    /// Whether anything was given to open a slot with, so that an agent is not to be asked.
    var hasSecrets: Bool {
        place.namesPosition || passwordFile != nil || recoveryFile != nil || account.canProvePresence
    }

    /// Whose vault is meant.
    func owner() throws(CommandFailure) -> VaultName {
        if let user { return try vaultName(user) }
        do throws(VaultFault) {
            if let only = try folder.theOnlyUser() { return only }
        } catch {
            throw CommandFailure(VaultStrings.sessionCannotTellWhose(reason: error.phrase).text)
        }
        guard !folder.vaults().isEmpty else { throw CommandFailure(VaultStrings.sessionNoVaultYet.text) }
        let users = folder.users().map(\.text).joined(separator: ", ")
        let reason =
            users.isEmpty ? VaultStrings.sessionSayWhose : VaultStrings.sessionSayWhoseOf(users: users)
        throw CommandFailure(reason.text)
    }
}
