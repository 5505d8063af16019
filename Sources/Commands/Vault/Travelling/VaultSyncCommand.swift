import ArgumentParser
import Foundation
import Strings
import Vault
import VaultDevice

/// `cerca vault sync`: exchanges sealed records with a server that can read none of them.
struct VaultSyncCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sync",
        abstract: "Keep a vault equal on several devices, through a server that cannot read it.",
        discussion: """
            What two devices changed is kept twice. A second device joins with the recovery code, and gets a place and \
            a password of its own:

              cerca vault sync --join ana --server https://cerca.example --email ana@example.org \\
                --recovery-file code --password-file secret

            The server learns the account, how many records there are, how large they are and when they change.
            """)

    @OptionGroup var options: VaultOptions

    @Option(help: ArgumentHelp("The server, for example https://cerca.example.", valueName: "url"))
    var server: String

    @Option(help: ArgumentHelp("What to call this device in titles of conflicts.", valueName: "name"))
    var device: String?

    @Option(help: ArgumentHelp("Make this device's file of a vault that another device has.", valueName: "user"))
    var join: String?

    @Option(help: "With --join, what a guess costs: default or floor.")
    var kdfCost: CostArgument = .standard

    @Flag(help: "Forget what is known of the server first: it was restored from a backup, or is another one.")
    var startOver = false

    func validate() throws {
        if join != nil, options.recoveryFile == nil {
            throw ValidationError("--join needs the recovery code: --recovery-file")
        }
    }

    func run() async throws {
        if let join { return try await makeFile(for: join) }
        let vault = try await options.unlocked()
        try report(
            try await synchronizing { sync throws(SyncFault) in
                try await sync.run(on: vault, now: VaultClock.now, startsOver: startOver)
            })
    }

    /// Synchronizes through the account, which is signed in for that alone.
    private func synchronizing<Result>(
        _ work: (VaultSync) async throws(SyncFault) -> Result
    ) async throws -> Result {
        try await options.account.whileSignedIn(at: server) { account in
            let name = device ?? ProcessInfo.processInfo.hostName
            do throws(SyncFault) {
                return try await work(VaultSync(server: HTTPVaultServer(account: account), device: name))
            } catch .vault(.vaultExists) {
                throw CommandFailure(VaultStrings.syncAlreadyHere.text)
            } catch {
                throw error.failure
            }
        }
    }

    private func makeFile(for name: String) async throws {
        guard let recoveryFile = options.recoveryFile else { return }
        let code = try SecretInput.recoveryCode(recoveryFile)
        let fixes = try await options.fixes(16, within: .seconds(60))
        var new = NewVault(user: try vaultName(name), fixes: fixes, language: Language.current.rawValue)
        if options.passwordFile != nil || fixes.isEmpty {
            new.password = try options.newPassword(file: options.passwordFile)
        }
        new.cost = CalibratedCost.cost(kdfCost, quiet: options.json)
        let done = try await synchronizing { [new] sync throws(SyncFault) in
            try await sync.join(new, recovery: code, in: options.folder, now: VaultClock.now).report
        }
        if !fixes.isEmpty { VaultStrings.slotPlaceLimits.say() }
        try report(done)
    }

    private func report(_ report: VaultDevice.SyncReport) throws {
        guard options.json else {
            VaultStrings.syncDone(sent: report.sent, received: report.received).say()
            for conflict in report.conflicts {
                VaultStrings.syncBothKept(title: TerminalText.harmless(conflict.text)).say()
            }
            return
        }
        var output = OutputBuffer()
        output.object { line in
            line.member("sent", report.sent)
            line.member("received", report.received)
            line.member("conflicts", report.conflicts.map(\.text))
        }
        try output.flush()
    }
}

extension SyncFault {
    /// The fault as the command's end.
    var failure: CommandFailure {
        if case .vault(let fault) = self { return fault.failure() }
        return CommandFailure(phrase.text)
    }
}

extension SyncFault {
    /// Why records were not exchanged.
    private var phrase: Phrase {
        switch self {
        case .server(let fault): fault.phrase
        case .vault(let fault): fault.phrase
        case .conflict: VaultStrings.syncConflict
        case .rolledBack: VaultStrings.syncRolledBack
        case .tampered: VaultStrings.syncTampered
        case .nothingToJoin: VaultStrings.syncNothingToJoin
        case .ambiguous: VaultStrings.syncAmbiguous
        }
    }
}
