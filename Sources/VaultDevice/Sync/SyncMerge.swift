import Basics
import Crypto
import Vault

/// Takes records in, in one transaction.
///
/// What one side changed since both were equal is kept; what both changed is kept twice, the copy with this device and
/// the day in its title; a change is stronger than a deletion.
struct SyncMerge {
    let keys: SyncKeys
    let device: String
    let now: Timestamp
    private(set) var received = 0
    private(set) var conflicts: [VaultName] = []
    private var random = SystemRandomNumberGenerator()

    init(keys: SyncKeys, device: String, now: Timestamp) {
        self.keys = keys
        self.device = device
        self.now = now
    }

    mutating func take(
        _ record: ReceivedRecord, _ edit: inout VaultEdit, _ state: inout SyncState
    ) throws(VaultFault) {
        switch record.kind {
        case .manifest:
            state.manifest = SyncState.Manifest(
                version: record.version, total: try SyncState.Total(bytes: record.content ?? []))
        case .category: try takeCategory(record, &edit, &state)
        case .item: try takeItem(record, &edit, &state)
        case .piece: state.entries[record.name] = record.entry(after: state.entries[record.name])
        case nil: try takeClosed(record, &edit, &state)
        }
    }

    // MARK: Items

    private mutating func takeItem(
        _ record: ReceivedRecord, _ edit: inout VaultEdit, _ state: inout SyncState
    ) throws(VaultFault) {
        let known = state.entries[record.name]
        var entry = record.entry(after: known)
        let here = try edit.summary(of: record.id)
        let isChanged = try isChanged(here, since: known, edit)
        if record.content == nil {
            if let here {
                // Changed here: it stays, and is sent again.
                if !isChanged { try edit.removeItem(here.id) }
            }
            received += here != nil && !isChanged ? 1 : 0
            state.entries[record.name] = entry
            return
        }
        var item = try record.item()
        entry.content = try Self.mark(item)
        // One in the trash goes back into its category, whether that is gone or not.
        if item.deleted == nil, edit.root.category(item.category) == nil {
            item.category = edit.root.homeAfterTrash(item.category)
        }
        if let here, isChanged {
            let own = try edit.item(here.id)
            if try Self.mark(own) == entry.content {
                // Both sides say the same already.
                entry.revision = here.revision
                state.entries[record.name] = entry
                return
            }
            if !own.says(item) { try keepCopy(of: own, &edit) }
        }
        for attachment in item.attachments {
            if let bytes = record.attachments[attachment.id] { try edit.putAttachment(attachment, bytes) }
        }
        try edit.put(item)
        // One that went somewhere else than it said is looked at again, and sent.
        entry.revision = try Self.mark(item) == entry.content ? edit.sequence : 0
        state.entries[record.name] = entry
        received += 1
    }

    /// Whether an item is another here than when both sides were equal; one that never was on both sides is.
    private func isChanged(
        _ here: ItemSummary?, since known: SyncState.Entry?, _ edit: VaultEdit
    ) throws(VaultFault) -> Bool {
        guard let here else { return false }
        guard let known, !known.isTombstone else { return true }
        if known.revision == here.revision { return false }
        return try Self.mark(try edit.item(here.id)) != known.content
    }

    /// Keeps what this device has as an item of its own.
    private mutating func keepCopy(of item: Item, _ edit: inout VaultEdit) throws(VaultFault) {
        var copy = try Item(bytes: try item.encoded(), id: RecordID(using: &random))
        copy.title = Self.title(item.title, device: device, now: now)
        copy.attachments = []
        for attachment in item.attachments {
            let bytes = try edit.attachment(attachment)
            guard
                let twin = Attachment(
                    id: RecordID(using: &random), name: attachment.name, byteCount: attachment.byteCount)
            else { continue }
            try edit.putAttachment(twin, bytes)
            copy.attachments.append(twin)
        }
        try edit.put(copy)
        conflicts.append(copy.title)
    }

