import ArgumentParser
import Basics
import Foundation
import Strings

/// `cerca proximity evaluate`: how often positions are right on recordings whose truth is known.
struct EvaluateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "evaluate",
        abstract: "Measure how well positions are told, on recordings with known places.",
        discussion: """
            Reads recordings as CSV, with commas, semicolons or tabs. Either a row is a scan: a cell as O02 (a column A, B, \
            … and a row 1, 2, …) or x and y in metres, an instant, and a column for each beacon with its strength in dBm (the \
            BLE RSSI data set of UCI). Or a row is a reading, under the names instant, beacon, strength, and cell or x and y. \
            An empty field, NaN, 0, 100, 127 or -200 means that a beacon was not heard. Instants are RFC 3339, 10-18-2016 \
            11:15:21, or seconds or milliseconds since 1970.

            Rows and strengths that cannot be read are left out and listed, as are columns that are not beacons. Choose \
            columns yourself with --beacons and --ignore, for example --beacons 'rssi_*'.

            Prints for each method the share of exact cells, the mean error and the error that nine of ten rows do not \
            exceed, both in cells: for nearest neighbours (1, 3, 5), for path loss when --plan says where the beacons \
            are, and for the estimator, a radio map with a filter that knows only the past of each row. The distance \
            of two cells is Euclidean.

            Each day is judged by a map that the other days teach; with --train, all rows are judged by the rows of \
            that file.
            """)

    @Argument(help: "Recordings, as CSV.", completion: .file())
    var files: [String]

    @Option(help: "Where the beacons are: a venue file, or rows of beacon,x,y in cells.", completion: .file())
    var plan: String?

    @Option(help: "A recording to learn from, instead of the other days.", completion: .file())
    var train: String?

    @Option(help: "The side of a cell in metres, for x and y in metres and for path loss.")
    var cell = 3.0

    @Option(parsing: .upToNextOption, help: "Columns that are beacons; * stands for any ending. Default: by content.")
    var beacons: [String] = []

    @Option(parsing: .upToNextOption, help: "Columns that are not used.")
    var ignore: [String] = []

    @Flag(help: "Print one JSON object.")
    var json = false

    func validate() throws {
        guard (0.1...100).contains(cell) else {
            throw ValidationError("--cell must be from 0.1 to 100 metres")
        }
    }

    func run() throws {
        var names = BeaconNames()
        var leftOut = LeftOut()
        let scans = try files.flatMap { try read($0, &names, &leftOut) }
        let training = try train.map { try read($0, &names, &leftOut) }
        let plan = try plan.map {
            try BeaconPlan(Self.bytes(of: $0), file: $0, cellSide: cell, names: &names)
        }
        var report = try Self.report(scans, training: training, plan: plan, cellSide: cell)
        report.leftOut = leftOut
        if json {
            print(report.json.compactText)
        } else {
            for line in report.lines { print(line.text) }
        }
    }

    private func read(_ file: String, _ names: inout BeaconNames, _ leftOut: inout LeftOut) throws -> [RecordedScan] {
        let recording = try RecordingTable.read(
            Self.bytes(of: file), file: file, cellSide: cell,
            choice: RecordingColumns.Choice(beacons: Self.parts(beacons), ignored: Self.parts(ignore)), names: &names)
        leftOut.add(recording.leftOut)
        return recording.scans
    }

    /// Names given one by one or with commas between them.
    private static func parts(_ names: [String]) -> [String] {
        names.flatMap { $0.split(separator: ",") }.map(String.init)
    }

    /// What all methods come to on these scans.
    static func report(
        _ scans: [RecordedScan], training: [RecordedScan]?, plan: BeaconPlan?, cellSide: Double
    ) throws(CommandFailure) -> EvaluationReport {
        var evaluation = PositionEvaluation(plan: plan, cellSide: cellSide)
        if let training {
            evaluation.judge(scans, taughtBy: training)
        } else {
            guard Set(scans.map(\.day)).count > 1 else { throw CommandFailure(ProximityStrings.daysSingle.text) }
            evaluation.leaveOneDayOut(scans)
        }
        return EvaluationReport(evaluation: evaluation, trainingRows: training?.count)
    }

    /// The bytes of a file that somebody named, as many as a recording may have.
    private static func bytes(of path: String) throws -> [UInt8] {
        let data = try InputFile.bytes(of: path, upTo: RecordingTable.sizeLimit)
        guard data.count <= RecordingTable.sizeLimit else {
            throw CommandFailure(
                ProximityStrings.fileTooLarge(file: path, limit: GroupedNumber(RecordingTable.sizeLimit >> 20)).text)
        }
        return [UInt8](data)
    }
}
