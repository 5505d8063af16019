import Basics
import Crypto
import Exposure
import ExposureWire
import Foundation
import Storage
import TestServer
import Testing

@testable import AccountService
@testable import ExposureService
@testable import ServerApp
@testable import ServiceKit

/// Somebody who knows when each patient was given a code, and who then reads a copy of the database: everything in it that
/// has an order is tried, alone and one after the other.
@Suite("A copied database")
struct CopiedDatabaseTests {
    /// A day on which every patient is given a code at a known time, and all report in another order.
    struct Trial {
        let day: UTCDay
        let release: Timestamp
        /// The codes' identifiers in the order of the appointments.
        var codes: [String] = []
        /// The published keys in the order of the appointments.
        var keys: [[UInt8]] = []
        /// The numbers of the patients in the order in which they reported.
        var uses: [Int] = []
    }

    private static let days = 12
    private static let patients = 6

    @Test(
        "joins no appointment to a published key, and orders neither codes nor keys", arguments: Engine.allCases)
    func joinsNothing(engine: Engine) async throws {
        let signer = BatchSigner.generate()
        var trials: [Trial] = []
        try await engine.withReopenedDatabase { database in
            trials = try await Self.live(in: database, signer)
        } _: { database in
            let copy = try await Copy(of: database, engine)
            let keyOrders = copy.orders({ row, trial in trial.keys.firstIndex { row.holds($0) } }, in: trials).merging(
                copy.orders(ofBytes: "keys", \.keys, in: trials), uniquingKeysWith: { one, _ in one })
            let codeOrders = copy.orders({ row, trial in trial.codes.firstIndex { row.holds($0) } }, in: trials)
                .merging(
                    copy.orders(ofBytes: "codes", { $0.codes.map { Array($0.utf8) } }, in: trials),
                    uniquingKeysWith: { one, _ in one })
            #expect(keyOrders.keys.contains { $0.hasPrefix("exposure_keys") })
            #expect(codeOrders.keys.contains { $0.hasPrefix("exposure_codes") })

            // Alone: an order goes with that of the appointments, or with that of the uploads, or with neither.
            for (name, order) in keyOrders.merging(codeOrders, uniquingKeysWith: { one, _ in one }) {
                let places = trials.map { order.places(in: $0) }
                let byAppointment = Self.concordance(zip(places, trials).map { ($0, Array($1.codes.indices)) })
                let byUse = Self.concordance(zip(places, trials).map { ($0, $1.turns) })
                // By chance 0, with a deviation of 0.10.
                #expect(abs(byAppointment) < 0.45, "\(name) tells the order of the appointments: \(byAppointment)")
                #expect(abs(byUse) < 0.45, "\(name) tells the order of the uploads: \(byUse)")
            }

            // One after the other: the first key to the first code by one order, and that to an appointment by another.
            var best = (hits: 0, name: "")
            for (keys, keyOrder) in keyOrders {
                for (uses, useOrder) in codeOrders {
                    for (issues, issueOrder) in codeOrders {
                        let hits = trials.reduce(0) { hits, trial in
                            let (key, use) = (keyOrder.sorted(in: trial), useOrder.sorted(in: trial))
                            let issue = issueOrder.ranks(in: trial)
                            guard key.count == Self.patients, use.count == key.count, issue.count == key.count else {
                                return hits
                            }
                            return hits + zip(key, use).count { key, code in issue[code] == key }
                        }
                        if hits > best.hits { best = (hits, "\(keys), \(uses), \(issues)") }
                    }
                }
            }
            // Of 72 by chance 12, with a deviation of 3.5; hundreds of ways were tried.
            #expect(best.hits < 30, "\(best.name) join \(best.hits) of \(trials.count * Self.patients)")

            // With the signing key as well: nothing that it makes of a key stands anywhere.
            for label in ["cerca exposure code", "cerca exposure binding", "cerca exposure retry"] {
                let derived = signer.derivedKey(for: label)
                for trial in trials {
                    for key in trial.keys {
                        let published = key + Array(String(trial.day.number - 5).utf8)
                        for text in [key, published] {
                            let digest = Array(HMAC<SHA256>.authenticationCode(for: text, using: derived))
                            #expect(!copy.blobs.contains(digest), "\(label) binds a code to a key")
                        }
                    }
                }
            }
            try await Self.expectNoBrackets(in: database)
        }
    }

    @Test("has that order until the batch is made, which PostgreSQL shows and these ways find")
    func orderUntilThen() async throws {
        let engine = Engine.postgres
        var trials: [Trial] = []
        try await engine.withReopenedDatabase { database in
            trials = try await Self.live(in: database, .generate(), isTidied: false)
        } _: { database in
            let orders = try await Copy(of: database, engine).orders(
                { row, trial in trial.keys.firstIndex { row.holds($0) } }, in: trials)
            let order = try #require(orders["exposure_keys as it lies"])
            #expect(Self.concordance(trials.map { (order.places(in: $0), $0.turns) }) == 1)
        }
    }

