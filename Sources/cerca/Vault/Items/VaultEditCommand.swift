import ArgumentParser
import Vault
import VaultDevice

/// `cerca vault edit`: changes an item; what its fields said before stays in its history.
struct VaultEditCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "edit",
        abstract: "Change an item.",
        discussion: """
            A field that the item has gets the new value, another one is added at the end; past values stay in \
            `cerca vault history`. As with `add`, give secrets as KIND=-, because arguments can be seen by others.
            """)

    @OptionGroup var options: VaultOptions
    @OptionGroup var choice: ItemChoice

    @Option(name: .customLong("title"), help: ArgumentHelp("Call it something else.", valueName: "title"))
    var newTitle: String?

    @Option(help: ArgumentHelp("Put it into another category.", valueName: "category"))
    var moveTo: String?

    @Option(
        name: .customLong("field"),
        help: ArgumentHelp("A field and its value, - to be asked for it; may be repeated.", valueName: "kind=value"))
    var fields: [FieldArgument] = []

    @Option(help: ArgumentHelp("Take a field away; may be repeated.", valueName: "kind"))
    var removeField: [FieldKindArgument] = []

    @Option(help: ArgumentHelp("Show these fields first, in this order.", valueName: "kind,kind,…"))
    var order: String?

    @Flag(help: "Make a new password of 20 characters.")
    var generatePassword = false

    @Flag(inversion: .prefixedNo, help: "Mark it as a favourite, or not.")
    var favourite: Bool?

    @Flag(inversion: .prefixedNo, help: "Show its secrets only after unlocking once more, or at once.")
    var askAgain: Bool?

    func validate() throws {
        _ = try orderedKinds()
        try fields.requireKinds()
    }

    func run() async throws {
        let vault = try await options.unlocked()
        let summary = try choice.find(in: vault)
        let before = try refusing { () throws(VaultFault) in try vault.item(summary.id) }
        // Taking the mark away would show the secrets to whoever finds the vault open.
        if askAgain == false { try vault.requireFreshUnlock(for: before) }
        let after = try changed(before, in: vault)
        guard after != before else {
            return try ItemReport.report(summary, state: "unchanged", json: options.json) { .unchanged(title: $0) }
        }
        let item = try refusing { () throws(VaultFault) in try vault.update(after, now: VaultClock.now) }
        try ItemReport.report(
            ItemSummary(of: item, revision: 0), state: "changed", json: options.json
        ) { .changedItem(title: $0) }
    }

    private func changed(_ item: Item, in vault: UnlockedVault) throws -> Item {
        var item = item
        if let newTitle { item.title = try vaultName(newTitle) }
        if let moveTo { item.category = try vault.category(named: moveTo).id }
        if let favourite { item.isFavourite = favourite }
        if let askAgain { item.asksAgain = askAgain }
        for kind in removeField.map(\.kind) {
            guard item.fields.contains(where: { $0.kind == kind }) else {
                throw CommandFailure(ItemWords.noField(title: TerminalText.harmless(choice.title), kind: kind).text)
            }
            item.fields.removeAll { $0.kind == kind }
        }
        for argument in fields {
            let field = try argument.field()
            try field.requireUsable()
            item.fields.set(field.kind, to: field.value)
        }
        if generatePassword {
            var random = SystemRandomNumberGenerator()
            item.fields.set(.password, to: PasswordGenerator.standard.make(using: &random))
        }
        if let kinds = try orderedKinds() {
            let first = kinds.flatMap { kind in item.fields.filter { $0.kind == kind } }
            item.fields = first + item.fields.filter { !kinds.contains($0.kind) }
        }
        return item
    }

    private func orderedKinds() throws -> [FieldKind]? {
        try order.map { order in
            try order.split(separator: ",").map { word in
                guard let kind = FieldKind(String(word)) else {
                    throw ValidationError("'\(word)' is no kind of field")
                }
                return kind
            }
        }
    }
}
