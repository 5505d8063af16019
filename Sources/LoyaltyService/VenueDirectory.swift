import Basics
import Beacons
import Foundation
import HTTPKit
import Loyalty
import ServiceKit
import Storage
import Synchronization

/// Every venue as it was at one moment.
package struct VenueSnapshot: Sendable {
    private let byUUID: [UUID128: ServedVenue]
    /// The venues in the order of their names.
    let all: [ServedVenue]
    /// How many rows of venues and offers can't be read; what else there is, is served.
    let unreadable: Int

    init(_ venues: [ServedVenue], unreadable: Int = 0) {
        all = venues
        self.unreadable = venues.reduce(unreadable) { $0 + $1.unreadable }
        byUUID = Dictionary(venues.map { ($0.venue.uuid, $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// The venue with this UUID, or nil.
    subscript(_ uuid: UUID128) -> ServedVenue? { byUUID[uuid] }

    /// The name of a shop, or nil when there is none.
    func shop(_ venue: UUID128, _ major: UInt16) -> ShopReference? {
        byUUID[venue]?.shop(major)
    }

    /// Whether some venue has this beacon.
    package func has(_ beacon: BeaconIdentity) -> Bool {
        byUUID[beacon.uuid]?.beacons[BeaconRef(major: beacon.major, minor: beacon.minor)] != nil
    }
}

/// The venues in memory, read again when they have changed.
///
/// An import on this server shows at once. One on another server of the same database, or by the command beside a
/// running server, shows at once to whoever asks for what it brought: nothing is called unknown before the database has
/// been asked again. What an import changed of a known thing shows within `checkSeconds`: that often the versions of the
/// venues are compared, in one small query.
///
/// Anybody can ask for what does not exist. However many do, the database is asked at most once in `lookUpPause`, and
/// that one reading answers all who came before it began.
package final class VenueDirectory: Sendable {
    /// How long, by the server's clock, what is in memory is believed.
    static let checkSeconds: Int64 = 5
    /// The shortest time from the beginning of one look-up of something unknown to that of the next.
    static let lookUpPause = Duration.milliseconds(250)
    /// How many may wait for a look-up at once; to more than these, the unknown is unknown at once.
    static let mostWaiting = 1000

    private struct State {
        var snapshot: VenueSnapshot?
        /// The reading that whoever comes before there are any venues waits for.
        var first: Task<VenueSnapshot, any Error>?
        var checkedAt = Timestamp(milliseconds: 0)
        /// When the newest look-up began, and when the newest one that has ended had begun.
        var lookUpBegan: ContinuousClock.Instant?
        var lookedUp: ContinuousClock.Instant?
        var waiting = 0
    }

    private let database: any Database
    private let state = Mutex(State())
    private let wall = ContinuousClock()

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
        guard let known else { return try await first(at: now) }
        return isFresh ? known : try await read(over: known, at: now)
    }

    /// The venues as they are read once for all who come before they are known.
    private func first(at now: Timestamp) async throws(ServiceError) -> VenueSnapshot {
        let reading = state.withLock { state in
            if let begun = state.first { return begun }
            let reading = Task { [self] in
                defer { self.state.withLock { $0.first = nil } }
                return try await read(over: nil, at: now)
            }
            state.first = reading
            return reading
        }
        do { return try await reading.value } catch { throw .from(error) }
    }

    /// The venues, asked for again when `isKnown` does not find in memory what somebody wants.
    package func snapshot(
        at now: Timestamp, having isKnown: (VenueSnapshot) -> Bool
    ) async throws(ServiceError) -> VenueSnapshot {
        let venues = try await snapshot(at: now)
        if isKnown(venues) { return venues }
        let mayWait = state.withLock { state in
            guard state.waiting < Self.mostWaiting else { return false }
            state.waiting += 1
            return true
        }
        guard mayWait else { return venues }
        defer { state.withLock { $0.waiting -= 1 } }
        return try await lookUp(since: wall.now, orElse: venues, at: now)
    }

    /// The venues, at most `lookUpPause` old unless they are being read just now.
    func newest(at now: Timestamp) async throws(ServiceError) -> VenueSnapshot {
        let venues = try await snapshot(at: now)
        guard case .read(let begin) = turn(since: wall.now) else { return venues }
        return try await readAgain(begunAt: begin, at: now)
    }

    private enum Turn {
        /// A reading that began late enough has ended.
        case done(VenueSnapshot)
        /// It is for the caller to read, from now on.
        case read(ContinuousClock.Instant)
        /// Not before then.
        case wait(until: ContinuousClock.Instant)
    }

    /// What somebody who came at `arrival` has to do to know what there was then.
    private func turn(since arrival: ContinuousClock.Instant) -> Turn {
        state.withLock { state in
            if let snapshot = state.snapshot, let lookedUp = state.lookedUp, lookedUp >= arrival {
                return .done(snapshot)
            }
            let now = wall.now
            if let next = state.lookUpBegan?.advanced(by: Self.lookUpPause), now < next { return .wait(until: next) }
            state.lookUpBegan = now
            return .read(now)
        }
    }

    private func lookUp(
        since arrival: ContinuousClock.Instant, orElse known: VenueSnapshot, at now: Timestamp
    ) async throws(ServiceError) -> VenueSnapshot {
        while true {
            switch turn(since: arrival) {
            case .done(let venues): return venues
            case .read(let begin): return try await readAgain(begunAt: begin, at: now)
            case .wait(let instant):
                // Whoever is gone needs no answer.
                do { try await wall.sleep(until: instant) } catch { return known }
            }
        }
    }

    private func readAgain(
        begunAt begin: ContinuousClock.Instant, at now: Timestamp
    ) async throws(ServiceError) -> VenueSnapshot {
        let venues = try await read(over: state.withLock { $0.snapshot }, at: now)
        state.withLock { $0.lookedUp = max($0.lookedUp ?? begin, begin) }
        return venues
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
            (known?.all ?? []).map { ($0.venue.uuid, $0.storedVersion) },
            uniquingKeysWith: { first, _ in first })
        let (stored, unnamed): ([StoredVenue], Int) = try await database.reading { connection in
            let store = VenueStore(connection)
            let named = try store.versions()
            let stored = try named.venues.map { uuid, version in
                let content = versions[uuid] == version ? nil : try Self.content(of: uuid, in: store, at: now)
                return StoredVenue(uuid: uuid, version: version, content: content)
            }
            return (stored, named.unreadable)
        }
        if let known, known.all.count == stored.count, stored.allSatisfy({ $0.content == nil }),
            known.unreadable == known.all.reduce(unnamed, { $0 + $1.unreadable })
        {
            return known
        }
        var venues: [ServedVenue] = []
        var unreadable = unnamed
        for stored in stored {
            let before = known?[stored.uuid]
            switch stored.content {
            case nil: if let before { venues.append(before) }
            case .unreadable?:
                // One venue that can't be read keeps none of the others from being served.
                unreadable += 1
                if let before { venues.append(before) }
            case .read(let venue, let content)?:
                venues.append(
                    ServedVenue(
                        venue, version: stored.version, beacons: content.beacons, published: content.published,
                        unreadable: content.unreadable, adopted: content.adopted, known: before))
            }
        }
        let snapshot = VenueSnapshot(venues, unreadable: unreadable)
        return state.withLock { state in
            // Two readings may end in either order; a version never falls.
            if let current = state.snapshot, snapshot.isOlder(than: current) { return current }
            state.snapshot = snapshot
            state.checkedAt = now
            return snapshot
        }
    }

    /// What is stored of a venue; a row or a document that can't be read is no failure of the database.
    private static func content(
        of uuid: UUID128, in store: VenueStore, at now: Timestamp
    ) throws -> StoredVenue.Content {
        do {
            let content = try store.content(of: uuid, at: now)
            guard let venue = try? VenueFile.read(Data(content.document.utf8)) else { return .unreadable }
            return .read(venue, content)
        } catch StorageError.corrupt {
            return .unreadable
        }
    }
}

extension VenueSnapshot {
    /// Whether `other` has a later import of any venue, or one that is missing here.
    fileprivate func isOlder(than other: VenueSnapshot) -> Bool {
        other.all.contains { venue in
            guard let known = self[venue.venue.uuid] else { return 0 < venue.version }
            return known.version < venue.version || known.keysVersion < venue.keysVersion
                || known.offersVersion < venue.offersVersion
        }
    }
}

/// A venue's version in the database, and its content unless it is known already.
private struct StoredVenue: Sendable {
    enum Content: Sendable {
        case read(Venue, VenueStore.Content)
        case unreadable
    }

    let uuid: UUID128
    let version: VenueStore.Version
    let content: Content?
}
