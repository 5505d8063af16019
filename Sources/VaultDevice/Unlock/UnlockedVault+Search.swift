import Vault

extension UnlockedVault {
    /// The items outside the trash in which every word of `text` occurs, each with the kinds of the fields in which one
    /// does.
    ///
    /// Of concealed fields, it looks into those that `depth` names; ``ItemSearch/Depth/concealedOfAll`` is for whoever
    /// has just proved to be the owner. An item whose title alone matches has no kinds. Case and accents do not matter, in whatever language; the
    /// parameter is there for languages that hold letters equal which others do not. Items are looked through as they
    /// lie: of those that do not match, nothing stays in memory.
    package func search(
        _ text: String, in depth: ItemSearch.Depth = .open, language: String = "es"
    ) throws(VaultFault) -> [(item: ItemSummary, fields: [FieldKind])] {
        guard let search = ItemSearch(text, in: depth) else { return [] }
        return try read { reading, _ in
            var found: [(item: ItemSummary, fields: [FieldKind])] = []
            try reading.forEachItem { summary, bytes throws(VaultFault) in
                guard !summary.isDeleted, let fields = try search.fields(of: bytes) else { return }
                found.append((summary, fields))
            }
            return found
        }
    }
}

extension VaultReading {
    /// Calls `body` with the opened bytes of every item, those in the trash included.
    func forEachItem(
        _ body: (ItemSummary, UnsafeRawBufferPointer) throws(VaultFault) -> Void
    ) throws {
        var pages: [[ItemSummary]] = Array(repeating: [], count: 256)
        try forEachPage { pages[Int($0.number)] = $0.summaries }
        // Items lie in the order of their identifiers, as do the summaries of a page.
        var summaries = pages.joined().makeIterator()
        try objects.forEach(.item) { id, stored, sealed in
            guard let summary = summaries.next(), summary.id == id, summary.revision == stored else {
                throw VaultFault.damaged("item")
            }
            let address = ObjectAddress(kind: .item, id: id, revision: stored)
            try sealer.withOpened(sealed, as: address) { bytes throws(VaultFault) in try body(summary, bytes) }
        }
        guard summaries.next() == nil else { throw VaultFault.damaged("item") }
    }
}