    /// Lives the days: appointments from eight o'clock on, uploads between ten and twelve, and every minute's housekeeping.
    private static func live(
        in database: any Database, _ signer: BatchSigner, isTidied: Bool = true
    ) async throws -> [Trial] {
        let clock = TestClock()
        var random = SplitMix64(seed: 11)
        let exposure = ExposureService(
            database: database, clock: clock.serverClock, signer: signer,
            random: .repeatable(SplitMix64(seed: 12)), policy: .immediate)
        func move(to instant: Timestamp) { clock.advance(seconds: instant.seconds - clock.now.seconds) }
        var trials: [Trial] = []
        let first = UTCDay(containing: clock.now).advanced(by: 1)
        for day in (0..<days).map({ first.advanced(by: $0) }) {
            move(to: day.begin.advanced(bySeconds: 61))
            if isTidied { try await exposure.prune(at: clock.now) }
            var trial = Trial(day: day, release: day.begin.advanced(bySeconds: 12 * 3600))
            var codes: [String] = []
            for patient in 0..<patients {
                let second = 8 * 3600 + Int64(patient) * 660 + .random(in: 0..<300, using: &random)
                move(to: day.begin.advanced(bySeconds: second))
                try await note(clock.now, in: database)
                let issued = try await exposure.issueCode(by: .account([7]))
                trial.codes.append(issued.id)
                codes.append(issued.code)
                trial.keys.append(DayKey(using: &random).bytes)
            }
            trial.uses = (0..<patients).shuffled(using: &random)
            for (turn, patient) in trial.uses.enumerated() {
                let second = 10 * 3600 + Int64(turn) * 900 + .random(in: 1..<600, using: &random)
                move(to: day.begin.advanced(bySeconds: second))
                try await note(clock.now, in: database)
                let key = try #require(DayKey(bytes: trial.keys[patient]))
                try await exposure.upload(
                    [PublishedKey(key: key, day: day.advanced(by: -5))], code: codes[patient],
                    retry: (0..<4).map { _ in String(random.next(), radix: 16) }.joined())
            }
            move(to: trial.release.advanced(bySeconds: 60))
            if isTidied { try await exposure.prune(at: clock.now) }
            trials.append(trial)
        }
        move(to: first.advanced(by: days).begin.advanced(bySeconds: 60))
        if isTidied { try await exposure.prune(at: clock.now) }
        return trials
    }

    /// Something else happens, whose instant is kept: somebody of the staff signs in.
    private static func note(_ now: Timestamp, in database: any Database) async throws {
        try await database.write { try AuditTrail.append(.sessionBegun, by: .account([7]), at: now, in: $0) }
    }

    /// Kendall's rank correlation of places with turns, the mean over all trials; what is equal counts as neither.
    private static func concordance(_ trials: [(places: [Int: Double], turns: [Int])]) -> Double {
        var (sum, count) = (0.0, 0)
        for (places, turns) in trials {
            for one in turns.indices {
                for other in turns.indices where other > one {
                    guard let left = places[one], let right = places[other] else { continue }
                    count += 1
                    guard left != right else { continue }
                    sum += (left < right) == (turns[one] < turns[other]) ? 1 : -1
                }
            }
        }
        return count == 0 ? 0 : sum / Double(count)
    }

    /// What is known by its day alone stands after everything of that day that has an instant.
    private static func expectNoBrackets(in database: any Database) async throws {
        let entries = try await database.read { try AuditTrail.entries(limit: 1000, in: $0) }.reversed() as [AuditEntry]
        var closed: Set<UTCDay> = []
        for entry in entries {
            let day = UTCDay(containing: entry.at)
            if entry.at == day.begin {
                closed.insert(day)
            } else {
                #expect(!closed.contains(day), "entry \(entry.number) stands after one that has only its day")
            }
        }
        #expect(closed.count == days)
        let subjects = entries.filter { $0.action == .codeUsed || $0.action == .codeIssued }.map(\.subject)
        #expect(subjects == Array(repeating: String(patients), count: 2 * days))
    }
}

extension CopiedDatabaseTests.Trial {
    /// Each patient's place in the order of the uploads.
    var turns: [Int] {
        codes.indices.map { patient in uses.firstIndex(of: patient) ?? -1 }
    }
}

/// Something that rows can be ordered by.
private struct Order {
    /// The release of a trial, the number of the patient that a row speaks of, and its place.
    var entries: [(release: Timestamp, patient: Int, place: Double)] = []

    func places(in trial: CopiedDatabaseTests.Trial) -> [Int: Double] {
        var places: [Int: Double] = [:]
        for entry in entries where entry.release == trial.release { places[entry.patient] = entry.place }
        return places
    }

