import Beacons
import Loyalty
import LoyaltyService
import Proximity
import Strings

/// Where the beacons hang, with the side of a cell as the unit.
struct BeaconPlan {
    /// The largest coordinate that is read: metres of a national grid have seven digits.
    static let farthest = 10_000_000.0

    /// The beacons' points.
    let beacons: [BeaconIdentity: PlanPoint]

    /// The plan of a file: a venue file, or rows `beacon,x,y` in cells.
    ///
    /// A venue's beacons are called `major.minor`, as `3.12`.
    init(
        _ bytes: [UInt8], file: String, cellSide: Double, names: inout BeaconNames
    ) throws(CommandFailure) {
        let blanks: [UInt8] = [0x20, 0x09, 0x0A, 0x0D, 0xEF, 0xBB, 0xBF]
        beacons =
            bytes.first(where: { !blanks.contains($0) }) == UInt8(ascii: "{")
            ? try Self.venue(bytes, file: file, cellSide: cellSide, names: &names)
            : try Self.table(bytes, file: file, names: &names)
        guard !beacons.isEmpty else { throw CommandFailure(ProximityStrings.fileEmpty(file: file).text) }
    }

    private static func venue(
        _ bytes: [UInt8], file: String, cellSide: Double, names: inout BeaconNames
    ) throws(CommandFailure) -> [BeaconIdentity: PlanPoint] {
        do throws(VenueFaults) {
            var beacons: [BeaconIdentity: PlanPoint] = [:]
            for beacon in try VenueFile.read(bytes).beacons {
                // Cells have numbers from 1, and their middle is the number.
                let point = PlanPoint(
                    x: beacon.position.x / cellSide + 0.5, y: beacon.position.y / cellSide + 0.5)
                beacons[names.identity(of: "\(beacon.major).\(beacon.minor)")] = point
            }
            return beacons
        } catch {
            let first = error.faults.first.map(\.description) ?? ""
            throw CommandFailure(ProximityStrings.fileNoVenue(file: file, reason: first).text)
        }
    }

    private static func table(
        _ bytes: [UInt8], file: String, names: inout BeaconNames
    ) throws(CommandFailure) -> [BeaconIdentity: PlanPoint] {
        var table = try NamedTable(bytes, file: file)
        guard let beacon = table.column("beacon"), let x = table.column("x"), let y = table.column("y") else {
            throw table.fault(ProximityStrings.reasonPlanHeader, row: 1, column: 0)
        }
        var beacons: [BeaconIdentity: PlanPoint] = [:]
        var leftOut = LeftOut()
        while let (number, fields) = try table.row(&leftOut) {
            guard !fields[beacon].isEmpty else {
                throw table.fault(ProximityStrings.reasonNameless, row: number, column: beacon)
            }
            let identity = names.identity(of: fields[beacon])
            guard beacons[identity] == nil else {
                throw table.fault(ProximityStrings.reasonTwice, row: number, column: beacon)
            }
            beacons[identity] = PlanPoint(
                x: try coordinate(fields, x, table, number), y: try coordinate(fields, y, table, number))
        }
        // Few rows that somebody wrote by hand: a plan without one of its beacons is another plan.
        if let fault = leftOut.firstByte ?? leftOut.first.first?.phrase { throw CommandFailure(fault.text) }
        return beacons
    }

    private static func coordinate(
        _ fields: [String], _ column: Int, _ table: NamedTable, _ row: Int
    ) throws(CommandFailure) -> Double {
        guard let value = RecordedNumber.value(fields[column]), abs(value) <= farthest else {
            throw table.fault(ProximityStrings.reasonCoordinate, row: row, column: column)
        }
        return value
    }
}
