import ArgumentParser
import Strings
import Vault
import VaultDevice

/// `cerca vault config`: what a person can set.
struct VaultConfigCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "config",
        abstract: "Show the settings, or change those that are named.",
        discussion: """
            Cell and cost are those of slots that are made from now on; `slot password` and `slot place` make them \
            anew. When nothing changes, nothing is written.
            """)

    @OptionGroup var options: VaultOptions

    @Option(help: "How items are sealed; everything is sealed anew.")
    var cipher: CipherArgument?

    @Flag(help: "Allow a cipher that is weak.")
    var allowWeak = false

    @Option(help: ArgumentHelp("The side of a place's cell, 5 to 1000 metres.", valueName: "metres"))
    var cell: UInt16?

    @Option(help: "What a guess costs: default (measured on this machine) or floor.")
    var kdfCost: CostArgument?

    @Option(help: "After failures: standard or strict.")
    var lockOut: LockoutArgument?

    @Option(help: ArgumentHelp("Lock after so long without use, 10 to 86400.", valueName: "seconds"))
    var autoLock: Int?

    @Flag(inversion: .prefixedNo, help: "Lock when the position leaves the place, or not.")
    var lockWhenLeaving: Bool?

    @Option(help: ArgumentHelp("Clear a copied value after so long, 5 to 600.", valueName: "seconds"))
    var clipboard: Int?

    @Option(help: "The language by whose order lists are sorted: es, en, pt or it.")
    var language: LanguageArgument?

    @Option(help: ArgumentHelp("How long the trash keeps items, 1 to 365.", valueName: "days"))
    var trashDays: Int?

    @Option(help: ArgumentHelp("How many past values an item keeps, 0 to 20.", valueName: "count"))
    var history: Int?

    func validate() throws {
        func check(_ value: Int?, _ range: ClosedRange<Int>, _ name: String) throws {
            if let value, !range.contains(value) {
                throw ValidationError("--\(name) must be from \(range.lowerBound) to \(range.upperBound)")
            }
        }
        try check(cell.map(Int.init), 5...1000, "cell")
        try check(autoLock, 10...86_400, "auto-lock")
        try check(clipboard, 5...600, "clipboard")
        try check(trashDays, 1...365, "trash-days")
        try check(history, 0...20, "history")
    }

    func run() async throws {
        let vault = try await options.unlocked()
        let before = (vault.header, vault.settings)
        try apply(to: vault)
        var output = OutputBuffer()
        if options.json { output.object { $0.configuration(vault) } } else { write(vault, to: &output) }
        try output.flush()
        if !options.json, before != (vault.header, vault.settings) { VaultStrings.slotSettingsKept.say() }
    }

    private func apply(to vault: UnlockedVault) throws {
        let cost = kdfCost.map { CalibratedCost.cost($0, quiet: options.json) }
        try refusing { () throws(VaultFault) in
            // The one that can be refused comes first.
            if let suite = cipher?.suite, suite != vault.header.cipher {
                try vault.changeCipher(to: suite, allowsWeak: allowWeak)
            }
            if let side = cell.flatMap(CellSide.init), side != vault.header.cell { try vault.setCell(side) }
            if let cost, cost != vault.header.cost { try vault.setCost(cost) }
            if let rule = lockOut?.rule, rule != vault.header.lockoutRule { try vault.setRule(rule) }
            try vault.changeSettings { settings in
                if let autoLock { settings.autoLockSeconds = autoLock }
                if let lockWhenLeaving { settings.lockWhenLeaving = lockWhenLeaving }
                if let clipboard { settings.clipboardSeconds = clipboard }
                if let language { settings.language = language.tag }
                if let trashDays { settings.trashDays = trashDays }
                if let history { settings.historyLimit = history }
            }
        }
    }

    private func write(_ vault: UnlockedVault, to output: inout OutputBuffer) {
        let header = vault.header
        let settings = vault.settings
        let yes = VaultStrings.itemYes.text
        let no = VaultStrings.itemNo.text
        for (name, value) in [
            ("cipher", header.cipher.name + (header.cipher.isWeak ? " (\(VaultStrings.slotWeak.text))" : "")),
            ("cell", "\(header.cell.metres) m"),
            ("kdf-cost", "Argon2id, \(header.cost)"),
            ("lock-out", LockoutArgument(header.lockoutRule).rawValue),
            ("auto-lock", "\(settings.autoLockSeconds) s"),
            ("lock-when-leaving", settings.lockWhenLeaving ? yes : no),
            ("clipboard", "\(settings.clipboardSeconds) s"),
            ("language", settings.language),
            ("trash-days", "\(settings.trashDays)"),
            ("history", "\(settings.historyLimit)"),
        ] {
            output.text(name)
            output.spaces(20 - name.count)
            output.line(value)
        }
    }
}
