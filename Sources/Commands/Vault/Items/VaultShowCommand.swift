import ArgumentParser
import Basics
import Strings
import Vault
import VaultDevice

/// `cerca vault show`: one item, or one of its values.
struct VaultShowCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show an item, or the value of one field.",
        discussion: """
            On a terminal, passwords and other concealed values are dots until --reveal; in a pipe they are as they \
            are. --field otp gives the code of the moment, or the next one of a counter, which is then used up. For passwords, `cerca vault copy` leaves nothing on the \
            screen.
            """)

    @OptionGroup var options: VaultOptions
    @OptionGroup var choice: ItemChoice

    @Option(help: ArgumentHelp("Only this field's value: password, url, text:NAME …", valueName: "kind"))
    var field: FieldKindArgument?

    @Flag(help: "Show concealed values on the terminal.")
    var reveal = false

    func run() async throws {
        let vault = try await options.unlocked()
        let summary = try choice.find(in: vault)
        let item = try refusing { () throws(VaultFault) in try vault.item(summary.id) }
        if let kind = field?.kind {
            let field = try item.field(kind)
            if kind.isConcealed { try vault.requireFreshUnlock(for: item) }
            try print(field, of: item, in: vault)
        } else {
            // What would be dots needs no second unlocking.
            if options.json || reveal || !Terminal.isRead { try vault.requireFreshUnlock(for: item) }
            let category = try refusing { () throws(VaultFault) in
                try vault.categoryNames()[item.category]
            }
            try ItemPage(item: item, category: category ?? "", now: VaultClock.now, reveals: reveal || !Terminal.isRead)
                .print(json: options.json)
        }
    }

    private func print(_ field: Field, of item: Item, in vault: UnlockedVault) throws {
        let now = VaultClock.now
        var output = OutputBuffer()
        if options.json {
            var code: String?
            if field.kind == .oneTimePassword, case .counting = OneTimeCode(field.value, at: now) {
                code = try vault.code(field, of: item, at: now)
            }
            output.object { line in
                line.field(field, at: now)
                line.member("code", ifPresent: code)
            }
        } else if field.kind == .oneTimePassword {
            output.line(try vault.code(field, of: item, at: now))
        } else {
            output.line(Terminal.isRead ? TerminalText.harmless(field.value, keepingLines: true) : field.value)
        }
        try output.flush()
    }
}

extension Item {
    /// The first filled field of a kind.
    func field(_ kind: FieldKind) throws(CommandFailure) -> Field {
        if let found = fields.first(where: { $0.kind == kind && !$0.value.isEmpty }) { return found }
        // The name of a field of one's own is compared as names are.
        if let name = kind.name.flatMap({ try? VaultName($0) }),
            let found = fields.first(where: { field in
                guard let other = field.kind.name, field.kind.isConcealed == kind.isConcealed else { return false }
                return (try? VaultName(other)) == name && !field.value.isEmpty
            })
        {
            return found
        }
        throw CommandFailure(
            VaultStrings.itemNoField(title: TerminalText.harmless(title.text), field: kind.phrase).text)
    }
}

extension UnlockedVault {
    /// Refuses secrets of an item that asks for unlocking once more when an agent's keys were used.
    func requireFreshUnlock(for item: Item) throws(CommandFailure) {
        guard item.asksAgain, !isFresh else { return }
        throw CommandFailure(VaultStrings.sessionAsksAgain(title: TerminalText.harmless(item.title.text)).text)
    }
}
