import Vault

/// What an import changed so that an item of another program fits into a vault, and what its owner should check.
///
/// It may name an item's title and a field, and never a value.
public struct ImportChange: Equatable, Sendable {
    /// Where in the file it is; a category has the number 0, and its name for a title.
    public let place: ImportFault.ItemPlace
    /// What was done, or found.
    public let kind: Kind

    /// What was done, or found.
    public enum Kind: Equatable, Sendable {
        /// The name was cut to `limit` characters; the whole name is a field of its own.
        case shortened(limit: Int)
        /// Line breaks and control characters of the name became spaces.
        case cleaned
        /// The value is too large for a field and was moved into this attached file.
        case movedToFile(String)
        /// The folder or collection is not in the file.
        case missingFolder
        /// The date can't be read and was left out.
        case unreadableDate
        /// The value has another form than the format says, and was kept as it is written.
        case keptAsWritten
        /// One part of the item was left out for this reason.
        case leftOut(ImportFault.FieldProblem)
        /// The item was skipped for this reason.
        case skipped(ImportFault.FieldProblem)
        /// The secret gives no codes, for this reason; it was kept as it is written.
        case noCodes(OneTimePasswordFault)
        /// The password has entities such as `&amp;` in it; it was kept as it is written.
        case looksEscaped
        /// The reference to another entry can't be resolved; it was kept as it is written.
        case unresolvedReference

        /// The stable name of the kind.
        public var code: String {
            switch self {
            case .shortened: "shortened"
            case .cleaned: "cleaned"
            case .movedToFile: "moved-to-file"
            case .missingFolder: "missing-folder"
            case .unreadableDate: "unreadable-date"
            case .keptAsWritten: "kept-as-written"
            case .leftOut: "left-out"
            case .skipped: "skipped"
            case .noCodes: "no-codes"
            case .looksEscaped: "looks-escaped"
            case .unresolvedReference: "unresolved-reference"
            }
        }
    }
}

extension ImportChange: CustomStringConvertible {
    /// The place and what was done there.
    public var description: String { "\(place): \(kind)" }
}

extension ImportChange.Kind: CustomStringConvertible {
    /// What was done, in one line.
    public var description: String {
        switch self {
        case .shortened(let limit): "the name was cut to \(limit) characters"
        case .cleaned: "line breaks and control characters became spaces"
        case .movedToFile(let name): "the value is too large for a field and was moved to the attached file \(name)"
        case .missingFolder: "the folder is not in the file; the item is in none"
        case .unreadableDate: "the date can't be read and was left out"
        case .keptAsWritten: "the value has another form than expected and was kept as it is written"
        case .leftOut(let problem): "left out: \(problem)"
        case .skipped(let problem): "the item was skipped: \(problem)"
        case .noCodes(let fault): "it gives no codes: \(fault)"
        case .looksEscaped: "the password looks escaped (for example &amp;); check it"
        case .unresolvedReference: "the reference to another entry can't be resolved"
        }
    }
}

/// The items of a file as they are read: those that were taken, what was changed for that, and those that can't be taken.
struct ImportedItems {
    /// Whether items and files that can't be taken are left out.
    let skips: Bool
    private var vault = ImportedVault()
    private var refusals: [ImportFault.ItemRefusal] = []
    private var count = 0

    init(skips: Bool) {
        self.skips = skips
    }

    /// Reads the next item, whose number `body` gets and whose finished builder it returns.
    ///
    /// An item that can't be taken does not stop the others: all of them are listed at the end.
    mutating func read(_ body: (Int) throws(ImportFault) -> ItemBuilder) throws(ImportFault) {
        count += 1
        guard count <= ImportLimits.items else { throw .tooMany(.items, limit: ImportLimits.items) }
        do throws(ImportFault) {
            let builder = try body(count)
            vault.items.append(builder.item)
            vault.changes += builder.changes
        } catch {
            guard case .item(let place, let problem) = error else { throw error }
            if skips {
                vault.changes.append(ImportChange(place: place, kind: .skipped(problem)))
            } else {
                refusals.append(ImportFault.ItemRefusal(place: place, problem: problem))
            }
        }
    }

    /// What was read.
    ///
    /// - Throws: `item` or `items` for those that can't be taken, unless they are skipped.
    consuming func finished(_ categories: CategoryNames) throws(ImportFault) -> ImportedVault {
        if let first = refusals.first {
            throw refusals.count == 1 ? .item(first.place, first.problem) : .items(refusals)
        }
        vault.categories = categories.all
        vault.changes = categories.changes + vault.changes
        return vault
    }
}