    /// The title with the device and the day behind it, cut to what a title may have.
    static func title(_ title: VaultName, device: String, now: Timestamp) -> VaultName {
        let day = String(now.rfc3339.prefix(10))
        for suffix in [" (\(device), \(day))", " (\(day))"] {
            let room = VaultName.limit - suffix.unicodeScalars.count
            let beginning = String(String.UnicodeScalarView(title.text.unicodeScalars.prefix(max(1, room))))
            // A device's name comes from outside, and may be none that a title can have in it.
            if let name = try? VaultName(beginning + suffix) { return name }
        }
        return title
    }

    /// What an item says, as a mark.
    static func mark(_ item: Item) throws(VaultFault) -> SyncMark {
        SyncMark(SHA256.hash(data: try item.encoded()))
    }

    // MARK: What stays closed

    /// A record that only the travel key opens: what it replaces leaves this device, unless it was changed here.
    private mutating func takeClosed(
        _ record: ReceivedRecord, _ edit: inout VaultEdit, _ state: inout SyncState
    ) throws(VaultFault) {
        let known = state.entries[record.name]
        if let known, known.kind == .item, let here = try edit.summary(of: known.id),
            try !isChanged(here, since: known, edit)
        {
            try edit.removeItem(here.id)
        }
        state.entries[record.name] = record.entry(after: known)
    }

    // MARK: Categories

    private mutating func takeCategory(
        _ record: ReceivedRecord, _ edit: inout VaultEdit, _ state: inout SyncState
    ) throws(VaultFault) {
        let known = state.entries[record.name]
        var entry = record.entry(after: known)
        let here = edit.root.category(record.id)
        guard let bytes = record.content else {
            state.entries[record.name] = entry
            guard let here, !here.isProtected, let known, !known.isTombstone,
                try CategoryContent(here).mark() == known.content
            else { return }
            let items = try edit.summaries().filter { $0.category == here.id }
            guard items.allSatisfy(\.isDeleted) else { return }
            try edit.root.removeCategory(here.id, remembersIt: !items.isEmpty)
            received += 1
            return
        }
        let content = try CategoryContent(bytes: bytes)
        entry.content = try content.mark()
        defer { state.entries[record.name] = entry }
        if let here, try CategoryContent(here).mark() == entry.content { return }
        var category = try content.category(record.id, here: here)
        try makeRoom(for: &category, &edit, &state)
        if here == nil { try edit.root.add(category) } else { try edit.root.update(category) }
        received += 1
    }

    /// Sees to it that no other category has the name of the one that comes.
    ///
    /// One that nobody else knows yet goes into the one that comes. One that the others know was renamed or removed there,
    /// which is still to come, or was renamed here: it steps aside.
    private func makeRoom(
        for category: inout Category, _ edit: inout VaultEdit, _ state: inout SyncState
    ) throws(VaultFault) {
        guard var namesake = edit.root.category(named: category.name), namesake.id != category.id else { return }
        if namesake.isProtected {
            category.name = Self.freeName(like: category.name, edit.root)
            return
        }
        let name = keys.name(of: .category, namesake.id)
        guard let known = state.entries[name], !known.isTombstone else {
            for summary in try edit.summaries() where summary.category == namesake.id {
                var item = try edit.item(summary.id)
                item.category = category.id
                try edit.put(item)
            }
            try edit.root.removeCategory(namesake.id)
            return
        }
        let isChangedHere = try CategoryContent(namesake).mark() != known.content
        namesake.name = Self.freeName(like: namesake.name, edit.root)
        try edit.root.update(namesake)
        // What the others will say of it anyway is no change of this device.
        if !isChangedHere { state.entries[name]?.content = try CategoryContent(namesake).mark() }
    }

    /// The name with the first number behind it that nobody has.
    private static func freeName(like name: VaultName, _ root: Root) -> VaultName {
        let beginning = String(String.UnicodeScalarView(name.text.unicodeScalars.prefix(VaultName.limit - 8)))
        for number in 2...Category.limit + 2 {
            if let free = try? VaultName("\(beginning) (\(number))"), root.category(named: free) == nil { return free }
        }
        return name
    }
}
