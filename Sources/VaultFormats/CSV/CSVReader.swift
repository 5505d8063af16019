import Basics
import Foundation
import Vault

/// Reads comma-separated values whose first line names the columns: of Bitwarden, KeePassXC, Firefox, LastPass, Dashlane,
/// NordPass and Proton Pass, and of others.
///
/// Columns are known by their names, in any case and in any order. One with another name becomes a hidden custom field, since
/// it might be a secret, unless its name begins with `text:`. Empty values say nothing. A row without a title is called as
/// its address is.
enum CSVReader {
    /// The vault in a table.
    static func vault(csv bytes: [UInt8], into items: ImportedItems) throws(ImportFault) -> ImportedVault {
        let table = try CSVTable(bytes)
        let layout = try CSVLayout(table)
        var categories = CategoryNames()
        var items = items
        for row in table.rows {
            if let folder = layout.folder(row.values) {
                _ = categories.category(folder)
            } else {
                try items.read { number throws(ImportFault) in
                    try layout.item(row, number: number, categories: &categories)
                }
            }
        }
        return try items.finished(categories)
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
        let dialect = table.dialect
        let columns = table.header.map(dialect.column)
        let telling = columns.contains { column in
            switch column {
            case .title, .field(.user), .field(.password), .field(.url): true
            default: false
            }
        }
        guard telling || dialect != .other else {
            throw .foreign(.plain(.noKnownColumn))
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
        _ row: (line: Int, values: [String], further: [String]), number: Int, categories: inout CategoryNames
    ) throws(ImportFault) -> ItemBuilder {
        let values = row.values
        let title = title(of: values)
        var builder = ItemBuilder(number: number, title: title)
        // A comma that should have been in quotes shifts every value behind it: which of them is the password is unknown.
        guard row.further.isEmpty || dialect.hasFurtherValues else {
            throw builder.fault(names.last ?? "", .furtherValues(line: row.line))
        }
        if let name = first(.category, of: values).flatMap(category) {
            builder.put(into: categories.category(name))
        }
        builder.mark(
            isFavourite: Self.isTrue(first(.favourite, of: values)), asksAgain: Self.isTrue(first(.again, of: values)))
        builder.date(
            created: date(.created, of: values, &builder), modified: date(.modified, of: values, &builder),
            deleted: date(.deleted, of: values, &builder))
        if let source = first(.source, of: values) { builder.identify(source, by: "\(dialect)") }
        for (index, column) in columns.enumerated() where !values[index].isEmpty {
            // A second column for titles is one of its own, if it says something else.
            guard column != .title || values[index] != title else { continue }
            add(values[index], of: column, named: names[index], values, to: &builder)
        }
        for value in row.further { builder.addCustom(names.last ?? "", value, isConcealed: true) }
        return try builder.finish()
    }

    private func add(
        _ value: String, of column: CSVColumn, named name: String, _ values: [String], to builder: inout ItemBuilder
    ) {
        switch column {
        case .addresses:
            for address in CSVValue.addresses(value) { builder.add(.url, address, as: name) }
        // What LastPass says for a note.
        case .field(.url) where dialect == .lastPass && value == "http://sn": break
        case .field(let kind):
            builder.add(kind, value, as: name)
            if dialect.mayBeEscaped, kind == .password, CSVValue.looksEscaped(value) {
                builder.note(name, .looksEscaped)
            }
        case .customFields:
            for field in CSVValue.customFields(value) {
                // The file does not say which of them are hidden.
                builder.addCustom(field.name, field.value, isConcealed: SecretNames.saySecret(field.name))
            }
        case .keyedSecrets:
            for field in CSVValue.keyedSecrets(value) {
                switch CSVColumn.named(field.name) {
                case .field(let kind): builder.add(kind, field.value, as: field.name)
                default: builder.addOwn(field.name, field.value, isConcealed: true)
                }
            }
        case .labelledFields:
            for field in CSVValue.labelledFields(value) {
                builder.addCustom(field.name, field.value, isConcealed: field.isConcealed)
            }
        case .typedNote:
            guard let note = CSVTypedNote(value) else { return builder.add(.note, value, as: name) }
            for field in note.fields { builder.add(CSVTypedNote.kind(of: field.name), field.value, as: field.name) }
        case .furtherUser:
            guard !value.contains("@") else { return builder.add(.email, value, as: name) }
            builder.addOwn("Username \(name.suffix(1))", value)
        case .formAction where value != first(.field(.url), of: values): builder.addOwn("Form action", value)
        case .rowType where !CSVDialect.plainTypes.contains(value): builder.add(.type, value, as: name)
        case .text(let own): builder.addOwn(own, value)
        case .custom(let own): builder.addCustom(own, value, isConcealed: true)
        case .title: builder.addOwn(name, value)
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
        if dialect == .roboForm { return String(path.trimmingPrefix("/")) }
        guard let root else { return path }
        guard path != root else { return nil }
        return String(path.dropFirst(root.count + 1))
    }

    private func date(_ column: CSVColumn, of values: [String], _ builder: inout ItemBuilder) -> Timestamp? {
        guard let index = columns.firstIndex(of: column), !values[index].isEmpty else { return nil }
        guard let date = CSVValue.date(values[index]) else {
            builder.note(names[index], .unreadableDate)
            return nil
        }
        return date
    }

    private static func isTrue(_ text: String?) -> Bool {
        ["1", "true", "yes", "sí", "si", "sim", "ja", "oui"].contains(text?.lowercased())
    }
}
