import ArgumentParser
import Strings
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
        // Taking the mark away would show the secrets to whoever finds the vault open, and a value that changes nothing
        // would confirm a guess.
        if needsProof { try vault.requireFreshUnlock(for: before) }
        for kind in removeField.map(\.kind) where !before.fields.contains(where: { $0.kind == kind }) {
            throw CommandFailure(
                VaultStrings.itemNoField(title: TerminalText.harmless(choice.title), field: kind.phrase).text)
        }
        let change = try change(in: vault)
        let result = try refusing { () throws(VaultFault) in
            try vault.change(summary.id, now: VaultClock.now) { item throws(VaultFault) in
                // Somebody may have set the mark since it was looked at.
                guard !needsProof || !item.asksAgain || vault.isFresh else { throw .changedMeanwhile }
                change.apply(to: &item)
            }
        }
        guard result.isChanged else {
            return try ItemReport.report(summary, state: "unchanged", json: options.json) {
                VaultStrings.itemUnchanged(title: $0)
            }
        }
        try ItemReport.report(
            ItemSummary(of: result.item, revision: 0), state: "changed", json: options.json
        ) { VaultStrings.itemEdited(title: $0) }
    }

    /// Whether the owner has to be there where the item asks again.
    private var needsProof: Bool { askAgain == false || fields.contains { $0.kind?.isConcealed == true } }

    /// What the options ask for.
    ///
    /// Values are typed and made now: nobody waits for a person while the vault is being written.
    private func change(in vault: UnlockedVault) throws -> ItemChange {
        var change = ItemChange(isFavourite: favourite, asksAgain: askAgain, removed: removeField.map(\.kind))
        if let newTitle { change.title = try vaultName(newTitle) }
        if let moveTo { change.category = try vault.category(named: moveTo).id }
        for argument in fields {
            let field = try argument.field()
            try field.requireUsable()
            change.fields.append(field)
        }
        if generatePassword {
            var random = SystemRandomNumberGenerator()
            change.fields.append(Field(kind: .password, value: PasswordGenerator.standard.make(using: &random)))
        }
        change.first = try orderedKinds() ?? []
        return change
    }

    private func orderedKinds() throws -> [FieldKind]? {
        try order.map { order in
            try order.split(separator: ",").map { word in
                guard let kind = FieldKind(String(word)) else {
                    throw ValidationError("'\(word)' is not a kind of field")
                }
                return kind
            }
        }
    }
}

/// What is to be different about an item, whatever else somebody makes of it meanwhile.
struct ItemChange {
    var title: VaultName?
    var category: RecordID?
    var isFavourite: Bool?
    var asksAgain: Bool?
    /// Kinds of field that go.
    var removed: [FieldKind] = []
    /// Values of fields, the later ones stronger.
    var fields: [Field] = []
    /// Kinds of field that are shown first, in this order.
    var first: [FieldKind] = []

    /// Changes an item as it is now.
    func apply(to item: inout Item) {
        if let title { item.title = title }
        if let category { item.category = category }
        if let isFavourite { item.isFavourite = isFavourite }
        if let asksAgain { item.asksAgain = asksAgain }
        item.fields.removeAll { removed.contains($0.kind) }
        for field in fields { item.fields.set(field.kind, to: field.value) }
        let front = first.flatMap { kind in item.fields.filter { $0.kind == kind } }
        item.fields = front + item.fields.filter { !first.contains($0.kind) }
    }
}
