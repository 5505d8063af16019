import AccountService
import Basics
import Beacons
import Crypto
import HTTPKit
import RadioMaps
import ServiceKit
import Storage
import Synchronization

/// The tag of a presentation of an anonymous credential of the month of a day, for some thing; nil when no credential of the
/// month made it.
package typealias AnonymousTag =
    @Sendable (_ presentation: [UInt8], _ thing: [UInt8], _ day: Int) async throws(ServiceError) -> [UInt8]?

extension RadioMapService {
    /// The number of reports of a beacon is told in steps of so many.
    static let reportStep = 10

    /// Counts what a phone says of a beacon, in nobody's name; a credential is good for one report a day.
    ///
    /// Throws `closedDay`, `otherMap`, `unknownBeacon`, `forged` and `used`.
    package func take(_ residual: BeaconResidual, presentation: [UInt8]) async throws(ServiceError) {
        let today = Int(clock.now().day)
        guard BeaconResidual.isTaken(residual.day, on: today) else { throw .radioMap(.closedDay) }
        let venue = residual.beacon.uuid
        guard let beacons = try await beacons(of: venue, number: residual.number) else {
            throw .radioMap(.otherMap(try await numberInForce(of: venue)))
        }
        guard beacons.contains(residual.beacon) else { throw .radioMap(.unknownBeacon) }
        let thing = BeaconResidual.context(of: residual.day)
        guard let tag = try await anonymousTag(presentation, thing, residual.day) else { throw .radioMap(.forged) }
        let mark = Array(SHA256.hash(data: tag))
        try await database.writing { connection in
            // Another map may have come into force.
            let number = try RadioMapStore(connection, of: venue).number()
            guard number == residual.number else { throw ServiceError.radioMap(.otherMap(number)) }
            guard try RadioResidualStore(connection).count(residual, mark: mark, on: today) else {
                throw ServiceError.radioMap(.used)
            }
        }
    }

    /// Closes the figures of the days that are over, and forgets what is too old; it is to be called about once a minute,
    /// and is cheap when there is nothing to do.
    package func keepHouse() async throws(ServiceError) {
        let today = Int(clock.now().day)
        guard known.isDue(today) else { return }
        var chores = Chores()
        for (venue, number) in try await database.reading({ try RadioResidualStore($0).venues() }) {
            await chores.attempt { () throws(ServiceError) in
                try await database.writing { connection in
                    // Another map may have come into force.
                    guard try RadioMapStore(connection, of: venue).number() == number else { return }
                    try RadioResidualStore(connection).close(venue, number: number, day: today)
                }
            }
        }
        await chores.attempt { () throws(ServiceError) in
            try await database.writing {
                try RadioResidualStore($0).deleteMarks(through: today - BeaconResidual.lastDays - 1)
            }
        }
        try chores.finish()
        known.isDone(today)
    }

    /// How far the map in force is refined, for an operator of its venue.
    func refinement(of venue: UUID128, for account: [UInt8]) async throws(ServiceError) -> RadioRefinement {
        try await database.reading { connection in
            try VenueStaffService.require(.operator(venue: venue), of: account, in: connection)
            let store = RadioMapStore(connection, of: venue)
            let number = try store.number()
            guard try store.document(of: number) != nil else { throw ServiceError.radioMap(.none) }
            return try RadioResidualStore(connection).refinement(of: venue, number: number)
        }
    }

    /// Corrects the map in force, which is version `match`, by what phones say, or does so no more.
    func setTaken(_ isTaken: Bool, of venue: UUID128, match: Int64, by account: [UInt8]) async throws(ServiceError) {
        let now = clock.now()
        try await database.writing { connection in
            try VenueStaffService.require(.operator(venue: venue), of: account, in: connection)
            let (store, residuals) = (RadioMapStore(connection, of: venue), RadioResidualStore(connection))
            let number = try store.number()
            guard number == match else { throw ServiceError.radioMap(.changed(number)) }
            guard try store.document(of: number) != nil else { throw ServiceError.radioMap(.none) }
            let known = try residuals.refinement(of: venue, number: number)
            guard known.isTaken != isTaken else { return }
            try residuals.put(isTaken, of: venue, number: number, day: known.day ?? Int(now.day))
            try AuditTrail.append(
                isTaken ? .radioMapRefined : .radioMapUnrefined, subject: String(number), by: .account(account),
                at: now, to: .venue(venue), in: connection)
        }
    }

    /// The number of the map in force; 0 where there is none.
    private func numberInForce(of venue: UUID128) async throws(ServiceError) -> Int64 {
        try await database.reading { connection in
            let store = RadioMapStore(connection, of: venue)
            let number = try store.number()
            return try store.document(of: number) == nil ? 0 : number
        }
    }

    /// The beacons of the map in force; nil when it has another number.
    private func beacons(of venue: UUID128, number: Int64) async throws(ServiceError) -> Set<BeaconIdentity>? {
        let document = try await database.reading { connection -> String? in
            let store = RadioMapStore(connection, of: venue)
            guard try store.number() == number else { return nil }
            return try store.document(of: number)
        }
        guard let document else { return nil }
        if let beacons = known.beacons(of: venue, number: number) { return beacons }
        let beacons = Set(try await read(Array(document.utf8)).beacons.keys)
        known.keep(beacons, of: venue, number: number)
        return beacons
    }
}

extension AuditAction {
    /// A radio map is corrected by what phones say; the subject is its version.
    static let radioMapRefined = AuditAction(rawValue: "radio-map.refined")
    /// A radio map is corrected no more; the subject is its version.
    static let radioMapUnrefined = AuditAction(rawValue: "radio-map.unrefined")
}

/// What one server knows of the maps in force, so that it reads none twice.
final class KnownRadioMaps: Sendable {
    private struct Known {
        var maps: [UUID128: (number: Int64, beacons: Set<BeaconIdentity>)] = [:]
        var closed = Int.min
    }

    private let known = Mutex(Known())

    /// The beacons of a venue's map if it is the one that was read last.
    func beacons(of venue: UUID128, number: Int64) -> Set<BeaconIdentity>? {
        known.withLock { known in known.maps[venue].flatMap { $0.number == number ? $0.beacons : nil } }
    }

    /// Keeps the beacons of a map in place of those before; venues are as few as the server has.
    func keep(_ beacons: Set<BeaconIdentity>, of venue: UUID128, number: Int64) {
        known.withLock { $0.maps[venue] = (number, beacons) }
    }

    /// Whether the days before `today` are still to be closed.
    func isDue(_ today: Int) -> Bool { known.withLock { $0.closed != today } }

    /// Takes it that they are closed.
    func isDone(_ today: Int) { known.withLock { $0.closed = today } }
}
