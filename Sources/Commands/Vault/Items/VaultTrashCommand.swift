import ArgumentParser
import Basics
import Strings
import Vault
import VaultDevice

/// `cerca vault trash`: what is in the trash, or its end.
struct VaultTrashCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "trash", abstract: "List what is in the trash, or empty it.",
        discussion: """
            Listing erases nothing. What has been there for longer than `config --trash-days` says is erased when \
            another item is added or removed, or with --empty.
            """)

    @OptionGroup var options: VaultOptions

    @Flag(help: "Erase for good what is in the trash.")
    var empty = false

    @Option(help: ArgumentHelp("With --empty: only what was removed so many days ago or earlier.", valueName: "days"))
    var olderThan = 0

    @Flag(help: "Do not ask.")
    var yes = false

    func validate() throws {
        guard olderThan >= 0, olderThan <= 36_500 else { throw ValidationError("--older-than must be days") }
    }

    func run() async throws {
        let vault = try await options.unlocked()
        let items = try refusing { () throws(VaultFault) in try vault.summaries(deleted: true) }
        guard empty else {
            return try ItemList(vault).print(items, json: options.json) { VaultStrings.itemTrashIsEmpty.say() }
        }
        if !yes, !items.isEmpty, Terminal.canAsk,
            !Terminal.confirms(VaultStrings.itemConfirmTrash(count: items.count).text)
        {
            throw CommandFailure(VaultStrings.itemNothingDone.text)
        }
        // The instant itself counts as earlier: what was removed a moment ago goes as well.
        let until = VaultClock.now.advanced(bySeconds: -86_400 * Int64(olderThan)).advanced(byMilliseconds: 1)
        let count = try refusing { () throws(VaultFault) in try vault.emptyTrash(olderThan: until) }
        guard options.json else { return VaultStrings.itemTrashEmptied(count: count).say() }
        var output = OutputBuffer()
        output.object { $0.member("erased", count) }
        try output.flush()
    }
}
