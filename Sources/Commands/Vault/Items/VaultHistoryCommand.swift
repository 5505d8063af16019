import ArgumentParser
import Basics
import Strings
import Vault
import VaultDevice

/// `cerca vault history`: what an item's fields said before.
struct VaultHistoryCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "history", abstract: "Show what an item's fields said before, the newest first.")

    @OptionGroup var options: VaultOptions
    @OptionGroup var choice: ItemChoice

    @Flag(help: "Show concealed values on the terminal.")
    var reveal = false

    func run() async throws {
        let vault = try await options.unlocked()
        let summary = try choice.find(in: vault)
        let item = try refusing { () throws(VaultFault) in try vault.item(summary.id) }
        let reveals = reveal || options.json || !Terminal.isRead
        if reveals { try vault.requireFreshUnlock(for: item) }
        var output = OutputBuffer()
        if options.json {
            for past in item.history {
                output.object { line in
                    line.member("kind", past.kind.word)
                    line.member("value", past.value)
                    line.member("until", past.until.rfc3339)
                }
            }
        } else if item.history.isEmpty {
            VaultStrings.itemNoHistory.say()
        } else {
            var table = TextTable([
                .init(VaultStrings.itemUntil.text), .init(VaultStrings.itemField.text),
                .init(VaultStrings.itemValue.text, shortest: 20),
            ])
            for past in item.history {
                table.add([
                    past.until.dayText, past.kind.phrase.text,
                    past.kind.isConcealed && !reveals ? "••••••••" : past.value,
                ])
            }
            table.write(to: &output, width: Terminal.columns)
        }
        try output.flush()
    }
}
