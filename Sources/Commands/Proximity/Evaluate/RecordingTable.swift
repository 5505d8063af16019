import Basics
import Beacons
import Proximity
import Strings

/// A recording: its scans, and what could not be used of its file.
struct Recording {
    let scans: [RecordedScan]
    let leftOut: LeftOut
}

/// Reads recordings as CSV, in one of two forms.
///
/// One has a row for each scan: where and when, and a column for each beacon with its strength, as the BLE RSSI data set of
/// UCI has it. The other has a row for each reading: `instant`, `beacon`, `strength`, and where it was in truth; readings of
/// one place within two seconds are one scan. A place is a cell, or x and y in metres.
///
/// A row or strength that cannot be read is left out and reported. A file of which nothing is left is refused.
struct RecordingTable {
    /// The largest file that is read, in bytes.
    static let sizeLimit = 64 << 20
    /// How far the readings of one scan lie apart at most, in milliseconds.
    private static let scanMilliseconds: Int64 = 2000
    /// A row that is further from the middle one, in days, was written by a clock that had jumped.
    private static let jumpDays: Int64 = 366

    private var table: NamedTable
    private let columns: RecordingColumns
    private let cellSide: Double
    private var leftOut = LeftOut()

    /// The scans of a file, in its order.
    static func read(
        _ bytes: [UInt8], file: String, cellSide: Double, choice: RecordingColumns.Choice = .init(),
        names: inout BeaconNames
    ) throws(CommandFailure) -> Recording {
        var table = try RecordingTable(bytes, file: file, cellSide: cellSide, choice: choice)
        let scans = table.columns.isOfReadings ? try table.readings(&names) : try table.rows(&names)
        guard !scans.isEmpty else {
            let fault = table.leftOut.firstByte ?? table.leftOut.first.first?.phrase
            throw CommandFailure((fault ?? ProximityStrings.fileEmpty(file: file)).text)
        }
        return Recording(scans: scans, leftOut: table.leftOut)
    }

    private init(
        _ bytes: [UInt8], file: String, cellSide: Double, choice: RecordingColumns.Choice
    ) throws(CommandFailure) {
        table = try NamedTable(bytes, file: file)
        columns = try RecordingColumns(table, choice, &leftOut)
        self.cellSide = cellSide
    }

    // MARK: A row for each scan

    private mutating func rows(_ names: inout BeaconNames) throws(CommandFailure) -> [RecordedScan] {
        let beacons = columns.beacons.map { (column: $0, identity: names.identity(of: table.names[$0])) }
        var scans: [RecordedScan] = []
        var rows: [Int] = []
        while let (number, fields) = try table.row(&leftOut) {
            guard let (day, time) = instant(fields, number), let place = place(fields, number) else { continue }
            var strengths: [BeaconIdentity: Double] = [:]
            for (column, identity) in beacons {
                switch RecordedStrength(fields[column], mark: columns.mark) {
                case .heard(let strength): strengths[identity] = strength
                case .unheard: break
                case .impossible:
                    leftOut.reading(number, column: column, ProximityStrings.reasonStrength, of: table)
                }
            }
            scans.append(RecordedScan(day: day, time: time, cell: place, strengths: strengths))
            rows.append(number)
        }
        noteJumps(of: scans.map(\.time), in: rows)
        return scans
    }

    /// Notes the rows whose instants are years away from the others: they are used, each as a walk of its own, and whoever
    /// reads the result is to know of the clock.
    ///
    /// Where more than a quarter of the rows is that far away, the recording is of several years.
    private mutating func noteJumps(of times: [Timestamp], in rows: [Int]) {
        let days = times.map { $0.milliseconds.flooredQuotient(by: 86_400_000) }
        guard let column = columns.instant, !days.isEmpty else { return }
        let middle = days.sorted()[days.count / 2]
        let far = days.indices.filter { abs(days[$0] - middle) > Self.jumpDays }
        guard let first = far.first, far.count * 4 <= days.count else { return }
        leftOut.jump(far.count, first: rows[first], on: times[first].rfc3339, column: column, of: table)
    }

    // MARK: A row for each reading

    private struct PlacedReading {
        let row: Int
        let day: CivilDate
        let time: Timestamp
        let cell: PlanCell
        let beacon: BeaconIdentity
        let strength: Double?
    }

    private mutating func readings(_ names: inout BeaconNames) throws(CommandFailure) -> [RecordedScan] {
        guard let beacon = columns.beacon, let strength = columns.strength else { return [] }
        var read: [PlacedReading] = []
        while let (number, fields) = try table.row(&leftOut) {
            guard let (day, time) = instant(fields, number) else { continue }
            guard !RecordedNumber.isMissing(fields[beacon]) else {
                leftOut.row(number, column: beacon, ProximityStrings.reasonNameless, of: table)
                continue
            }
            guard let place = place(fields, number) else { continue }
            let heard: Double?
            switch RecordedStrength(fields[strength], mark: columns.mark) {
            case .heard(let value): heard = value
            case .unheard: heard = nil
            case .impossible:
                leftOut.row(number, column: strength, ProximityStrings.reasonStrength, of: table)
                continue
            }
            read.append(
                PlacedReading(
                    row: number, day: day, time: time, cell: place, beacon: names.identity(of: fields[beacon]),
                    strength: heard))
        }
        noteJumps(of: read.map(\.time), in: read.map(\.row))
        // Rows may stand in any order, and clocks jump.
        let order = read.indices.sorted { (read[$0].time, $0) < (read[$1].time, $1) }
        return Self.joined(order.map { read[$0] })
    }

    /// The readings as scans, the earliest first.
    private static func joined(_ readings: [PlacedReading]) -> [RecordedScan] {
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

    private mutating func place(_ fields: [String], _ row: Int) -> PlanCell? {
        if let column = columns.cell {
            guard let cell = PlanCell(fields[column]) else {
                leftOut.row(row, column: column, ProximityStrings.reasonCell, of: table)
                return nil
            }
            return cell
        }
        guard let x = columns.x, let y = columns.y, let column = metres(fields, x, row),
            let line = metres(fields, y, row)
        else { return nil }
        return PlanCell(column: column, row: line)
    }

    /// The number of the cell in which a coordinate in metres lies, 1 being the first beyond zero.
    private mutating func metres(_ fields: [String], _ column: Int, _ row: Int) -> Int? {
        guard let metres = RecordedNumber.value(fields[column]), abs(metres) <= BeaconPlan.farthest else {
            leftOut.row(row, column: column, ProximityStrings.reasonCoordinate, of: table)
            return nil
        }
        return Int((metres / cellSide).rounded(.down)) + 1
    }

    private mutating func instant(_ fields: [String], _ row: Int) -> (CivilDate, Timestamp)? {
        guard let column = columns.instant else { return nil }
        guard let time = columns.instants.timestamp(fields[column]) else {
            leftOut.row(row, column: column, ProximityStrings.reasonInstant, of: table)
            return nil
        }
        return (CivilDate(daysSinceEpoch: time.milliseconds.flooredQuotient(by: 86_400_000)), time)
    }
}
