import ArgumentParser
import Foundation
import Strings
import Vault
import VaultDevice

/// `cerca vault create-user`: makes a vault with a place slot, a password slot, or both, and a recovery code.
struct VaultCreateUserCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "create-user",
        abstract: "Make a vault for a user.",
        discussion: """
            It opens at the place of the position given, and with the password given, either of them. The recovery \
            code is shown once: it opens a copy of the vault anywhere, when everything else is lost.

              cerca vault create-user ana --gpsd localhost:2947 --password-file secret
              cerca vault create-user ana --position 40.4168,-3.7038

            What a place cannot do: a forged position on an unlocked device opens the vault. Add a factor to the \
            place (`cerca vault slot add --place --password`) where that matters.
            """)

    @OptionGroup var options: VaultOptions

    @Argument(help: "Whose vault it is.")
    var name: String

    @Option(help: "How items are sealed; see `cerca vault cipher --help`.")
    var cipher: CipherArgument = .standard

    @Flag(help: "Allow a cipher that is weak.")
    var allowWeak = false

    @Option(help: ArgumentHelp("The side of a place's cell, 5 to 1000 metres.", valueName: "metres"))
    var cell = Int(CellSide.standard.metres)

    @Option(help: "What a guess costs: default (measured, 0.4 to 1 s on this machine) or floor (19 MiB, 2 passes).")
    var kdfCost: CostArgument = .standard

    @Option(help: "After failures: standard (300 s more for each from the third) or strict (300 s times failures).")
    var lockOut: LockoutArgument = .standard

    @Option(help: "The language of the categories and of sorting: es, en, pt or it.")
    var language: LanguageArgument?

    @Option(help: "How many positions are averaged for the place.")
    var fixes = 16

    func validate() throws {
        guard (1...100).contains(fixes) else { throw ValidationError("--fixes must be from 1 to 100") }
        if let user = options.user, user != name {
            throw ValidationError("--user names another than the user to be made")
        }
    }

    func run() async throws {
        ProcessHardening.apply()
        var new = NewVault(user: try vaultName(name))
        guard let side = UInt16(exactly: cell).flatMap(CellSide.init) else {
            throw ValidationError("--cell must be from 5 to 1000 metres")
        }
        new.cell = side
        new.cipher = cipher.suite
        new.allowsWeakCipher = allowWeak
        new.lockoutRule = lockOut.rule
        new.language = language?.tag ?? Language.current.rawValue
        // What cannot be is refused before anybody waits for a position or types a password.
        guard allowWeak || !new.cipher.isWeak else { throw VaultFault.weakCipher(new.cipher).failure() }
        guard !FileManager.default.fileExists(atPath: options.folder.path(of: new.user.folded).path) else {
            throw VaultFault.vaultExists.failure(new.user.text)
        }
        new.fixes = try await options.fixes(fixes, within: .seconds(60))
        if options.passwordFile != nil || new.fixes.isEmpty {
            new.password = try options.newPassword(file: options.passwordFile)
        }
        new.cost = CalibratedCost.cost(kdfCost, quiet: options.json)
        try create(new)
    }

    private func create(_ new: NewVault) throws {
        var random = SystemRandomNumberGenerator()
        let made = try refusing(new.user.text) { () throws(VaultFault) in
            try options.folder.create(new, now: VaultClock.now, using: &random)
        }
        if !new.fixes.isEmpty { VaultStrings.slotPlaceLimits.say() }
        let protection = options.folder.keyProtection(of: made.vault.header.vault)
        if let protection {
            for fault in options.folder.betterKeyFaults(than: protection) {
                VaultStrings.keysPassedOver(fault: "\(fault)").say()
            }
            protection.phrase.say()
        }
        if new.cipher.isWeak { VaultStrings.slotWeakCipher(cipher: new.cipher.name).say() }
        var output = OutputBuffer()
        if options.json {
            output.object { line in
                line.member("user", made.vault.user.text)
                line.member("vault", made.vault.header.vault.text)
                line.member("recoveryCode", made.recovery.text)
                if let protection { line.member("deviceKeys", protection.word) }
                line.member("slots", objects: made.vault.header.slots) { slot, line in line.slot(slot) }
                line.configuration(made.vault)
            }
        } else {
            VaultStrings.slotCreated(user: new.user.text).say()
            VaultStrings.slotRecoveryOnce.say()
            output.line(made.recovery.text)
        }
        try output.flush()
    }
}
