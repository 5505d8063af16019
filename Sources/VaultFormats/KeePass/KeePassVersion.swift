import Basics
import Vault

/// The fields that an entry had from one instant on.
///
/// KeePass keeps whole earlier versions of an entry, we keep what each field said before: the one is worked out of the
/// other.
struct KeePassVersion: Equatable {
    var fields: [Field]
    /// Since when the fields are so.
    var modified: Timestamp

    /// What the versions, oldest first, say that the last of them does not say any more; newest first.
    static func pastValues(_ versions: [KeePassVersion]) -> [PastValue] {
        var past: [PastValue] = []
        for (older, newer) in zip(versions, versions.dropFirst()).reversed() {
            for field in older.fields where !field.value.isEmpty && !newer.fields.contains(field) {
                past.append(PastValue(kind: field.kind, value: field.value, until: newer.modified))
            }
        }
        return past
    }

    /// The versions before the present one, oldest first, of an item with this history; nil when they would not give
    /// the same history again.
    static func earlier(than item: ForeignItem, created: Timestamp, modified: Timestamp) -> [KeePassVersion]? {
        var fields = item.fields.filter { !$0.value.isEmpty }
        let present = KeePassVersion(fields: fields, modified: modified)
        var versions: [KeePassVersion] = []
        var history = item.history[...]
        while let until = history.first?.until {
            // Everything that was given up at one instant belongs to one version.
            let changed = history.prefix { $0.until == until }
            history = history.dropFirst(changed.count)
            if until != modified { versions.append(KeePassVersion(fields: fields, modified: until)) }
            replace(changed, in: &fields)
        }
        guard !item.history.isEmpty else { return [] }
        versions.append(KeePassVersion(fields: fields, modified: min(created, versions.last?.modified ?? modified)))
        versions.reverse()
        return pastValues(versions + [present]) == item.history ? versions : nil
    }

    /// Puts earlier values in the place of those that follow them; a field that is gone comes back at the end.
    private static func replace(_ changed: ArraySlice<PastValue>, in fields: inout [Field]) {
        var used: Set<Int> = []
        for past in changed {
            if let index = fields.indices.first(where: { fields[$0].kind == past.kind && !used.contains($0) }) {
                fields[index].value = past.value
                used.insert(index)
            } else {
                used.insert(fields.count)
                fields.append(Field(kind: past.kind, value: past.value))
            }
        }
    }
}
