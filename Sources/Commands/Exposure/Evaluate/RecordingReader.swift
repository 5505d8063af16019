import Basics
import Exposure
import GRDB

/// The columns of a recording that are read, in the order in which they are.
enum RecordingColumn: String, CaseIterable {
    case receiver = "receiver_id"
    case transmitter = "transmitter_id"
    case model = "transmitter_model"
    case time = "timestamp"
    case rssi
    case power = "tx_power"
    /// Metres; NULL where it is unknown, and then the row is not read.
    case distance = "ground_truth_distance"

    fileprivate var index: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

/// What in a row cannot be read.
struct RecordingFault: Error {
    let column: RecordingColumn
    /// What is there and what should be; nothing of the file itself, which may hold anything.
    let reason: String
}

/// Turns rows of one recording into readings.
///
/// Campaigns wrote the same columns differently. A phone is a number or a text. A time is milliseconds or seconds since
/// 1970, whole or not, one of the two throughout a file. A stated power that is NULL or 127 is not known (127 by
/// Bluetooth Core 5.4, volume 4, part E, 7.7.65.13); and where no reading of a file states anything but 0, the recorder
/// wrote what it did not know as 0.
struct RecordingReader {
    /// Milliseconds of 1973 to 9999.
    private static let milliseconds = 1e11...253_402_300_799_999
    /// Seconds of 1973 to 5138: below what milliseconds begin with, so that the two cannot be confused.
    private static let seconds = 1e8..<1e11

    private struct Raw {
        let receiver: Int64
        let transmitter: Int64
        let model: String
        let time: Timestamp
        let rssi: Int8
        let power: Int8?
        let distance: Double
    }

    private enum TimeUnit {
        case seconds
        case milliseconds
    }

    private var rows: [Raw] = []
    private var phones: [String: Int64] = [:]
    private var unit: TimeUnit?
    private var statesAnyPower = false

    /// How many rows were read.
    var count: Int { rows.count }

    /// Takes in a row whose columns stand in the order of `RecordingColumn`.
    mutating func read(_ row: Row) throws(RecordingFault) {
        let power = try power(row)
        if let power, power != 0 { statesAnyPower = true }
        rows.append(
            Raw(
                receiver: try phone(row, .receiver), transmitter: try phone(row, .transmitter), model: try model(row),
                time: try time(row), rssi: try decibels(row, .rssi), power: power, distance: try distance(row)))
    }

    /// All readings, now that it is known whether a power of 0 means anything.
    func readings(assumedPower: Int8?) -> [RecordedReading] {
        rows.map { raw in
            RecordedReading(
                receiver: raw.receiver, transmitter: raw.transmitter, transmitterModel: raw.model,
                reading: RiskRule.Reading(
                    transmitPower: (statesAnyPower ? raw.power : nil) ?? assumedPower, rssi: raw.rssi, time: raw.time),
                distance: raw.distance)
        }
    }

    // MARK: Columns

    private mutating func phone(_ row: Row, _ column: RecordingColumn) throws(RecordingFault) -> Int64 {
        let name: String
        switch storage(row, column) {
        case .int64(let number): name = String(number)
        case .string(let text) where !text.isEmpty: name = text
        case let other:
            throw RecordingFault(column: column, reason: "\(Self.kind(other)), not a phone's number or name")
        }
        if let known = phones[name] { return known }
        let number = Int64(phones.count)
        phones[name] = number
        return number
    }

    private func model(_ row: Row) throws(RecordingFault) -> String {
        switch storage(row, .model) {
        case .string(let text): return text
        case .null: return ""
        case let other: throw RecordingFault(column: .model, reason: "\(Self.kind(other)), not a model's name")
        }
    }

    private mutating func time(_ row: Row) throws(RecordingFault) -> Timestamp {
        let value = try number(row, .time)
        let found: TimeUnit
        if Self.milliseconds.contains(value) {
            found = .milliseconds
        } else if Self.seconds.contains(value) {
            found = .seconds
        } else {
            throw RecordingFault(column: .time, reason: "neither seconds nor milliseconds since 1970")
        }
        guard unit == nil || unit == found else {
            let (here, before) = found == .seconds ? ("seconds", "milliseconds") : ("milliseconds", "seconds")
            throw RecordingFault(column: .time, reason: "\(here) where the rows before have \(before)")
        }
        unit = found
        return Timestamp(milliseconds: Int64((found == .seconds ? value * 1000 : value).rounded(.down)))
    }

    private func power(_ row: Row) throws(RecordingFault) -> Int8? {
        if case .null = storage(row, .power) { return nil }
        let power = try decibels(row, .power)
        return power == 127 ? nil : power
    }

    private func decibels(_ row: Row, _ column: RecordingColumn) throws(RecordingFault) -> Int8 {
        let value = try number(row, column)
        guard let decibels = Int8(exactly: value) else {
            throw RecordingFault(column: column, reason: "not a whole number from -128 to 127")
        }
        return decibels
    }

    private func distance(_ row: Row) throws(RecordingFault) -> Double {
        let value = try number(row, .distance)
        guard value >= 0, value.isFinite else {
            throw RecordingFault(column: .distance, reason: "not a distance in metres")
        }
        return value
    }

    private func number(_ row: Row, _ column: RecordingColumn) throws(RecordingFault) -> Double {
        switch storage(row, column) {
        case .int64(let value): return Double(value)
        case .double(let value): return value
        case let other: throw RecordingFault(column: column, reason: "\(Self.kind(other)), not a number")
        }
    }

    private func storage(_ row: Row, _ column: RecordingColumn) -> DatabaseValue.Storage {
        (row[column.index] as DatabaseValue).storage
    }

    private static func kind(_ storage: DatabaseValue.Storage) -> String {
        switch storage {
        case .null: "nothing"
        case .int64, .double: "a number"
        case .string: "text"
        case .blob: "bytes"
        }
    }
}
