import Beacons
import CommandOutput
import Proximity
import Strings
import Time

/// Reads recordings as CSV, in one of two forms.
///
/// One has a row for each scan: `location` or `cell`, `date` or `instant`, and a column for each beacon with its strength,
/// as the BLE RSSI data set of UCI has it. The other has a row for each reading: `instant`, `beacon`, `strength`, and where
/// it was in truth, `cell` or `x` and `y` in metres; readings of one place within two seconds are one scan.
struct RecordingTable {
    /// The largest file that is read, in bytes.
    static let sizeLimit = 64 << 20
    /// How far the readings of one scan lie apart at most, in milliseconds.
    private static let scanMilliseconds: Int64 = 2000

    /// The scans of a file, in its order.
    static func scans(
        _ bytes: [UInt8], file: String, cellSide: Double, names: inout BeaconNames
    ) throws(CommandFailure) -> [RecordedScan] {
        var table = try NamedTable(bytes, file: file)
        let scans =
            if let beacon = table.column("beacon") {
                try readings(&table, beacon: beacon, cellSide: cellSide, names: &names)
            } else {
                try rows(&table, names: &names)
            }
        guard !scans.isEmpty else { throw CommandFailure(ProximityStrings.fileEmpty(file: file).text) }
        return scans
    }

    // MARK: A row for each scan

    private static func rows(
        _ table: inout NamedTable, names: inout BeaconNames
    ) throws(CommandFailure) -> [RecordedScan] {
        guard let cell = table.column("location") ?? table.column("cell"),
            let instant = table.column("date") ?? table.column("instant"), table.names.count > 2
        else { throw table.fault(ProximityStrings.reasonHeader, row: 1, column: 0) }
        var beacons: [(column: Int, identity: BeaconIdentity)] = []
        for column in table.names.indices where column != cell && column != instant {
            beacons.append((column, names.identity(of: table.names[column])))
        }
        var scans: [RecordedScan] = []
        while let (number, fields) = try table.row() {
            let place = try self.cell(fields[cell], table, number, cell)
            let (day, time) = try self.instant(fields[instant], table, number, instant)
            var strengths: [BeaconIdentity: Double] = [:]
            for (column, identity) in beacons {
                strengths[identity] = try strength(fields[column], table, number, column)
            }
            scans.append(RecordedScan(day: day, time: time, cell: place, strengths: strengths))
        }
        return scans
    }

    // MARK: A row for each reading

    private static func readings(
        _ table: inout NamedTable, beacon: Int, cellSide: Double, names: inout BeaconNames
    ) throws(CommandFailure) -> [RecordedScan] {
        let cell = table.column("cell") ?? table.column("location")
        guard let instant = table.column("instant") ?? table.column("date"), let strength = table.column("strength"),
            cell != nil || (table.column("x") != nil && table.column("y") != nil)
        else { throw table.fault(ProximityStrings.reasonHeader, row: 1, column: 0) }
        var read: [(day: CivilDate, time: Timestamp, cell: Cell, beacon: BeaconIdentity, strength: Double?)] = []
        while let (number, fields) = try table.row() {
            guard !fields[beacon].isEmpty else {
                throw table.fault(ProximityStrings.reasonNameless, row: number, column: beacon)
            }
            let (day, time) = try self.instant(fields[instant], table, number, instant)
            let place =
                if let cell {
                    try self.cell(fields[cell], table, number, cell)
                } else {
                    Cell(
                        column: try metres(fields, "x", table, number, cellSide),
                        row: try metres(fields, "y", table, number, cellSide))
                }
            read.append(
                (
                    day, time, place, names.identity(of: fields[beacon]),
                    try self.strength(fields[strength], table, number, strength)
                ))
        }
        // Rows may stand in any order, and clocks jump.
        let order = read.indices.sorted { (read[$0].time, $0) < (read[$1].time, $1) }
        return joined(order.map { read[$0] })
    }

