import API
import Basics
import HTTPKit
import Vault
import VaultDevice

extension VaultPage {
    /// An item without its concealed values.
    func item(_ id: String) throws -> VaultPageItemBody {
        let found = try storedWithRevision(id)
        return VaultPageItemBody(found.item, revision: found.revision)
    }

    /// An item with all its values, to be changed.
    func draft(_ id: String) throws -> VaultPageItemDraftBody {
        let found = try storedWithRevision(id)
        try requireProof(for: found.item)
        return VaultPageItemDraftBody(found.item, revision: found.revision)
    }

    /// Makes an item.
    func add(_ body: VaultPageItemDraftBody) throws -> VaultPageItemBody {
        var draft = ItemDraft(
            category: try Self.record(body.category), title: try Self.name(body.title),
            fields: try Self.fields(body.fields))
        draft.isFavourite = body.isFavourite
        draft.asksAgain = body.asksAgain
        var random = SystemRandomNumberGenerator()
        let added = try with { vault throws(VaultFault) in try vault.add(draft, now: clock.now(), using: &random) }
        return try item(added.id.text)
    }

    /// Changes an item; what its fields held goes into its history.
    ///
    /// The body is the whole item as the page had it, so it is refused when somebody else has changed it since. An item
    /// that asks again does so here too: otherwise taking the mark away would show its secrets.
    func set(_ id: String, _ body: VaultPageItemDraftBody) throws -> VaultPageItemBody {
        guard let revision = body.revision else {
            throw BodyError.invalid([Fault(path: "$.revision", message: "is missing: it comes with the draft")])
        }
        try requireProof(for: try stored(id))
        let wanted = (
            category: try Self.record(body.category), title: try Self.name(body.title),
            fields: try Self.fields(body.fields)
        )
        return try change(id, at: revision) { item throws(VaultFault) in
            item.category = wanted.category
            item.title = wanted.title
            item.fields = wanted.fields
            item.isFavourite = body.isFavourite
            item.asksAgain = body.asksAgain
        }
    }

    /// Makes an item a favourite, or no longer one.
    func setFavourite(_ id: String, _ isOn: Bool) throws -> VaultPageItemBody {
        try change(id) { item throws(VaultFault) in item.isFavourite = isOn }
    }

    /// Gives a field the value that it had before; a field that is gone comes back at the end.
    func restoreValue(_ id: String, _ which: VaultPageRevealBody) throws -> VaultPageItemBody {
        guard let place = which.past else { throw VaultPageProblem.answer(.vaultUnknownRecord) }
        // Places in the history move with every change.
        guard let revision = which.revision else {
            throw BodyError.invalid([Fault(path: "$.revision", message: "is missing: it comes with the item")])
        }
        return try change(id, at: revision) { item throws(VaultFault) in
            guard item.history.indices.contains(place) else { throw .unknownRecord }
            let past = item.history[place]
            if let index = item.fields.firstIndex(where: { $0.kind == past.kind }) {
                item.fields[index].value = past.value
            } else {
                item.fields.append(Field(kind: past.kind, value: past.value))
            }
        }
    }

    // MARK: The trash

    /// Puts an item into the trash.
    func moveToTrash(_ id: String) throws {
        let id = try Self.record(id)
        try with { vault throws(VaultFault) in try vault.moveToTrash(id, now: clock.now()) }
    }

    /// Takes an item out of the trash.
    func restore(_ id: String) throws -> VaultPageItemBody {
        let record = try Self.record(id)
        try with { vault throws(VaultFault) in try vault.restore(record) }
        return try item(id)
    }

    /// Erases an item of the trash; one that is not there must be put there first.
    func erase(_ id: String) throws {
        let record = try Self.record(id)
        try with { vault throws(VaultFault) in try vault.eraseFromTrash(record) }
    }

    /// Erases everything in the trash.
    func emptyTrash() throws {
        // What was put there in this very millisecond goes as well.
        let end = clock.now().advanced(bySeconds: 1)
        _ = try with { vault throws(VaultFault) in try vault.emptyTrash(olderThan: end) }
    }

    // MARK: What is read and written

    /// The item of an identifier.
    func stored(_ id: String) throws -> Item {
        try storedWithRevision(id).item
    }

    private func storedWithRevision(_ id: String) throws -> (item: Item, revision: UInt64) {
        let id = try Self.record(id)
        return try with { vault throws(VaultFault) in try vault.itemWithRevision(id) }
    }

    /// Changes an item as it is by now, or as the page had it when it says which writing that was.
    private func change(
        _ id: String, at revision: Int? = nil, _ body: (inout Item) throws(VaultFault) -> Void
    ) throws -> VaultPageItemBody {
        let id = try Self.record(id)
        let result = try with { vault throws(VaultFault) in
            try vault.change(id, at: revision.map { UInt64(max(0, $0)) }, now: clock.now(), body)
        }
        return VaultPageItemBody(result.item, revision: result.revision)
    }

    /// The fields that bodies say.
    private static func fields(_ bodies: [VaultPageFieldDraftBody]) throws -> [Field] {
        try bodies.enumerated().map { index, body in
            guard let kind = body.kind.fieldKind else {
                throw BodyError.invalid([
                    Fault(path: "$.fields[\(index)].kind.name", message: "is not a name that a field can have")
                ])
            }
            return Field(kind: kind, value: body.value)
        }
    }
}
