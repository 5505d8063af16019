import API
import Server
import Time
import Vault
import VaultDevice

extension VaultDesk {
    /// An item without its concealed values.
    func item(_ id: String) throws -> DeskItemBody {
        DeskItemBody(try stored(id))
    }

    /// An item with all its values, to be changed.
    func draft(_ id: String) throws -> DeskItemDraftBody {
        let item = try stored(id)
        try requireProof(for: item)
        return DeskItemDraftBody(item)
    }

    /// Makes an item.
    func add(_ body: DeskItemDraftBody) throws -> DeskItemBody {
        var draft = ItemDraft(
            category: try Self.record(body.category), title: try Self.name(body.title),
            fields: try Self.fields(body.fields))
        draft.isFavourite = body.isFavourite
        draft.asksAgain = body.asksAgain
        var random = SystemRandomNumberGenerator()
        return DeskItemBody(
            try with { vault throws(VaultFault) in try vault.add(draft, now: clock.now(), using: &random) })
    }

    /// Changes an item; what its fields held goes into its history.
    ///
    /// An item that asks again does so here too: otherwise taking the mark away would show its secrets.
    func set(_ id: String, _ body: DeskItemDraftBody) throws -> DeskItemBody {
        var item = try stored(id)
        try requireProof(for: item)
        item.category = try Self.record(body.category)
        item.title = try Self.name(body.title)
        item.fields = try Self.fields(body.fields)
        item.isFavourite = body.isFavourite
        item.asksAgain = body.asksAgain
        return try write(item)
    }

    /// Makes an item a favourite, or no longer one.
    func setFavourite(_ id: String, _ isOn: Bool) throws -> DeskItemBody {
        var item = try stored(id)
        item.isFavourite = isOn
        return try write(item)
    }

    /// Gives a field the value that it had before; a field that is gone comes back at the end.
    func restoreValue(_ id: String, _ which: DeskRevealBody) throws -> DeskItemBody {
        var item = try stored(id)
        guard let place = which.past, item.history.indices.contains(place) else {
            throw DeskProblem.answer(.vaultUnknownRecord)
        }
        let past = item.history[place]
        if let index = item.fields.firstIndex(where: { $0.kind == past.kind }) {
            item.fields[index].value = past.value
        } else {
            item.fields.append(Field(kind: past.kind, value: past.value))
        }
        return try write(item)
    }

    // MARK: The trash

    /// Puts an item into the trash.
    func moveToTrash(_ id: String) throws {
        let id = try Self.record(id)
        try with { vault throws(VaultFault) in try vault.moveToTrash(id, now: clock.now()) }
    }

    /// Takes an item out of the trash.
    func restore(_ id: String) throws -> DeskItemBody {
        let record = try Self.record(id)
        try with { vault throws(VaultFault) in try vault.restore(record) }
        return try item(id)
    }

    /// Erases an item of the trash; one that is not there must be put there first.
    func erase(_ id: String) throws {
        let item = try stored(id)
        guard item.deleted != nil else { throw DeskProblem.answer(.vaultUnknownRecord) }
        try with { vault throws(VaultFault) in try vault.erase(item.id) }
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
        let id = try Self.record(id)
        return try with { vault throws(VaultFault) in try vault.item(id) }
    }

    private func write(_ item: Item) throws -> DeskItemBody {
        DeskItemBody(try with { vault throws(VaultFault) in try vault.update(item, now: clock.now()) })
    }

    /// The fields that bodies say.
    private static func fields(_ bodies: [DeskFieldDraftBody]) throws -> [Field] {
        try bodies.enumerated().map { index, body in
            guard let kind = body.kind.fieldKind else {
                throw BodyError.invalid([Fault(path: "$.fields[\(index)].kind.name", message: "is no name of a field")])
            }
            return Field(kind: kind, value: body.value)
        }
    }
}
