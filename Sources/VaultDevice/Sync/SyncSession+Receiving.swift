import Vault

extension SyncSession {
    /// The most bytes of attachments that one transaction writes, but for an item that alone has more.
    private static let byteLimit = 32 << 20

    /// Fetches and takes in what was written since the last time, and makes sure that nothing is missing.
    nonisolated(nonsending) func receive() async throws(SyncFault) {
        // After a journey, what was away comes again, and that is somewhere among all the others.
        var cursor = state.hasAway && keys.has(.travel) ? 0 : state.cursor
        var isFromStart = cursor == 0
        while true {
            guard let page = try await sync.server.records(of: keys.vault, after: cursor) else {
                guard state.entries.isEmpty, state.manifest.version == 0 else { throw .rolledBack }
                return
            }
            guard page.cursor >= cursor, !page.hasMore || page.cursor > cursor else { throw .rolledBack }
            try await take(page)
            let isNews = page.cursor > cursor
            cursor = page.cursor
            if page.hasMore { continue }
            guard cursor >= state.cursor else { throw .rolledBack }
            // A server that gives only a beginning has no manifest that fits it.
            if state.total == state.manifest.total, try await hasLatestManifest() { return }
            // A record that was asked for by itself may be newer than the last page; then there is another one.
            if isNews { continue }
            // What a server that showed an old state, or withheld something, has passed off under a number stays behind
            // the cursor once the server is whole again. Everything is read anew before it is called anything worse.
            guard !isFromStart else { throw .tampered }
            isFromStart = true
            cursor = 0
        }
    }

    /// Whether the manifest that is known here is the one that the server has now: a cursor only tells where to go on.
    private nonisolated(nonsending) func hasLatestManifest() async throws(SyncFault) -> Bool {
        guard state.manifest.version > 0 else { return true }
        let record = try await sync.server.record(keys.name(of: .manifest, .zero), of: keys.vault)
        guard let record, record.version >= state.manifest.version else { throw .rolledBack }
        guard record.version == state.manifest.version else { return false }
        guard let content = keys.open(record)?.payload.content, content == state.manifest.total.encoded() else {
            throw .tampered
        }
        return true
    }

    /// Takes in a page of records, in as many transactions as its attachments need.
    private nonisolated(nonsending) func take(_ page: SealedPage) async throws(SyncFault) {
        var fetched: [ReceivedRecord] = []
        for record in page.records {
            if let received = try open(record) { fetched.append(received) }
        }
        fetched.sort { $0.rank < $1.rank }
        var group: [ReceivedRecord] = []
        var byteCount = 0
        var categories = try categoriesHere()
        categories.formUnion(fetched.filter { $0.kind == .category && $0.content != nil }.map(\.id))
        for var received in fetched {
            if received.kind == .item, received.content != nil {
                if let category = try await missingCategory(of: received, besides: &categories) {
                    group.append(category)
                }
                guard let attachments = try await newAttachments(of: received) else { continue }
                received.attachments = attachments
                byteCount += attachments.values.reduce(0) { $0 + $1.count }
            }
            group.append(received)
            if byteCount > Self.byteLimit {
                try take(group, cursor: nil)
                (group, byteCount) = ([], 0)
            }
        }
        guard !group.isEmpty || page.cursor > state.cursor else { return }
        try take(group, cursor: page.cursor)
    }

    private func take(_ group: [ReceivedRecord], cursor: UInt64?) throws(SyncFault) {
        var merge = SyncMerge(keys: keys, device: sync.device, now: now)
        try change { (edit, state) throws(VaultFault) in
            for received in group { try merge.take(received, &edit, &state) }
            if let cursor, cursor > state.cursor { state.cursor = cursor }
        }
        report.received += merge.received
        report.conflicts += merge.conflicts
    }

