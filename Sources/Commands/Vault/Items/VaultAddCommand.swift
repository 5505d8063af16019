import ArgumentParser
import Strings
import Vault
import VaultDevice

/// `cerca vault add`: a new item.
struct VaultAddCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Add an item.",
        discussion: """
            Whoever lists the processes of this machine sees their arguments: give secrets as KIND=-, which asks for \
            the value without showing it, or takes the next line of standard input, or have one made with \
            --generate-password. Without any field a terminal is asked for those of the category.

            Kinds: \(FieldKind.standard.map(\.word).joined(separator: ", ")), text:NAME and concealed:NAME.

              cerca vault add --category Mail --field email=ana@example.org --generate-password "Post"
            """)

    @OptionGroup var options: VaultOptions

    @Argument(help: "The item's title.")
    var title: String

    @Option(help: ArgumentHelp("The category; without it, the first one of a new vault (Web).", valueName: "name"))
    var category: String?

    @Option(
        name: .customLong("field"),
        help: ArgumentHelp("A field and its value, - to be asked for it; may be repeated.", valueName: "kind=value"))
    var fields: [FieldArgument] = []

    @Flag(help: "Make a password of 20 characters.")
    var generatePassword = false

    @Flag(help: "Mark it as a favourite.")
    var favourite = false

    @Flag(help: "Show its secrets only after unlocking once more.")
    var askAgain = false

    @Flag(help: "Allow another item of the category with the same title and user.")
    var allowDuplicate = false

    func validate() throws { try fields.requireKinds() }

    func run() async throws {
        let name = try vaultName(title)
        let vault = try await options.unlocked()
        let place = try chosenCategory(of: vault)
        var values = try fields.map { try $0.field() }
        var random = SystemRandomNumberGenerator()
        if generatePassword { values.set(.password, to: PasswordGenerator.standard.make(using: &random)) }
        if values.isEmpty, Terminal.canAsk { values = try ItemPrompt.fields(of: place.template) }
        for field in values { try field.requireUsable() }
        var draft = ItemDraft(category: place.id, title: name, fields: values)
        draft.isFavourite = favourite
        draft.asksAgain = askAgain
        draft.allowsDuplicateTitle = try allowDuplicate || isAnotherAccount(draft, in: vault)
        let item = try refusing { () throws(VaultFault) in
            try vault.add(draft, now: VaultClock.now, using: &random)
        }
        try ItemReport.report(item, category: place.name.text, json: options.json) {
            VaultStrings.itemAdded(title: $0, category: TerminalText.harmless(place.name.text))
        }
    }

    /// Whether every item of the category with this title has another user: two accounts of one site are ordinary.
    private func isAnotherAccount(_ draft: ItemDraft, in vault: UnlockedVault) throws(CommandFailure) -> Bool {
        guard let user = draft.fields.first(where: { $0.kind == .user && !$0.value.isEmpty })?.value else {
            return false
        }
        let twins = try refusing { () throws(VaultFault) in
            try vault.items(titled: draft.title.folded, in: draft.category)
        }
        return twins.allSatisfy { !$0.user.isEmpty && $0.user != user }
    }

    private func chosenCategory(of vault: UnlockedVault) throws(CommandFailure) -> Category {
        if let category { return try vault.category(named: category) }
        let first = Category.standard(language: "es").first?.id
        let all = try refusing { () throws(VaultFault) in try vault.categories() }
        guard let found = all.first(where: { $0.id == first }) ?? all.first else {
            throw VaultFault.unknownRecord.failure("--category")
        }
        return found.category
    }
}

/// Says what became of an item: which one, and in words what.
enum ItemReport {
    /// One line of JSON, or words on standard error.
    static func report(_ item: Item, category: String, json: Bool, _ words: (String) -> Phrase) throws {
        guard json else { return words(TerminalText.harmless(item.title.text)).say() }
        var output = OutputBuffer()
        output.object { line in
            line.member("id", item.id.text)
            line.member("title", item.title.text)
            line.member("category", category)
        }
        try output.flush()
    }

    /// The same for an item of which the summary is at hand.
    static func report(_ item: ItemSummary, state: String, json: Bool, _ words: (String) -> Phrase) throws {
        guard json else { return words(TerminalText.harmless(item.title.text)).say() }
        var output = OutputBuffer()
        output.object { line in
            line.member("id", item.id.text)
            line.member("title", item.title.text)
            line.member("state", state)
        }
        try output.flush()
    }
}

extension [Field] {
    /// Gives the first field of a kind another value, or adds one.
    mutating func set(_ kind: FieldKind, to value: String) {
        if let place = firstIndex(where: { $0.kind == kind }) {
            self[place].value = value
        } else {
            append(Field(kind: kind, value: value))
        }
    }
}
