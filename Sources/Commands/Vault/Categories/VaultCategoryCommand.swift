import ArgumentParser
import Strings
import Vault
import VaultDevice

/// `cerca vault category`: what items stand in.
struct VaultCategoryCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "category",
        abstract: "Manage the categories in which items stand.",
        discussion: """
            Every vault begins with six (in Spanish: Web, Bancos, Correo, Tarjetas, Wifi, Notas), which can be neither \
            renamed nor removed.
            """,
        subcommands: [
            VaultCategoryListCommand.self, VaultCategoryAddCommand.self, VaultCategoryRenameCommand.self,
            VaultCategoryRemoveCommand.self, VaultCategorySetCommand.self,
        ],
        defaultSubcommand: VaultCategoryListCommand.self)
}

/// `cerca vault category list`: the categories with the number of their items.
struct VaultCategoryListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the categories, sorted, with how many items each has.")

    @OptionGroup var options: VaultOptions

    func run() async throws {
        let vault = try await options.unlocked()
        let categories = try refusing { () throws(VaultFault) in try vault.categories() }
        let sorted = Collation(language: vault.settings.language).sorted(categories) { $0.category.name.text }
        var output = OutputBuffer()
        if options.json {
            for summary in sorted { output.object { $0.category(summary) } }
        } else {
            var table = TextTable([
                .init(VaultStrings.itemCategory.text, shortest: 12), .init(VaultStrings.itemCount.text, right: true),
                .init(VaultStrings.itemDefault.text), .init(VaultStrings.itemRemovable.text),
            ])
            for summary in sorted {
                table.add([
                    summary.category.name.text, "\(summary.count)", summary.category.isProtected ? "✓" : "",
                    summary.category.isRemovable ? "✓" : "",
                ])
            }
            table.write(to: &output, width: Terminal.columns)
        }
        try output.flush()
    }
}

/// `cerca vault category add`: a category of one's own.
struct VaultCategoryAddCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "add", abstract: "Add a category.")

    @OptionGroup var options: VaultOptions

    @Argument(help: "What to call it.")
    var name: String

    @Option(help: ArgumentHelp("The fields of a new item, in order.", valueName: "kind,kind,…"))
    var fields: FieldKindList?

    @Flag(help: "Take its items off this device in travel mode.")
    var removable = false

    func run() async throws {
        let name = try vaultName(name)
        let vault = try await options.unlocked()
        var random = SystemRandomNumberGenerator()
        let added = try refusing { () throws(VaultFault) in
            let added = try vault.addCategory(name, template: fields?.kinds, using: &random)
            if removable { try vault.setRemovable(true, of: added.id) }
            return added
        }
        try CategoryReport.report(
            added.id, in: vault, json: options.json, VaultStrings.categoryAdded(name: added.name.text))
    }
}

/// `cerca vault category rename`: another name for a category of one's own.
struct VaultCategoryRenameCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "rename", abstract: "Call a category something else.")

    @OptionGroup var options: VaultOptions

    @Argument(help: "The category.")
    var name: String

    @Argument(help: "Its new name.")
    var newName: String

    func run() async throws {
        let new = try vaultName(newName)
        let vault = try await options.unlocked()
        let category = try vault.category(named: name)
        try refusing(category.name.text) { () throws(VaultFault) in try vault.renameCategory(category.id, to: new) }
        try CategoryReport.report(
            category.id, in: vault, json: options.json,
            VaultStrings.categoryRenamed(old: category.name.text, new: new.text))
    }
}

/// `cerca vault category remove`: a category of one's own, its items into the trash.
struct VaultCategoryRemoveCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Remove a category; its items go into the trash.",
        discussion: """
            `cerca vault restore` takes an item out of the trash again, and with it the category. Without a terminal to \
            ask at, a category that has items is removed only with --yes.
            """,
        aliases: ["rm"])

    @OptionGroup var options: VaultOptions

    @Argument(help: "The category.")
    var name: String

    @Flag(help: "Do not ask.")
    var yes = false

    func run() async throws {
        let vault = try await options.unlocked()
        let category = try vault.category(named: name)
        let count = try refusing { () throws(VaultFault) in
            try vault.categories().first { $0.id == category.id }?.count ?? 0
        }
        let label = TerminalText.harmless(category.name.text)
        if !yes, count > 0, !category.isProtected {
            guard Terminal.canAsk else {
                throw CommandFailure(VaultStrings.categoryNeedsYes(name: label, count: count).text)
            }
            guard Terminal.confirms(VaultStrings.categoryConfirm(name: label, count: count).text) else {
                throw CommandFailure(VaultStrings.itemNothingDone.text)
            }
        }
        let moved = try refusing(category.name.text) { () throws(VaultFault) in
            try vault.removeCategory(category.id, now: VaultClock.now)
        }
        guard options.json else { return removed(label, moved).say() }
        var output = OutputBuffer()
        output.object { line in
            line.member("id", category.id.text)
            line.member("name", category.name.text)
            line.member("trashedItems", moved)
        }
        try output.flush()
    }

    private func removed(_ name: String, _ items: Int) -> Phrase {
        items > 0
            ? VaultStrings.categoryRemovedWith(name: name, count: items)
            : VaultStrings.categoryRemoved(name: name)
    }
}

/// `cerca vault category set`: the fields of new items, and whether the category travels.
struct VaultCategorySetCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "set", abstract: "Choose a category's fields, and whether it is removed to travel.")

    @OptionGroup var options: VaultOptions

    @Argument(help: "The category.")
    var name: String

    @Option(help: ArgumentHelp("The fields of a new item, in order.", valueName: "kind,kind,…"))
    var fields: FieldKindList?

    @Flag(inversion: .prefixedNo, help: "Take its items off this device in travel mode, or not.")
    var removable: Bool?

    func validate() throws {
        guard fields != nil || removable != nil else {
            throw ValidationError("say what to set: --fields, --removable or --no-removable")
        }
    }

    func run() async throws {
        let vault = try await options.unlocked()
        let category = try vault.category(named: name)
        try refusing(category.name.text) { () throws(VaultFault) in
            try vault.changeCategory(category.id) { category throws(VaultFault) in
                if let fields { category.template = fields.kinds }
                if let removable { category.isRemovable = removable }
            }
        }
        try CategoryReport.report(
            category.id, in: vault, json: options.json, VaultStrings.categoryChanged(name: category.name.text))
    }
}

/// Kinds of field as an argument, with commas between them.
struct FieldKindList: ExpressibleByArgument {
    let kinds: [FieldKind]

    init?(argument: String) {
        var kinds: [FieldKind] = []
        for word in argument.split(separator: ",") {
            guard let kind = FieldKind(String(word)) else { return nil }
            kinds.append(kind)
        }
        self.kinds = kinds
    }
}

/// Says what became of a category.
enum CategoryReport {
    /// The category as it is now as one line of JSON, or words on standard error.
    static func report(_ id: RecordID, in vault: UnlockedVault, json: Bool, _ words: Phrase) throws {
        guard json else { return words.say() }
        let found = try refusing { () throws(VaultFault) in try vault.categories().first { $0.id == id } }
        var output = OutputBuffer()
        if let found { output.object { $0.category(found) } }
        try output.flush()
    }
}

extension JSONLine {
    /// A category with the number of its items.
    mutating func category(_ summary: CategorySummary) {
        member("id", summary.id.text)
        member("name", summary.category.name.text)
        member("items", summary.count)
        member("protected", summary.category.isProtected)
        member("removable", summary.category.isRemovable)
        member("fields", summary.category.template.map(\.word))
    }
}
