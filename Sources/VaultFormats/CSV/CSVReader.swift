import Foundation
import Time
import Vault

/// Reads comma-separated values whose first line names the columns: of Bitwarden, KeePassXC, Firefox, LastPass, Dashlane,
/// NordPass and Proton Pass, and of others.
///
/// Columns are known by their names, in any case and in any order; one with another name becomes a custom field, hidden
/// when its name begins with `concealed:`. Empty values say nothing. A row without a title is called as its address is.
enum CSVReader {
    /// The vault in a table.
    static func vault(csv bytes: [UInt8]) throws(ImportFault) -> ImportedVault {
        let table = try CSVTable(bytes)
        let layout = try CSVLayout(table)
        var categories = CategoryNames()
        var vault = ImportedVault()
        for (index, row) in table.rows.enumerated() {
            if let folder = layout.folder(row.values) {
                _ = try categories.category(folder)
            } else {
                vault.items.append(try layout.item(row.values, number: index + 1, categories: &categories))
            }
        }
        vault.categories = categories.all
        return vault
    }
}

/// What the columns of one table hold.
private struct CSVLayout {
    private let names: [String]
    private let columns: [CSVColumn]
    private let dialect: CSVDialect
    /// What stands before the category in every row: KeePassXC writes the path from its root group.
    private let root: String?
    /// The categories that rows name.
    private let folders: Set<String>

    init(_ table: CSVTable) throws(ImportFault) {
        let dialect = CSVDialect(table.header)
        let columns = table.header.map(dialect.column)
        let telling = columns.contains { column in
            switch column {
            case .title, .field(.user), .field(.password), .field(.url): true
            default: false
            }
        }
        guard telling || dialect != .other else {
            throw .foreign("no column is called title, username, password or url")
        }
        names = table.header
        self.columns = columns
        self.dialect = dialect
        root = dialect == .keePassXC ? Self.root(table) : nil
        let place = columns.firstIndex(of: .category)
        folders = Set(table.rows.compactMap { row in place.map { row.values[$0] } })
    }

    /// The first part of the paths of all rows.
    private static func root(_ table: CSVTable) -> String? {
        let roots = Set(table.rows.map { row in row.values[0].prefix { $0 != "/" } })
        return roots.count == 1 ? roots.first.map(String.init) : nil
    }

    /// The folder that a row is, rather than an item: NordPass writes one for each, LastPass for those without items.
    func folder(_ values: [String]) -> String? {
        let type = first(.rowType, of: values)
        switch dialect {
        case .nordPass:
            guard let title = first(.title, of: values) else { return nil }
            let isBare = zip(columns, values).allSatisfy { [.title, .rowType].contains($0.0) || $0.1.isEmpty }
            return isBare && (type == "folder" || type == nil && folders.contains(title)) ? title : nil
        case .lastPass:
            guard first(.field(.url), of: values) == "http://group" else { return nil }
            return first(.category, of: values).flatMap(category)
        default: return nil
        }
    }

    func item(
        _ values: [String], number: Int, categories: inout CategoryNames
    ) throws(ImportFault) -> ForeignItem {
        let title = title(of: values)
        var builder = try ItemBuilder(number: number, title: title)
        if let name = first(.category, of: values).flatMap(category) {
            builder.put(into: try categories.category(name))
        }
        builder.mark(
            isFavourite: Self.isTrue(first(.favourite, of: values)), asksAgain: Self.isTrue(first(.again, of: values)))
        builder.date(
            created: try date(.created, of: values, builder), modified: try date(.modified, of: values, builder),
            deleted: try date(.deleted, of: values, builder))
        if let source = first(.source, of: values) { builder.identify(source, by: "\(dialect)") }
        for (index, column) in columns.enumerated() where !values[index].isEmpty {
            // A second column for titles is one of its own, if it says something else.
            guard column != .title || values[index] != title else { continue }
            try add(values[index], of: column, named: names[index], values, to: &builder)
        }
        return try builder.finish()
    }

    private func add(
        _ value: String, of column: CSVColumn, named name: String, _ values: [String], to builder: inout ItemBuilder
    ) throws(ImportFault) {
        switch column {
        case .addresses:
            for address in CSVValue.addresses(value) { try builder.add(.url, address, as: name) }
        // What LastPass says for a note.
        case .field(.url) where dialect == .lastPass && value == "http://sn": break
        case .field(let kind): try builder.add(kind, value, as: name)
        case .customFields:
            for field in CSVValue.customFields(value) {
                try builder.addCustom(field.name, field.value, isConcealed: false)
            }
        case .labelledFields:
            for field in CSVValue.labelledFields(value) {
                try builder.addCustom(field.name, field.value, isConcealed: field.isConcealed)
            }
        case .typedNote:
            guard let note = CSVTypedNote(value) else { return try builder.add(.note, value, as: name) }
            for field in note.fields { try builder.add(CSVTypedNote.kind(of: field.name), field.value, as: field.name) }
        case .furtherUser:
            guard !value.contains("@") else { return try builder.add(.email, value, as: name) }
            try builder.addOwn("Username \(name.suffix(1))", value)
        case .formAction where value != first(.field(.url), of: values): try builder.addOwn("Form action", value)
        case .rowType where !CSVDialect.plainTypes.contains(value): try builder.add(.type, value, as: name)
        case .custom(let own): try builder.addCustom(own, value, isConcealed: false)
        case .title: try builder.addOwn(name, value)
        case .category, .favourite, .again, .created, .modified, .deleted, .source, .formAction, .rowType, .ignored:
            break
        }
    }

    /// The first value of a column that is not empty.
    private func first(_ column: CSVColumn, of values: [String]) -> String? {
        zip(columns, values).first { $0.0 == column && !$0.1.isEmpty }?.1
    }

    /// What a row is called: its title, or what else tells it from others; empty when nothing does.
    private func title(of values: [String]) -> String {
        if let title = first(.title, of: values), !title.allSatisfy(\.isWhitespace) { return title }
        if let address = first(.field(.url), of: values) ?? first(.addresses, of: values),
            dialect != .lastPass || address != "http://sn", let host = CSVValue.host(of: address)
        {
            return host
        }
        for columns in dialect.titleColumns {
            let parts = columns.compactMap { name in
                names.firstIndex { $0.lowercased() == name }.map { values[$0] }
            }
            let title = parts.filter { !$0.isEmpty }.joined(separator: " ")
            if !title.isEmpty { return title }
        }
        return ""
    }

    /// The category that a path names; nil for the root itself.
    private func category(_ path: String) -> String? {
        if dialect == .lastPass { return path.replacing("\\", with: "/") }
        guard let root else { return path }
        guard path != root else { return nil }
        return String(path.dropFirst(root.count + 1))
    }

    private func date(
        _ column: CSVColumn, of values: [String], _ builder: ItemBuilder
    ) throws(ImportFault) -> Timestamp? {
        guard let index = columns.firstIndex(of: column), !values[index].isEmpty else { return nil }
        guard let date = CSVValue.date(values[index]) else { throw builder.fault(names[index], .expected("a date")) }
        return date
    }

    private static func isTrue(_ text: String?) -> Bool {
        ["1", "true", "yes"].contains(text?.lowercased())
    }
}
