/// A bounded dictionary that forgets what was not used lately.
///
/// Two generations bound it at little cost: when the young one is full it becomes the old one, and what was not used
/// meanwhile goes. Its methods are inlinable so that each module has them for its own types: through generic code a look
/// takes several times as long.
package struct RecentlyUsed<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    @usableFromInline let capacity: Int
    @usableFromInline var young: [Key: Value] = [:]
    @usableFromInline var old: [Key: Value] = [:]

    /// An empty one for at most `capacity` entries, and at least two.
    @inlinable
    package init(capacity: Int) {
        self.capacity = max(2, capacity)
    }

    /// How many entries there are.
    @inlinable package var count: Int { young.count + old.count }

    /// The value of `key`, which counts as used, or nil.
    @inlinable
    package mutating func value(for key: Key) -> Value? {
        if let value = young[key] { return value }
        guard let value = old[key] else { return nil }
        set(value, for: key)
        return value
    }

    /// Keeps a value.
    @inlinable
    package mutating func set(_ value: Value, for key: Key) {
        old[key] = nil
        young[key] = value
        guard young.count > capacity / 2 else { return }
        old = young
        young = [:]
    }

    /// Forgets a value.
    @inlinable
    package mutating func remove(_ key: Key) {
        young[key] = nil
        old[key] = nil
    }
}
