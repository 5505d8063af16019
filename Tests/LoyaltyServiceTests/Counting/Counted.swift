import AccountService
import AnonymousCredentials
import Basics
import Beacons
import Loyalty
import RadioMaps
import Storage
import Synchronization
import TestServer
import Testing

@testable import HTTPKit
@testable import LoyaltyService
@testable import ServiceKit

/// A phone's credential of a month.
struct ReportingPhone {
    let period: ReportPeriod
    private var credential: AnonymousCredential

    /// Asks for the credential of `period` as `session`.
    init(_ counting: CountingService, _ period: ReportPeriod, _ session: Session) async throws {
        let issuer = try #require(try await counting.issuers().first { $0.period == period })
        let request = try #require(CredentialRequest(context: period.context, publicKey: issuer.publicKey))
        let response = try await counting.issueCredential(request.bytes, of: period, to: session)
        self.period = period
        self.credential = try #require(request.credential(from: response))
    }

    /// A report, of which there is one for each shop, day and cube.
    mutating func report(_ cell: Cell, of place: ShopDay) throws -> AnonymousReport {
        let made = credential.present(place.context(cell.cube))
        return AnonymousReport(place: place, cell: cell, period: period, presentation: try #require(made))
    }
}

extension ReportingPhone {
    /// What shows the credential with a residual of a day.
    mutating func residual(of day: Int) throws -> [UInt8] {
        let made = credential.present(BeaconResidual.context(of: day))
        return try #require(made)
    }
}

extension World {
    /// The counting of this world, with noise of a seed.
    func counting(_ database: (any Database)? = nil) -> CountingService {
        CountingService(
            database: database ?? self.database, clock: clock.serverClock, loyalty: loyalty,
            random: .repeatable(SplitMix64(seed: 11)))
    }

    /// The day on which the clock of a test begins, as Madrid has it.
    static let firstDay = 20_778

    /// Chooses a shop on terms.
    func choose(_ major: UInt16, _ term: Term, _ session: Session) async throws {
        try await loyalty.setChoices([ShopChoice(venue: uuid, major: major, term: term)], of: session)
    }

    /// How many rows a table has.
    func rows(_ table: String) async throws -> Int64 {
        try await database.read { try $0.first("SELECT COUNT(*) AS number FROM \(table)")?.integer("number") ?? -1 }
    }

    /// Lets somebody look after a shop, and asks as them.
    func merchant(_ session: Session, of major: UInt16) async throws -> CountingService.MerchantShop {
        try await VenueStaffService(database: database, clock: clock.serverClock).give(
            .merchant(venue: uuid, major: major), to: session.accountID, by: .operatorOfTheMachine)
        return CountingService.MerchantShop(venue: uuid, major: major, session: session)
    }
}

/// A database that fails at one statement of a write, as one does whose process is killed there.
struct FailingDatabase: Database {
    let inner: any Database
    /// At which statement; counted from 0.
    let statement: Int
    /// How many statements the write had that failed or ended last.
    let count = Count()

    final class Count: Sendable {
        let statements = Mutex(0)
    }

    private final class FailingConnection: Connection {
        private let inner: any Connection
        private let statement: Int
        private let count: Count

        init(_ inner: any Connection, _ statement: Int, _ count: Count) {
            (self.inner, self.statement, self.count) = (inner, statement, count)
            count.statements.withLock { $0 = 0 }
        }

        var keyring: Keyring { inner.keyring }

        func execute(_ sql: String, _ arguments: [SQLValue]) throws(StorageError) -> Int {
            try step()
            return try inner.execute(sql, arguments)
        }

        func query(_ sql: String, _ arguments: [SQLValue]) throws(StorageError) -> [Row] {
            try step()
            return try inner.query(sql, arguments)
        }

        private func step() throws(StorageError) {
            let number = count.statements.withLock { number in
                number += 1
                return number - 1
            }
            if number == statement { throw .connectionLost }
        }
    }

    func read<Value: Sendable>(_ body: @escaping @Sendable (any Connection) throws -> Value) async throws -> Value {
        try await inner.read(body)
    }

    func write<Value: Sendable>(_ body: @escaping @Sendable (any Connection) throws -> Value) async throws -> Value {
        let (statement, count) = (statement, count)
        return try await inner.write { try body(FailingConnection($0, statement, count)) }
    }

    func tidy(_ tables: [String]) async throws { try await inner.tidy(tables) }

    func close() async {}
}
