import Sealing
import Synchronization

/// The keys under which a database's secrets are sealed, as far as this process knows them.
///
/// Another process may have changed the key meanwhile: whoever meets a key's name that is not here looks once more where
/// the keys come from.
public final class Keyring: Sendable {
    private struct State {
        var keys: SealingKeys?
        var lastLook: ContinuousClock.Instant?
    }

    /// For so long nobody looks again: rows that no key opens must not cost a look each.
    private static let pause = Duration.milliseconds(50)

    private let state: Mutex<State>
    private let read: @Sendable () -> SealingKeys?
    private let make: @Sendable () throws -> SealingKeys

    /// Keys that are somewhere else too.
    ///
    /// - Parameters:
    ///   - read: Reads the keys from there; nil when there are none, or none that can be read.
    ///   - make: What a database that has never had a key is given where there is none: it makes one, keeps it durably
    ///     and returns it, or what another process has kept there meanwhile.
    package init(
        _ keys: SealingKeys?, read: @escaping @Sendable () -> SealingKeys?,
        make: @escaping @Sendable () throws -> SealingKeys
    ) {
        state = Mutex(State(keys: keys, lastLook: nil))
        self.read = read
        self.make = make
    }

    /// Keys that are in this process alone: what they seal is lost with them unless somebody else keeps them.
    package convenience init(_ keys: SealingKeys) {
        self.init(keys, read: { nil }, make: { keys })
    }

    /// A new key that goes with this process, for a database that does too.
    package static func temporary() -> Keyring {
        var random = SystemRandomNumberGenerator()
        return Keyring(SealingKeys(SealingKey.make(using: &random)))
    }

    /// The keys that are known, with the one that is called `id` as the one that seals; nil when it is nowhere.
    func keys(sealingWith id: [UInt8]) -> SealingKeys? {
        state.withLock { state in
            if let keys = state.keys?.preferring(id) { return keys }
            if let last = state.lastLook, last.duration(to: .now) < Self.pause { return nil }
            state.lastLook = .now
            // Those of before stay: a reader of an older state may still meet them.
            if let keys = read() { state.keys = state.keys.map(keys.including) ?? keys }
            return state.keys?.preferring(id)
        }
    }

    /// The keys for a database that has never had one.
    func forNewDatabase() throws -> SealingKeys {
        if let keys = state.withLock({ $0.keys }) { return keys }
        let made = try make()
        state.withLock { $0.keys = made }
        return made
    }
}
