import Foundation
import Time
import Vault

/// Reads comma-separated values whose first line names the columns: of Bitwarden, of KeePassXC, and of others.
///
/// Columns are known by their names, in any case and in any order; one with another name becomes a custom field, hidden
/// when its name begins with `concealed:`. Empty values say nothing.
enum CSVReader {
    /// The vault in a table.
    static func vault(csv bytes: [UInt8]) throws(ImportFault) -> ImportedVault {
        let table = try CSVTable(bytes)
        let layout = try CSVLayout(table)
        var categories = CategoryNames()
        var vault = ImportedVault()
        for (index, row) in table.rows.enumerated() {
            vault.items.append(try layout.item(row.values, number: index + 1, categories: &categories))
        }
        vault.categories = categories.all
        return vault
    }
}

/// What the columns of one table hold.
private struct CSVLayout {
    private let names: [String]
    private let columns: [CSVColumn]
    /// What stands before the category in every row: KeePassXC writes the path from its root group.
    private let root: String?

    init(_ table: CSVTable) throws(ImportFault) {
        names = table.header
        let isBitwarden = names.contains { $0.lowercased() == "login_uri" }
        columns = names.map { name in
            switch name.lowercased() {
            // Bitwarden says `login` or `note`, which the other columns say as well.
            case "type" where isBitwarden: .ignored
            case "fields" where isBitwarden: .customFields
            default: CSVColumn.named(name)
            }
        }
        let telling = columns.contains { column in
            switch column {
            case .title, .field(.user), .field(.password), .field(.url): true
            default: false
            }
        }
        guard telling else { throw .foreign("no column is called title, username, password or url") }
        root = Self.root(table, columns: columns)
    }

    /// The first part of the paths of all rows, when the columns are KeePassXC's.
    private static func root(_ table: CSVTable, columns: [CSVColumn]) -> String? {
        guard table.header.starts(with: CSVColumn.keePassXC) else { return nil }
        let roots = Set(table.rows.map { row in row.values[0].prefix { $0 != "/" } })
        return roots.count == 1 ? roots.first.map(String.init) : nil
    }

    func item(
        _ values: [String], number: Int, categories: inout CategoryNames
    ) throws(ImportFault) -> ForeignItem {
        var builder = try ItemBuilder(number: number, title: first(.title, of: values) ?? "")
        if let name = first(.category, of: values).flatMap(category) {
            builder.put(into: try categories.category(name))
        }
        builder.mark(
            isFavourite: Self.isTrue(first(.favourite, of: values)), asksAgain: Self.isTrue(first(.again, of: values)))
        builder.date(
            created: try date(.created, of: values, builder), modified: try date(.modified, of: values, builder),
            deleted: try date(.deleted, of: values, builder))
        for (index, column) in columns.enumerated() where !values[index].isEmpty {
            try add(values[index], of: column, named: names[index], to: &builder)
        }
        return try builder.finish()
    }

    private func add(
        _ value: String, of column: CSVColumn, named name: String, to builder: inout ItemBuilder
    ) throws(ImportFault) {
        switch column {
        case .field(.url) where name.lowercased() == "login_uri":
            for address in Self.addresses(value) { try builder.add(.url, address, as: name) }
        case .field(let kind): try builder.add(kind, value, as: name)
        case .customFields:
            for field in Self.customFields(value) {
                try builder.addCustom(field.name, field.value, isConcealed: false)
            }
        case .custom(let own): try builder.addCustom(own, value, isConcealed: false)
        case .category, .title, .favourite, .again, .created, .modified, .deleted, .ignored: break
        }
    }

    /// The first value of a column that is not empty.
    private func first(_ column: CSVColumn, of values: [String]) -> String? {
        zip(columns, values).first { $0.0 == column && !$0.1.isEmpty }?.1
    }

    /// The category that a path names; nil for the root itself.
    private func category(_ path: String) -> String? {
        guard let root else { return path }
        guard path != root else { return nil }
        return String(path.dropFirst(root.count + 1))
    }

    private func date(
        _ column: CSVColumn, of values: [String], _ builder: ItemBuilder
    ) throws(ImportFault) -> Timestamp? {
        guard let index = columns.firstIndex(of: column), !values[index].isEmpty else { return nil }
        guard let date = Timestamp(rfc3339: values[index]) else {
            throw builder.fault(names[index], .expected("a date"))
        }
        return date
    }

    private static func isTrue(_ text: String?) -> Bool {
        ["1", "true", "yes"].contains(text?.lowercased())
    }

    /// The addresses of a value in which Bitwarden joined several by commas; a comma within one is followed by no scheme.
    private static func addresses(_ text: String) -> [String] {
        var addresses: [String] = []
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            if part.contains("://") || addresses.isEmpty {
                addresses.append(String(part))
            } else {
                addresses[addresses.count - 1] += ",\(part)"
            }
        }
        return addresses
    }

    /// Custom fields as Bitwarden writes them; a line without a name goes on with the value before it.
    private static func customFields(_ text: String) -> [(name: String, value: String)] {
        var fields: [(name: String, value: String)] = []
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if let colon = line.range(of: ": ") {
                fields.append((String(line[..<colon.lowerBound]), String(line[colon.upperBound...])))
            } else if fields.isEmpty {
                fields.append(("Field", String(line)))
            } else {
                fields[fields.count - 1].value += "\n\(line)"
            }
        }
        return fields
    }
}
