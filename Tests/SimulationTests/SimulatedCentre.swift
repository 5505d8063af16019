import AccountService
import Accounts
import Basics
import Exposure
import ExposureService
import ExposureWire
import Foundation
import Logging
import LoyaltyService
import ServerApp
import ServiceKit
import Storage

@testable import Loyalty
@testable import Simulation

/// A centre on a database of its own, as the command has it.
struct SimulatedCentre {
    var mall: CentreSimulation
    let database: any Database
    let accounts: AccountService
    let guestBook: GuestBook
    let clock: SimulationClock

    /// Opens a centre, lets `body` live in it, and takes everything away again.
    ///
    /// - Parameter isQuiet: whether only one beacon hangs at each shop, too few for attackers: for what is not about
    ///   beacons, which cost most of the time.
    static func open<Result>(
        _ configuration: SimulationConfiguration, isQuiet: Bool = false,
        _ body: (inout SimulatedCentre) async throws -> Result
    ) async throws -> Result {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let logger = Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() })
        let database = try await Databases.open(
            .sqlite(path: folder.appending(path: "mall.sqlite").path), migrations: ServerDatabase.migrations,
            keyring: .temporary(), logger: logger, options: DatabaseOptions(durability: .none))
        let whole = try DemoCentre.venue(periodSeconds: configuration.periodSeconds)
        let venue = isQuiet ? whole.withOneBeaconForEachShop : whole
        let clock = SimulationClock(start: configuration.start)
        let random = ServerRandom.repeatable(SplitMix64(seed: configuration.seed))
        let accounts = AccountService(
            database: database, clock: clock.serverClock, cost: .simulation, random: random, sessionCacheSeconds: 3600)
        let loyalty = LoyaltyService(
            database: database, clock: clock.serverClock, events: EventHub(), random: random)
        let exposure = ExposureService(
            database: database, clock: clock.serverClock, signer: .generate(), random: random)
        let guestBook = GuestBook(venue: venue)
        let mall = try await CentreSimulation(
            configuration: configuration, venue: venue,
            services: SimulationServices(accounts: accounts, loyalty: loyalty, exposure: exposure), clock: clock,
            guestBook: guestBook)
        var centre = SimulatedCentre(
            mall: mall, database: database, accounts: accounts, guestBook: guestBook, clock: clock)
        do {
            let result = try await body(&centre)
            await database.close()
            return result
        } catch {
            await database.close()
            throw error
        }
    }

    /// Lives until `instant`.
    mutating func live(until instant: Timestamp) async throws {
        while mall.now < instant { try await mall.step() }
    }

    /// The whole report, with what only a look into the database tells.
    func report() async throws -> SimulationReport {
        var report = mall.currentReport
        report.consentViolations = try await ConsentAudit(ledger: mall.consent, venue: mall.venue)
            .violations(in: database)
        report.exposure.take(try await mall.exposureAudit.findings(in: database, ignoring: guestBook.codeNames))
        return report
    }
}

extension Venue {
    /// The same place with its entrances, and with one beacon in each shop.
    fileprivate var withOneBeaconForEachShop: Venue {
        var majors: Set<UInt16> = []
        let kept = beacons.filter { $0.zone == .entrance || (!$0.zone.isCommon && majors.insert($0.major).inserted) }
        return Venue(
            uuid: uuid, name: name, timeZone: timeZone, location: location, plan: plan, shops: shops, beacons: kept,
            offers: offers, pointsForTime: pointsForTime)
    }
}