    /// The readings as scans, the earliest first.
    private static func joined(
        _ readings: [(day: CivilDate, time: Timestamp, cell: Cell, beacon: BeaconIdentity, strength: Double?)]
    ) -> [RecordedScan] {
        var scans: [RecordedScan] = []
        var sums: [BeaconIdentity: (sum: Double, count: Double)] = [:]
        var index = 0
        while index < readings.count {
            let first = readings[index]
            sums.removeAll(keepingCapacity: true)
            while index < readings.count, readings[index].cell == first.cell, readings[index].day == first.day,
                readings[index].time.milliseconds(since: first.time) < scanMilliseconds
            {
                if let strength = readings[index].strength {
                    let known = sums[readings[index].beacon] ?? (0, 0)
                    sums[readings[index].beacon] = (known.sum + strength, known.count + 1)
                }
                index += 1
            }
            scans.append(
                RecordedScan(
                    day: first.day, time: first.time, cell: first.cell, strengths: sums.mapValues { $0.sum / $0.count })
            )
        }
        return scans
    }

    // MARK: Fields

    private static func cell(
        _ text: String, _ table: NamedTable, _ row: Int, _ column: Int
    ) throws(CommandFailure) -> Cell {
        guard let cell = Cell(text) else { throw table.fault(ProximityStrings.reasonCell, row: row, column: column) }
        return cell
    }

    /// The number of the cell in which a coordinate in metres lies, from 1.
    private static func metres(
        _ fields: [String], _ name: String, _ table: NamedTable, _ row: Int, _ cellSide: Double
    ) throws(CommandFailure) -> Int {
        let column = table.column(name) ?? 0
        guard let metres = Double(fields[column]), metres >= 0, metres <= 2000 else {
            throw table.fault(ProximityStrings.reasonCoordinate, row: row, column: column)
        }
        return Int(metres / cellSide) + 1
    }

    /// A strength in dBm, or nil for one that was not heard: −200, −199 and −198 are the data set's words for that, and
    /// 127 is Bluetooth's (Core 5.4, volume 4, part E, section 7.7.65.2).
    private static func strength(
        _ text: String, _ table: NamedTable, _ row: Int, _ column: Int
    ) throws(CommandFailure) -> Double? {
        guard let value = Double(text), value.isFinite else {
            throw table.fault(ProximityStrings.reasonStrength, row: row, column: column)
        }
        if value == 127 || value == -200 || value == -199 || value == -198 { return nil }
        guard value >= -127, value <= 20 else {
            throw table.fault(ProximityStrings.reasonStrength, row: row, column: column)
        }
        return value
    }

    private static func instant(
        _ text: String, _ table: NamedTable, _ row: Int, _ column: Int
    ) throws(CommandFailure) -> (CivilDate, Timestamp) {
        guard let time = Timestamp(rfc3339: text) ?? americanInstant(text) else {
            throw table.fault(ProximityStrings.reasonInstant, row: row, column: column)
        }
        return (CivilDate(daysSinceEpoch: time.milliseconds.flooredQuotient(by: 86_400_000)), time)
    }

    /// `10-18-2016 11:15:21`: month, day and year, in the time of wherever it was.
    private static func americanInstant(_ text: String) -> Timestamp? {
        let halves = text.split(separator: " ", omittingEmptySubsequences: false)
        guard halves.count == 2 else { return nil }
        let days = halves[0].split(separator: "-", omittingEmptySubsequences: false).map(number)
        let clock = halves[1].split(separator: ":", omittingEmptySubsequences: false).map(number)
        guard days.count == 3, clock.count == 3, let month = days[0], let day = days[1], let year = days[2],
            let hour = clock[0], hour < 24, let minute = clock[1], minute < 60, let second = clock[2], second < 60,
            let date = CivilDate(year: year, month: month, day: day)
        else { return nil }
        return Timestamp(seconds: date.daysSinceEpoch * 86_400 + Int64(hour * 3600 + minute * 60 + second))
    }

    private static func number(_ text: Substring) -> Int? {
        text.utf8.count <= 4 && text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
            ? Int(text) : nil
    }
}