    /// What a record says, if it says anything new; it throws when the server gives something else than it was given.
    private func open(_ record: SealedRecord) throws(SyncFault) -> ReceivedRecord? {
        let entry = state.entries[record.id]
        let mark = keys.mark(of: record)
        let isManifest = record.id == keys.name(of: .manifest, .zero)
        let known = isManifest ? state.manifest.version : entry?.version ?? 0
        guard record.version >= known else { throw .rolledBack }
        if record.version == known, !isManifest {
            guard mark == entry?.mark else { throw .tampered }
            guard entry?.isAway == true, keys.has(.travel) else { return nil }
        }
        guard let opened = keys.open(record) else {
            // Only what travels may stay closed; the manifest vouches for it meanwhile.
            guard !keys.has(.travel), !isManifest else { throw .tampered }
            return ReceivedRecord(name: record.id, version: record.version, mark: mark)
        }
        var received = ReceivedRecord(name: record.id, version: record.version, mark: mark)
        received.kind = opened.payload.kind
        received.id = opened.payload.id
        received.content = opened.payload.content
        received.isRemovable = opened.keyClass == .travel
        if received.kind == .piece, let content = received.content {
            do {
                let piece = try PieceContent(bytes: content)
                received.owner = piece.owner
                received.content = []
                pieces.put(piece.bytes, record.id)
            } catch {
                throw .vault(error)
            }
        }
        return received
    }

    /// One record that is needed now; nil when there is none or nothing opens it.
    private nonisolated(nonsending) func fetch(_ kind: SyncKind, _ id: RecordID) async throws(SyncFault)
        -> ReceivedRecord?
    {
        let name = keys.name(of: kind, id)
        guard let record = try await sync.server.record(name, of: keys.vault) else { return nil }
        guard record.id == name, record.version >= state.entries[name]?.version ?? 0 else { throw .rolledBack }
        guard let opened = keys.open(record) else { return nil }
        var received = ReceivedRecord(name: name, version: record.version, mark: keys.mark(of: record))
        received.kind = opened.payload.kind
        received.id = opened.payload.id
        received.content = opened.payload.content
        received.isRemovable = opened.keyClass == .travel
        return received
    }

    private func categoriesHere() throws(SyncFault) -> Set<RecordID> {
        do {
            return try vault.transaction { (edit) throws(VaultFault) in Set(edit.root.categories.map(\.id)) }
        } catch {
            throw .vault(error)
        }
    }

    /// The category of an item, when the item comes before it because the category was written again later.
    private nonisolated(nonsending) func missingCategory(
        of received: ReceivedRecord, besides categories: inout Set<RecordID>
    ) async throws(SyncFault) -> ReceivedRecord? {
        let category: RecordID
        do { category = try received.item().category } catch { throw .vault(error) }
        guard categories.insert(category).inserted, let fetched = try await fetch(.category, category) else {
            return nil
        }
        return fetched.content == nil ? nil : fetched
    }

    /// The bytes of the attachments of an item that are not here yet.
    ///
    /// Nil when a piece is gone: the item was changed since it was read, and comes again.
    private nonisolated(nonsending) func newAttachments(
        of received: ReceivedRecord
    ) async throws(SyncFault) -> [RecordID: [UInt8]]? {
        var found: [RecordID: [UInt8]] = [:]
        let item: Item
        let here: Set<RecordID>
        do {
            item = try received.item()
            guard !item.attachments.isEmpty else { return [:] }
            here = try vault.transaction { (edit) throws(VaultFault) in
                guard try edit.summary(of: item.id) != nil else { return [] }
                return Set(try edit.item(item.id).attachments.map(\.id))
            }
        } catch {
            throw .vault(error)
        }
        for attachment in item.attachments where !here.contains(attachment.id) {
            var bytes: [UInt8] = []
            for index in 0..<attachment.chunks {
                guard let piece = try await piece(attachment.chunkID(index)) else { return nil }
                bytes += piece
            }
            guard bytes.count == attachment.byteCount else { throw .tampered }
            found[attachment.id] = bytes
        }
        return found
    }

    private nonisolated(nonsending) func piece(_ id: RecordID) async throws(SyncFault) -> [UInt8]? {
        if let bytes = pieces.take(keys.name(of: .piece, id)) { return bytes }
        guard let content = try await fetch(.piece, id)?.content else { return nil }
        do { return try PieceContent(bytes: content).bytes } catch { throw .vault(error) }
    }
}
