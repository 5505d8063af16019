import ArgumentParser
import Strings
import Vault
import VaultDevice

/// `cerca vault list`: the items, sorted by the user's language.
struct VaultListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the items, sorted by title.",
        discussion: "The order is that of the vault's language: n before ñ, accents after the letter without.")

    @OptionGroup var options: VaultOptions

    @Option(help: ArgumentHelp("Only this category.", valueName: "name"))
    var category: String?

    @Flag(help: "Only favourites.")
    var favourites = false

    func run() async throws {
        let vault = try await options.unlocked()
        let place = try category.map { name throws(CommandFailure) in try vault.category(named: name).id }
        var items = try refusing { () throws(VaultFault) in try vault.summaries(in: place) }
        if favourites { items.removeAll { !$0.isFavourite } }
        try ItemList(vault).print(items, json: options.json) { VaultStrings.itemNone.say() }
    }
}

/// Prints items, sorted by title and then by category.
struct ItemList {
    private let collation: Collation
    private let names: [RecordID: String]

    /// Names and order as a vault has them.
    init(_ vault: UnlockedVault) throws(CommandFailure) {
        collation = Collation(language: vault.settings.language)
        names = try refusing { () throws(VaultFault) in try vault.categoryNames() }
    }

    /// Prints the items, or says with `empty` that there are none.
    func print(
        _ items: [ItemSummary], json: Bool, found: [RecordID: [FieldKind]]? = nil, empty: () -> Void
    ) throws {
        var output = OutputBuffer()
        if items.isEmpty, !json {
            empty()
        } else {
            write(items, json: json, found: found, width: Terminal.columns, to: &output)
        }
        try output.flush()
    }

    /// Writes the items: a table that is cut to `width` columns, or one object each.
    func write(
        _ items: [ItemSummary], json: Bool, found: [RecordID: [FieldKind]]? = nil, width: Int?,
        to output: inout OutputBuffer
    ) {
        let order = collation.order(of: items.map(\.title.text))
        if json {
            for item in order.lazy.map({ items[$0] }) {
                output.object { line in
                    line.summary(item, category: names[item.category] ?? "")
                    if let found { line.member("fields", (found[item.id] ?? []).map(\.word)) }
                }
            }
        } else {
            table(order.map { items[$0] }, found: found, width: width, to: &output)
        }
    }

    private func table(
        _ items: [ItemSummary], found: [RecordID: [FieldKind]]?, width: Int?, to output: inout OutputBuffer
    ) {
        var columns: [TextTable.Column] = [
            .init("", shortest: nil), .init(VaultStrings.itemTitle.text, shortest: 12),
            .init(VaultStrings.itemUser.text, shortest: 6), .init(VaultStrings.itemCategory.text, shortest: 6),
            .init(VaultStrings.itemChanged.text),
        ]
        if found != nil { columns.append(.init(VaultStrings.itemFound.text, shortest: 4)) }
        var table = TextTable(columns)
        for item in items {
            var row = [
                item.isFavourite ? "★" : "", item.title.text, item.user, names[item.category] ?? "",
                item.modified.dayText,
            ]
            if let found {
                row.append((found[item.id] ?? []).map { $0.phrase.text }.joined(separator: ", "))
            }
            table.add(row)
        }
        table.write(to: &output, width: width)
    }
}
