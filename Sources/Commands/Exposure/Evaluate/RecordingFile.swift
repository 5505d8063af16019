import Exposure
import Foundation
import GRDB

/// Reads recordings of encounters: SQLite files with a table `results`, as EPFL and ETH published them.
///
/// Files are other people's: nothing in them is trusted to have the type that its column declares, and nothing is
/// written, not even beside them.
enum RecordingFile {
    /// More readings than any recording has; beyond it the file is refused instead of filling the memory.
    private static let mostReadings = 20_000_000

    /// All recordings `*.sqlite` of a directory, in the order of their names.
    ///
    /// - Parameter assumedPower: What a reading is taken to state that states no power, in dBm; nil = nothing.
    static func recordings(in directory: String, assumedPower: Int8?) throws -> [RecordedEncounters] {
        let names: [String]
        do {
            names = try FileManager.default.contentsOfDirectory(atPath: directory)
        } catch {
            throw CommandFailure("\(directory) is not a directory that can be read")
        }
        let files = names.filter { $0.hasSuffix(".sqlite") }.sorted()
        guard !files.isEmpty else { throw CommandFailure("\(directory) holds no recording: no file ends in .sqlite") }
        return try files.map { file in
            let path = URL(filePath: directory).appending(path: file).path(percentEncoded: false)
            let readings = try readings(of: path, assumedPower: assumedPower)
            guard !readings.isEmpty else { throw CommandFailure("\(path): no reading has a distance") }
            return RecordedEncounters(name: String(file.dropLast(".sqlite".count)), readings: readings)
        }
    }

    /// The readings with a known distance.
    static func readings(of path: String, assumedPower: Int8?) throws -> [RecordedReading] {
        var configuration = Configuration()
        configuration.readonly = true
        do {
            return try DatabaseQueue(path: path, configuration: configuration).read { database in
                try requireColumns(in: database, path: path)
                let columns = RecordingColumn.allCases.map(\.rawValue).joined(separator: ", ")
                let rows = try Row.fetchCursor(
                    database,
                    sql: "SELECT \(columns), rowid FROM results "
                        + "WHERE \(RecordingColumn.distance.rawValue) IS NOT NULL")
                var reader = RecordingReader()
                while let row = try rows.next() {
                    do throws(RecordingFault) {
                        try reader.read(row)
                    } catch {
                        let number = row[RecordingColumn.allCases.count] as Int64? ?? 0
                        throw CommandFailure("\(path), row \(number), column \(error.column.rawValue): \(error.reason)")
                    }
                    guard reader.count <= mostReadings else {
                        throw CommandFailure("\(path): more than \(mostReadings) readings")
                    }
                }
                return reader.readings(assumedPower: assumedPower)
            }
        } catch let error as DatabaseError {
            throw CommandFailure("\(path) cannot be read as SQLite: \(error.message ?? error.resultCode.description)")
        }
    }

    private static func requireColumns(in database: Database, path: String) throws {
        guard try database.tableExists("results") else {
            throw CommandFailure("\(path): not a recording: it has no table results")
        }
        let present = Set(try database.columns(in: "results").map { $0.name.lowercased() })
        let missing = RecordingColumn.allCases.map(\.rawValue).filter { !present.contains($0) }
        guard missing.isEmpty else {
            throw CommandFailure("\(path): the table results lacks \(missing.joined(separator: ", "))")
        }
    }
}
