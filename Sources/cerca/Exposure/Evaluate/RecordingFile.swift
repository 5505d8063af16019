import Exposure
import Foundation
import GRDB
import Time

/// Reads recordings of encounters: SQLite files with a table `results`, as EPFL published them.
///
/// Files are other people's: nothing in them is trusted to have the type that its column declares, and nothing is
/// written, not even beside them.
enum RecordingFile {
    /// The columns that are read; `ground_truth_distance` in metres is NULL where it is unknown.
    private static let columns = [
        "receiver_id", "transmitter_id", "transmitter_model", "timestamp", "rssi", "tx_power", "ground_truth_distance",
    ]
    /// More readings than any recording has; beyond it the file is refused instead of filling the memory.
    private static let mostReadings = 20_000_000
    /// Milliseconds since 1970 up to the year 9999.
    private static let times = 0.0...253_402_300_799_999

    /// All recordings `*.sqlite` of a directory, in the order of their names.
    static func recordings(in directory: String) throws -> [RecordedEncounters] {
        let names: [String]
        do {
            names = try FileManager.default.contentsOfDirectory(atPath: directory)
        } catch {
            throw CommandFailure("\(directory) is no directory that can be read")
        }
        let files = names.filter { $0.hasSuffix(".sqlite") }.sorted()
        guard !files.isEmpty else { throw CommandFailure("\(directory) holds no recording: no file ends in .sqlite") }
        return try files.map { file in
            let path = URL(filePath: directory).appending(path: file).path(percentEncoded: false)
            let readings = try readings(of: path)
            guard !readings.isEmpty else { throw CommandFailure("\(path): no reading has a distance") }
            return RecordedEncounters(name: String(file.dropLast(".sqlite".count)), readings: readings)
        }
    }

    /// The readings with a known distance.
    private static func readings(of path: String) throws -> [RecordedReading] {
        var configuration = Configuration()
        configuration.readonly = true
        do {
            return try DatabaseQueue(path: path, configuration: configuration).read { database in
                try requireColumns(in: database, path: path)
                let rows = try Row.fetchCursor(
                    database,
                    sql: "SELECT \(columns.joined(separator: ", ")), rowid AS row_number FROM results "
                        + "WHERE ground_truth_distance IS NOT NULL")
                var readings: [RecordedReading] = []
                while let row = try rows.next() {
                    guard let reading = reading(row) else {
                        let number = row.integer("row_number").map(String.init) ?? "?"
                        throw CommandFailure("\(path), row \(number): not a reading of this schema")
                    }
                    guard readings.count < mostReadings else {
                        throw CommandFailure("\(path): more than \(mostReadings) readings")
                    }
                    readings.append(reading)
                }
                return readings
            }
        } catch let error as DatabaseError {
            throw CommandFailure("\(path) cannot be read as SQLite: \(error.message ?? error.resultCode.description)")
        }
    }

    private static func requireColumns(in database: Database, path: String) throws {
        guard try database.tableExists("results") else {
            throw CommandFailure("\(path): no recording, it has no table results")
        }
        let present = Set(try database.columns(in: "results").map { $0.name.lowercased() })
        let missing = columns.filter { !present.contains($0) }
        guard missing.isEmpty else {
            throw CommandFailure("\(path): the table results lacks \(missing.joined(separator: ", "))")
        }
    }

    /// A row's reading, or nil when a value has the wrong type or is out of its range.
    private static func reading(_ row: Row) -> RecordedReading? {
        guard let receiver = row.integer("receiver_id"), let transmitter = row.integer("transmitter_id"),
            let model = row.text("transmitter_model"), let time = row.number("timestamp"), times.contains(time),
            let rssi = row.integer("rssi").flatMap(Int8.init(exactly:)),
            let power = row.integer("tx_power").flatMap(Int8.init(exactly:)),
            let distance = row.number("ground_truth_distance"), distance >= 0, distance.isFinite
        else { return nil }
        return RecordedReading(
            receiver: receiver, transmitter: transmitter, transmitterModel: model,
            reading: RiskRule.Reading(
                transmitPower: power, rssi: rssi, time: Timestamp(milliseconds: Int64(time.rounded(.down)))),
            distance: distance)
    }
}

extension Row {
    fileprivate func integer(_ column: String) -> Int64? {
        if case .int64(let value) = (self[column] as DatabaseValue).storage { value } else { nil }
    }

    fileprivate func number(_ column: String) -> Double? {
        switch (self[column] as DatabaseValue).storage {
        case .int64(let value): Double(value)
        case .double(let value): value
        default: nil
        }
    }

    fileprivate func text(_ column: String) -> String? {
        if case .string(let value) = (self[column] as DatabaseValue).storage { value } else { nil }
    }
}