    /// The patients by place; empty when some have the same.
    func sorted(in trial: CopiedDatabaseTests.Trial) -> [Int] {
        let places = places(in: trial)
        guard Set(places.values).count == places.count else { return [] }
        return places.sorted { $0.value < $1.value }.map(\.key)
    }

    /// Each patient's rank.
    func ranks(in trial: CopiedDatabaseTests.Trial) -> [Int: Int] {
        Dictionary(uniqueKeysWithValues: sorted(in: trial).enumerated().map { ($1, $0) })
    }
}

/// Everything that a copy holds, with what an engine tells of a row beside its columns.
private struct Copy {
    /// A row of a table: its columns, and where it lies.
    struct CopiedRow {
        let table: String
        let values: [SQLValue]
        let order: [(name: String, place: Double)]

        func holds(_ bytes: [UInt8]) -> Bool { values.contains(.blob(bytes)) }
        func holds(_ text: String) -> Bool { values.contains(.text(text)) }

        /// Tells rows of one table apart that speak of one code: the trail's action.
        var kind: String {
            for case .text(let text) in values where text.contains(".") { return "\(table) \(text)" }
            return table
        }
    }

    private var rows: [CopiedRow] = []
    /// The database's file, as it is when nobody has it open; empty on PostgreSQL.
    private var file = Data()

    var blobs: Set<[UInt8]> {
        var blobs: Set<[UInt8]> = []
        for row in rows {
            for case .blob(let bytes) in row.values { blobs.insert(bytes) }
        }
        return blobs
    }

    init(of database: any Database, _ engine: Engine) async throws {
        let names =
            engine == .sqlite
            ? "SELECT name FROM sqlite_master WHERE type = 'table'"
            : "SELECT table_name::text FROM information_schema.tables WHERE table_schema = current_schema()"
        for name in try await database.read({ try $0.query(names) }) {
            let table = try name.text(0)
            // Not every table has a row number, and asking for one that is not there fails.
            let hidden = engine == .sqlite ? ["rowid"] : ["ctid", "xmin", "cmin"]
            let columns = hidden.map { engine == .sqlite ? $0 : "\($0)::text" }.joined(separator: ", ")
            let withHidden = try? await database.read { try $0.query("SELECT \(columns), t.* FROM \"\(table)\" t") }
            let found: [Row]
            if let withHidden {
                found = withHidden
            } else {
                found = try await database.read { try $0.query("SELECT * FROM \"\(table)\"") }
            }
            let width = withHidden == nil ? 0 : hidden.count
            for (index, row) in found.enumerated() {
                var order = [(name: "as it lies", place: Double(index))]
                for column in 0..<width { order.append((hidden[column], Self.number(row[column]))) }
                for column in width..<row.count {
                    if case .integer(let number) = row[column] {
                        order.append(("column \(column - width)", Double(number)))
                    }
                }
                rows.append(CopiedRow(table: table, values: (width..<row.count).map { row[$0] }, order: order))
            }
        }
        if engine == .sqlite {
            let path = try await database.read { try $0.query("SELECT file FROM pragma_database_list") }.first?.text(0)
            file = try Data(contentsOf: URL(filePath: try #require(path)))
        }
    }

    /// Everything by which the rows that `patient` knows can be ordered, by name.
    func orders(
        _ patient: (CopiedRow, CopiedDatabaseTests.Trial) -> Int?, in trials: [CopiedDatabaseTests.Trial]
    ) -> [String: Order] {
        var orders: [String: Order] = [:]
        for row in rows {
            for trial in trials {
                guard let number = patient(row, trial) else { continue }
                for (name, place) in row.order {
                    orders["\(row.kind) \(name)", default: Order()].entries.append((trial.release, number, place))
                }
            }
        }
        return orders
    }

    /// Where in the file something stands, each time that it does.
    func orders(
        ofBytes name: String, _ things: (CopiedDatabaseTests.Trial) -> [[UInt8]],
        in trials: [CopiedDatabaseTests.Trial]
    ) -> [String: Order] {
        var orders: [String: Order] = [:]
        for trial in trials {
            for (number, bytes) in things(trial).enumerated() {
                var start = file.startIndex
                var times = 0
                while let found = file.range(of: Data(bytes), in: start..<file.endIndex) {
                    orders["\(name) in the file \(times)", default: Order()].entries.append(
                        (trial.release, number, Double(found.lowerBound)))
                    start = found.upperBound
                    times += 1
                }
            }
        }
        return orders
    }

    /// A number, a transaction's number, or a page and a place on it.
    private static func number(_ value: SQLValue) -> Double {
        switch value {
        case .integer(let number): return Double(number)
        case .text(let text):
            let parts = text.split { !$0.isNumber }.compactMap { Double($0) }
            return parts.reduce(0) { $0 * 100_000 + $1 }
        default: return 0
        }
    }
}
