import Basics
import Vault

/// Writes comma-separated values with the columns of KeePassXC, and further ones for what these cannot hold.
///
/// The further columns stand only where an item needs them: one for each kind of field, `concealed:Name` for hidden
/// ones of one's own, and `Favorite`, `Reprompt`, `Deleted`. A path begins with `Root`, as KeePassXC's does. Earlier
/// values stand in one hidden column for people to read; files cannot be written, and a column names them. Fields
/// without a value and categories without an item are left out.
///
/// Values are written as they are, in quotation marks. A spreadsheet takes a value that begins with `=`, `+`, `-` or `@`
/// for a formula: such a password would be another if it were written in any other way, so open the file with nothing
/// that evaluates it.
enum CSVWriter {
    /// The most columns beyond those of KeePassXC.
    static let furtherLimit = 500

    private static let root = "Root"

    /// The table of `vault`.
    static func csv(_ vault: ImportedVault) throws(ExportFault) -> [UInt8] {
        let items = vault.items.map(cells)
        var columns = CSVColumn.keePassXC
        var known = Set(columns)
        for item in items {
            for cell in item where known.insert(cell.column).inserted { columns.append(cell.column) }
            guard columns.count <= CSVColumn.keePassXC.count + furtherLimit else {
                throw .tooManyColumns(limit: furtherLimit)
            }
        }
        var bytes = row(columns)
        for item in items {
            let values = Dictionary(item.map { ($0.column, $0.value) }) { first, _ in first }
            bytes += row(columns.map { values[$0] ?? "" })
        }
        return bytes
    }

    private typealias Cell = (column: String, value: String)

    private static func cells(_ item: ForeignItem) -> [Cell] {
        var cells: [Cell] = [
            ("Group", item.category.map { "\(root)/\($0)" } ?? root), ("Title", item.title), ("Icon", "0"),
        ]
        if let created = item.created { cells.append(("Created", created.rfc3339)) }
        if let modified = item.modified { cells.append(("Last Modified", modified.rfc3339)) }
        if let deleted = item.deleted { cells.append(("Deleted", deleted.rfc3339)) }
        if item.isFavourite { cells.append(("Favorite", "1")) }
        if item.asksAgain { cells.append(("Reprompt", "1")) }
        var counts: [FieldKind: Int] = [:]
        for field in item.fields where !field.value.isEmpty {
            let number = counts[field.kind, default: 0] + 1
            counts[field.kind] = number
            cells.append((CSVColumn.name(of: field.kind, number: number), field.value))
        }
        if !item.history.isEmpty {
            let lines = item.history.map { "\($0.until.rfc3339) \($0.kind.word): \($0.value)" }
            cells.append(("concealed:History", lines.joined(separator: "\n")))
        }
        if !item.attachments.isEmpty {
            let names = item.attachments.map { "\($0.name) (\(Grouped($0.bytes.count)) bytes)" }
            cells.append(("Files that were not exported", names.joined(separator: ", ")))
        }
        return cells
    }

    /// A line of quoted values, ended as RFC 4180 says.
    private static func row(_ values: [String]) -> [UInt8] {
        var bytes: [UInt8] = []
        for (index, value) in values.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            bytes.append(UInt8(ascii: "\""))
            for byte in value.utf8 {
                if byte == UInt8(ascii: "\"") { bytes.append(byte) }
                bytes.append(byte)
            }
            bytes.append(UInt8(ascii: "\""))
        }
        return bytes + [0x0D, 0x0A]
    }
}
