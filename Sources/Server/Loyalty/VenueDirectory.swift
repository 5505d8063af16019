import Beacons
import Foundation
import Loyalty
import Storage
import Synchronization
import Time

/// Every venue as it was at one moment.
struct VenueSnapshot: Sendable {
    private let byUUID: [UUID128: ServedVenue]
    /// The venues in the order of their names.
    let all: [ServedVenue]

    init(_ venues: [ServedVenue]) {
        all = venues
        byUUID = Dictionary(venues.map { ($0.venue.uuid, $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// The venue with this UUID, or nil.
    subscript(_ uuid: UUID128) -> ServedVenue? { byUUID[uuid] }

    /// The name of a shop, or nil when there is none.
    func shop(_ venue: UUID128, _ major: UInt16) -> ShopReference? {
        byUUID[venue]?.shop(major)
    }
}

/// The venues in memory, read again when they have changed.
///
/// An import on this server shows at once. One on another server of the same database, or by the command beside a
/// running server, shows within `checkSeconds`: that often the versions of the venues are compared, in one small query.
final class VenueDirectory: Sendable {
    /// How long, by the server's clock, what is in memory is believed.
    static let checkSeconds: Int64 = 5

    private struct State {
        var snapshot: VenueSnapshot?
        var checkedAt = Timestamp(milliseconds: 0)
    }

    private let database: any Database
    private let state = Mutex(State())

    init(database: any Database) {
        self.database = database
    }

    /// The venues, at most `checkSeconds` old.
    func snapshot(at now: Timestamp) async throws(ServiceError) -> VenueSnapshot {
        let (known, isFresh): (VenueSnapshot?, Bool) = state.withLock { state in
            guard let snapshot = state.snapshot else { return (nil, false) }
            let age = now.milliseconds(since: state.checkedAt)
            if age >= 0, age < Self.checkSeconds * 1000 { return (snapshot, true) }
            // Whoever comes meanwhile uses what there is: one check is enough.
            state.checkedAt = now
            return (snapshot, false)
        }
        if let known, isFresh { return known }
        return try await read(over: known, at: now)
    }

    /// Reads what an import has changed before the import is answered.
    ///
    /// The import is committed, so that a failure to read is no failure of it: whoever comes next tries again.
    func refresh(at now: Timestamp) async {
        do {
            _ = try await read(over: state.withLock { $0.snapshot }, at: now)
        } catch {
            state.withLock { $0.checkedAt = Timestamp(milliseconds: .min) }
        }
    }

    private func read(over known: VenueSnapshot?, at now: Timestamp) async throws(ServiceError) -> VenueSnapshot {
        let versions = Dictionary(
            (known?.all ?? []).map { ($0.venue.uuid, $0.version) }, uniquingKeysWith: { first, _ in first })
        let stored: [StoredVenue] = try await database.reading { connection in
            let store = VenueStore(connection)
            return try store.versions().map { uuid, version in
                versions[uuid] == version
                    ? StoredVenue(uuid: uuid, version: version, content: nil)
                    : StoredVenue(uuid: uuid, version: version, content: try store.content(of: uuid))
            }
        }
        if let known, known.all.count == stored.count, stored.allSatisfy({ $0.content == nil }) { return known }
        var venues: [ServedVenue] = []
        for stored in stored {
            if let content = stored.content {
                guard let venue = try? VenueFile.read(Data(content.document.utf8)) else {
                    throw .storage(StorageError.corrupt)
                }
                venues.append(ServedVenue(venue, version: stored.version, beacons: content.beacons))
            } else if let unchanged = known?[stored.uuid] {
                venues.append(unchanged)
            }
        }
        let snapshot = VenueSnapshot(venues)
        return state.withLock { state in
            // Two readings may end in either order; a version never falls.
            if let current = state.snapshot, snapshot.isOlder(than: current) { return current }
            state.snapshot = snapshot
            state.checkedAt = now
            return snapshot
        }
    }
}

extension VenueSnapshot {
    /// Whether `other` has a later import of any venue, or one that is missing here.
    fileprivate func isOlder(than other: VenueSnapshot) -> Bool {
        other.all.contains { venue in (self[venue.venue.uuid]?.version ?? 0) < venue.version }
    }
}

/// A venue's version in the database, and its content unless it is known already.
private struct StoredVenue: Sendable {
    let uuid: UUID128
    let version: Int64
    let content: VenueStore.Content?
}
