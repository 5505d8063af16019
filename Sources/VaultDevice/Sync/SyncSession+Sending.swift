import Vault

extension SyncSession {
    /// Sends what this device changed, in the order in which others can use it: categories, pieces, items, then what was
    /// removed.
    ///
    /// Throws `conflict` when another device was faster; what was sent until then stays sent.
    nonisolated(nonsending) func send() async throws(SyncFault) {
        let plan: SyncPlan
        do {
            plan = try vault.transaction { (edit) throws(VaultFault) in try SyncPlan(edit, state, keys) }
        } catch {
            throw .vault(error)
        }
        var batch = SyncBatch()
        for category in plan.categories { try await send(category, &batch) }
        for id in plan.items { try await send(item: id, besides: plan.pieces[id] ?? [], &batch) }
        for id in plan.removedItems { try await send(removed: .item, id, &batch) }
        for piece in strayPieces(plan) { try await send(removed: .piece, piece, &batch) }
        for id in plan.removedCategories { try await send(removed: .category, id, &batch) }
        try await flush(&batch)
        try writeState()
        guard !plan.revisions.isEmpty else { return }
        try change { (_, state) in
            for (name, revision) in plan.revisions { state.entries[name]?.revision = revision }
        }
    }

    private nonisolated(nonsending) func send(_ category: Category, _ batch: inout SyncBatch) async throws(SyncFault) {
        let content = CategoryContent(category)
        var entry = SyncState.Entry()
        let payload: SyncPayload
        do {
            payload = SyncPayload(.category, category.id, try content.encoded())
            entry.content = try content.mark()
        } catch {
            throw .vault(error)
        }
        try await add(payload, entry, under: .data, &batch)
    }

    /// Sends an item after those of its pieces that the server has not, and then takes back what it has no more.
    private nonisolated(nonsending) func send(
        item id: RecordID, besides known: [RecordID], _ batch: inout SyncBatch
    ) async throws(SyncFault) {
        let item: Item
        let revision: UInt64
        let isRemovable: Bool
        var entry = SyncState.Entry()
        let payload: SyncPayload
        do {
            // It may be gone meanwhile; the next time sees that.
            let read = try vault.transaction { (edit) throws(VaultFault) in
                try edit.summary(of: id).map { (summary) throws(VaultFault) in
                    (
                        item: try edit.item(id), revision: summary.revision,
                        isRemovable: edit.root.isRemovable(summary.category)
                            ?? state.entries[keys.name(of: .item, id)]?.isRemovable ?? false
                    )
                }
            }
            guard let read else { return }
            (item, revision, isRemovable) = read
            entry.revision = revision
            entry.content = try SyncMerge.mark(item)
            payload = SyncPayload(.item, id, try item.encoded())
        } catch {
            throw .vault(error)
        }
        let keyClass: SyncKeyClass = isRemovable ? .travel : .data
        for attachment in item.attachments {
            try await send(attachment, of: id, under: keyClass, &batch)
        }
        try await add(payload, entry, under: keyClass, &batch)
        let wanted = Set(
            item.attachments.flatMap { attachment in (0..<attachment.chunks).map { attachment.chunkID($0) } })
        for piece in known.sorted() where !wanted.contains(piece) { try await send(removed: .piece, piece, &batch) }
    }

    private nonisolated(nonsending) func send(
        _ attachment: Attachment, of item: RecordID, under keyClass: SyncKeyClass, _ batch: inout SyncBatch
    ) async throws(SyncFault) {
        let missing = (0..<attachment.chunks).filter { index in
            guard let entry = state.entries[keys.name(of: .piece, attachment.chunkID(index))] else { return true }
            return entry.isTombstone || entry.isRemovable != (keyClass == .travel)
        }
        guard !missing.isEmpty else { return }
        let bytes: [UInt8]
        do { bytes = try vault.attachment(attachment) } catch { throw .vault(error) }
        for index in missing {
            let start = index * Attachment.chunkByteCount
            let piece = PieceContent(
                owner: item, bytes: Array(bytes[start..<min(start + Attachment.chunkByteCount, bytes.count)]))
            var entry = SyncState.Entry()
            entry.owner = item
            entry.isOwn = true
            try await add(
                SyncPayload(.piece, attachment.chunkID(index), piece.encoded()), entry, under: keyClass, &batch)
        }
    }

    /// Pieces whose item is gone, here or everywhere, as far as this device knows; another's may still be on its way.
    private func strayPieces(_ plan: SyncPlan) -> [RecordID] {
        plan.pieces.filter { !plan.present.contains($0.key) }.flatMap { owner, pieces in
            if let item = state.entries[keys.name(of: .item, owner)] { return item.isAway ? [] : pieces }
            return pieces.filter { state.entries[keys.name(of: .piece, $0)]?.isOwn ?? false }
        }.sorted()
    }

    private nonisolated(nonsending) func send(
        removed kind: SyncKind, _ id: RecordID, _ batch: inout SyncBatch
    ) async throws(SyncFault) {
        var entry = SyncState.Entry()
        entry.isTombstone = true
        entry.owner = state.entries[keys.name(of: kind, id)]?.owner ?? .zero
        try await add(SyncPayload(kind, id, nil), entry, under: .data, &batch)
    }

    private nonisolated(nonsending) func add(
        _ payload: SyncPayload, _ entry: SyncState.Entry, under keyClass: SyncKeyClass, _ batch: inout SyncBatch
    ) async throws(SyncFault) {
        let name = keys.name(of: payload.kind, payload.id)
        let version = (batch.entries[name] ?? state.entries[name])?.version ?? 0
        let record = try keys.seal(payload, version: version + 1, under: keyClass)
        // A record comes once in a request.
        if !batch.hasRoom(for: record) || batch.entries[name] != nil { try await flush(&batch) }
        var entry = entry
        entry.kind = payload.kind
        entry.id = payload.id
        entry.version = record.version
        entry.mark = keys.mark(of: record)
        entry.isRemovable = keyClass == .travel
        batch.add(record, entry)
    }

    /// Sends a batch with the manifest that fits it, and keeps what is then known.
    ///
    /// When the answer is lost, the next time finds the records on the server and both sides equal.
    private nonisolated(nonsending) func flush(_ batch: inout SyncBatch) async throws(SyncFault) {
        guard !batch.isEmpty else { return }
        var next = state
        for (name, entry) in batch.entries { next.entries[name] = entry }
        next.manifest = SyncState.Manifest(version: state.manifest.version + 1, total: next.total)
        let manifest = try keys.seal(
            SyncPayload(.manifest, .zero, next.manifest.total.encoded()), version: next.manifest.version, under: .data)
        let cursor = try await sync.server.write(batch.records + [manifest], to: keys.vault)
        // The manifest had the version that was known, so nobody else wrote since the last fetching: what comes up to
        // this cursor is known.
        if cursor == state.cursor &+ UInt64(batch.records.count) &+ 1 { next.cursor = cursor }
        try note(next)
        report.sent += batch.sent
        batch = SyncBatch()
    }
}
